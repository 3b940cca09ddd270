// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes the numbers of rules and decisions in a page links to their texts, which the page brings with it: a report opens
/// anywhere, without the project beside it.
package struct RuleLinks {
    /// The catalogue's text by number, from the lines of the file that `scripts/catalogue.py` makes.
    private static let texts: [Substring: Substring] = Dictionary(
        String(decoding: PackageResources.catalogue_txt, as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }, uniquingKeysWith: { first, _ in first })

    /// The text of a rule or decision; nil for a number that is not in the catalogue.
    package static func text(of number: String) -> String? { texts[Substring(number)].map(String.init) }

    /// The elements whose text stays as it is.
    private static let closed = ["pre", "code", "a", "script", "style", "title", "button"].map { Array($0.utf8) }

    /// The numbers that were met.
    package private(set) var named: Set<String> = []

    package init() {}

    /// The same page part with every known number as a link with its text as a hint; tags and code stay as they are.
    package mutating func linked(_ html: String) -> String {
        let bytes = Array(html.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 16)
        var index = 0
        var skipped: [UInt8]?
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<") {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1
                Self.follow(bytes[(index + 1)...end], &skipped)
                out += bytes[index...end]
                index = end + 1
            } else if skipped == nil, Self.isUpper(bytes[index]), index == 0 || !Self.isPart(bytes[index - 1]) {
                var end = index
                while end < bytes.count, Self.isPart(bytes[end]) { end += 1 }
                out += link(bytes[index..<end])
                index = end
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func link(_ word: ArraySlice<UInt8>) -> [UInt8] {
        guard word.contains(UInt8(ascii: "-")) else { return Array(word) }
        let number = String(decoding: word, as: UTF8.self)
        guard let text = Self.text(of: number) else { return Array(word) }
        named.insert(number)
        return Array("<a href=\"#rule-\(number)\" title=\"\(Text.html(text))\">\(number)</a>".utf8)
    }

    /// Keeps the element that is skipped; `tag` is what stands between the brackets.
    private static func follow(_ tag: ArraySlice<UInt8>, _ skipped: inout [UInt8]?) {
        let isEnd = tag.first == UInt8(ascii: "/")
        let name = Array(tag.drop { $0 == UInt8(ascii: "/") }.prefix { isPart($0) })
        if isEnd {
            if name == skipped { skipped = nil }
        } else if skipped == nil, closed.contains(name) {
            skipped = name
        }
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isPart(_ byte: UInt8) -> Bool {
        isUpper(byte) || byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The texts of all numbers that were met, for the end of the page.
    package var list: String {
        "<dl class=\"words rules\">\n"
            + named.sorted().map {
                "<dt id=\"rule-\($0)\">\($0)</dt><dd>\(Text.html(Self.text(of: $0) ?? ""))</dd>"
            }.joined(separator: "\n") + "\n</dl>\n"
    }
}
