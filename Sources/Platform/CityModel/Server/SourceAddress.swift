// SPDX-License-Identifier: GPL-3.0-or-later

/// The network address that a message came from: 128 bits, those of IPv6 (RFC 4291). One of IPv4 is the IPv6 address that stands
/// for it, `::ffff:a.b.c.d`. What the server sees, never what the message says.
public struct SourceAddress: Hashable, Sendable {
    /// The first 64 bits: of IPv6, the network.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// No address, as of a message that came over no network.
    public static let unknown = SourceAddress(high: 0, low: 0)

    /// The address of these bits.
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// An address of IPv4; 0 for none.
    public init(ipv4: UInt32) {
        self.init(high: 0, low: ipv4 == 0 ? 0 : 0xffff << 32 | UInt64(ipv4))
    }

    /// Reads an address as it is written: `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`; nil when it is none. A zone, such as
    /// `%eth0`, is no part of it.
    public init?(_ text: some StringProtocol) {
        if let four = Self.four(text) {
            self.init(ipv4: four)
            return
        }
        // At most one run of zeros is left out.
        let halves = Self.halves(String(text))
        guard let first = halves.first, halves.count <= 2 else { return nil }
        guard let head = Self.words(first, mayEndInFour: halves.count == 1) else { return nil }
        var words = head
        if halves.count == 2 {
            guard let tail = Self.words(halves[1], mayEndInFour: true), head.count + tail.count < 8 else { return nil }
            words += Array(repeating: 0, count: 8 - head.count - tail.count) + tail
        }
        guard words.count == 8 else { return nil }
        func number(_ part: ArraySlice<UInt16>) -> UInt64 { part.reduce(0) { $0 << 16 | UInt64($1) } }
        self.init(high: number(words[..<4]), low: number(words[4...]))
    }

    /// The text before and behind each "::".
    private static func halves(_ text: String) -> [String] {
        var halves = [""]
        var bytes = Array(text)[...]
        while let byte = bytes.popFirst() {
            if byte == ":", bytes.first == ":" {
                bytes.removeFirst()
                halves.append("")
            } else {
                halves[halves.count - 1].append(byte)
            }
        }
        return halves
    }

    /// The 16-bit words of a part, of which the last two may be written as an address of IPv4; none of an empty one.
    private static func words(_ text: String, mayEndInFour: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var words: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if mayEndInFour, index == parts.count - 1, let four = four(part) {
                words += [UInt16(four >> 16), UInt16(four & 0xffff)]
            } else {
                guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit),
                    let word = UInt16(part, radix: 16)
                else { return nil }
                words.append(word)
            }
        }
        return words
    }

    /// Four decimal numbers with dots between them.
    private static func four(_ text: some StringProtocol) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = UInt8(part)
            else { return nil }
            address = address << 8 | UInt32(number)
        }
        return address
    }

    /// The address of IPv4 that it stands for; nil for one of IPv6.
    public var ipv4: UInt32? { high == 0 && low >> 32 == 0xffff ? UInt32(truncatingIfNeeded: low) : nil }

    /// Where it lies. Whoever has one address of IPv6 has all of its network (RFC 6177), so limits are by this.
    public var network: SourceNetwork {
        if let ipv4 { return SourceNetwork(number: Int64(ipv4)) }
        // The same machine as 127.0.0.1.
        if high == 0, low == 1 { return SourceNetwork(number: 0x7f00_0001) }
        // No such network is given out: they share a number that no address of IPv4 has.
        if high >> 32 == 0 { return SourceNetwork(number: self == .unknown ? 0 : 1 << 32) }
        return SourceNetwork(number: Int64(bitPattern: high))
    }
}

extension SourceAddress: CustomStringConvertible {
    /// As it is written: an address of IPv4 as such, one of IPv6 as RFC 5952 wants it; "-" for none.
    public var description: String {
        guard self != .unknown else { return "-" }
        if let ipv4 { return (0..<4).map { "\(ipv4 >> (24 - 8 * $0) & 255)" }.joined(separator: ".") }
        let words = [high, low].flatMap { part in (0..<4).map { UInt16(truncatingIfNeeded: part >> (48 - 16 * $0)) } }
        // The longest run of two or more zeros is left out, the first of several.
        var longest = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, words[end] == 0 { end += 1 }
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard !longest.isEmpty else { return text(words[...]) }
        return text(words[..<longest.lowerBound]) + "::" + text(words[longest.upperBound...])
    }
}

extension SourceAddress: ExpressibleByIntegerLiteral {
    /// An address of IPv4; 0 for none.
    public init(integerLiteral value: UInt32) { self.init(ipv4: value) }
}

extension SourceAddress: Codable {
    /// Reads a number, which is an address of IPv4, or a text.
    public init(from decoder: any Decoder) throws {
        let field = try decoder.singleValueContainer()
        if let number = try? field.decode(UInt32.self) {
            self.init(ipv4: number)
            return
        }
        let text = try field.decode(String.self)
        guard let address = SourceAddress(text) else {
            throw DecodingError.dataCorruptedError(in: field, debugDescription: "\"\(text)\" is no address")
        }
        self = address
    }

    /// Writes an address of IPv4 as a number, as files of earlier versions have it, and others as text.
    public func encode(to encoder: any Encoder) throws {
        var field = encoder.singleValueContainer()
        if self == .unknown { return try field.encode(UInt32(0)) }
        if let ipv4 { try field.encode(ipv4) } else { try field.encode(description) }
    }
}

/// Where an address lies: of IPv4 the address itself, of IPv6 its first 64 bits. What the event log holds of a sender; the whole
/// address is in the login log alone (SEC-04).
public struct SourceNetwork: Hashable, Sendable, NumberField, ExpressibleByIntegerLiteral {
    /// 0 for none; below 2^32 an address of IPv4; else the bits of a network of IPv6.
    public let number: Int64

    /// The network of this number.
    public init(number: Int64) { self.number = number }

    /// An address of IPv4.
    public init(integerLiteral value: Int64) { self.init(number: value) }

    /// Itself.
    @inlinable public var logNumber: Int64 { number }
    /// Every number is one.
    public init?(logNumber: Int64) { self.init(number: logNumber) }

    /// As a key among others that have fewer bits.
    public var key: UInt64 { number >> 32 == 0 ? UInt64(number) : 1 << 63 | UInt64(bitPattern: number) }
}
