// SPDX-License-Identifier: GPL-3.0-or-later

/// Lays one text over another, guided by the language: mappings with known keys are merged key by key, lists of named
/// groups group by group, everything else is replaced.
enum Merging {
    static func lay(_ over: Item, on base: Item, _ form: Form) -> Item {
        switch form {
        case .section(let section):
            guard let old = base.entries, let new = over.entries else { return over }
            return Item(location: over.location, content: .mapping(entries(old, new, section)))
        case .list(.section(let section), _):
            guard case .list(let old) = base.content, case .list(let new) = over.content, names(old) != nil,
                names(new) != nil
            else { return over }
            return Item(location: over.location, content: .list(groups(old, new, section)))
        case .optional(let form): return lay(over, on: base, form)
        default: return over
        }
    }

    private static func entries(_ old: [Item.Entry], _ new: [Item.Entry], _ section: SectionForm) -> [Item.Entry] {
        let excluded = new.flatMap { section.rivals(of: $0.key) }
        var entries = old.filter { !excluded.contains($0.key) }
        for entry in new {
            guard let index = entries.firstIndex(where: { $0.key == entry.key }) else {
                entries.append(entry)
                continue
            }
            let value =
                section.form(of: entry.key).map { lay(entry.value, on: entries[index].value, $0) } ?? entry.value
            entries[index] = Item.Entry(key: entry.key, location: entry.location, value: value)
        }
        return entries
    }

    private static func groups(_ old: [Item], _ new: [Item], _ section: SectionForm) -> [Item] {
        var groups = old
        for group in new {
            if let index = groups.firstIndex(where: { name($0) == name(group) }) {
                groups[index] = lay(group, on: groups[index], .section(section))
            } else {
                groups.append(group)
            }
        }
        return groups
    }

    /// The name of a group.
    static func name(_ item: Item) -> String? {
        if case .text(let name, _)? = item["name"]?.content { name } else { nil }
    }

    private static func names(_ items: [Item]) -> [String]? {
        let names = items.compactMap(name)
        return names.count == items.count ? names : nil
    }
}
