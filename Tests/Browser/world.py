"""What a test stands on: a server of its own, lines that can be cut, a terminal client, phones."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 60


def program(name):
    """A program's path: from FOLF_TEST_PROGRAMS, or else from a build."""
    folders = [os.environ.get("FOLF_TEST_PROGRAMS"), ROOT / ".build/debug", ROOT / ".build/release"]
    for folder in filter(None, folders):
        path = pathlib.Path(folder) / name
        if path.exists():
            return str(path)
    raise SystemExit(f"{name} isn't built: swift build")


class Server:
    """folfd on a free port of this machine, with a data folder that outlives it, and the page that
    is in the program, or else one from a folder."""

    def __init__(self, folder, page=None, options=()):
        self.folder = folder
        self.page = page
        self.options = options
        self.port = 0
        self.process = None

    def start(self):
        command = [program("folfd"), "--listen", f"127.0.0.1:{self.port}"]
        command += ["--data", str(self.folder / "data"), *self.options]
        if self.page:
            command += ["--web-root", str(self.page)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=open(self.folder / "log", "a"), text=True
        )
        line = self.process.stdout.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)", line)
        if not found:
            raise RuntimeError(f"folfd doesn't start: {(self.folder / 'log').read_text()}")
        self.port = int(found[1])
        return self

    def kill(self):
        """Ends it at once, as a crash does."""
        self.process.kill()
        self.process.wait(PATIENCE_SECONDS)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE_SECONDS)

    def say(self, text):
        """Whoever runs it tells everybody something."""
        self.run("say", text)

    def run(self, *words):
        """Has folfd do something with the running server; gives what it prints."""
        command = [program("folfd"), *words, "--data", str(self.folder / "data")]
        return subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=PATIENCE_SECONDS
        ).stdout

    @property
    def log(self):
        return (self.folder / "log").read_text()


class Line:
    """A way to the server that can be cut: what is on it is lost, and nobody is let in."""

    def __init__(self, port):
        self.port = port
        self.is_cut = False
        self.is_held = False
        self.lock = threading.Lock()
        self.pairs = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = None if self.is_cut else socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                far = None
            if far is None:
                reset(near)
                continue
            with self.lock:
                self.pairs.append((near, far))
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self.pipe, args=(source, target), daemon=True).start()

    def pipe(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self.is_held:
                    target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def hold(self):
        """Nothing comes through any more, and neither end is told."""
        self.is_held = True

    def cut(self):
        self.is_cut = True
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for end in pair:
                reset(end)

    def mend(self):
        """New connections are made again; those that were held are lost."""
        if self.is_held:
            self.cut()
        self.is_cut = self.is_held = False

    def close(self):
        self.cut()
        self.listener.close()


def reset(end):
    with contextlib.suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        end.shutdown(socket.SHUT_RDWR)
    end.close()


class World:
    """Everything of one test; afterwards nothing of it is left."""

    def __init__(self, browsers):
        self.browsers = browsers
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="folf-browser-"))
        self.server = Server(self.folder).start()
        self.lines = []
        self.phones = []

    def serve(self, page=None, options=()):
        """Another server takes the place of the first, before anybody has a line to it."""
        self.server.stop()
        self.server = Server(self.folder, page, options).start()

    def line(self):
        line = Line(self.server.port)
        self.lines.append(line)
        return line

    def phone(self, line=None, **options):
        """A phone with a browser of its own; see `Phone`."""
        from phone import Phone

        return self.keep(Phone(self, line or self.line(), **options))

    def keep(self, phone):
        """Sees to it that a phone is put away in the end, and that nothing has gone wrong on it."""
        self.phones.append(phone)
        return phone

    def folf(self, home, *words):
        """The terminal client; gives what it prints."""
        environment = {
            **os.environ,
            "FOLF_HOME": str(self.folder / home),
            "FOLF_SERVER": f"ws://127.0.0.1:{self.server.port}",
        }
        result = subprocess.run(
            [program("folf"), *words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )
        if result.returncode != 0:
            raise RuntimeError(f"folf {' '.join(words)}: {result.stdout}{result.stderr}")
        return result.stdout

    def note(self, text):
        """A figure for whoever reads the tests' output."""
        print(f"    {text}", flush=True)

    @property
    def problems(self):
        return [problem for phone in self.phones for problem in phone.problems]

    def close(self):
        for phone in self.phones:
            phone.close()
        for line in self.lines:
            line.close()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
