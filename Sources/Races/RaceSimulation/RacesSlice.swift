// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
package import CityModel
package import CitySlices
import RaceRules
import RaceService
package import Reporting

/// The race service as a simulation knows it: races, those who run and those who watch.
package struct RacesSlice: ServiceSlice {
    /// The service; a scenario without the key has none.
    package init() {}

    /// `races`. No message of it passes a server.
    package var key: ServiceKey { ServiceKey(.races, RacesSection.section) { $0.scaled(by: $1) } }
    /// Facts of the service, and what followers see.
    package var events: [any Event.Type] { [RaceEvent.self, RacingEvent.self] }
    /// Messages of people, organisers and phones.
    package var inputs: [any RecordedInput.Type] { [RaceMessage.self] }
    /// Of all races together.
    package var metrics: [MetricDescription] { Metric<RaceTotals>.all.map(\.about) }
    /// What an organiser looks at first.
    package var headlines: [String] {
        [
            "joined", "started", "finished", "finished.share", "time.mean", "time.p50", "time.p95", "out.droppedOut",
            "out.cutOff", "followed", "shownAge.max", "replacedAge.max", "heldUp", "heldUp.total",
        ].map { "races.\($0)" }
    }

    package var site: String? { "race" }
    /// The races, in the order in which they are created.
    package func parts(in scenario: Scenario) -> SliceParts {
        SliceParts(sites: section(scenario.services).names(from: scenario.start))
    }

    /// People run as one of its groups does.
    package func hosting(in scenario: Scenario) -> Hosting? {
        Hosting(.joined, "group of runners", section(scenario.services).runners.map(\.name))
    }

    private func section(_ services: [ServiceID: any Sendable]) -> RacesSection {
        services[.races] as? RacesSection ?? RacesSection()
    }

    /// Times, tracks and names against each other, the map and the run.
    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        RacesCheck.problems(section(read.scenario.services), read, layout: layout)
    }

    /// Zones that are closed to traffic around races.
    package func changes(in scenario: Scenario, layout: any ZoneLayout) -> [TimedChange] {
        section(scenario.services).changes(on: layout)
    }

    /// Positions of the runners, and what people take of memory.
    package func load(of scenario: Scenario) -> SliceLoad {
        let section = section(scenario.services)
        let people = Double(section.peopleCount)
        let runners = section.runners.reduce(0) { $0 + Double($1.people) }
        let races = section.heldEvents.map { race in
            (race.end - race.start) / section.rules.interval * min(runners, Double(race.maximum))
        }
        return SliceLoad(
            asked: "\(section.events.count) races of \(section.peopleCount) people",
            events: races.reduce(0, +) + people * 10 * Double(section.events.count), bytes: people * 2000)
    }

    /// Opens the service, and makes everybody who runs or watches.
    package func open(in city: SliceCity) -> OpenSlice {
        let world = RaceWorld(
            section: section(city.scenario.services), loop: city.host.loop, log: city.host.log,
            layout: city.peopleLayout, key: city.key, end: city.scenario.end, delay: city.scenario.network.delay)
        let service = RaceService(
            loop: world.loop, log: world.log, map: world.layout, parameters: world.section.rules,
            inputs: city.inputLog)
        let population = RacePopulation(
            world, service: service, guests: world.section.guests.habits(in: city.scenario))
        return OpenSlice(
            service: service, role: population,
            replay: { input in
                if let input = input as? RaceMessage { service.onLoop { $0.take(input) } }
            })
    }

    /// Totals, charts and the ranking.
    package func fold(_ context: RunContext) -> (any ServiceFold)? {
        // A start has no zone: all of a race stand in one line.
        RaceFold(
            section(context.sections), context.caseFrame(on: nil),
            roads: context.events.compactMap { $0 as? any RoadEvent.Type })
    }

    /// Runners who started and are not on the way any more.
    package var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.parts = ["races.finished.share": ShareMeaning.Parts(["races.started"], less: ["races.onTrackAtEnd"])]
        return shares
    }
    /// The rules of races.
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? { RaceMonitor() }
}
