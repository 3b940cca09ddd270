// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

// The scenario language itself: what editors and people need to write a file. All of it comes from the one description that
// the reader checks files with.
extension Scenario {
    /// The JSON Schema of scenario files (draft 2020-12), for editors. The same text is in `Scenarios/scenario.schema.json`.
    package static func jsonSchema(services: [ServiceKey] = []) -> String {
        section(services).jsonSchema
    }

    /// The reference of all keys, as Markdown. The same text is in `ScenarioReference.md` of this target's articles.
    package static func reference(services: [ServiceKey] = []) -> String {
        section(services).reference(introduction: ReferenceText.introduction(services.flatMap(\.words.examples)))
    }

    /// Whether a text can name a scenario: a letter or digit, then letters, digits, dots, dashes and underscores, 64 at most.
    package static func isName(_ text: String) -> Bool {
        let reading = Reading()
        let item = Item(location: InputLocation(file: ""), content: .text(text, quoted: true))
        return ValueFormat<String>.name(of: "a scenario", dots: true).read(item, reading) != nil
    }
}
