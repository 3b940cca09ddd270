// SPDX-License-Identifier: GPL-3.0-or-later

package import CityMap
package import CityModel
package import RandomStreams
package import Reporting

/// One service as a simulation knows it: its key in a scenario file, how it is opened, what role it gives to people, and what
/// it adds to the results. A service is in a city when the scenario has its key.
///
/// The platform knows no service, and no list of services stands anywhere but in `Slices`.
package protocol ServiceSlice: Sendable {
    /// The service's key in a scenario file, which names it.
    var key: ServiceKey { get }
    /// The types of its events, in the order of the published schema.
    var events: [any Event.Type] { get }
    /// The types of its messages that a run can record and a replay feeds again.
    var inputs: [any RecordedInput.Type] { get }
    /// Its metrics, which budgets, sweeps and comparisons name.
    var metrics: [MetricDescription] { get }
    /// The same, where some runs have only a part of them.
    var chapters: [MetricChapter] { get }
    /// The names of the few metrics that summaries and comparisons show.
    var headlines: [String] { get }
    /// What one of the sites is called that the service's metrics can be told by, such as `store`; nil when it has none.
    var site: String? { get }
    /// The groups and sites of a scenario that the service's metrics can be told by.
    func parts(in scenario: Scenario) -> SliceParts
    /// The metrics that every run of the program has, whatever is in the city.
    var metricsOfEveryRun: [MetricDescription] { get }
    /// What it adds to `summary.json`; nil for nothing.
    var summary: (any SummaryPart.Type)? { get }
    /// What it says of every run as a whole.
    var columns: [RunColumn] { get }
    /// The measures of the table `zones`, where it fills that.
    var zoneMeasures: [ZoneMeasure] { get }
    /// The lines of the article Results that describe its tables.
    var article: String { get }
    /// How experiments tell of it, where it leads their results; nil for a service that is told like all others.
    var experiments: ExperimentForm? { get }
    /// What its shares are shares of.
    var shares: ShareMeaning { get }
    /// Whether there is anything to tell of it in a run of a scenario.
    func isTold(in scenario: Scenario) -> Bool
    /// Tells the results what they must know of it besides its events; `facts` are what it found out about the city.
    func describe(_ run: inout RunContext, of scenario: Scenario, facts: (any Sendable)?, key: StreamKey)
    /// What stands above the service's part of a report.
    var title: String { get }
    /// The modules of the service that are on in a scenario.
    func modules(in scenario: Scenario) -> [ModuleName]
    /// What is wrong with the service's section beside the rest of the scenario and on its map.
    func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem]
    /// What of the service's section loses its meaning when other zones of the service are tried (SIM-05).
    func problemsOfOtherZones(in read: ReadScenario) -> [InputProblem]
    /// What the service is to people who live in the city beside it; nil for one that takes none of them.
    func hosting(in scenario: Scenario) -> Hosting?
    /// What its section says of its people as guests of other services.
    func guestClaims(in scenario: Scenario) -> [GuestClaim]
    /// What the service changes in the city for some time, such as zones that are slow to drive through, beside the scenario's
    /// own changes. Only routes follow them.
    func changes(in scenario: Scenario, layout: any ZoneLayout) -> [TimedChange]
    /// What the service finds out about a city whose map and routes are loaded, and nothing is wrong with; `table` is the travel
    /// table of the routes, nil without one.
    func findings(in city: PlannedCity, table: TravelTable?) -> SliceFindings
    /// The files that a scenario names for the service, whose contents its value does not hold: with the key, such as
    /// `trips.region`, and the path.
    func files(in scenario: Scenario) -> [(key: String, path: String)]
    /// What the service will take in a run of this scenario.
    func load(of scenario: Scenario) -> SliceLoad
    /// The same by the keys that ask for it.
    func loads(in city: PlannedCity) -> [LoadPart]
    /// Whether the service keeps a number for each pair of zones.
    func pairsZones(in scenario: Scenario) -> Bool
    /// Whether people of it who register come back to their accounts later, by a key of its own.
    func comesBackToAccounts(in scenario: Scenario) -> Bool
    /// What is measured of it on a machine (`cabrank calibrate`), in a city of so many people; nil for nothing.
    func calibration(people: Int) -> SliceCalibration?
    /// Opens the service in a city. Called on the loop's thread, before anything happens.
    func open(in city: SliceCity) -> OpenSlice
    /// Folds the service's events to values, charts and what else is known at the end; nil when it has none.
    func fold(_ context: RunContext) -> (any ServiceFold)?
    /// Gathers a moving map of its people that takes at most so many bytes of a page; nil when it has none.
    func movingMap(_ context: RunContext, limit: Int) -> (any MovingMapObserver)?
    /// Folds the service's events to rows of `results.sqlite` while the run goes on; nil when it has none.
    func tables(_ context: RunContext) -> (any TableFold)?
    /// Checks the service's invariants; nil when it has none.
    func monitor(_ context: RunContext) -> (any ServiceMonitor)?
}

