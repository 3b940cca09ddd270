// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
    /// A whole number, 0 or more, with zeros in front up to this many digits, such as `08` or `00ff`.
    package init(_ number: some BinaryInteger, digits count: Int, radix: Int = 10) {
        let text = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
}
