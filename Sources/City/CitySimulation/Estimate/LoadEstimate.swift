// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import CitySlices
import ScenarioFile

/// What a run of a plan will take, before it is begun: events, memory and time.
///
/// Each key that can ask for much has a part of its own, so that a refusal names it. The figures are in `LoadFigures`. An
/// estimate lies within a factor of 3 of the truth for events and 2 for memory in all shipped scenarios, and above it
/// rather than below; it takes no time itself.
public struct LoadEstimate: Sendable {
    /// What one key asks for.
    public struct Part: Sendable {
        /// Where it stands.
        public let location: InputLocation
        /// The key's own name.
        public let key: String
        /// What is asked, in words: `10000000 calls a day for 30 days`.
        public let asked: String
        /// Events of one run.
        public var events = 0.0
        /// Memory of one run, in bytes.
        public var bytes = 0.0
        /// Time of one core for one run, in seconds, beside that of the events.
        public var seconds = 0.0
    }

    /// What each key asks for, in the order of the sections.
    public internal(set) var parts: [Part] = []
    /// Time of one core for an event, in seconds.
    public let secondsPerEvent: Double

    /// Events of one run.
    public var events: Double { parts.reduce(0) { $0 + $1.events } }
    /// Memory of one run, in bytes, the program itself included.
    public var bytes: Double { parts.reduce(LoadFigures.program) { $0 + $1.bytes } }
    /// Time of one core for one run, in seconds.
    public var seconds: Double { parts.reduce(LoadFigures.start) { $0 + seconds(of: $1) } }
    /// Memory of one run beside the program, in bytes.
    public var bytesOfRun: Double { bytes - LoadFigures.program }
    /// Time of one core for one run without the start of the program, in seconds; a run takes a millisecond at least.
    public var secondsOfRun: Double { max(0.001, seconds - LoadFigures.start) }
    /// What is kept of a finished replication, in bytes.
    public let bytesPerReplication: Double

    /// Time of one core for a part, in seconds.
    public func seconds(of part: Part) -> Double { part.seconds + part.events * secondsPerEvent }

    /// Estimates a run of a plan.
    public init(_ plan: CityPlan) {
        let scenario = plan.scenario
        secondsPerEvent = scenario.record.invariants ? LoadFigures.checkedEvent : LoadFigures.event
        let zones = Double(plan.layout.zones.count)
        bytesPerReplication = LoadFigures.replication + zones * LoadFigures.replicationZone
        let town = LoadTown(plan)
        addZones(plan)
        addDrivers(town)
        addPassengers(town)
        if scenario.server != nil { addServer(town) }
        for slice in plan.namedSlices {
            let (load, name) = (slice.load(of: scenario), slice.key.service.name)
            var part = Part(location: plan.read.location(of: name), key: name, asked: load.asked)
            (part.events, part.bytes) = (load.events, load.bytes)
            parts.append(part)
        }
    }

    private mutating func addZones(_ plan: CityPlan) {
        let count = Double(plan.layout.zones.count)
        let isPaired = plan.scenario.passengers.contains { group in
            if case .trace = group.demand { return false }
            if case .zones = group.destination { return false }
            return true
        }
        var part = Part(
            location: plan.read.location(of: "city"), key: "city",
            asked: "\(LoadText.count(count)) zones over \(LoadText.days(plan.scenario.length.inSeconds / 86_400))")
        let hours = (plan.scenario.length.inSeconds / 3600).rounded(.up)
        part.bytes = count * (LoadFigures.zone + hours * LoadFigures.zoneHour)
        if isPaired { part.bytes += count * count * LoadFigures.pair }
        parts.append(part)
    }
}
