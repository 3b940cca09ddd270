// SPDX-License-Identifier: GPL-3.0-or-later

/// A field that stands in the log as the text of a name. It belongs into an enum of rare events: text costs every event of
/// its enum.
public protocol NameField: EventField, CustomStringConvertible {
    /// Reads the text back; nil when it is no such name.
    init?(logText: String)
}

extension NameField {
    /// One text.
    public static var parts: [FieldPart] { String.parts }
    /// Shows the name.
    public static func show(_ value: Self, to visitor: inout some KindVisitor) { visitor.text(value.description) }
    /// Shows the name or its absence.
    public static func show(optional value: Self?, to visitor: inout some KindVisitor) {
        visitor.text(value?.description)
    }
    /// Takes a name.
    public init(parts: inout ArraySlice<LogValue>) throws {
        guard let value = Self(logText: try String(parts: &parts)) else { throw UnreadableField() }
        self = value
    }
}

extension ServiceID: NameField {
    /// Any name.
    public init?(logText: String) { self.init(logText) }
    /// Numbered names.
    public static func example(_ number: Int) -> ServiceID { ServiceID("service\(number)") }
}

extension PersonID: NameField {
    /// Part, group and member with dots between them.
    public init?(logText: String) {
        let numbers = logText.split(separator: ".", omittingEmptySubsequences: false).map { UInt64($0) }
        guard numbers.count == 3, let part = numbers[0], let group = numbers[1], let member = numbers[2],
            part < 4, group < 1 << 22, member < 1 << 40
        else { return nil }
        self.init(part: part, group: Int(group), member: Int(member))
    }
    /// Members of different groups.
    public static func example(_ number: Int) -> PersonID { PersonID(part: 1, group: number, member: number * 7) }
}