extension ServiceSlice {
    package var events: [any Event.Type] { [] }
    /// Its messages are not recorded.
    package var inputs: [any RecordedInput.Type] { [] }
    package var metrics: [MetricDescription] { [] }
    package var chapters: [MetricChapter] { metrics.isEmpty ? [] : [MetricChapter(title, metrics)] }
    package var headlines: [String] { metrics.map(\.name) }
    package var site: String? { nil }
    package func parts(in scenario: Scenario) -> SliceParts { SliceParts() }
    package var metricsOfEveryRun: [MetricDescription] { [] }
    package var summary: (any SummaryPart.Type)? { nil }
    package var columns: [RunColumn] { [] }
    package var zoneMeasures: [ZoneMeasure] { [] }
    package var article: String { "" }
    package var experiments: ExperimentForm? { nil }
    package var shares: ShareMeaning { ShareMeaning() }
    package func comesBackToAccounts(in scenario: Scenario) -> Bool { false }
    /// There is when the scenario has it.
    package func isTold(in scenario: Scenario) -> Bool { key.isIn(scenario) }
    /// They need no more than its section.
    package func describe(_ run: inout RunContext, of scenario: Scenario, facts: (any Sendable)?, key: StreamKey) {}
    package func movingMap(_ context: RunContext, limit: Int) -> (any MovingMapObserver)? { nil }
    /// The key, with a capital.
    package var title: String { key.service.name.prefix(1).uppercased() + key.service.name.dropFirst() }
    package func modules(in scenario: Scenario) -> [ModuleName] { [] }
    /// Nothing beside what its section checks.
    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] { [] }
    package func problemsOfOtherZones(in read: ReadScenario) -> [InputProblem] { [] }
    package func hosting(in scenario: Scenario) -> Hosting? { nil }
    package func guestClaims(in scenario: Scenario) -> [GuestClaim] { [] }
    package func changes(in scenario: Scenario, layout: any ZoneLayout) -> [TimedChange] { [] }
    package func findings(in city: PlannedCity, table: TravelTable?) -> SliceFindings { SliceFindings() }
    package func files(in scenario: Scenario) -> [(key: String, path: String)] { [] }
    package func calibration(people: Int) -> SliceCalibration? { nil }
    package func load(of scenario: Scenario) -> SliceLoad { SliceLoad() }
    /// There is nothing to open: the city does it.
    package func open(in city: SliceCity) -> OpenSlice { OpenSlice(service: nil) }
    /// All under the service's key.
    package func loads(in city: PlannedCity) -> [LoadPart] {
        let (load, name) = (load(of: city.scenario), key.service.name)
        var part = LoadPart(location: city.read.location(of: name), key: name, asked: load.asked)
        (part.events, part.bytes) = (load.events, load.bytes)
        return [part]
    }
    package func pairsZones(in scenario: Scenario) -> Bool { false }
    package func fold(_ context: RunContext) -> (any ServiceFold)? { nil }
    package func tables(_ context: RunContext) -> (any TableFold)? { nil }
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? { nil }
}

/// What a service will take in one run, before it is begun.
package struct SliceLoad: Sendable {
    /// What the scenario asks for, in words: `30000 visits`.
    package var asked = ""
    package var events = 0.0
    /// Memory, in bytes.
    package var bytes = 0.0

    /// States all; next to nothing without arguments.
    package init(asked: String = "", events: Double = 0, bytes: Double = 0) {
        (self.asked, self.events, self.bytes) = (asked, events, bytes)
    }
}

extension ServiceSlice {
    /// What it adds to the form of `summary.json`.
    package var summaryForm: SummaryForm {
        SummaryForm(metrics: metrics, required: metricsOfEveryRun, part: summary, columns: columns)
    }
}

extension [any ServiceSlice] {
    /// The keys of these services in a scenario file.
    package var keys: [ServiceKey] { map(\.key) }
}
