// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What the reports must know of a run besides its events. The builder of the city fills it; it holds no wall time, no
/// host and no path, so that everything made from it is the same on every machine.
package struct RunContext: Sendable {
    /// The scenario's short name, used in folder names.
    package var name: String
    /// The scenario's title, in words.
    package var title: String
    /// The first instant of the run.
    package var start: CityTime
    /// The planned last instant of the run.
    package var end: CityTime
    /// The first part of the run, left out of the statistics (glossary "warm-up").
    package var warmUp: TimeSpan
    /// The seed of all random streams.
    package var seed: UInt64
    /// Which replication this is, counted from 0.
    package var replication: Int
    /// All zones, by rising number.
    package var zones: [ZoneRecord]
    /// Where places lie on the globe, and in which zone; nil when only the plane is known.
    package var layout: (any ZoneLayout)?
    /// The routes of the city; nil where only events are known.
    package var travel: (any Router)?
    /// Whether a page is made of the run: what only a page shows need not be made for others.
    package var isDrawn = true
    /// The zones that demands are counted by, where these are not the zones of the service.
    package var demandLayout: (any ZoneLayout)?
    /// How many demands of each kind are kept one by one.
    package var demandsKept = 0
    /// Whether somebody reads what became of the demands of services that are told by more than these: to count them costs time.
    package var countsDemands = true
    /// Whether the tables have rows of small things too, such as offers; not where rows of many runs are kept together.
    package var keepsSmallRows = true
    package var version: String
    /// The scenario file's text.
    package var scenarioText: String
    /// A hash of the scenario file's text.
    package var scenarioHash: String
    /// Where the zone layout comes from, such as a file name.
    package var layoutSource: String
    /// Remarks on the scenario's assumptions, shown in the report as they are.
    package var notes: [String]
    /// Whether the invariants were checked in this run.
    package var checksInvariants = true
    /// What services must know of the run beside its events.
    package var facts: RunFacts
    /// The gateway; nil when messages reach the services at once. What the gateway did is reported when it is
    /// described here or its events occur.
    package var server: ServerContext?
    /// The parameters of the services that have a section of their own, each of the service's own type.
    package var sections: [ServiceID: any Sendable] = [:]
    /// The types of the events that the city's services note: a fold reads those of others by a protocol of the platform.
    package var events: [any Event.Type] = []
    /// What services say of every run as a whole.
    package var columns: [RunColumn] = []
    /// The services of which there is anything to tell.
    package var told: Set<ServiceID> = []
    /// How many customers there were, when the run is over.
    package var customers = 0
    /// The part of the run that is counted; nil for all of it, as in every report.
    package var part: CountedPart?
    /// The groups of the services' people; nil when nothing is told by group.
    package var membership: Membership?
    /// Whether means are cut into batches, for intervals within the run.
    package var takesBatches = false

    /// Makes the context of a run.
    package init(
        name: String, title: String = "", start: CityTime, end: CityTime, warmUp: TimeSpan = .zero, seed: UInt64 = 1,
        replication: Int = 1, zones: [ZoneRecord] = [], version: String = "", scenarioText: String = "",
        scenarioHash: String = "", layoutSource: String = "", notes: [String] = [], facts: RunFacts = RunFacts()
    ) {
        self.name = name
        self.title = title
        self.start = start
        self.end = end
        self.warmUp = warmUp
        self.seed = seed
        self.replication = replication
        self.zones = zones
        self.version = version
        self.scenarioText = scenarioText
        self.scenarioHash = scenarioHash
        self.layoutSource = layoutSource
        self.notes = notes
        self.facts = facts
    }

    /// The first instant that counts in the statistics.
    package var measureStart: CityTime { start + warmUp }

    /// The run as demands are counted in it.
    package var caseFrame: CaseFrame { caseFrame(on: demandLayout ?? layout) }

    /// The same with other zones; nil where demands have no place.
    package func caseFrame(on layout: (any ZoneLayout)?) -> CaseFrame {
        var frame = CaseFrame(start: start, from: measureStart, end: end, layout: layout, keeping: demandsKept)
        (frame.part, frame.membership) = (part, membership)
        if let travel { frame.streets = { travel.streets } }
        return frame
    }

    /// The time that counts: from that instant on and, of a part of the run, in its window.
    package var measured: MeasuredTime { MeasuredTime(from: measureStart, within: part?.window) }

    /// The same run, of which a part is counted.
    package func counting(_ part: CountedPart, of people: (any ZoneLayout)?, _ membership: Membership?) -> RunContext {
        var context = self
        (context.part, context.membership) = (part, membership)
        (context.demandLayout, context.demandsKept, context.countsDemands) = (people, 0, false)
        return context
    }
}

/// What services must know of a run beside its events, each by its own type.
package struct RunFacts: Sendable {
    private var facts: [ObjectIdentifier: any Sendable] = [:]

    package init() {}

    package init<Fact: Sendable>(_ fact: Fact) { self[Fact.self] = fact }

    /// What is known of a type; nil where nothing is.
    package subscript<Fact: Sendable>(_ type: Fact.Type) -> Fact? {
        get { facts[ObjectIdentifier(type)] as? Fact }
        set { facts[ObjectIdentifier(type)] = newValue }
    }
}
