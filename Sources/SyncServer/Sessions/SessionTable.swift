import Documents
import Structures
import Wire

/// The sessions of one loop, each in the slot of its connection.
///
/// The slots lie in pages, so that growing neither moves them nor doubles what they take.
struct SessionTable {
    private struct Slot {
        /// The generation of the session; 0, which no id has, where there is none.
        var generation: UInt32 = 0
        var session = Session.vacant
    }

    private static let slotsPerPage = 32

    private var pages: [[Slot]] = []
    private(set) var count = 0

    func contains(_ id: SessionID) -> Bool {
        let (page, place) = Self.place(of: id)
        return page < pages.count && pages[page][place].generation == id.generation
    }

    /// A live session, changed in place.
    subscript(id: SessionID) -> Session {
        @inline(__always)
        _read {
            let (page, place) = Self.place(of: id)
            precondition(pages[page][place].generation == id.generation, "the session is live")
            yield pages[page][place].session
        }
        @inline(__always)
        _modify {
            let (page, place) = Self.place(of: id)
            precondition(pages[page][place].generation == id.generation, "the session is live")
            yield &pages[page][place].session
        }
    }

    /// Tells what each session is in its lobby, where it lies; nil for one without a seat.
    func forEachAdmission(_ body: (Welcome.Admission?) -> Void) {
        for page in pages.indices {
            for place in pages[page].indices where pages[page][place].generation > 0 {
                body(pages[page][place].session.seat?.admission)
            }
        }
    }

    var ids: [SessionID] { ids { _ in true } }

    /// The sessions that have a seat.
    var seated: [SessionID] { ids { $0.seat != nil } }

    /// The sessions that act as one of these persons, or are about to.
    func ids(actingAs persons: Set<PersonID>) -> [SessionID] {
        ids { session in
            (session.seat?.person ?? session.greeting?.person).map(persons.contains) ?? false
        }
    }

    private func ids(where isMeant: (borrowing Session) -> Bool) -> [SessionID] {
        pages.joined().enumerated().compactMap { slot, content in
            guard content.generation > 0, isMeant(content.session) else { return nil }
            return SlotID(
                slot: UInt32(truncatingIfNeeded: slot), generation: content.generation)
        }
    }

    mutating func insert(_ session: Session, at id: SessionID) {
        let (page, place) = Self.place(of: id)
        while pages.count <= page {
            pages.append(Array(repeating: Slot(), count: Self.slotsPerPage))
        }
        if pages[page][place].generation == 0 { count += 1 }
        pages[page][place] = Slot(generation: id.generation, session: session)
    }

    mutating func remove(_ id: SessionID) -> Session? {
        guard contains(id) else { return nil }
        count -= 1
        let (page, place) = Self.place(of: id)
        let session = pages[page][place].session
        pages[page][place] = Slot()
        return session
    }

    private static func place(of id: SessionID) -> (page: Int, place: Int) {
        (id.slot / slotsPerPage, id.slot % slotsPerPage)
    }
}
