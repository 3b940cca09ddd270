// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the language as a Markdown article.
struct ReferenceWriter {
    private var sections: [SectionForm] = []
    private var choices: [(name: String, summary: String, forms: [Form.Alternative])] = []

    static func reference(of section: SectionForm) -> String {
        var writer = ReferenceWriter()
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
        var lines = [Self.introduction]
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

    private static let introduction = """
        # Scenario reference

        Every key of a scenario file, with its values, default and meaning.

        ## Overview

        A scenario is a YAML file. It begins with `cabrank: \(Scenario.languageVersion)`, the version of the language. Unknown
        keys, wrong units, values out of range and missing keys are errors; all of them are reported at once, each as
        `file:line:column: error: what is wrong; allowed: ...; did you mean ...?`.

        **Units** are written and required: times `300 ms`, `60 s`, `10 min`, `8 h`, `2 d`; lengths `20 m`, `1.3 km`; speeds
        `8 m/s`, `28 km/h`. Shares are numbers from 0 to 1 or percentages: `0.05` is `5%`. Weights may be any numbers; only their
        ratios count. Clock times are `08:30` or `08:30:15`; hours from 24 on lead into the next days. Dates are `2026-03-04`
        or `2026-03-04 06:00`. The city has one local time, without daylight saving.

        **Files named in a file** (maps, tables, other scenarios) are looked for from the folder of the file that names them.
        A name that begins with `$\(DataFolder.variable)/` is looked for in the folder that this environment variable holds: for data
        of real cities, which lie in another place on each machine. Only ordinary files are read: no folders, pipes, devices.

        **`include`** builds a scenario on others: mappings are merged key by key, groups of drivers and passengers by their
        `name`, everything else is replaced. A key that excludes another (`grid` and `zones`, `population` and `trace`) takes its
        place. A file outside of the folder of the scenario is included with the option `--allow-include` only.

        **`--set path=value`** sets one value for one run, and is checked like the file: `--set dispatch.offer-deadline="45 s"`,
        `--set drivers.cabs.count=80`, `--set drivers.0.count=80`. Groups are named by `name` or by position from 0.

        **Aliases** (`&name`, `*name`) work as in any YAML file; merge keys (`<<`) and tags (`!name`) are not known. A file may have
        \(ScenarioLimits.bytes >> 20) MiB, stand for \(ScenarioLimits.values) values, be nested \(ScenarioLimits.depth) levels deep,
        and use \(ScenarioLimits.files) files.

        **Tables** are comma-separated files in UTF-8 with a header line; cells may be quoted, records stand on one line.

        **Laws of chance** are never negative: a normal law is cut off at 0 when it has no `min` of its own.

        Editors that know JSON Schema check a file while it is written: put
        `# yaml-language-server: $schema=scenario.schema.json` on its first line.

        """
}
