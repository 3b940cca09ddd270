// SPDX-License-Identifier: GPL-3.0-or-later

/// A mobile phone number of any country, as ITU-T E.164 writes it: a plus sign and 8 to 15 digits.
///
/// Never printed: its description says that it is one, not which.
public struct PhoneNumber: Hashable, Sendable, Codable {
    private let digits: UInt64

    /// Reads a number as people type it: `+` or `00` first, and spaces, dots, dashes and brackets anywhere.
    public init?(_ text: String) {
        var left = text.filter { !" .-()/".contains($0) }[...]
        if left.hasPrefix("00") { left = "+" + left.dropFirst(2) }
        guard left.popFirst() == "+", (8...15).contains(left.utf8.count), left.first != "0",
            left.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let digits = UInt64(left)
        else { return nil }
        self.digits = digits
    }

    /// The number as it is dialled, such as `+393331234567`. For the carrier and for its owner only (SEC-06).
    public var text: String { "+\(digits)" }

    /// Reads the digits.
    public init(from decoder: any Decoder) throws {
        digits = try decoder.singleValueContainer().decode(UInt64.self)
    }

    /// Writes the digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }
}

extension PhoneNumber: CustomStringConvertible, CustomReflectable {
    /// Says nothing of the digits, so that no log or error text holds them.
    public var description: String { "a phone number" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
