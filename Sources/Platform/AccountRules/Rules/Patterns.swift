// SPDX-License-Identifier: GPL-3.0-or-later

/// The patterns of the catalogue, byte by byte: a few dozen nanoseconds each, and no engine whose idea of a letter could
/// change. Letters and digits are those of ASCII.
public enum Patterns {
    /// Whether the whole text is a username: `[a-zA-Z][a-zA-Z0-9]{2,20}` (ACCOUNT-REG-06, DEC-USERNAME-REGEX).
    public static func isUsername(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (3...21).contains(bytes.count), let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || isDigit($0) }
    }

    /// Whether the whole text is an address: `[^@\s]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}` (ACCOUNT-REG-16, DEC-EMAIL-REGEX).
    /// White space is that of ASCII; no text may hold a byte 0.
    public static func isEmail(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > bytes.startIndex,
            !bytes[..<at].contains(where: isSpace), isReadable(text)
        else { return false }
        var labels = 0
        var length = 0
        var isLettersOnly = true
        for byte in bytes[bytes.index(after: at)...] {
            if byte == UInt8(ascii: ".") {
                guard length > 0 else { return false }
                labels += 1
                length = 0
                isLettersOnly = true
            } else {
                guard isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") else { return false }
                length += 1
                isLettersOnly = isLettersOnly && isLetter(byte)
            }
        }
        return labels >= 1 && length >= 2 && isLettersOnly
    }

    /// Whether a password is strong enough: 8 characters or more, a digit and a capital among them (ACCOUNT-REG-07,
    /// DEC-PASSWORD-RULE), and no byte 0.
    public static func isStrong(_ password: String) -> Bool {
        isReadable(password) && password.count >= 8 && password.utf8.contains(where: isDigit)
            && password.utf8.contains(where: isCapital)
    }

    /// Whether somebody left the field empty: nothing in it, or spaces only.
    static func isBlank(_ text: String?) -> Bool {
        text?.utf8.allSatisfy(isSpace) ?? true
    }

    /// Whether a text is one for every store: many end a text at its first byte 0 and would keep another one than was given.
    public static func isReadable(_ text: String?) -> Bool {
        !(text?.utf8.contains(0) ?? false)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        // Bit 5 is what separates small letters from capitals.
        isCapital(byte & ~0x20)
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }
}
