"""What schemathesis has to know besides the document: who asks, from where, and what there is.

Whoever asks has an account that is there and was proved a moment ago, unless the operation makes an
account, signs in, or ends something: then it is somebody new. Every second call that the document
allows is about what there really is. Without that most answers would be 401, 403 and 404.
"""

from __future__ import annotations

import schemathesis
from people import PASSWORD, Network, People, half_hash, note, numbers

people = People()

# Whoever signs up, signs in or confirms an address does it with a device that is nobody's.
NEWCOMERS = {"signUp", "signIn", "confirmMail"}

# For what somebody else is asked than whoever plays: it ends the account, or takes what others lack.
ROLES = {"erase": "leaver", "releasePerson": "claimer", "removePassword": "mailed"}

# What no schema can say, and the server refuses for a reason of its own.
BEYOND_SCHEMAS = {
    ("createGame", "bad_field", "lobby"),  # is made of maker and nonce
    # Signs that show nothing, of planes that patterns don't reach.
    ("createGame", "bad_field", "name"), ("createGame", "bad_field", "course"),
    ("createGame", "bad_field", "holes"),
    ("erase", "bad_field", "handle"),  # is the bearer's own
    ("signUp", "bad_field", "passkey"), ("addPasskey", "bad_field", "attestation"),
    # Which ones are weak is for the operator to say, and for the handle.
    ("signUp", "weak_password", "password"), ("setPassword", "weak_password", "new"),
}


def operation_of(case) -> str:
    return case.operation.definition.raw["operationId"]


def is_stateful(case) -> bool:
    return case.meta is not None and case.meta.phase.name.value == "stateful"


@schemathesis.auth(refresh_interval=None)
class Bearer:
    def get(self, case, context):
        operation = operation_of(case)
        if operation in NEWCOMERS:
            return people.device()
        if operation == "signOut":
            return people.guest()
        if operation in ROLES and (operation == "erase" or not is_stateful(case)):
            return people.person(ROLES[operation]).token
        if operation == "me" and (account := (case.query or {}).get("account")):
            return people.newcomers.get(str(account)) or people.person("player").token
        return people.person("player").token

    def set(self, case, token, context):
        case.headers["Authorization"] = f"Bearer {token}"


def bearer_of(case) -> str:
    return (case.headers or {}).get("Authorization", "").removeprefix("Bearer ")


# What makes a call one that can be answered: of all that the document allows


def create_game(case) -> None:
    person = people.person("player").person
    case.path_parameters["lobby"] = half_hash(person + case.body["nonce"])


def sign_up(case) -> None:
    if "password" in case.body:
        case.body["password"] = PASSWORD
    # Nobody here has an authenticator. PasskeysTests have one.
    if "passkey" in case.body and "password" in case.body:
        del case.body["passkey"]


def set_password(case) -> None:
    case.body["new"] = PASSWORD


def change_me(case) -> None:
    case.headers["If-Match"] = "*"


def search(case) -> None:
    case.query["name"] = "Player"


def given_layouts(case) -> None:
    if "layouts" in case.body:
        case.body["layouts"] = [people.layout() for _ in case.body["layouts"]]
    for fields in (case.body, case.body.get("fields", {})):
        fields.pop("at", None)
        fields.pop("website", None)


NEEDED = {"shareCourse": given_layouts, "changeCourse": given_layouts, "createGame": create_game, "signUp": sign_up, "setPassword": set_password,
          "changeMe": change_me, "search": search}

# What makes it one about something that is there


def sign_in(case) -> None:
    kind = next(numbers) % 3
    if kind == 0:
        case.body = {"handle": people.person("host").handle, "password": PASSWORD}
    elif kind == 1:
        case.body = {"link": people.link()["secret"]}
    else:
        case.body = {"mail": people.mail_code(people.person("player"))}


def confirm_mail(case) -> None:
    case.body["mail"] = people.mail_code(people.person("player"))


def see_game(case) -> None:
    game = people.game(people.person("player"))
    case.path_parameters["lobby"] = game["lobby"]
    if case.query and "watch" in case.query:
        case.query["watch"] = game["watch"]


def erase(case) -> None:
    case.body["handle"] = people.person("leaver").handle


def invite(case) -> None:
    game = people.game(people.person("player"))
    case.body.update(lobby=game["lobby"], invitation=game["invitation"],
                     to=[people.person("host").account])


def ask_player(case) -> None:
    case.body.update(lobby=people.game(people.person("player"))["lobby"], member=1)


def with_link(case) -> None:
    case.path_parameters["link"] = people.link()["link"]


def accept_friend(case) -> None:
    case.path_parameters["friend"] = people.friend_secret()


def release_person(case) -> None:
    case.path_parameters["person"] = people.claimed("claimer")


def block(case) -> None:
    case.path_parameters["account"] = people.person("stranger").account


