// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

/// A scenario that passed all checks that need no map.
package struct ReadScenario: Sendable {
    package private(set) var scenario: Scenario
    /// The scenario as one text with every value written out, includes, overrides, defaults and table files resolved, and
    /// paths relative to the scenario's folder. Equal scenarios have equal texts; reading it gives the scenario again. For the
    /// record of a run, and for its hash.
    package private(set) var source: String
    /// The folder that the paths of `source` start at; the working folder when empty.
    package let folder: String
    /// Doubts, in the order of the text.
    package let warnings: [InputProblem]
    /// Every mention of a zone, for the checks against the map.
    let zones: [Mention<ZoneID>]
    /// Every table of weights, for the same.
    let tables: [Mention<TableZones>]
    /// What services kept of the reading for later checks.
    private let kept: [ServiceID: any Sendable]

    /// What a service kept of the reading (`ServiceReading.keep`).
    package func kept(by service: ServiceID) -> (any Sendable)? { kept[service] }

    /// Where the text gives a value, by its path such as `server.service`; the nearest key above it, or the top of the file,
    /// when it is not given.
    package func location(of path: String) -> InputLocation { locations.nearest(path) ?? top }

    /// Whether the text, or what was set over it, gives this very value.
    package func gives(_ path: String) -> Bool { locations[path] != nil }

    let locations: [String: InputLocation]
    let top: InputLocation
    private let section: Section<Scenario>
    private let writing: Writing

    init(
        scenario: Scenario, source: String, folder: String, warnings: [InputProblem], zones: [Mention<ZoneID>],
        tables: [Mention<TableZones>], kept: [ServiceID: any Sendable], locations: [String: InputLocation],
        top: InputLocation, section: Section<Scenario>, writing: Writing
    ) {
        self.scenario = scenario
        self.source = source
        self.folder = folder
        self.warnings = warnings
        self.zones = zones
        self.tables = tables
        self.kept = kept
        self.locations = locations
        self.top = top
        self.section = section
        self.writing = writing
    }

    /// A scenario with every value written out, for a file in a folder: paths lead from there to the files. `changed` is this
    /// scenario with other values.
    package func text(of changed: Scenario, in folder: String) -> String {
        section.text(of: changed, writing.moved(to: folder))
    }

    /// The same with values that came from files: where it is written, it says which content they had.
    package func with(_ change: (inout Scenario) -> Void) -> ReadScenario {
        var changed = self
        change(&changed.scenario)
        changed.source = section.text(of: changed.scenario, writing)
        return changed
    }

    /// What is set otherwise than in another scenario; both may be changed since they were read.
    package func differences(
        of changed: Scenario, from base: ReadScenario, changed baseScenario: Scenario
    ) -> [SettingDifference] {
        section.write(changed, writing.opened).differences(
            from: base.section.write(baseScenario, base.writing.opened))
    }
}
