import Documents
import Wire

/// The end of a session: the notice it gets, if any, and the close code.
struct SessionEnd {
    var notice: ErrorNotice?
    var closeCode: UInt16
}

extension SessionEnd {
    /// The end by a refusal of an entry.
    init(_ refusal: Refusal) {
        notice = ErrorNotice(refusal)
        closeCode =
            switch refusal {
            case .unknownLobby: SyncCloseCode.again
            case .kicked: SyncCloseCode.kicked
            case .notMember: SyncCloseCode.left
            default: SyncCloseCode.refused
            }
    }

    /// The end of a member who was kicked, or has left; someone who leaves has asked for it, and
    /// gets no notice.
    init(dismissalForGood isForGood: Bool) {
        self.init(isForGood ? .kicked : .notMember)
        if !isForGood { notice = nil }
    }
}
