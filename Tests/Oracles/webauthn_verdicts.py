"""Says of each ceremony on standard input, a line of JSON each, what py_webauthn makes of it.

Every answer is a line too: "yes", or the name of the error.
"""

import json
import sys

import webauthn
from webauthn.helpers import base64url_to_bytes


def register(case):
    webauthn.verify_registration_response(
        credential={
            "id": case["id"],
            "rawId": case["id"],
            "type": "public-key",
            "response": {
                "clientDataJSON": case["client_data"],
                "attestationObject": case["attestation"],
            },
        },
        expected_challenge=base64url_to_bytes(case["challenge"]),
        expected_rp_id=case["rp"],
        expected_origin=case["origin"],
        require_user_verification=True,
    )


def sign_in(case):
    webauthn.verify_authentication_response(
        credential={
            "id": case["id"],
            "rawId": case["id"],
            "type": "public-key",
            "response": {
                "clientDataJSON": case["client_data"],
                "authenticatorData": case["authenticator_data"],
                "signature": case["signature"],
            },
        },
        expected_challenge=base64url_to_bytes(case["challenge"]),
        expected_rp_id=case["rp"],
        expected_origin=case["origin"],
        credential_public_key=base64url_to_bytes(case["key"]),
        credential_current_sign_count=case["counter"],
        require_user_verification=True,
    )


for line in sys.stdin:
    case = json.loads(line)
    try:
        (register if "attestation" in case else sign_in)(case)
        print("yes", flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)
