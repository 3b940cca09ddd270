// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityHost
import CityLoop
package import CityMap
package import CityModel
package import CitySlices
package import Reporting
import ScenarioLanguage
import TripRules
import TripService

/// Trips as a simulation knows them: people whose day is a plan, the journeys that they make by all means of the city, and the planner.
package struct TripsSlice: ServiceSlice {
    /// The service; a scenario without the keys has none.
    package init() {}

    /// `people` and `trips`.
    package var key: ServiceKey {
        let planner = ServiceKey(.trips, kinds: Self.kinds + [.deviceSession], TripsSection.section) { section, _ in
            section
        }
        return planner.with(
            .people, PeopleGroup.section.format.list(1...100, of: "groups"),
            "Groups of people whose day is a plan over all services.", implying: TripsSection()
        ) { groups, factor in
            groups.map { group in
                var group = group
                group.count = max(1, Int((Double(group.count) * factor).rounded()))
                return group
            }
        }
    }
    /// What people do.
    package var events: [any Event.Type] {
        [TripEvent.self, TravellingEvent.self, DeviceEvent.self]
    }
    /// What devices send, and what the world is like.
    package var inputs: [any RecordedInput.Type] { [TripMessage.self] }
    package var metrics: [MetricDescription] { Metric<DayTotals>.all.map(\.about) }
    package var headlines: [String] {
        [
            "activities", "inTimeShare", "late", "missed", "lateness.mean", "lateness.p95", "journeys",
            "travelTime.mean",
            "walkedAll", "taxiCalls",
            "notices",
        ].map { "trips.\($0)" }
    }

    package var title: String { "Days and trips" }

    package func parts(in scenario: Scenario) -> SliceParts {
        SliceParts(groups: groups(scenario.services).map(\.name))
    }

    private func groups(_ services: [ServiceID: any Sendable]) -> [PeopleGroup] {
        services[.people] as? [PeopleGroup] ?? []
    }

    private func section(_ services: [ServiceID: any Sendable]) -> TripsSection {
        services[.trips] as? TripsSection ?? TripsSection()
    }

    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        let section = section(read.scenario.services)
        let region = PlannerRegion(section, read, layout: layout)
        return PeopleCheck.problems(groups(read.scenario.services), section, read, layout: layout) + region.problems
            + calendars(read, layout).flatMap(\.calendar.problems)
    }

    private func calendars(
        _ read: ReadScenario, _ layout: any ZoneLayout
    ) -> [(group: Int, calendar: GroupCalendar)] {
        groups(read.scenario.services).enumerated().compactMap { index, group in
            group.calendar.map {
                let location = read.location(of: "people.\(index).calendar")
                return (index, GroupCalendar($0, at: location, read.scenario, layout: layout))
            }
        }
    }

    /// The region of the planner, and the calendars of groups.
    package func findings(in city: PlannedCity, table: TravelTable?) -> SliceFindings {
        let region = PlannerRegion(section(city.scenario.services), city.read, layout: city.peopleLayout)
        let calendars = calendars(city.read, city.peopleLayout).map { ($0.group, $0.calendar.entries) }
        return SliceFindings(
            facts: PeopleFacts(outline: region.outline, calendars: Dictionary(uniqueKeysWithValues: calendars)))
    }

    package func files(in scenario: Scenario) -> [(key: String, path: String)] {
        let region = section(scenario.services).region.map { [("trips.region", $0)] } ?? []
        return region + groups(scenario.services).compactMap { group in group.calendar.map { ("people.calendar", $0) } }
    }

    package func guestClaims(in scenario: Scenario) -> [GuestClaim] {
        groups(scenario.services).enumerated().flatMap { $1.guestClaims(at: "people.\($0)") }
    }

    /// Journeys with their legs, and what people take of memory.
    package func load(of scenario: Scenario) -> SliceLoad {
        let groups = groups(scenario.services)
        let days = max(1, scenario.length / TimeSpan.hours(24))
        let (people, events) = groups.reduce((0.0, 0.0)) { sum, group in
            let activities = Double(group.days.map(\.activities.count).max() ?? 0)
            return (sum.0 + Double(group.count), sum.1 + Double(group.count) * activities * 12 * days)
        }
        return SliceLoad(asked: "\(Int(people)) people with their days", events: events, bytes: people * 3000)
    }

    package func open(in city: SliceCity) -> OpenSlice {
        let section = section(city.scenario.services)
        let facts = city.facts as? PeopleFacts
        let world = TripWorld(
            city, groups: groups(city.scenario.services), section: section, calendars: facts?.calendars ?? [:])
        guard section.hasPlanner, world.groups.contains(where: { $0.planner > 0 }) else {
            return OpenSlice(service: nil, role: TripPopulation(world, service: nil))
        }
        var setup = PlannerSetup()
        setup.plans.margin = section.margin
        setup.vehicles = world.vehicles
        let region = facts?.outline ?? city.outline ?? CityOutline(around: city.peopleLayout)
        setup.contains = { region.contains($0) }
        let service = PlannerService(
            loop: world.loop, log: world.log, setup, journeys: world.journeys, waits: world.waits,
            inputs: city.inputLog)
        let lines = city.scenario.server == nil ? nil : TripLines(world, city.scenario)
        return OpenSlice(
            service: service, also: lines.map { [$0.registry] } ?? [],
            role: TripPopulation(world, service: service, lines: lines), clients: lines,
            replay: { input in
                if let message = input as? TripMessage { service.onLoop { $0.take(message) } }
            })
    }

    package func fold(_ context: RunContext) -> (any ServiceFold)? {
        DayFold(
            groups(context.sections), context.caseFrame,
            server: section(context.sections).hasPlanner ? context.server : nil)
    }

    /// Journeys with their legs, appointments with their plans.
    package func tables(_ context: RunContext) -> (any TableFold)? {
        TripTables(groups(context.sections), map: context.layout)
    }

    package var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.parts = [
            "trips.inTimeShare": ShareMeaning.Parts(["trips.inTime", "trips.late", "trips.missed"])
        ]
        for use in ["trips.withPlanner", "trips.withoutPlanner"] {
            shares.parts["\(use).inTimeShare"] = ShareMeaning.Parts(["\(use).inTime", "\(use).late", "\(use).missed"])
        }
        return shares
    }

    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? { JourneyMonitor() }
}
