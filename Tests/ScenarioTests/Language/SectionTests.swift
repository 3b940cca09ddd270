// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import ScenarioLanguage
import Testing

/// A language of its own: a park with fountains.
private struct Park: Sendable {
    var name = ""
    var opens = TimeSpan.hours(6)
    var lit = false
    var fountains: [Fountain] = []

    static let section = Section(
        "the park", "A park.", blank: Park(),
        [
            Field("name", \.name, .name(of: "a park", dots: false), isRequired: true, "Its name."),
            Field("opens", \.opens, .time(.zero ... .hours(24)), "When it opens, after midnight."),
            Field("lit", \.lit, .flag, "Whether it has lamps."),
            Field("fountains", \.fountains, Fountain.section.format.list(0...9, of: "fountains"), "Its fountains."),
        ])
}

private struct Fountain: Sendable {
    var name = ""
    var height: Distance?
    var zone: ZoneID?
    var stone: String?

    static let section = Section(
        "fountains", "A fountain.", blank: Fountain(), groups: [KeyGroup("height"), KeyGroup("zone")],
        [
            Field("name", \.name, .name(of: "a fountain", dots: false), isRequired: true, "Its name."),
            Field(oneOf: "height", \.height, .length(.metres(1) ... .metres(100)), "How high it springs."),
            Field(oneOf: "zone", \.zone, .zoneNumber, "Where it is."),
            Field(oneOf: "stone", \.stone, .stone, "What it is made of."),
        ])
}

extension ValueFormat where Value == String {
    /// A stone, whose mention is kept.
    fileprivate static let stone = ValueFormat(
        ValueFormat<String>.label("stone").form,
        read: { item, reading in
            let stone = ValueFormat<String>.label("stone").read(item, reading)
            if let stone { reading.mention(stone, at: item.location) }
            return stone
        }, write: ValueFormat<String>.label("stone").write)
}

@Suite("Sections of a language that is not the scenario's")
struct SectionTests {
    private let reader = FileReader(
        Park.section, data: DataFolder(environment: [:]), allowsInclude: false, example: "opens=7 h")

    private func draft(_ text: String, _ sets: String...) throws -> Draft<Park> {
        try reader.read(
            text: text, named: "park.yaml", folder: "", overrides: sets.map { ScenarioOverride(text: $0) })
    }

    @Test("A file is read onto the defaults, and its written text reads to the same again")
    func reading() throws {
        let read = try draft("name: a\nfountains:\n  - {name: x, height: 3 m}\n  - {name: y, zone: 4}\n")
        let park = try #require(read.value)
        #expect(park.name == "a" && park.opens == .hours(6) && !park.lit)
        #expect(park.fountains.map(\.height) == [.metres(3), nil] && park.fountains[1].zone == ZoneID(4))
        let text = Park.section.text(of: park, read.reading.writing)
        #expect(text.contains("opens: 6 h") && text.contains("height: 3 m"))
        let again = try #require(try draft(text).value)
        #expect(Park.section.text(of: again, read.reading.writing) == text)
    }

    @Test("Every mistake is reported at its location, with the nearest name")
    func mistakes() throws {
        let read = try draft(
            "name: a b\nopen: 7 h\nfountains:\n  - {name: x, height: 3, zone: 4}\n  - {name: y}\n")
        #expect(read.value == nil && read.failed == ["name", "fountains"])
        #expect(
            read.reading.problemsInOrder.map(\.description) == [
                "park.yaml:1:7: error: `name`: `a b` is not a valid name for a park; allowed: letters, digits, dashes and underscores, at "
                    + "most 64",
                "park.yaml:2:1: error: unknown key `open` in the park; allowed: name, opens, lit, fountains; did you mean "
                    + "`opens`?",
                "park.yaml:4:23: error: `height`: a length needs a unit, such as `250 m`, but `3` has none; allowed: m, km",
                "park.yaml:4:26: error: `zone` cannot be combined with `height`; allowed: exactly one of `height`, `zone`",
                "park.yaml:5:5: error: fountains needs exactly one of `height`, `zone`",
            ])
    }

    @Test("Values of the command line are laid over the file, and are reported with the example of this language")
    func overrides() throws {
        let text = "name: a\nfountains: [{name: x, height: 3 m}]\n"
        let park = try #require(try draft(text, "opens=7 h", "fountains.x.zone=2").value)
        #expect(park.opens == .hours(7) && park.fountains[0].zone == ZoneID(2) && park.fountains[0].height == nil)
        let wrong = try draft(text, "opens")
        #expect(
            wrong.reading.problems.map(\.description) == [
                "--set opens:1:1: error: a value is set with path=value; allowed: for example `opens=7 h`"
            ])
    }

    @Test("Mentions are kept by the type of what is named, in the order of the text")
    func mentions() throws {
        let read = try draft(
            "name: a\nfountains:\n  - {name: x, zone: 7, stone: slate}\n  - {name: y, zone: 4}\n"
        ).reading
        #expect(read.mentions(of: ZoneID.self).map(\.subject) == [ZoneID(7), ZoneID(4)])
        #expect(read.mentions(of: String.self).map(\.location.description) == ["park.yaml:3:31"])
        #expect(read.mentions(of: Int.self).isEmpty)
    }

    @Test("Schema and reference follow from the sections")
    func texts() throws {
        let schema = try #require(
            JSONSerialization.jsonObject(with: Data(Park.section.jsonSchema.utf8)) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        #expect(definitions.keys.sorted() == ["fountains", "fountains-part", "scenario", "scenario-part"])
        #expect(definitions["scenario"]?["required"] as? [String] == ["name"])
        let reference = Park.section.reference(introduction: "# The park")
        #expect(reference.hasPrefix("# The park\n## The whole file\n\nA park.\n"))
        #expect(reference.contains("| `opens` | time, 0 s to 24 h | `6 h` | When it opens, after midnight. |"))
        #expect(reference.contains("## fountains\n"))
    }
}
