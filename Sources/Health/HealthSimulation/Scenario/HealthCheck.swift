// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules

/// Checks of the section that its keys alone cannot make.
struct HealthCheck: SectionCheck {
    static let key = "health"
    let read: ReadScenario
    var problems: [InputProblem] = []
    let section: HealthSection
    private static let mostPeople = 1_000_000

    /// Everything that is wrong or doubtful.
    static func problems(_ section: HealthSection, _ read: ReadScenario) -> [InputProblem] {
        var check = HealthCheck(section, read)
        check.noteTwins(section.wearers.map(\.name), "wearers")
        for index in section.wearers.indices {
            check.checkGroup(index)
            check.checkPlausible(index)
        }
        check.checkRules()
        check.checkLoad()
        check.checkGroupData()
        check.noteTwins(section.thirdParties.map(\.name), "third-parties")
        if section.peopleCount > mostPeople {
            check.note("wearers", "`wearers`: \(section.peopleCount) people in all; allowed: at most \(mostPeople)")
        }
        if !read.scenario.services.keys.contains(where: { $0.name == "ambulances" }) {
            check.note(
                "wearers",
                "`health`: the city has no `ambulances`, so nobody answers an SOS; each is sent, and noted as sent to nobody",
                .warning)
        }
        return check.problems
    }

    private init(_ section: HealthSection, _ read: ReadScenario) { (self.section, self.read) = (section, read) }

    private mutating func checkGroup(_ index: Int) {
        let (group, path) = (section.wearers[index], "wearers.\(index)")
        if group.every < group.length {
            note("\(path).every", "`every`: batches of \(group.name) would overlap: `every` must be at least `length`")
        }
        if group.length > section.rules.longest {
            note("\(path).length", "`length`: the service refuses batches longer than `rules.longest`")
        }
        let parameters = group.values.map(\.parameter)
        for (place, parameter) in parameters.enumerated() where parameters[..<place].contains(parameter) {
            note("\(path).values.\(place).parameter", "`parameter`: measured twice in one batch")
        }
        for (place, episode) in group.episodes.enumerated() where !parameters.contains(episode.parameter) {
            note(
                "\(path).episodes.\(place).parameter",
                "`parameter`: the device does not measure it, so nobody would see the episode; add it to `values`")
        }
    }

    private mutating func checkRules() {
        let rules = section.rules
        for parameter in HealthParameter.allCases {
            guard let low = rules[parameter].low, let high = rules[parameter].high, low > high else { continue }
            note("rules", "`rules`: the lowest safe \(parameter.word) is above the highest")
        }
        if rules.pool.least > rules.pool.most {
            note("workers.least", "`least`: must not be above `most`, which is \(rules.pool.most)")
        }
        if rules.longest + rules.processing > rules.reaction {
            note(
                "rules",
                "`rules`: a batch and its processing may take longer than `reaction`, so it is left to chance whether an SOS is in time (DEC-HEALTH-5S)",
                .warning)
        }
    }
}
