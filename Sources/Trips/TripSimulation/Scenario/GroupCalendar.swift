// SPDX-License-Identifier: GPL-3.0-or-later

import Calendars
import CityModel
import CitySlices
import Foundation
import ScenarioLanguage

/// What stands in the calendar of a group on the days of a run, with what is wrong with it.
struct GroupCalendar: Sendable {
    /// An event of the calendar.
    struct Entry: Sendable {
        let name: String
        let opens: CityTime
        let closes: CityTime
        /// Nil for one without a position: it is where its person is.
        let place: Place?
    }

    /// In the order of their starts.
    private(set) var entries: [Entry] = []
    private(set) var problems: [InputProblem] = []

    /// Reads the file that a group names. An event that lies outside the city is left out, as nobody can go there, and told.
    init(_ path: String, at location: InputLocation, _ scenario: Scenario, layout: any ZoneLayout) {
        do {
            let table = try EventTable.read(Array(InputFile.bytes(of: path)), of: path)
            problems = table.doubts
            var outside: [Int] = []
            for row in table.rows {
                let event = row.event
                let opens = CityTime(nanoseconds: event.start.seconds * 1_000_000_000)
                let closes = max(CityTime(nanoseconds: event.end.seconds * 1_000_000_000), opens + .minutes(1))
                guard closes > scenario.start, opens < scenario.end else { continue }
                let place = event.position.map {
                    layout.place(GeographicPoint(longitude: $0.longitude, latitude: $0.latitude))
                }
                if let place, layout.zone(at: place) == nil {
                    outside.append(row.line)
                    continue
                }
                entries.append(
                    Entry(name: event.name.isEmpty ? "event" : event.name, opens: opens, closes: closes, place: place))
            }
            entries.sort { ($0.opens, $0.closes) < ($1.opens, $1.closes) }
            if let first = outside.first {
                let others = outside.count == 1 ? "" : ", as do \(outside.count - 1) others"
                problems.append(
                    InputProblem(
                        .warning, at: InputLocation(file: path, line: first),
                        "the event lies outside the city\(others): left out"))
            }
            if entries.isEmpty {
                problems.append(
                    InputProblem(
                        .warning, at: location,
                        "`calendar`: no event that lies in the city overlaps the run, from \(scenario.start.date) to \(scenario.end.date)"
                    ))
            }
        } catch let error as InputErrors {
            problems = error.problems
        } catch {
            problems = [InputProblem(.error, at: location, "`calendar`: \(error)")]
        }
    }
}

/// What the people of a scenario have read from files once for all runs.
struct PeopleFacts: Sendable {
    /// The region of the planner; nil without a file.
    let outline: CityOutline?
    /// By group: what stands in its calendar.
    let calendars: [Int: [GroupCalendar.Entry]]
}
