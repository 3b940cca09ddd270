// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

/// What the reference of the scenario language says before it lists the keys.
enum ReferenceText {
    /// `examples` are settings of keys, as `--set` takes them.
    static func introduction(_ examples: [String]) -> String {
        """
        # Scenario reference

        Every key of a scenario file, with its values, default and meaning.

        ## Overview

        A scenario is a YAML file. It begins with `cabrank: \(Scenario.languageVersion)`, the version of the language. Unknown
        keys, wrong units, values out of range and missing keys are errors; all of them are reported at once, each as
        `file:line:column: error: what is wrong; allowed: ...; did you mean ...?`.

        **Units** are written and required: times `300 ms`, `60 s`, `10 min`, `8 h`, `2 d`; lengths `20 m`, `1.3 km`; speeds
        `8 m/s`, `28 km/h`. Shares are numbers from 0 to 1 or percentages: `0.05` is `5%`. Weights may be any numbers; only their
        ratios count. Clock times are `08:30` or `08:30:15`; hours from 24 on mean the following days. Dates are `2026-03-04`
        or `2026-03-04 06:00`. The city has one local time, without daylight saving.

        **Files named in a file** (maps, tables, other scenarios) are relative to the folder of the file that names them.
        A name that begins with `$\(DataFolder.variable)/` is relative to the folder that this environment variable names: it is for
        data of real cities, which are stored elsewhere on each machine. Only ordinary files are read, no folders, pipes or devices.

        **`include`** builds a scenario on others: mappings are merged key by key, groups of people by their `name`,
        everything else is replaced. A key that excludes another (`grid` and `zones`, `population` and `trace`) replaces
        it. A file outside the folder of the scenario is included, and a table outside of it is read, only with the option
        `--allow-include`.

        **`--set path=value`** sets one value for one run, and is checked like the file:
        \((["dispatch.offer-deadline=\"45 s\""] + examples).map { "`--set \($0)`" }.joined(separator: ", ")).
        Groups are named by `name` or by position from 0.

        **Aliases** (`&name`, `*name`) work as in any YAML file; merge keys (`<<`) and tags (`!name`) are not supported. A file may
        have up to \(ScenarioLimits.bytes >> 20) MiB, expand to \(ScenarioLimits.values) values, be nested \(ScenarioLimits.depth)
        levels deep, and use \(ScenarioLimits.files) files.

        **Tables** are comma-separated files in UTF-8 with a header line; cells may be quoted; each record is on one line.

        **Distributions** are never negative: a normal distribution is cut off at 0 unless it has a `min` of its own.

        Editors that support JSON Schema check a file as you type: put
        `# yaml-language-server: $schema=scenario.schema.json` on its first line.

        """
    }
}
