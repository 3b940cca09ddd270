// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

/// Folds days and plans to rows of `results.sqlite`: journeys with their legs, appointments with their plans.
final class TripTables: TableFold {
    private var journeys: JourneyRows
    private var planner = PlannerRows()

    /// - Parameters:
    ///   - groups: the groups of the scenario, for their names.
    ///   - map: where places lie; nil when only the plane is known.
    init(_ groups: [PeopleGroup], map: (any ZoneLayout)?) { journeys = JourneyRows(groups, map: map) }

    var create: String {
        [
            JourneyTables.journeys.create, JourneyTables.legs.create, PlannerTables.appointments.create,
            PlannerTables.plans.create,
        ].joined()
    }

    /// The lines that describe their columns.
    static var article: String {
        [
            JourneyTables.journeys.article, JourneyTables.legs.article, PlannerTables.appointments.article,
            PlannerTables.plans.article,
        ].joined()
    }

    var complete: Int {
        journeys.journeys.count + journeys.legs.count + planner.appointments.count + planner.plans.count
    }

    func takeRows() -> [TableRows] {
        defer {
            journeys.clear()
            planner.clear()
        }
        // Rising keys are appended; others look for their place.
        return [
            TableRows(JourneyTables.journeys, journeys.journeys.sorted { $0.number < $1.number }),
            TableRows(JourneyTables.legs, journeys.legs.sorted { $0.number < $1.number }),
            TableRows(PlannerTables.appointments, planner.appointments.sorted { $0.event < $1.event }),
            TableRows(PlannerTables.plans, planner.plans.sorted { $0.number < $1.number }),
        ]
    }

    func subscribe(to feed: EventFeed) {
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    func take(_ event: TravellingEvent, at now: CityTime) {
        journeys.take(event, at: now)
        if case .usesPlanner(let person, let user) = event { planner.knows(user, as: person) }
    }

    func take(_ event: TripEvent, at now: CityTime) { planner.take(event, at: now) }

    func finish(at end: CityTime) {
        journeys.finish()
        planner.finish(at: end)
    }
}
