// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the language as a Markdown article.
struct ReferenceWriter {
    private let introduction: String
    private var sections: [SectionForm] = []
    private var choices: [(name: String, summary: String, forms: [Form.Alternative])] = []

    private init(introduction: String) { self.introduction = introduction }

    /// The article: an introduction, then every section and every form of value.
    static func reference(of section: SectionForm, introduction: String) -> String {
        var writer = ReferenceWriter(introduction: introduction)
        writer.collect(section)
        return writer.text
    }

    private mutating func collect(_ section: SectionForm) {
        if let known = sections.first(where: { $0.name == section.name }) {
            // Both the reference and the schema know a section by its name.
            assert(known.keys.map(\.key) == section.keys.map(\.key), "two sections are named \(section.name)")
            return
        }
        if !section.isSmall || sections.isEmpty { sections.append(section) }
        for key in section.keys { collect(key.form) }
    }

    private mutating func collect(_ form: Form) {
        switch form {
        case .scalar: break
        case .section(let section): collect(section)
        case .list(let form, _), .map(_, let form), .optional(let form): collect(form)
        case .choice(let name, let summary, let alternatives):
            if choices.contains(where: { $0.name == name }) || name == "include" { return }
            let forms = alternatives()
            if forms.isEmpty { return }
            choices.append((name, summary, forms))
            for alternative in forms { collect(alternative.form) }
        }
    }

    private var text: String {
        var lines = [introduction]
        for (index, section) in sections.enumerated() {
            lines.append("## \(index == 0 ? "The whole file" : section.name)\n\n\(section.summary)\n")
            lines.append(table(section) + "\n")
        }
        lines.append("## Forms of values\n")
        for choice in choices {
            lines.append("### \(choice.name)\n\n\(choice.summary)\n")
            lines.append("| form | example | meaning |\n| --- | --- | --- |")
            for form in choice.forms {
                let shape = form.key.map { "`\($0):` \(words(form.form))" } ?? words(form.form)
                lines.append("| \(shape) | `\(form.example)` | \(form.summary) |")
            }
            lines.append("")
        }
        var text = lines.joined(separator: "\n")
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    private func table(_ section: SectionForm) -> String {
        var lines = ["| key | value | default | meaning |", "| --- | --- | --- | --- |"]
        for key in section.keys {
            var fallback = key.isRequired ? "required" : ""
            switch key.fallback?.content {
            case .text("", _), .mapping, .nothing, nil: break
            default: fallback = "`\(key.fallback?.onOneLine ?? "")`"
            }
            if section.groups.contains(where: { $0.needed.contains(key.key) }) { fallback = "one of these" }
            lines.append("| `\(key.key)` | \(words(key.form)) | \(fallback) | \(key.summary) |")
        }
        return lines.joined(separator: "\n")
    }

    private func words(_ form: Form) -> String {
        switch form {
        case .scalar(let scalar): return scalar.words
        case .section(let section):
            if !section.isSmall { return "[\(section.name)](#\(section.name))" }
            let groups = section.groups.isEmpty ? [section.keys.map(\.key)] : section.groups.map(\.keys)
            return groups.map { group in
                let keys = section.keys.filter { group.contains($0.key) }.map { key in
                    let isNeeded = key.isRequired || section.groups.contains { $0.needed.contains(key.key) }
                    return "`\(key.key)`: \(words(key.form))\(isNeeded ? "" : " (may be left out)")"
                }
                return "{" + keys.joined(separator: "; ") + "}"
            }.joined(separator: " or ")
        case .list(let form, let count):
            return count.lowerBound == count.upperBound
                ? "list of \(count.lowerBound): \(words(form))" : "list: \(words(form))"
        case .map(let key, let form): return "mapping from \(key.words) to \(words(form))"
        case .choice("include", _, _): return "path of a file, or a list of paths"
        case .choice(let name, _, _): return "[\(name)](#\(name))"
        case .optional(let form): return "\(words(form)), or `none`"
        }
    }
}
