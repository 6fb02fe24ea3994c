import API
import Club
import Courses
import Documents
import EventStore
import HTTP

/// What people do to courses: show theirs by link, give them to all, and change everybody's, with a
/// log from which everything can be taken back.
extension Clerk {
    func shareCourse(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("course") { $0.identifier }
        let now = host.wall()
        let body = call.body.json
        let entry = try Self.checked { () throws(CourseFault) in
            try CatalogueEntry(body, id: id, revision: 1, created: now, now: now)
        }
        let isSample = SampleCatalogue.entries.contains { $0.course.id == id }
        guard !isSample else { throw APIProblem(.exists) }
        let text = try Self.text(
            .object(entry.whole), bytesMax: ClubLimits.sharedCourseBytesMax)
        let shared = SharedCourse(
            course: id, owner: caller.account, body: text, revision: 1, created: now,
            changed: now)
        let (kept, isNew) = try change(of: caller.account) { (tables) throws(ClubFault) in
            try tables.share(shared)
        }
        let json = try Self.json(kept)
        return .json(.object(json), status: isNew ? .created : .ok)
    }

    func unshareCourse(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("course") { $0.identifier }
        try change { (tables) throws(ClubFault) in
            try tables.unshare(id, of: caller.account)
        }
        return .nothing
    }

    /// A course that is shown by link, as whoever has that is told; nil if there is none.
    func sharedCourse(_ call: APICall) throws(APIProblem) -> APIAnswer? {
        let id = try call.path.value("course") { $0.identifier }
        let kept = try read { (tables) throws(ClubFault) in try tables.sharedCourse(id) }
        guard let kept else { return nil }
        let tag = HTTPEntityTag("shared-\(kept.revision)-\(kept.changed.milliseconds)")
        if call.known?.names(oneOf: [tag]) == true { return .unchanged(tag) }
        return .json(.object(try Self.json(kept)), tag: tag)
    }

    private static func json(_ shared: SharedCourse) throws(APIProblem) -> JSONObject {
        guard case .object(var json)? = try? JSONValue(Array(shared.body.utf8)) else {
            throw APIProblem(.storage)
        }
        json["rev"] = .integer(shared.revision)
        json["shared"] = .truth(true)
        return json
    }

    func changeCourse(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let course = try call.path.value("course") { $0.identifier }
        let id = try call.path.value("change") { $0.identifier }
        let known = try read { (tables) throws(ClubFault) in try tables.proposal(id) }
        var body = known?.body
        if known == nil, call.body["publish"]?.truth != true {
            body = try changeText(of: course, call)
        }
        let proposal = CourseProposal(
            id: id, course: course, account: caller.account, at: host.wall(), body: body)
        let kept = try change(of: caller.account) { (tables) throws(ClubFault) in
            try tables.propose(proposal)
        }
        let told = try read { (tables) throws(ClubFault) in
            try json(kept, for: caller, in: tables)
        }
        return .json(told, status: known == nil ? .created : .ok)
    }

    private func changeText(
        of course: Identifier128, _ call: APICall
    ) throws(APIProblem) -> String {
        guard
            let entry = try read({ (tables) throws(ClubFault) in try tables.entry(course) })
        else { throw APIProblem(.notFound) }
        let fields = call.body["fields"].map(Self.withoutEmpty)
        let layouts = call.body["layouts"]?.elements ?? []
        let change = try Self.checked { () throws(CourseFault) in
            try CourseChange(of: entry, fields: fields, layouts: layouts)
        }
        return try Self.text(change.json, bytesMax: ClubLimits.courseChangeBytesMax)
    }

