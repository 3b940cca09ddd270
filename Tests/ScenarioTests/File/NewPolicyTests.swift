// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage
import TaxiRules
import Testing

@testable import TaxiSimulation

// A dispatch policy as somebody new to the house would add it: one file, one line in one list, its test. What it does in the
// rules is in `Tests/TaxiRulesTests/NewPolicyTests.swift`.

extension NamedPolicy {
    fileprivate static let lifo = NamedPolicy("lifo", FirstInQueue(), "the last of the zone's queue")
}

@Suite struct NewPolicyTests {
    private static let list = NamedPolicy.all + [NamedPolicy.lifo]

    private func read(_ text: String) throws -> Draft<DispatchSection> {
        let section = Section(
            "dispatch", "Parameters.", blank: DispatchSection(), [DispatchSection.policy(among: Self.list)])
        let reader = FileReader(
            section, data: DataFolder(environment: [:]), allowsInclude: false, example: "policy=fifo")
        return try reader.read(text: text, named: "a.yaml", folder: "", overrides: [])
    }

    @Test("One entry in the list of policies gives the scenario key its word and its error")
    func key() throws {
        #expect(try #require(try read("policy: lifo\n").value).policy == .lifo)
        #expect(
            try read("policy: life\n").reading.problems.map(\.description) == [
                "a.yaml:1:9: error: `policy`: unknown word `life`; allowed: fifo, nearest, any, lifo; did you mean `lifo`?"
            ])
    }
}
