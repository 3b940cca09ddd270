// SPDX-License-Identifier: GPL-3.0-or-later

/// What a map or a table calls a zone: a number, or any other text.
///
/// A whole number of up to 2,147,483,647 is the zone's number itself, leading zeros or not: `001` and `1` are one zone.
/// All else is a name: longer numbers, such as the eleven digits of a census tract, and words.
public enum ZoneKey: Hashable, Sendable {
    /// The zone's own number, above 0.
    case number(ZoneID)
    /// A number of more digits, without leading zeros, or a word.
    case name(String)

    /// Most digits of a number: those that a program with numbers of 64 bits can write and read.
    public static let mostDigits = 18

    /// The key that a text is; nil for what cannot be one: nothing, blanks around a word, a number that is
    /// not whole, not above 0 or too long.
    public init?(_ text: some StringProtocol) {
        // Nearly all are plain numbers, and a record of trips has a million of them.
        if let byte = text.utf8.first, (48...57).contains(byte), let number = Int32(text), number > 0 {
            self = .number(ZoneID(number))
            return
        }
        guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else { return nil }
        guard text.isDigits else {
            // `1.5` and `-3` are mistakes, not names.
            guard plainNumber(String(text)) == nil, !text.contains(where: \.isNewline) else { return nil }
            self = .name(String(text))
            return
        }
        let digits = String(text.drop { $0 == "0" })
        guard !digits.isEmpty, digits.utf8.count <= Self.mostDigits else { return nil }
        self = Int32(digits).map { .number(ZoneID($0)) } ?? .name(digits)
    }

    /// Whether it is a name that is no number.
    package var isWord: Bool {
        if case .name(let name) = self { !name.isDigits } else { false }
    }

    /// Numbers before words, by value; words by their letters.
    fileprivate static func isBefore(_ left: String, _ right: String) -> Bool {
        func order(_ name: String) -> (Int, Int) {
            name.isDigits ? (0, name.utf8.count) : (1, 0)
        }
        let (a, b) = (order(left), order(right))
        return a != b ? a < b : left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    }
}

/// The zones of a map by what the map calls them.
public struct ZoneKeys: Sendable {
    private let named: [String: ZoneID]
    // The zones with a name for a key: their numbers name nothing outside.
    private let names: [ZoneID: String]

    /// The zones of a map where each is called by its number.
    public static let numbers = ZoneKeys([ZoneKey]())

    /// The zones of a map with these keys, in any order.
    ///
    /// A zone with a name is given the lowest number that is free, in the order of the names, so that the same keys in another
    /// order of the file have the same numbers.
    public init(_ keys: some Sequence<ZoneKey>) {
        var taken: Set<ZoneID> = []
        var names: Set<String> = []
        for key in keys {
            switch key {
            case .number(let zone): taken.insert(zone)
            case .name(let name): names.insert(name)
            }
        }
        var named: [String: ZoneID] = [:]
        var next: Int32 = 1
        for name in names.sorted(by: ZoneKey.isBefore) {
            while taken.contains(ZoneID(next)) { next += 1 }
            named[name] = ZoneID(next)
            next += 1
        }
        self.init(named)
    }

    /// The zones of a layout.
    public init(_ zones: [ZoneRecord]) {
        var named: [String: ZoneID] = [:]
        for zone in zones {
            if case .name(let name) = ZoneKey(zone.key) { named[name] = zone.id }
        }
        self.init(named)
    }

    private init(_ named: [String: ZoneID]) {
        self.named = named
        names = Dictionary(uniqueKeysWithValues: named.map { ($1, $0) })
    }

    /// The zone with a key. A number is taken as the zone's own without a look whether the map has that zone; nil for one that the
    /// map calls by another key, and for a name that it does not know.
    public func zone(_ key: ZoneKey) -> ZoneID? {
        switch key {
        case .number(let zone): names[zone] != nil ? nil : zone
        case .name(let name): named[name]
        }
    }

    /// The zone with a key; nil also for a text that is no key.
    public func zone(_ text: some StringProtocol) -> ZoneID? { ZoneKey(text).flatMap { zone($0) } }

    /// The key of a zone: its name, or its number as text.
    public func key(of zone: ZoneID) -> String { names[zone] ?? zone.description }

    /// All names, in their order.
    public var known: [String] { named.keys.sorted(by: ZoneKey.isBefore) }
}
