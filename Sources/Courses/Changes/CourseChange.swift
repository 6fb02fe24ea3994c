package import Documents

/// What somebody wants to be otherwise in a course: fields and layouts, each as it was and as it is
/// to be. So it can be told in words, carried out later if nothing of that has changed meanwhile,
/// and undone.
package struct CourseChange: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case field(CourseField)
        case layout(Identifier128)
    }

    package struct Part: Hashable, Sendable {
        package let subject: Subject
        /// `nothing`: it isn't there. Layouts are without their facts.
        package let before: JSONValue
        /// Layouts are whole.
        package let after: JSONValue
    }

    package let parts: [Part]

    /// The change from a course as it is to one with other fields and layouts.
    ///
    /// - Parameters:
    ///   - fields: by the names of `CourseField`; null takes a field away.
    ///   - layouts: whole, each in the place of the one with its id, or a new one.
    package init(
        of entry: CatalogueEntry, fields: JSONValue?, layouts: [JSONValue]
    ) throws(CourseFault) {
        var parts: [Part] = []
        for field in CourseField.allCases {
            guard let after = fields?[field.rawValue] else { continue }
            var changed = entry
            try changed.set(field, to: after)
            let before = entry.value(of: field)
            if before != after {
                parts.append(Part(subject: .field(field), before: before, after: after))
            }
        }
        for json in layouts {
            let layout = try CourseLayout(json)
            let before = entry.value(ofLayout: layout.id)
            if before != .object(layout.json) {
                parts.append(
                    Part(subject: .layout(layout.id), before: before, after: layout.whole))
            }
        }
        guard Set(parts.map(\.subject)).count == parts.count else { throw .badField("layouts") }
        guard !parts.isEmpty else { throw .nothingNew }
        self.parts = parts
        _ = try applied(to: entry)
    }

    /// Whether it only says what nobody had said.
    package var fillsOnly: Bool {
        parts.allSatisfy { part in
            if case .field(let field) = part.subject {
                field.mayBeMissing && part.before == .nothing
            } else {
                false
            }
        }
    }

    /// The versions of layouts that there were before.
    package var versionsBefore: [(layout: Identifier128, version: Identifier128)] {
        parts.compactMap { part in
            guard case .layout(let layout) = part.subject,
                let version = part.before["version"]?.string.flatMap({ Identifier128($0) })
            else { return nil }
            return (layout, version)
        }
    }

    /// The course with the change.
    package func applied(to entry: CatalogueEntry) throws(CourseFault) -> CatalogueEntry {
        try moved(entry, \.before, \.after, [:])
    }

    /// The course without it.
    ///
    /// - Parameter facts: of the versions that there were before, by their layouts.
    package func undone(
        in entry: CatalogueEntry, facts: [Identifier128: LayoutFacts]
    ) throws(CourseFault) -> CatalogueEntry {
        try moved(entry, \.after, \.before, facts)
    }

    private func moved(
        _ entry: CatalogueEntry, _ from: (Part) -> JSONValue, _ to: (Part) -> JSONValue,
        _ facts: [Identifier128: LayoutFacts]
    ) throws(CourseFault) -> CatalogueEntry {
        var entry = entry
        var merged: Set<Identifier128> = []
        for part in parts {
            switch part.subject {
            case .field(let field):
                guard entry.value(of: field) == from(part) else { throw .stale }
                try entry.set(field, to: to(part))
            case .layout(let id):
                guard entry.value(ofLayout: id) == from(part).withoutFacts else { throw .stale }
                try entry.set(layout: id, to: to(part), known: facts[id])
                if from(part)["same_as"] != to(part)["same_as"] { merged.insert(id) }
            }
        }
        try entry.checkMerging(of: merged)
        return entry
    }
}

extension CatalogueEntry {
    /// Without its facts; `nothing` if the course hasn't got it.
    fileprivate func value(ofLayout id: Identifier128) -> JSONValue {
        layouts.first { $0.id == id }.map { .object($0.json) } ?? .nothing
    }

    fileprivate mutating func set(
        layout id: Identifier128, to json: JSONValue, known: LayoutFacts?
    ) throws(CourseFault) {
        let place = layouts.firstIndex { $0.id == id }
        guard json != .nothing else {
            if let place { layouts.remove(at: place) }
            return
        }
        let layout = try CourseLayout(json, known: known)
        if let place {
            layouts[place] = layout
        } else {
            guard layouts.count < CatalogueLimits.layoutsPerCourseMax else {
                throw .tooManyLayouts
            }
            layouts.append(layout)
        }
    }
}

extension CourseChange {
    package var json: JSONValue {
        .array(
            parts.map { part in
                var json: JSONObject
                switch part.subject {
                case .field(let field): json = ["what": .text(field.rawValue)]
                case .layout(let id): json = ["what": "layout", "layout": .text("\(id)")]
                }
                json["before"] = part.before
                json["after"] = part.after
                return .object(json)
            })
    }

    /// Nil if it is none that was written.
    package init?(_ json: JSONValue) {
        guard let elements = json.elements, !elements.isEmpty else { return nil }
        var parts: [Part] = []
        for element in elements {
            guard let what = element["what"]?.string, let before = element["before"],
                let after = element["after"]
            else { return nil }
            if let field = CourseField(rawValue: what) {
                parts.append(Part(subject: .field(field), before: before, after: after))
            } else if what == "layout",
                let id = element["layout"]?.string.flatMap({ Identifier128($0) })
            {
                parts.append(Part(subject: .layout(id), before: before, after: after))
            } else {
                return nil
            }
        }
        self.parts = parts
    }
}

extension JSONValue {
    fileprivate var withoutFacts: JSONValue {
        guard case .object(var json) = self else { return self }
        json["facts"] = nil
        return .object(json)
    }
}