def of_stranger(case) -> None:
    case.path_parameters["handle"] = people.person("stranger").handle


def remove_device(case) -> None:
    case.path_parameters["device"] = half_hash(people.person("player").token)


def of_course(case) -> None:
    case.path_parameters["course"] = people.course(people.person("player"))


def change_course(case) -> None:
    of_course(case)
    case.body = {"publish": True, "licence": "ODbL 1.0"}


def decide_change(case) -> None:
    course, change = people.change(people.person("player"))
    case.path_parameters.update(course=course, change=change)
    case.body["decision"] = "refuse"


def of_listed(case) -> None:
    case.path_parameters["course"] = people.listed_course()


def comment(case) -> None:
    of_listed(case)
    case.path_parameters["comment"] = people.secret()
    case.body = {"text": "A ditch"}


def mark_comment(case) -> None:
    course, comment = people.comment(people.person("player"))
    case.path_parameters.update(course=course, comment=comment)
    case.body["mark"] = "report"


KNOWN = {
    "courseComments": of_listed, "comment": comment, "markComment": mark_comment,
    "matchCourse": of_listed, "courseCrowd": of_listed,
    "courseChanges": of_course, "changeCourse": change_course, "decideChange": decide_change,
    "signIn": sign_in, "confirmMail": confirm_mail, "game": see_game, "gameTable": see_game,
    "gameHistory": see_game, "erase": erase, "invite": invite, "askPlayer": ask_player,
    "getLink": with_link, "approveLink": with_link, "acceptFriend": accept_friend, "block": block,
    "ask": of_stranger, "person": of_stranger, "handle": of_stranger,
    "removeDevice": remove_device, "releasePerson": release_person,
}

# What may not stand in the log
PRIVATE = {"handle", "name", "full_name", "email", "password", "new", "label", "tokens", "text",
           "mail", "recovery_code", "known", "secret", "watch", "friend"}


def note_all(value: object, name: str = "") -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            note_all(inner, key)
    elif isinstance(value, list):
        for inner in value:
            note_all(inner, name)
    elif isinstance(value, str) and name in PRIVATE:
        note(value)


@schemathesis.hook
def before_call(context, case, kwargs):
    # What `requests` has for this purpose: it leaves the case as it was made.
    kwargs["auth"] = Network()
    if case.meta is not None and case.meta.generation.mode.is_positive and bearer_of(case):
        operation = operation_of(case)
        if case.method == case.operation.method.upper():
            if operation in NEEDED:
                NEEDED[operation](case)
            if operation in KNOWN and not is_stateful(case) and next(numbers) % 2 == 0:
                KNOWN[operation](case)
    for part in (case.body, case.query, case.path_parameters):
        note_all(part)


@schemathesis.hook
def after_call(context, case, response):
    if operation_of(case) == "signUp" and response.status_code == 201:
        people.newcomers[str(case.path_parameters["account"])] = bearer_of(case)


def texts(value: object, path: list[str]) -> list[str]:
    """The texts at a place, in all elements of the lists on the way."""
    if isinstance(value, list):
        return [text for each in value for text in texts(each, path)]
    if isinstance(value, dict):
        return texts(value.get(path[0]), path[1:]) if path else []
    return [value] if isinstance(value, str) and not path else []


def bytes_max(schema: dict, path: list[str], schemas: dict) -> int | None:
    """What the document has in `x-bytes-max` for a place, which schemathesis doesn't know of."""
    while "$ref" in schema or "items" in schema:
        schema = schemas[schema["$ref"].split("/")[-1]] if "$ref" in schema else schema["items"]
    if not path:
        return schema.get("x-bytes-max")
    return bytes_max(schema.get("properties", {}).get(path[0], {}), path[1:], schemas)


def is_too_long(case, field: str) -> bool:
    """Whether a text has as many signs as the document allows, but more bytes."""
    path = field.split(".")
    raw = case.operation.definition.raw
    schemas = case.operation.schema.raw_schema["components"]["schemas"]
    for parameter in raw.get("parameters", []):
        if [parameter["name"]] == path:
            limit = bytes_max(parameter["schema"], [], schemas)
            values = texts(case.query, path) + texts(case.path_parameters, path)
            return limit is not None and any(len(text.encode()) > limit for text in values)
    content = raw.get("requestBody", {}).get("content", {}).get("application/json", {})
    limit = bytes_max(content.get("schema", {}), path, schemas)
    return limit is not None and any(
        len(text.encode()) > limit for text in texts(case.body, path))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Lets a refusal pass that no schema could have told, and only as a refusal of valid data."""
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    problem = response.json()
    reason = (operation_of(case), problem.get("name"), problem.get("field"))
    is_told = problem.get("name") == "bad_field" and is_too_long(case, problem.get("field", ""))
    return not (is_told or reason in BEYOND_SCHEMAS)
