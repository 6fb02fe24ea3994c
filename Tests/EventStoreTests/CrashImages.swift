import TestSupport

/// The contents that a disk may have after the power failed: of the changes that weren't synced,
/// each may have arrived or not, in any order, and a write also in part, by sectors.
struct CrashImages {
    typealias Files = [String: [UInt8]]

    private static let sectorBytes = 512
    /// Up to so many unsynced changes every subset is tried, beyond it a sample.
    private static let exhaustiveMax = 5
    private static let sampleCount = 24

    /// The files as they are on the disk for sure.
    private var files: Files
    /// Changes since then that weren't synced.
    private var pending: [DiskChange] = []
    private var random: SeededGenerator

    init(_ files: Files, seed: UInt64) {
        self.files = files
        random = SeededGenerator(seed: seed)
    }

    /// Goes through `changes` and gives `visit` the images of a power cut just before each sync,
    /// when the most is unsynced, and at the end, with the number of changes done by then.
    mutating func forEach(_ changes: [DiskChange], _ visit: (Int, Files) -> Void) {
        for (index, change) in changes.enumerated() {
            switch change.kind {
            case .sync:
                for image in images() { visit(index, image) }
                settle(change.name)
            case .syncFolder:
                for image in images() { visit(index, image) }
                for change in pending where change.kind == .delete { settle(change.name) }
            case .write, .truncate, .delete:
                let last = pending.last { $0.name == change.name }
                // A file can't come back before it has gone.
                if last?.kind == .delete { settle(change.name) }
                pending.append(change)
            }
        }
        for image in images() { visit(changes.count, image) }
    }

    private mutating func settle(_ name: String) {
        for change in pending where change.name == name { change.apply(to: &files) }
        pending.removeAll { $0.name == name }
    }

    private mutating func images() -> [Files] {
        var images = subsets().map { kept in image(kept) { _ in nil } }
        let torn = pending.isEmpty ? 0 : min(Self.sampleCount, pending.count * 2)
        for _ in 0..<torn {
            let kept = sample()
            images.append(image(kept) { $0.torn(Self.sectorBytes, using: &random) })
        }
        return images
    }

    private mutating func subsets() -> [[Bool]] {
        let count = pending.count
        if count <= Self.exhaustiveMax {
            return (0..<1 << count).map { bits in (0..<count).map { bits >> $0 & 1 == 1 } }
        }
        // In order up to some change, all but one, and any.
        let prefixes = (0...count).map { length in (0..<count).map { $0 < length } }
        let gaps = (0..<count).map { missing in (0..<count).map { $0 != missing } }
        return prefixes + gaps + (0..<Self.sampleCount).map { _ in sample() }
    }

    private mutating func sample() -> [Bool] {
        let share = random.pick([2, 5, 8])
        return pending.map { _ in Int.random(in: 0..<10, using: &random) < share }
    }

    private func image(
        _ kept: [Bool], _ tear: (DiskChange) -> [DiskChange]?
    ) -> Files {
        var image = files
        for (change, isKept) in zip(pending, kept) where isKept {
            for part in tear(change) ?? [change] { part.apply(to: &image) }
        }
        return image
    }
}

extension DiskChange {
    func apply(to files: inout CrashImages.Files) {
        switch kind {
        case .write:
            let end = offset + bytes.count
            var file = files.removeValue(forKey: name) ?? []
            if file.count < end {
                file.append(contentsOf: repeatElement(0, count: end - file.count))
            }
            file.replaceSubrange(offset..<end, with: bytes)
            files[name] = file
        case .truncate:
            guard var file = files.removeValue(forKey: name) else { return }
            file.removeLast(max(0, file.count - offset))
            files[name] = file
        case .delete: files[name] = nil
        case .sync, .syncFolder: break
        }
    }

    /// Some of the sectors of a write; nil for other changes.
    func torn(_ sectorBytes: Int, using random: inout SeededGenerator) -> [DiskChange]? {
        guard kind == .write, random.once(in: 2) else { return nil }
        var parts: [DiskChange] = []
        var start = offset
        while start < offset + bytes.count {
            let end = min(offset + bytes.count, (start / sectorBytes + 1) * sectorBytes)
            if Bool.random(using: &random) {
                var part = self
                part.offset = start
                part.bytes = Array(bytes[start - offset..<end - offset])
                parts.append(part)
            }
            start = end
        }
        return parts
    }
}
