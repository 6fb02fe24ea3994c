/// What happens next. Phones are counted from 0.
enum Choice: Hashable {
    case connects(Int)
    case loses(Int, isNoticed: Bool)
    case serverNotices(Int)
    case serverHandles(Int)
    case arrives(Int)
    case types(Int, wasOpen: Bool)
    case changesLevel
    case resumes(Int)
    case phoneDies(Int, losesTail: Bool)
    case commitSucceeds
    case commitFails(lands: Bool)
    case storeReads
    case faultEnds
    case serverDies(lands: Bool)
    case restores(Int, isNoticed: Bool)
}

extension Choice: CustomStringConvertible {
    var description: String {
        switch self {
        case .connects(let phone): "phone \(phone + 1) connects and says hello"
        case .loses(let phone, true): "phone \(phone + 1) loses its connection"
        case .loses(let phone, false):
            "phone \(phone + 1) loses its connection, which the server doesn't notice"
        case .serverNotices(let phone):
            "the server notices that phone \(phone + 1)'s old connection is gone"
        case .serverHandles(let phone): "the server handles phone \(phone + 1)'s message"
        case .arrives(let phone): "the server's message reaches phone \(phone + 1)"
        case .types(let phone, false): "phone \(phone + 1) makes an entry"
        case .types(let phone, true):
            "phone \(phone + 1) makes an entry that was opened at the very beginning"
        case .changesLevel: "phone 1 changes the rule by which entries are merged"
        case .resumes(let phone): "phone \(phone + 1) has waited for the disk and sends again"
        case .phoneDies(let phone, false): "phone \(phone + 1)'s app is killed"
        case .phoneDies(let phone, true):
            "phone \(phone + 1) loses power, and of its journal what wasn't durable"
        case .commitSucceeds: "the commit succeeds"
        case .commitFails(true): "the commit fails, but is on the disk"
        case .commitFails(false): "the commit fails, and isn't on the disk"
        case .storeReads: "the store reads the log for the server"
        case .faultEnds: "the server takes ops again"
        case .serverDies(false): "the server is killed"
        case .serverDies(true): "the server is killed after a commit that it hasn't heard of"
        case .restores(let place, true):
            "the log is restored from copy \(place), and the store knows"
        case .restores(let place, false):
            "the log is restored from copy \(place) behind the store's back"
        }
    }
}
