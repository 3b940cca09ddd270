// SPDX-License-Identifier: GPL-3.0-or-later

/// A fiscal code or a social security number, in the one way in which it is kept: capitals and digits only.
///
/// Whose it is is assumed true (ACCOUNT-TRACK-R12); that it is one at all is looked at, so that a slip of the finger does not make an
/// account that no organisation finds (ACCOUNT-TRACK-EXC).
public struct IdentityNumber: Hashable, Sendable {
    /// The number as it is kept.
    public let text: String

    /// Reads a number with spaces, hyphens or small letters in it; nil when it is neither a fiscal code with the right check letter nor
    /// a social security number with parts that are given out.
    public init?(_ written: String) {
        let text = written.filter { !$0.isWhitespace && $0 != "-" }.uppercased()
        let bytes = Array(text.utf8)
        guard Self.isFiscalCode(bytes) || Self.isSocialSecurityNumber(bytes) else { return nil }
        self.text = text
    }

    /// Six letters, two digits, the month, two digits, the place, and the check letter. Letters stand for digits where two people would have
    /// the same code.
    private static func isFiscalCode(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        let numerals = Array("0123456789LMNPQRSTUV".utf8)
        let months = Array("ABCDEHLMPRST".utf8)
        for (index, byte) in bytes.enumerated() {
            let isSound =
                switch index {
                case 6, 7, 9, 10, 12, 13, 14: numerals.contains(byte)
                case 8: months.contains(byte)
                default: isCapital(byte)
                }
            guard isSound else { return false }
        }
        // The table of the tax office for places 1, 3, 5 and so on; a digit counts as the letter of its value.
        let odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
        let sum = bytes.dropLast().enumerated().reduce(0) { sum, entry in
            let value = Int(entry.element) - (isCapital(entry.element) ? 65 : 48)
            return sum + (entry.offset.isMultiple(of: 2) ? odd[value] : value)
        }
        return Int(bytes[15]) - 65 == sum % 26
    }

    /// Nine digits, of which no part is nothing but zeros, and no area that is not given out.
    private static func isSocialSecurityNumber(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 9, bytes.allSatisfy({ (48...57).contains($0) }) else { return false }
        let number = bytes.reduce(0) { $0 * 10 + Int($1) - 48 }
        let (area, group, serial) = (number / 1_000_000, number / 10_000 % 100, number % 10_000)
        return area != 0 && area != 666 && area < 900 && group != 0 && serial != 0
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
}

/// An Italian VAT number, in the one way in which it is kept: 11 digits.
///
/// It is assumed true (ACCOUNT-TRACK-R16), also where its last digit is not the check digit of the others: so is the catalogue's own
/// example.
public struct VATNumber: Hashable, Sendable {
    /// The number as it is kept.
    public let text: String

    /// Reads a number with spaces or the country's letters in it; nil when it is another country's, or has not 11 digits.
    public init?(_ written: String) {
        var text = written.filter { !$0.isWhitespace }.uppercased()
        if text.hasPrefix("IT") { text.removeFirst(2) }
        guard text.utf8.count == 11, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.text = text
    }
}
