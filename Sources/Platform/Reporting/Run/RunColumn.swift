// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a service says of every run as a whole, such as its policy: a column of the table `runs`, and a key of what files say was run.
package struct RunColumn: Sendable {
    /// Its name in files.
    package let name: String
    package let text: String
    /// Whether it is a text, and not a whole number.
    package let isText: Bool
    /// Whether it is known before the run, so that experiments tell it.
    package let isKnownBefore: Bool
    package let value: @Sendable (RunContext) -> ResultValue

    package static func text(
        _ name: String, _ text: String, _ value: @escaping @Sendable (RunContext) -> String
    ) -> Self {
        RunColumn(name: name, text: text, isText: true, isKnownBefore: true) { .text(value($0)) }
    }

    /// A whole number; `isKnownBefore` says whether it is known before the run.
    package static func integer(
        _ name: String, _ text: String, isKnownBefore: Bool = true, _ value: @escaping @Sendable (RunContext) -> Int
    ) -> Self {
        RunColumn(name: name, text: text, isText: false, isKnownBefore: isKnownBefore) { .integer(Int64(value($0))) }
    }
}

/// What every run has, with what services say of it, as one JSON object.
package struct ToldRun<Core: Encodable & Sendable>: Encodable, Sendable {
    private let core: Core
    private let columns: RunColumns?

    /// What is known after the run only is told when it `isOver`.
    package init(_ core: Core, _ context: RunContext, isOver: Bool) {
        (self.core, columns) = (core, RunColumns(context, isOver: isOver))
    }

    /// Writes the keys of both.
    package func encode(to encoder: any Encoder) throws {
        try core.encode(to: encoder)
        try columns?.encode(to: encoder)
    }
}

extension ToldRun: Decodable where Core: Decodable {
    /// Reads what every run has.
    package init(from decoder: any Decoder) throws { (core, columns) = (try Core(from: decoder), nil) }
}

/// Values of such columns as keys of a JSON object.
package struct RunColumns: Encodable, Sendable {
    private let values: [(name: String, value: ResultValue)]

    /// Those of a run; what is known after it only is told when it `isOver`.
    package init(_ context: RunContext, isOver: Bool) {
        values = context.columns.filter { isOver || $0.isKnownBefore }.map { ($0.name, $0.value(context)) }
    }

    /// Writes the keys among others.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RowShape.Key.self)
        for (name, value) in values {
            switch value {
            case .text(let text): try container.encode(text, forKey: RowShape.Key(name))
            case .integer(let number): try container.encode(number, forKey: RowShape.Key(name))
            case .real, .flag, .null: break
            }
        }
    }

    /// The schemas of the keys.
    package static func schema(_ columns: [RunColumn]) -> [TypeSchema.Field] {
        columns.map { ($0.name, ["type": $0.isText ? "string" : "integer"]) }
    }
}
