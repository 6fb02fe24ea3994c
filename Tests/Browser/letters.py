"""A mail server on loopback that keeps what it is sent: as much of SMTP as folfd speaks."""

import email
import email.policy
import queue
import socketserver
import threading

PATIENCE_SECONDS = 30


class Session(socketserver.StreamRequestHandler):
    def say(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self):
        self.say("220 mailbox")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.say("354 go on")
                self.server.mails.put(self.content())
            if verb == b"QUIT":
                return self.say("221 bye")
            self.say("250 fine")

    def content(self):
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        return email.message_from_bytes(b"".join(lines), policy=email.policy.default)


class Mailbox(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Session)
        self.mails = queue.Queue()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def options(self):
        """Those by which folfd sends its mail here."""
        port = self.server_address[1]
        mail = ["--mail", f"smtp+plain://127.0.0.1:{port}", "--mail-from", "folf@folf.example"]
        return [*mail, "--name", "localhost"]

    def next(self):
        """To whom the next mail is, and what is written in it."""
        mail = self.mails.get(timeout=PATIENCE_SECONDS)
        return mail["To"], mail.get_body(("plain",)).get_content()
