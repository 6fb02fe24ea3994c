"""The page over https, at a name that isn't this machine's own: nothing is let pass there that a
browser lets pass for a server beside it."""

import base64
import hashlib
import re
import shutil
import subprocess

from playwright.sync_api import Error, expect
from run import test
from test_shell import page_to_change, takes_new_version

NAME = "folf.test"


class Certificate:
    """Of an authority that nobody else knows, for `NAME`."""

    def __init__(self, folder):
        self.folder = folder
        self.make_key("authority")
        self.make("authority", "-x509", "-subj", "/CN=Authority of a test")
        self.make_key("server")
        self.make(
            "server",
            *("-x509", "-CA", folder / "authority.pem", "-CAkey", folder / "authority.key"),
            *("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
            *("-addext", "basicConstraints=critical,CA:FALSE"),
        )
        chain = folder / "chain.pem"
        parts = [folder / "server.pem", folder / "authority.pem"]
        chain.write_text("".join(part.read_text() for part in parts))
        self.options = ["--tls-certificate", str(chain), "--tls-key", str(folder / "server.key")]

    def make_key(self, name):
        self.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
                     "-out", self.folder / f"{name}.key")

    def make(self, name, *words):
        self.openssl("req", "-new", "-key", self.folder / f"{name}.key", "-days", "30",
                     "-out", self.folder / f"{name}.pem", *words)

    @property
    def authority_key_digest(self):
        """As Chromium names the one whom it is to believe."""
        private = self.folder / "authority.key"
        key = self.openssl("pkey", "-in", private, "-pubout", "-outform", "DER")
        return base64.b64encode(hashlib.sha256(key).digest()).decode()

    @staticmethod
    def openssl(*words):
        return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True).stdout


def secured_phones(world, page=None):
    """What makes phones that reach the server by its name alone, and trust its authority."""
    certificate = Certificate(world.folder)
    world.serve(page, certificate.options)

    def make(trusts=True):
        arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        if trusts:
            digest = certificate.authority_key_digest
            arguments += [f"--ignore-certificate-errors-spki-list={digest}"]

        def launch(**context):
            # A profile that lasts: in a private window nothing can be installed.
            return world.browsers.playwright.chromium.launch_persistent_context(
                world.folder / f"profile-{len(world.phones)}",
                executable_path=shutil.which("chromium"),
                args=arguments,
                **context,
            )

        line = world.line()
        port = line.address.split(":")[1]
        return world.phone(line, browser=launch, origin=f"https://{NAME}:{port}")

    return make


@test("Over https the page may be put beside the apps, and opens without signal after one visit")
def installable(world):
    anna = secured_phones(world)()
    anna.open("/")
    assert anna.page.evaluate("isSecureContext && location.protocol") == "https:"
    anna.is_kept()
    session = anna.context.new_cdp_session(anna.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest") and not manifest["errors"], manifest
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert not found, found
    anna.lose_signal()
    world.server.kill()
    anna.reload()
    expect(anna.link("New game")).to_be_visible()
    for path in ("/new", "/j/K7MPQX"):
        anna.open(path)
        expect(anna.page.get_by_role("heading", level=1)).to_be_visible()


@test("Over https a game is played by wss, and a new version is there at the next start")
def played(world):
    copy = page_to_change(world)
    phone = secured_phones(world, copy)
    anna, ben = phone(), phone()
    addresses = []
    ben.page.on("websocket", lambda socket: addresses.append(socket.url))
    anna.create_game("Anna", "Meadow", 9)
    ben.join(anna.read_code(), "Ben")
    anna.sees("Ben")
    anna.start_round()
    ben.sees_card()
    ben.score("Anna", 2, 4)
    anna.sees_score("Anna", 2, "4, bogey")
    assert addresses and all(re.match(rf"wss://{NAME}:\d+/sync$", each) for each in addresses)
    takes_new_version(anna, copy)


@test("Over https the page of a server whose authority isn't known doesn't open")
def unknown(world):
    anna = secured_phones(world)(trusts=False)
    try:
        anna.open("/")
    except Error as error:
        assert "ERR_CERT_AUTHORITY_INVALID" in str(error), error
    else:
        raise AssertionError("it opens")
