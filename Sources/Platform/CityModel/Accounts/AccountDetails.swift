// SPDX-License-Identifier: GPL-3.0-or-later

/// A value of a form that only a service understands.
public enum DetailValue: Hashable, Sendable, Codable {
    /// A whole number.
    case number(Int32)
    /// A text, as it was entered.
    case text(String)
    /// A date, whether it exists or not.
    case date(CivilDate)
}

/// What a form or an account holds for a service, beyond what everybody has. The service gives its fields names and rules;
/// the account rules carry, compare and store them without knowing what they mean.
public struct AccountDetails: Hashable, Sendable, Codable {
    /// A field that is filled in.
    public struct Entry: Hashable, Sendable, Codable {
        /// Which field.
        public let field: AccountField
        /// What is in it.
        public let value: DetailValue
    }

    /// What is filled in, in the order of the fields. A handful at most.
    public private(set) var entries: [Entry] = []

    /// Nothing is filled in.
    public init() {}

    /// The value of a field; nil takes it out.
    public subscript(field: AccountField) -> DetailValue? {
        get { entries.first { $0.field == field }?.value }
        set {
            entries.removeAll { $0.field == field }
            guard let newValue else { return }
            let index = entries.firstIndex { $0.field.number > field.number } ?? entries.endIndex
            entries.insert(Entry(field: field, value: newValue), at: index)
        }
    }

    /// The number in a field; nil when it holds none.
    public func number(_ field: AccountField) -> Int32? {
        if case .number(let number) = self[field] { number } else { nil }
    }

    /// The text in a field; nil when it holds none.
    public func text(_ field: AccountField) -> String? {
        if case .text(let text) = self[field] { text } else { nil }
    }

    /// The date in a field; nil when it holds none.
    public func date(_ field: AccountField) -> CivilDate? {
        if case .date(let date) = self[field] { date } else { nil }
    }

    /// The texts with their fields.
    public var texts: [(field: AccountField, text: String)] {
        entries.compactMap { if case .text(let text) = $0.value { ($0.field, text) } else { nil } }
    }

    /// These values, and those of other details where these have none.
    public func over(_ earlier: AccountDetails) -> AccountDetails {
        var details = earlier
        for entry in entries { details[entry.field] = entry.value }
        return details
    }

    /// The values of these fields only.
    public func only(_ fields: AccountFields) -> AccountDetails {
        var details = self
        details.entries.removeAll { !fields.contains($0.field) }
        return details
    }
}

/// What holds the details of a service: forms, profiles, accounts. A service adds properties that name its fields.
public protocol Detailed {
    /// The details.
    var details: AccountDetails { get set }
}

extension AccountDetails: Detailed {
    /// They themselves.
    public var details: AccountDetails {
        get { self }
        set { self = newValue }
    }
}
