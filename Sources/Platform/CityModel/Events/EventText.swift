// SPDX-License-Identifier: GPL-3.0-or-later

/// A value of a log line as it is read back.
public enum LogValue: Hashable, Sendable {
    /// A whole number.
    case number(Int64)
    /// True or false.
    case flag(Bool)
    /// A word or any text.
    case text(String)
    /// Absent.
    case null
}

extension LogValue: Decodable {
    /// Reads a number, a flag, a text or null.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}

/// Writes events as JSON: the keys of a kind and the texts of its words are made once.
public struct EventText: KindVisitor {
    struct Key {
        /// `,"name":`.
        let name: [UInt8]
        /// The words in quotes.
        let words: [[UInt8]]
    }

    /// What is written.
    public var bytes: [UInt8] = []
    /// By the kind's number.
    private let keys: [[Key]]
    private let names: [String]
    private var kind = 0
    private var field = 0

    /// A writer for the events of one service.
    public init<Fact: Event>(_ type: Fact.Type) {
        let end = Fact.kindEnd
        var keys = [[Key]](repeating: [], count: end)
        var names = [String](repeating: "", count: end)
        for kind in Fact.kinds {
            names[Int(kind.code)] = kind.name
            keys[Int(kind.code)] = kind.parts.map { part in
                var words: [[UInt8]] = []
                if case .word(let texts) = part.form { words = texts.map { Array("\"\($0)\"".utf8) } }
                return Key(name: Array(",\"\(part.name)\":".utf8), words: words)
            }
        }
        self.keys = keys
        self.names = names
    }

    /// The JSON object of a record's fields, without anything else.
    public mutating func fields<Fact: Event>(of event: Fact) -> String {
        let start = bytes.count
        Fact.write(event, to: &self)
        defer { bytes.removeSubrange(start...) }
        return "{" + String(decoding: bytes[start...].dropFirst(), as: UTF8.self) + "}"
    }

    /// Writes the record's line: `{"number":1,"timeNs":0,"event":"zoneOpened","zone":1}`. Number, time in nanoseconds since
    /// 1970-01-01 00:00, the kind's name, then its fields in their order. The turn is left out, as in the fingerprint.
    public mutating func line<Fact: Event>(_ record: Record<Fact>) {
        bytes += "{\"number\":".utf8
        add(record.number)
        bytes += ",\"timeNs\":".utf8
        add(record.time.nanoseconds)
        bytes += ",\"event\":\"".utf8
        bytes += names[Int(record.event.code)].utf8
        bytes.append(UInt8(ascii: "\""))
        Fact.write(record.event, to: &self)
        bytes += "}\n".utf8
    }

    private mutating func add(_ number: Int64) {
        var rest = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    private mutating func nextKey() -> Int {
        bytes += keys[kind][field].name
        field += 1
        return field - 1
    }

    /// Finds the keys of the kind.
    public mutating func begin(_ code: UInt16) {
        kind = Int(code)
        field = 0
    }
    /// Writes a number.
    public mutating func number(_ value: Int64) {
        _ = nextKey()
        add(value)
    }
    /// Writes a number or null.
    public mutating func optionalNumber(_ value: Int64?) {
        _ = nextKey()
        if let value { add(value) } else { bytes += "null".utf8 }
    }
    /// Writes a word as text.
    public mutating func word(_ value: UInt8) { bytes += keys[kind][nextKey()].words[Int(value)] }
    /// Writes a word as text, or null.
    public mutating func optionalWord(_ value: UInt8?) {
        let key = nextKey()
        if let value { bytes += keys[kind][key].words[Int(value)] } else { bytes += "null".utf8 }
    }
    /// Writes the word's text.
    public mutating func openWord(_ number: UInt8, _ names: WordNames) { text(names[number]) }
    /// Writes true or false.
    public mutating func flag(_ value: Bool) {
        _ = nextKey()
        bytes += (value ? "true" : "false").utf8
    }
    /// Writes a text with what JSON asks to be escaped, or null.
    public mutating func text(_ value: String?) {
        _ = nextKey()
        guard let value else {
            bytes += "null".utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20: bytes += ("\\u00" + String(UInt64(byte), digits: 2, radix: 16)).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
