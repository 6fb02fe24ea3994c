package import HTTP

extension APIProblem.Kind {
    /// Numbers and names never change their meaning, and Protocol.md lists them.
    package var terms: HTTPProblem.Terms {
        let (number, status, sentence) = answer
        return HTTPProblem.Terms(number, rawValue, status, sentence)
    }

    private var answer: (number: Int, status: HTTPStatus, sentence: String) {
        switch self {
        case .badField: (440, .badRequest, "That isn't filled in as it has to be.")
        case .bodyNotJSON: (441, .badRequest, "The request's body can't be read.")
        case .needsBearer: (401, .unauthorized, "This needs the key of a device.")
        case .notSignedIn: (442, .unauthorized, "This device isn't signed in.")
        case .signedOut:
            (443, .unauthorized, "You were signed out on this device. Your entries stay here.")
        case .wrongProof: (444, .unauthorized, "That doesn't fit. Try again.")
        case .notFresh: (445, .forbidden, "Show once more that it is you.")
        case .readOnlyToken: (446, .forbidden, "This key may only read.")
        case .needsHTTPS:
            (447, .forbidden, "Others could read a password on this way. Come by https.")
        case .guardianNeeded: (448, .forbidden, "This isn't for children.")
        case .weakPassword: (449, .badRequest, "That password is too easy to guess.")
        case .badCode: (450, .forbidden, "That code isn't valid, or not any more.")
        case .signUpClosed: (451, .forbidden, "Nobody can sign up here at the moment.")
        case .handleTaken: (452, .conflict, "Somebody has that name already.")
        case .emailTaken: (453, .conflict, "That address belongs to another account.")
        case .exists: (454, .conflict, "There is something else by that id already.")
        case .notYours: (455, .conflict, "That belongs to another account.")
        case .stale:
            (
                456, .preconditionFailed,
                "Someone else changed that in the meantime. Have another look."
            )
        case .preconditionRequired:
            (428, .preconditionRequired, "The request has to say which version it changes.")
        case .tooMany: (457, .conflict, "There are as many as there may be. Remove one first.")
        case .tooManyTries: (458, .tooManyRequests, "Too many wrong tries. Wait a while.")
        case .lastWayIn: (459, .conflict, "Nobody could sign in any more without it.")
        case .tooLate: (460, .conflict, "It is too late to undo that.")
        case .mailOff: (461, .conflict, "This server sends no mail.")
        case .passkeysOff: (462, .conflict, "This server takes no passkeys.")
        case .linkDeclined: (465, .forbidden, "The other device has said no.")
        case .linkGone: (466, .notFound, "That code has been used, or is too old. Show another.")
        case .mailGone: (467, .notFound, "That link has been used, or is too old. Ask for another.")
        case .accountLost:
            (468, .notFound, "The server was put back, and has lost this account. Make it anew.")
        case .columnTaken: (469, .conflict, "That column is somebody's already.")
        case .storage:
            (463, .serviceUnavailable, "The server can't save right now. Try again in a moment.")
        case .storageFull:
            (464, .serviceUnavailable, "The server's disk is full. Try again later.")
        }
    }
}
