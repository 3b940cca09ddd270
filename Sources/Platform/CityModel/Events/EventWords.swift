// SPDX-License-Identifier: GPL-3.0-or-later

/// A word that stands in logs, tables and reports.
public protocol LogWord: EventField, Hashable {
    /// The number of the word in its list, which never changes.
    var number: UInt8 { get }
    /// The word as it is written in logs and reports.
    var word: String { get }
    /// The words of the list, as far as they can be known from these texts.
    static func known(by texts: [String]) -> [Self]
}

/// A word of the event log: a small closed list whose names stand in logs, tables and reports.
public protocol EventWord: LogWord, RawRepresentable, CaseIterable, Codable where RawValue == UInt8 {}

extension EventWord {
    /// All of them.
    public static func known(by texts: [String]) -> [Self] { Array(allCases) }
    /// The raw value.
    public var number: UInt8 { rawValue }
    /// The word as it is written in logs and reports.
    public var word: String { String(describing: self) }
}

/// The kind of client a person uses.
public enum ClientKind: UInt8, EventWord {
    case mobile, web
}

/// The system or browser of a person's client: a label to split metrics by (OPS-04).
public enum ClientSystem: UInt8, EventWord {
    /// The client does not say.
    case unknown
    /// Phones.
    case android, ios, windowsMobile
    /// Browsers.
    case chrome, firefox, safari, edge, internetExplorer, opera

    /// What clients of a kind run on.
    public static func systems(of kind: ClientKind) -> [ClientSystem] {
        switch kind {
        case .mobile: [.android, .ios, .windowsMobile]
        case .web: [.chrome, .firefox, .safari, .edge, .internetExplorer, .opera]
        }
    }
}
