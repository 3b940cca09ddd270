// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that is not the same in two files with every value written out.
package struct SettingDifference: Encodable, Hashable, Sendable {
    /// The path of the key, as `--set` takes it: `drivers.cabs.count`.
    package let key: String
    /// The value in the first file, on one line; of a long list how many values it has. Nil when the key is not there.
    package let base: String?
    /// The same of the other file.
    package let variant: String?
}

extension Item {
    /// What is not the same as in a base, key by key in the order of the base.
    package func differences(from base: Item) -> [SettingDifference] { Self.differences(base, self, at: "") }

    /// A table of so many different values is told as a whole.
    private static let mostOfTable = 8
    /// A longer value is not written out.
    private static let longest = 100

    private static func differences(_ base: Item?, _ own: Item?, at key: String) -> [SettingDifference] {
        let whole = [
            SettingDifference(key: key, base: base?.brief(beside: nil), variant: own?.brief(beside: base))
        ]
        func below(_ step: String) -> String { key.isEmpty ? step : key + "." + step }
        guard let base, let own else {
            guard let entries = (base ?? own)?.entries, entries.count <= mostOfTable,
                entries.allSatisfy({ $0.value.isSingle })
            else { return whole }
            return entries.flatMap { differences(base?[$0.key], own?[$0.key], at: below($0.key)) }
        }
        if base.onOneLine == own.onOneLine { return [] }
        switch (base.content, own.content) {
        case (.mapping(let first), .mapping(let second)):
            let more = second.filter { entry in !first.contains { $0.key == entry.key } }
            // Two sorts of a value, such as two distributions, are two values.
            guard key.isEmpty || more.count < second.count else { return whole }
            let found = (first + more).flatMap { differences(base[$0.key], own[$0.key], at: below($0.key)) }
            let isTable = (first + second).allSatisfy { $0.value.isSingle }
            return isTable && found.count > mostOfTable ? whole : found
        case (.list(let first), .list(let second)):
            guard let (names, others) = first.names.flatMap({ names in second.names.map { (names, $0) } }) else {
                guard first.count == second.count, (first + second).allSatisfy({ $0.entries != nil }) else {
                    return whole
                }
                return first.indices.flatMap { differences(first[$0], second[$0], at: below(String($0))) }
            }
            return (names + others.filter { !names.contains($0) }).flatMap { name in
                differences(
                    names.firstIndex(of: name).map { first[$0] }, others.firstIndex(of: name).map { second[$0] },
                    at: below(name))
            }
        case (.nothing, _), (.text, _), (.list, _), (.mapping, _): return whole
        }
    }

    /// Whether it is neither a list nor a mapping.
    private var isSingle: Bool {
        switch content {
        case .nothing, .text: true
        case .list, .mapping: false
        }
    }

    /// The value on one line. Of a long one how many values it has, and how many of them are not those of the other one.
    private func brief(beside other: Item?) -> String {
        let line: String
        if case .text(let text, _) = content { line = text.isEmpty ? "\"\"" : text } else { line = onOneLine }
        guard line.count > Self.longest else { return line }
        func told(_ count: Int, _ others: Int?) -> String {
            "\(count) values" + (others.map { ", \($0) of them others" } ?? "")
        }
        switch (content, other?.content) {
        case (.list(let items), .list(let before)) where items.count == before.count:
            return told(items.count, zip(items, before).count { $0.onOneLine != $1.onOneLine })
        case (.list(let items), _): return told(items.count, nil)
        case (.mapping(let entries), .mapping):
            return told(entries.count, entries.count { other?[$0.key]?.onOneLine != $0.value.onOneLine })
        case (.mapping(let entries), _): return told(entries.count, nil)
        case (.nothing, _), (.text, _): return line.prefix(Self.longest) + "…"
        }
    }
}

extension [Item] {
    /// The names of groups, such as those of drivers; nil for a list of something else.
    fileprivate var names: [String]? {
        let names = compactMap { item -> String? in
            guard case .text(let name, _)? = item["name"]?.content else { return nil }
            return name
        }
        return names.count == count && Set(names).count == count && !isEmpty ? names : nil
    }
}
