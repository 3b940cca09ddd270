// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A value of any `Codable` type as a field of an event: it stands in the log as the text of its JSON.
///
/// It costs an encoding whenever it is read, so it belongs into an enum of rare events.
public protocol EventPayload: EventField, Codable {}

extension EventPayload {
    /// One text.
    public static var parts: [FieldPart] { String.parts }
    /// Shows the value's JSON, its keys sorted.
    public static func show(_ value: Self, to visitor: inout some KindVisitor) { visitor.text(value.json) }
    /// Shows the value's JSON or its absence.
    public static func show(optional value: Self?, to visitor: inout some KindVisitor) { visitor.text(value?.json) }
    /// Takes the text of a value.
    public init(parts: inout ArraySlice<LogValue>) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(String(parts: &parts).utf8))
    }

    private var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("an event's field cannot be encoded: \(error)")
        }
    }
}
