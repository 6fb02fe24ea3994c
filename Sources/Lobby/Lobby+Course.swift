package import Documents

/// The course that is played, and how the host exchanges it.
///
/// A game has as many courses as it was given: 0 is that of its creation, and each exchange counts
/// one more. Pars and the course's name are written for one of them, whose number their cells have
/// in place of a round. So what was typed for one course never counts on another's holes, however
/// late it comes; and whoever doesn't know of exchanges sees the first course as it was.
extension Lobby {
    /// What is played now.
    public var played: GameCourse { GameCourse(name: course, holes: holes, layout: layout) }

    /// Where the par of a hole, from 1 on, stands.
    public func parKey(hole: UInt8) -> CellKey {
        CellKey(round: courseNumber, hole: hole, field: .par)
    }

    /// Where the name of the course stands.
    public var courseKey: CellKey { CellKey(round: courseNumber, field: .course) }

    /// The exchange that a host asks for, who knows the course `expected`. It is for the time
    /// before the start; an exchange of a history that was lost is made up for even later, since
    /// what comes behind it counts on it.
    func exchange(
        for course: GameCourse, expecting expected: UInt8, isFromOtherHistory: Bool
    ) throws(Refusal) -> Change {
        guard stage.phase != .locked else { throw .locked }
        guard expected == courseNumber, stage.phase == .setup || isFromOtherHistory else {
            throw .stale
        }
        guard courseNumber < LobbyLimits.exchangesMax else { throw .logFull }
        try Self.check(course)
        return .course(course, number: courseNumber + 1)
    }

    mutating func play(_ next: GameCourse, number: UInt8) {
        if firstCourse == nil { firstCourse = FirstCourse(name: course, holes: holes) }
        courseNumber = number
        course = next.name
        // Copied to its size: an array that was read has room for twice as many.
        holes = next.holes.map { $0 }
        layout = next.layout
        findStrays()
    }
}

/// Checks of courses.
extension Lobby {
    /// Refuses a course that no game is played on.
    package static func check(_ course: GameCourse) throws(Refusal) {
        guard (1...LobbyLimits.holesMax).contains(course.holes.count) else { throw .badSetup }
        for hole in course.holes {
            guard LobbyLimits.parRange.contains(hole.par) else { throw .badSetup }
            try checkText(hole.label, bytesMax: LobbyLimits.labelBytesMax)
        }
        if let name = course.name { try checkText(name, bytesMax: LobbyLimits.courseBytesMax) }
        if let layout = course.layout { try check(layout, holeCount: course.holes.count) }
    }

    private static func check(_ layout: GameLayout, holeCount: Int) throws(Refusal) {
        try checkText(layout.name, bytesMax: LobbyLimits.layoutNameBytesMax)
        guard layout.tees.count <= LobbyLimits.teesMax, layout.holes.count == holeCount,
            LobbyLimits.utcMinutesRange.contains(layout.utcMinutes),
            layout.position.map(isInWorld) ?? true
        else { throw .badSetup }
        for (place, tee) in layout.tees.enumerated() {
            try checkText(tee.name, bytesMax: LobbyLimits.teeBytesMax)
            guard layout.place(ofTee: tee.name) == place, isColour(tee.colour) else {
                throw .badSetup
            }
        }
        if let name = layout.defaultTee, layout.place(ofTee: name) == nil { throw .badSetup }
        let knowsPlaces = layout.position != nil
        for hole in layout.holes {
            guard hole.starts.count == layout.tees.count,
                isOffset(hole.basket, knowsPlaces: knowsPlaces),
                hole.starts.allSatisfy({ isStart($0, knowsPlaces: knowsPlaces) })
            else { throw .badSetup }
        }
        guard layout.byteCount <= LobbyLimits.layoutBytesMax else { throw .badSetup }
    }

    private static func isInWorld(_ position: GameLayout.Position) -> Bool {
        (-900_000_000...900_000_000).contains(position.latitudeE7)
            && (-1_800_000_000...1_800_000_000).contains(position.longitudeE7)
    }

    private static func isStart(_ start: GameLayout.Start, knowsPlaces: Bool) -> Bool {
        (start.par == 0 || LobbyLimits.parRange.contains(Int64(start.par)))
            && (start.lengthMetres == 0
                || LobbyLimits.lengthMetresRange.contains(start.lengthMetres))
            && isOffset(start.offset, knowsPlaces: knowsPlaces)
    }

    private static func isOffset(_ offset: GameLayout.Offset?, knowsPlaces: Bool) -> Bool {
        guard let offset else { return true }
        return knowsPlaces && LobbyLimits.offsetE6Range.contains(offset.latitudeE6)
            && LobbyLimits.offsetE6Range.contains(offset.longitudeE6)
    }

    private static func isColour(_ text: String) -> Bool {
        let (sign, digits) = (text.utf8.first, text.utf8.dropFirst())
        guard sign != nil else { return true }
        return sign == UInt8(ascii: "#") && (digits.count == 3 || digits.count == 6)
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension GameLayout {
    /// The bytes that it takes in an op, counted without writing them: its texts have nothing that
    /// takes more than a sign before it there.
    package var byteCount: Int {
        let ids = #"{"course":"","layout":"","version":"""#.utf8.count + 32 * 3
        var count = ids + #","series":,"tz":,"name":,"tees":,"holes":}"#.utf8.count
        count += digits(Int64(series)) + digits(Int64(utcMinutes)) + quoted(name)
        if let position {
            count += #","at":[,]"#.utf8.count + digits(Int64(position.latitudeE7))
            count += digits(Int64(position.longitudeE7))
        }
        if isUncounted { count += #","uncounted":true"#.utf8.count }
        if let defaultTee { count += #","default_tee":"#.utf8.count + quoted(defaultTee) }
        count += list(tees.map { 3 + quoted($0.name) + quoted($0.colour) })
        count += list(holes.map { 3 + pair($0.basket) + list($0.starts.map(size)) })
        return count
    }

    private func size(of start: Start) -> Int {
        let numbers = digits(Int64(start.par)) + 1 + digits(Int64(start.lengthMetres))
        if let offset = start.offset { return 1 + numbers + pair(offset) }
        if start.lengthMetres != 0 { return 2 + numbers }
        return start.par == 0 ? 2 : 2 + digits(Int64(start.par))
    }

    /// Of an array, from the sizes of what is in it.
    private func list(_ sizes: [Int]) -> Int {
        2 + sizes.reduce(0, +) + max(0, sizes.count - 1)
    }

    private func pair(_ offset: Offset?) -> Int {
        guard let offset else { return 2 }
        return 3 + digits(Int64(offset.latitudeE6)) + digits(Int64(offset.longitudeE6))
    }

    private func quoted(_ text: String) -> Int {
        let marked = text.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        return 2 + text.utf8.count + marked
    }

    private func digits(_ number: Int64) -> Int {
        var (count, rest) = (number < 0 ? 2 : 1, number.magnitude / 10)
        while rest > 0 {
            (count, rest) = (count + 1, rest / 10)
        }
        return count
    }
}
