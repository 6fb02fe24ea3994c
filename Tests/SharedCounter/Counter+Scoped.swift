package import Documents
package import SmallScope

/// The entries of a counter are additions, which put an end to nothing.
extension Counter: ScopedKind {
    package static func preparations(
        nonce: Identifier128, invitation: Identifier128, watch: Identifier128
    ) -> [Command] {
        [.create(nonce: nonce, invitation: invitation, watch: watch)]
    }

    package static func entry(_ value: Int64) -> Command { .add(value) }

    package var standing: [Int64] { [] }
    package var ending: Ending { Ending(values: [total], isDisputed: false) }

    package func shows(_ value: Int64, of replica: ReplicaTag) -> Bool { last?.replica == replica }

    package func value(enteredBy event: Event) -> Int64? {
        guard case .added(let addition) = event.change else { return nil }
        return addition.total - total
    }

    package func fault(in event: Event, _ origin: Origin, after before: Counter) -> String? {
        let isByAuthor = last?.member == event.by && last?.replica == origin.replica
        guard isByAuthor, before.members == members, total > before.total else {
            return "makes \(self) of \(before)"
        }
        return nil
    }

    package static func standing(after log: [History.Entry]) -> [Int64] { [] }

    package static func ending(after log: [History.Entry]) -> Ending {
        Ending(values: [log.map(\.value).reduce(0, +)], isDisputed: false)
    }
}
