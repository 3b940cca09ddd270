// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import AmbulanceRules
import AmbulanceService
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import HealthRules
import HealthService
import Synchronization
import Testing

/// A live city of a health service and ambulances, which have no accounts: whoever sends them has a line of its own.
@Suite("Ambulances in a live city")
struct RescueTests {
    /// The city, with one ambulance, its crew, and a client of the public interface.
    private final class Town {
        let host: CityHost
        let city: LiveCity
        let client: CityClient
        let line: BatchLine
        let ambulances: AmbulanceService
        let crew = Crew()
        let notes = NotedLines([AmbulanceEvent.self])
        private let notices: HealthNotices
        private let rescue: Rescue

        init() throws {
            host = CityHost(start: HealthTown.start, observers: [notes], checksEveryTurn: true)
            let secrets = KeyedSecrets(key: [7])
            let hash = Argon2Hash(cost: .reduced, secrets: secrets)
            let health = LiveHealth(
                on: host, LiveHealth.Parameters(), accounts: try HealthTown.memory(), batches: BatchMemory(),
                hash: hash)
            ambulances = AmbulanceService(
                AmbulanceParameters(), travel: StraightRouter(freeSpeed: 10, circuity: 1), loop: host.loop,
                log: host.log)
            // The first service is one without accounts: the numbers of accounts do not depend on it.
            city = LiveCity(
                in: host, [LiveService([ambulances]), health],
                LiveCity.Parameters(times: NoTimes(), hash: hash, tokens: SecretTokens(secrets)))
            client = CityClient(
                loop: host.loop, gateway: city.access.gateway,
                layout: GridLayout(
                    rows: 1, columns: 1, side: .metres(1000),
                    anchor: GeographicPoint(longitude: 9.185, latitude: 45.456)))
            line = BatchLine(health.monitor)
            rescue = Rescue(health.monitor, ambulances)
            notices = HealthNotices(client, carrier: rescue)
            health.attach(data: client, health: notices)
            ambulances.onLoop { [crew] service in
                service.connect(crew)
                service.addAmbulance(of: AmbulanceStationID(1), at: .origin, hours: .always)
            }
            try city.connect(client)
        }

        func story(_ body: @escaping @Sendable (CityClient, BatchLine, AmbulanceService) async throws -> Void) throws {
            try host.loop.story(until: HealthTown.start + .hours(24)) { [client, line, ambulances] in
                try await body(client, line, ambulances)
            }
            host.close(at: host.loop.now)
            host.loop.tearDown()
        }
    }

    /// Brings an SOS from the health service to the ambulances of the same city, and the reply back.
    private final class Rescue: SOSCarrier {
        private let monitor: HealthMonitor
        private let service: any RescueService

        init(_ monitor: HealthMonitor, _ service: any RescueService) {
            (self.monitor, self.service) = (monitor, service)
        }

        func send(_ sos: SOSText) {
            // After the turn of the batch: the monitor is in the middle of it.
            monitor.loop.schedule(at: monitor.loop.now, as: .arrival) { [monitor, service] in
                let reply = service.help(sos.wearer.number, at: sos.place)
                monitor.onLoop { $0.take(.answered(sos.wearer, reply)) }
            }
        }
    }

    /// What the crew and the sender of an SOS are told.
    private final class Crew: AmbulanceClients {
        private let said = Mutex<[String]>([])
        var all: [String] { said.withLock { $0 } }
        func assess(_ call: AmbulanceCallID, priority: Int32) { said.withLock { $0.append("assess \(call)") } }
        func order(_ ambulance: AmbulanceID, _ order: CrewOrder) {
            if case .turnOut(let call, _, _) = order { said.withLock { $0.append("\(ambulance) to \(call)") } }
        }
        func answer(_ patient: PatientID, _ answer: SOSAnswer) {}
    }

    @Test("HEALTH-SOS-AMBULANCE: a dangerous batch of a logged-in person sends the ambulance of the same live city")
    func sos() throws {
        let town = try Town()
        try town.story { client, line, _ in
            let token = try await client.person("mario")
            let wearer = try await client.wears(token)
            #expect(try await line.send(client.batch(wearer, rate: 39)))
            try await client.loop.sleep(for: .seconds(1))
        }
        #expect(town.crew.all == ["1 to 1"])
        #expect(town.notes.lines.contains("ambulanceSent"))
    }

    @Test("AVAIL-03: a caller reaches the ambulances past the gateway, and takes no number of the accounts of others")
    func line() throws {
        let town = try Town()
        try town.story { client, _, ambulances in
            ambulances.onLoop { service in
                service.take(.call(Place(east: 10, north: 20), priority: 1))
                service.take(.assessed(AmbulanceCallID(1)))
            }
            // Numbers from 200,000,000 on are those of a city's second service with accounts.
            let account = try await client.createWearer(HealthTown.wearer("mario"))
            #expect(account.number < 200_000_000)
        }
        #expect(town.crew.all == ["assess 1", "1 to 1"])
        #expect(town.host.services.map(\.id.name).first == "ambulances")
    }
}
