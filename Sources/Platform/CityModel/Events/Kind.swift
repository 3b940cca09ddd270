// SPDX-License-Identifier: GPL-3.0-or-later

/// One kind of a service's facts, as read from its case: what the schema, the log's text and the tests must know of it.
public struct Kind<Fact: Event>: Sendable {
    /// A part of a field under its full name, such as `radiusMm`.
    public struct Part: Hashable, Sendable {
        /// The name.
        public let name: String
        /// What it may hold.
        public let form: PartForm
        /// Whether it may be null.
        public let isOptional: Bool
    }

    /// The number in the fingerprint and in stored logs.
    public let code: UInt16
    /// The name in logs and tables: that of the case.
    public let name: String
    /// An event of this kind, whose fields differ from one another as far as their types allow.
    public let example: Fact
    private let fields: @Sendable () -> [[FieldPart]]
    private let make: @Sendable (inout ArraySlice<LogValue>) throws -> Fact

    /// The kind of a case with fields: `.of(offerRefused)`.
    ///
    /// Reason for the attribute: packs crash the optimizer where it works across modules (Swift 6.3).
    @_semantics("optimize.no.crossmodule")
    public static func of<each Field: EventField>(_ make: @escaping @Sendable (repeat each Field) -> Fact) -> Kind {
        var count = 0
        func next<Some: EventField>(_ type: Some.Type) -> Some {
            count += 1
            return Some.example(count)
        }
        let fields: @Sendable () -> [[FieldPart]] = {
            var fields: [[FieldPart]] = []
            repeat fields.append((each Field).parts)
            return fields
        }
        return Kind(make(repeat next((each Field).self)), fields) { values in
            let fact = make(repeat try (each Field)(parts: &values))
            guard values.isEmpty else { throw UnreadableField() }
            return fact
        }
    }

    /// The kind of a case without fields.
    public static func of(_ fact: Fact) -> Kind { Kind(fact, { [] }, { _ in fact }) }

    private init(
        _ example: Fact, _ fields: @escaping @Sendable () -> [[FieldPart]],
        _ make: @escaping @Sendable (inout ArraySlice<LogValue>) throws -> Fact
    ) {
        self.example = example
        self.fields = fields
        self.make = make
        code = example.code
        name = Mirror(reflecting: example).children.first?.label ?? "\(example)"
    }

    /// The parts of all fields, in order. Worked out when it is asked for: reading the labels of a case takes the runtime 40
    /// microseconds.
    public var parts: [Part] {
        let payload = Mirror(reflecting: example).children.first
        let labels = payload.map { Mirror(reflecting: $0.value).children.map { $0.label ?? "" } } ?? []
        let fields = fields()
        precondition(labels.count == fields.count, "every field of an event has a label: \(name)")
        return zip(labels, fields).flatMap { label, parts in
            parts.map { Part(name: label + $0.ending, form: $0.form, isOptional: $0.isOptional) }
        }
    }

    /// The event of this kind with these values, one for each part.
    ///
    /// - Throws: `UnreadableField` when they do not fit.
    public func read(_ values: [LogValue]) throws -> Fact {
        var values = values[...]
        return try make(&values)
    }
}