    private static func text(_ json: JSONValue, bytesMax: Int) throws(APIProblem) -> String {
        let bytes = json.bytes
        guard bytes.count <= bytesMax else { throw APIProblem(.badField, field: "layouts") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What is empty in a call is to be nothing.
    private static func withoutEmpty(_ fields: JSONValue) -> JSONValue {
        guard case .object(let object) = fields else { return fields }
        return .object(
            JSONObject(
                distinct: object.fields.map { field in
                    let isEmpty = field.value == "" || field.value == []
                    return (field.name, isEmpty ? .nothing : field.value)
                }))
    }

    private static func checked<Value>(
        _ body: () throws(CourseFault) -> Value
    ) throws(APIProblem) -> Value {
        do throws(CourseFault) {
            return try body()
        } catch .badField(let name) {
            throw APIProblem(.badField, field: name)
        } catch .nothingNew {
            throw APIProblem(.badField, field: "fields")
        } catch .tooManyLayouts {
            throw APIProblem(.badField, field: "layouts")
        } catch {
            throw APIProblem(.stale)
        }
    }

    func courseChanges(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let course = try call.path.value("course") { $0.identifier }
        let count = Int(call.query["limit"]?.integer ?? Int64(APILimits.changesMax))
        let last = call.query["after"]?.identifier
        let now = host.wall()
        let (items, next, role, shared, mismatches) = try read { (tables) throws(ClubFault) in
            let shared = try tables.sharedCourse(course)
            guard try tables.course(course) != nil || shared?.owner == caller.account else {
                throw .absent
            }
            let behind = try last.map { (id) throws(ClubFault) in
                guard let last = try tables.proposal(id) else { throw .absent }
                return last
            }
            let found = try tables.proposals(in: course, behind: behind, countMax: count + 1)
            let role = try tables.role(of: caller.account, in: course)
            return (
                try found.prefix(count).map { (proposal) throws(ClubFault) in
                    try json(proposal, for: caller, in: tables)
                }, found.count > count ? found[count - 1].id : nil,
                role, shared != nil,
                role == nil ? nil : try tables.toldMismatches(of: course, now: now)
            )
        }
        var page: JSONObject = ["items": .array(items), "shared": .truth(shared)]
        page["mismatches"] = mismatches.map { .integer(Int64($0)) }
        page["role"] = role.map { $0 == .owner ? "owner" : "steward" }
        page["next"] = next.map { .text("\($0)") }
        return .json(.object(page))
    }

    func decideChange(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("change") { $0.identifier }
        let course = try call.path.value("course") { $0.identifier }
        let decision = try call.body.value("decision") { $0.string }
        let reason = call.body["reason"]?.string
        let (account, now) = (caller.account, host.wall())
        let mayDecide = try change(of: account) { (tables) throws(ClubFault) in
            guard let proposal = try tables.proposal(id), proposal.course == course else {
                throw .absent
            }
            let isTrusted = try tables.role(of: account, in: course) != nil
            let isOwn = proposal.account == account && decision == "refuse"
            guard isOwn || (isTrusted && proposal.body != nil) else { return false }
            switch decision {
            case "accept": try tables.accept(id, by: account, now: now)
            case "refuse": try tables.refuse(id, reason: reason, now: now)
            default: try tables.undo(id, reason: reason, now: now)
            }
            return true
        }
        guard mayDecide else { throw APIProblem(.notYours) }
        return .json(
            try read { (tables) throws(ClubFault) in
                guard let kept = try tables.proposal(id) else { throw .absent }
                return try json(kept, for: caller, in: tables)
            })
    }

    private func json(
        _ proposal: CourseProposal, for caller: Caller, in tables: ClubTables
    ) throws(ClubFault) -> JSONValue {
        let role = try tables.role(of: caller.account, in: proposal.course)
        let maker = try proposal.account.map { (id) throws(ClubFault) in try tables.account(id) }
        // Of whom a guardian has agreed for nothing is told.
        let named = (maker ?? nil).flatMap { $0.age == .ofAge ? $0 : nil }
        let isOwn = proposal.account == caller.account
        let age = host.wall().milliseconds - (proposal.decided ?? proposal.at).milliseconds
        let change = proposal.change
        var json: JSONObject = [
            "id": .text("\(proposal.id)"), "at": .integer(proposal.at.milliseconds),
            "state": .text(proposal.state.name), "own": .truth(isOwn),
            "may_decide": .truth(
                role != nil && change != nil && proposal.state == .proposed),
            "may_undo": .truth(
                role != nil && change != nil && proposal.state == .inForce
                    && age <= ClubLimits.courseChangeMilliseconds),
            "publish": .truth(proposal.body == nil),
            "parts": change?.json ?? [],
        ]
        if role != nil { json["by"] = (named?.name).map(JSONValue.text) }
        json["reason"] = proposal.reason.map(JSONValue.text)
        return .object(json)
    }
}

extension CourseProposal.State {
    package var name: String {
        switch self {
        case .proposed: "proposed"
        case .inForce: "in_force"
        case .refused: "refused"
        case .undone: "undone"
        }
    }
}
