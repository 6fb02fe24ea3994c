"""A mail server on loopback that says, a line of JSON each, where it listens and what it has taken.

aiosmtpd speaks SMTP, and Python's own email package reads the messages.
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult

options = argparse.ArgumentParser()
options.add_argument("--certificate", help="and its key: with STARTTLS, unless --tls says otherwise")
options.add_argument("--key")
options.add_argument("--tls", action="store_true")
options.add_argument("--login", help="USER:PASSWORD without which nothing is taken")
options.add_argument("--refuse", help="RECIPIENT=ANSWER, for all mail to it")
options.add_argument("--refuse-sender", help="ANSWER, whoever it is")
options.add_argument("--failures", type=int, default=0, help="messages that are put off first")
options = options.parse_args()


def say(**fields):
    print(json.dumps(fields), flush=True)


class Handler:
    failures = options.failures

    async def handle_MAIL(self, server, session, envelope, address, mail_options):
        if options.refuse_sender:
            return options.refuse_sender
        envelope.mail_from = address
        envelope.mail_options.extend(mail_options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        recipient, _, answer = (options.refuse or "").partition("=")
        if address == recipient:
            say(refused=address)
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.failures > 0:
            self.failures -= 1
            say(put_off=envelope.rcpt_tos)
            return "451 come again later"
        content = envelope.content
        message = email.message_from_bytes(content, policy=email.policy.default)
        parts = [part for part in message.walk() if not part.is_multipart()]
        say(
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            host=session.host_name,
            secured=server.transport.get_extra_info("ssl_object") is not None,
            login=session.auth_data.decode() if session.auth_data else None,
            fields=[[name, str(value)] for name, value in message.items()],
            types=[part.get_content_type() for part in parts],
            texts=[part.get_content() for part in parts],
            defects=[str(defect) for part in message.walk() for defect in part.defects],
            ascii=content.isascii(),
            line_bytes_max=max(len(line) for line in content.split(b"\r\n")),
            bare_ends=content.replace(b"\r\n", b"").count(b"\n"),
        )
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    login = data.login + b":" + data.password
    return AuthResult(
        success=login.decode() == options.login, handled=False, auth_data=login
    )


def server_context():
    if options.certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(options.certificate, options.key)
    return context


async def serve():
    context, handler = server_context(), Handler()
    starts_plain = context is not None and not options.tls
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(
            handler,
            hostname="mail.folf.example",
            tls_context=context if starts_plain else None,
            require_starttls=starts_plain,
            authenticator=authenticate,
            auth_required=options.login is not None,
            auth_require_tls=starts_plain,
        ),
        host="127.0.0.1",
        port=0,
        ssl=context if options.tls else None,
    )
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


asyncio.run(serve())
