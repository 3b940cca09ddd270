// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import ScenarioLanguage

/// What a run of a plan will take, before it is begun: events, memory and time.
///
/// Each key that can ask for much has a part of its own, so that a refusal names it. The figures are in `LoadFigures`. An
/// estimate lies within a factor of 3 of the truth for events and 2 for memory in all shipped scenarios, and above it
/// rather than below; it takes no time itself.
package struct LoadEstimate: Sendable {
    /// What each key asks for, in the order of the sections.
    package internal(set) var parts: [LoadPart] = []
    /// Time of one core for an event, in seconds.
    package let secondsPerEvent: Double

    /// Events of one run.
    package var events: Double { parts.reduce(0) { $0 + $1.events } }
    /// Memory of one run, in bytes, the program itself included.
    package var bytes: Double { parts.reduce(LoadFigures.program) { $0 + $1.bytes } }
    /// Time of one core to read the files that the scenario names, once for all runs of a command, in seconds.
    package internal(set) var reading = 0.0
    /// Time of one core to write events and messages, in seconds; a single run does, replications do not.
    package internal(set) var recording = 0.0
    /// Events and messages that are written, in bytes.
    package internal(set) var recordedBytes = 0.0
    /// Time of one core for a command with one run, in seconds.
    package var seconds: Double { secondsOfParts + LoadFigures.start + reading + recording }
    private var secondsOfParts: Double { parts.reduce(0) { $0 + seconds(of: $1) } }
    /// Memory of one run beside the program, in bytes.
    package var bytesOfRun: Double { bytes - LoadFigures.program }
    /// Time of one core for one run without what is done once, in seconds; a run takes a millisecond at least.
    package var secondsOfRun: Double { max(0.001, secondsOfParts) }
    /// What is kept of a finished replication, in bytes.
    package let bytesPerReplication: Double

    /// Time of one core for a part, in seconds.
    package func seconds(of part: LoadPart) -> Double { part.seconds + part.events * secondsPerEvent }

    /// Estimates a run of a plan.
    package init(_ plan: CityPlan) {
        let scenario = plan.scenario
        secondsPerEvent = scenario.record.invariants ? LoadFigures.checkedEvent : LoadFigures.event
        let zones = Double(plan.layout.zones.count)
        bytesPerReplication = LoadFigures.replication + zones * LoadFigures.replicationZone
        addZones(plan)
        let city = plan.planned
        for slice in plan.slices where slice.key.isOfEveryCity { parts += slice.loads(in: city) }
        if scenario.server != nil { addServer(plan) }
        for slice in plan.namedSlices { parts += slice.loads(in: city) }
        reading = parts.reduce(0) { $0 + $1.reading }
        addFiles(plan)
        let record = scenario.record
        if record.events {
            recording += events * LoadFigures.recordedEvent
            recordedBytes += events * LoadFigures.recordedEventBytes
        }
        if record.messages {
            recording += events * LoadFigures.recordedMessages
            recordedBytes += events * LoadFigures.recordedMessagesBytes
        }
    }

    /// The files that the scenario names: what they take to be read, which tables need more memory for than they keep.
    private mutating func addFiles(_ plan: CityPlan) {
        func add(_ path: String, _ key: String, seconds: Double, memory: Double) {
            let size = Double(InputFile.size(of: path))
            reading += size * seconds
            var part = LoadPart(
                location: plan.read.location(of: "\(key)"), key: key, asked: "\(LoadText.bytes(size)) of `\(path)`")
            part.bytes = size * memory
            if part.bytes > 0 { parts.append(part) }
        }
        if let table = plan.scenario.travel.table {
            add(table, "travel.table", seconds: LoadFigures.tableByte, memory: LoadFigures.tableByteMemory)
        }
        if let roads = plan.scenario.travel.roads {
            add(roads.file, "travel.roads", seconds: LoadFigures.roadsByte, memory: LoadFigures.roadsByteMemory)
        }
        if let lines = plan.scenario.travel.timetable {
            add(lines.file, "travel.timetable", seconds: LoadFigures.linesByte, memory: LoadFigures.linesByteMemory)
        }
        if case .geoJSON(let path, _, _) = plan.scenario.city.layout {
            add(path, "city.zones", seconds: LoadFigures.mapByte, memory: 0)
        }
    }

    private mutating func addZones(_ plan: CityPlan) {
        let count = Double(plan.layout.zones.count)
        let isPaired = plan.slices.contains { $0.pairsZones(in: plan.scenario) }
        var part = LoadPart(
            location: plan.read.location(of: "city"), key: "city",
            asked: "\(LoadText.count(count)) zones over \(LoadText.days(plan.scenario.length.inSeconds / 86_400))")
        let hours = (plan.scenario.length.inSeconds / 3600).rounded(.up)
        part.bytes = count * (LoadFigures.zone + hours * LoadFigures.zoneHour)
        if isPaired { part.bytes += count * count * LoadFigures.pair }
        parts.append(part)
    }
}
