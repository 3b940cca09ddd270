// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
package import CityModel
package import CitySlices
import HealthRules
import HealthService
package import Reporting

/// The health service as a simulation knows it: people who wear a device, their batches, and SOS.
package struct HealthSlice: ServiceSlice {
    /// The service; a scenario without the key has none.
    package init() {}

    /// `health`. What people set in their app and answer organisations passes a server, and so does what organisations ask; batches and
    /// SOS do not (AVAIL-03).
    package var key: ServiceKey {
        ServiceKey(.health, kinds: Self.kinds, HealthSection.section) { $0.scaled(by: $1) }
    }
    static let kinds = MessageType.ofHealthData + [.healthRequest]
    /// Facts of the service and its data side, and what befalls people and their phones.
    package var events: [any Event.Type] { [HealthEvent.self, WearingEvent.self, DataEvent.self, BatchEvent.self] }
    /// Messages of users, phones and the system manager, and those about data.
    package var inputs: [any RecordedInput.Type] { [HealthMessage.self, HeardMessage.self] }
    /// Of all users together.
    package var metrics: [MetricDescription] { Metric<HealthTotals>.all.map(\.about) }
    /// What whoever runs the service looks at first.
    package var headlines: [String] {
        [
            "wearers", "batches", "batches.rate", "episodes", "sos", "sos.inTime", "sosDelay.max",
            "sosDelayFromBatchStart.max", "answers.taken", "answers.alreadyOpen", "ambulanceDelay.p95",
            "episodes.notReached", "missedSos", "workers.max",
        ].map { "health.\($0)" }
    }

    /// The groups of people who wear a device.
    package func parts(in scenario: Scenario) -> SliceParts {
        SliceParts(groups: section(scenario.services).wearers.map(\.name))
    }

    private func section(_ services: [ServiceID: any Sendable]) -> HealthSection {
        services[.health] as? HealthSection ?? HealthSection()
    }

    /// Groups, parameters and ranges against each other, and whether anybody answers an SOS.
    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        HealthCheck.problems(section(read.scenario.services), read)
    }

    /// Batches, and what people take of memory.
    package func load(of scenario: Scenario) -> SliceLoad {
        let section = section(scenario.services)
        let days = scenario.length / TimeSpan.hours(24)
        let people = Double(section.peopleCount)
        return SliceLoad(
            asked: "\(section.peopleCount) people who wear a device",
            events: section.batchesADay * days + people * 12, bytes: people * 2500)
    }

    /// Opens the service, and makes everybody who wears a device.
    package func open(in city: SliceCity) -> OpenSlice {
        let section = section(city.scenario.services)
        let clients = city.scenario.clients ?? ClientsSection()
        let world = HealthWorld(
            section: section, log: city.host.log, layout: city.peopleLayout, key: city.key,
            start: city.scenario.start, end: city.scenario.end,
            delay: clients.mobile.delay ?? city.scenario.network.delay,
            systems: clients.phones.map { ($0.system, $0.weight) },
            // Services stand in one order in every city, and whoever can send help is opened before.
            rescue: city.host.services.lazy.compactMap { $0 as? any RescueService }.first,
            served: city.scenario.server == nil ? nil : city.scenario)
        let (loop, log) = (city.host.loop, city.host.log)
        // Like the rescue, whoever needs consents is opened before.
        let seeker = city.host.services.lazy.compactMap { $0 as? any ConsentSeeker }.first
        let broker = section.hasData || seeker != nil ? Self.broker(section, in: city) : nil
        let receiver: (any BatchReceiver)? = section.hasData ? broker : broker.map { ConsentOutages($0) }
        let monitor = HealthMonitor(
            section.rules, loop: loop, log: log, receiver: receiver, isStoring: section.hasData, inputs: city.inputLog)
        monitor.onLoop { $0.begin() }
        let lines = world.served.map { HealthLines(world, $0, loop: loop) }
        let parties =
            section.hasData
            ? broker.map {
                ThirdParties(
                    section.thirdParties, section.consent, section.data.limits, in: world, broker: $0, lines: lines)
            } : nil
        let population = HealthPopulation(
            world, monitor: monitor, thirdParties: parties, lines: lines,
            consents: seeker.flatMap { seeker in broker.map { ($0, seeker) } }, membership: city.membership)
        lines?.onLoop { $0.begin(population) }
        return OpenSlice(
            service: monitor, also: broker.map { [$0] } ?? [], role: population, clients: lines,
            replay: { input in
                if let message = input as? HealthMessage { monitor.onLoop { $0.take(message) } }
                if let message = input as? HeardMessage { broker?.onLoop { $0.take(message) } }
            })
    }

    /// The data side with its organisations. Batches are kept in a file without a name, which is gone with the run; in memory where there
    /// can be none. No batch is kept where only consents are asked for.
    private static func broker(_ section: HealthSection, in city: SliceCity) -> DataBroker {
        guard section.hasData else {
            return DataBroker(
                section.data, store: BatchMemory(), loop: city.host.loop, log: city.host.log, inputs: city.inputLog)
        }
        let file = Result { try BatchFile.unnamed() }
        let store: any BatchStore = (try? file.get()) ?? BatchMemory()
        let broker = DataBroker(
            section.data, store: store, loop: city.host.loop, log: city.host.log, inputs: city.inputLog)
        broker.onLoop { broker in
            if case .failure(let error) = file { broker.note(storeFailure: error) }
            for _ in 0..<section.partyCount { broker.addParty() }
        }
        return broker
    }

    package func fold(_ context: RunContext) -> (any ServiceFold)? {
        HealthFold(
            section(context.sections), context.caseFrame,
            rescues: context.events.compactMap { $0 as? any RescueEvent.Type })
    }

    /// SOS one by one.
    package func tables(_ context: RunContext) -> (any TableFold)? { HealthTables() }

    /// SOS messages that can be judged, and all of them.
    package var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.parts = [
            "health.sos.inTime": ShareMeaning.Parts(["health.sos.judged"]),
            "health.sos.inTimeFromStart": ShareMeaning.Parts(["health.sos"], less: ["health.sos.delayed"]),
            "health.sos.outsideEpisodes.share": ShareMeaning.Parts(["health.sos"]),
        ]
        return shares
    }
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? {
        HealthMonitoring(section(context.sections).rules, section(context.sections).data)
    }
}

extension HealthFold: ServiceFold {
    /// In the order of `HealthSlice.metrics`.
    var values: [Double?] { Metric<HealthTotals>.all.map { $0.value(totals) } }
    /// Users one by one, by their number, which is a pseudonym (SEC-09).
    var tables: [TableRows] {
        [TableRows(Self.table, users.enumerated().map { (number: $0 + 1, user: $1) })]
    }

    /// What became of the dangers, and of critical episodes where somebody sends ambulances.
    var cases: [CaseResult] { [dangers.cases, totals.rescues?.cases].compactMap(\.self) }

    private static let table = ResultTable<(number: Int, user: UserTotals)>(
        "wearers", .key("wearer") { $0.number }, .text("client") { $0.user.client.word },
        .integer("batches") { $0.user.batches }, .integer("delayed") { $0.user.delayed },
        .integer("dangerous") { $0.user.dangerous }, .integer("sos") { $0.user.sos })
}
