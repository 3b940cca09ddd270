// SPDX-License-Identifier: GPL-3.0-or-later

public import StoreRules

extension EntryCode {
    /// What stands in the scannable code: 32 hexadecimal digits in capitals, the highest first.
    public var text: String { Self.digits(high) + Self.digits(low) }

    /// Reads what a scanner found; nil when it is no code of ours.
    public init?(text: String) {
        guard text.utf8.count == 32, text.allSatisfy({ $0.isHexDigit && !$0.isLowercase }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func digits(_ word: UInt64) -> String {
        let digits = String(word, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
