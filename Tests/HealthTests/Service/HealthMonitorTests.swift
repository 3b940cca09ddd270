// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService
import Testing

/// The actor of the health service: nothing but the rules decides.
@Suite struct HealthMonitorTests {
    private static let wearer = WearerID(1)
    private static let data = PersonalData(number: "N1", birth: CivilDate(1950, 1, 1), residence: .origin)

    private static func batch(_ second: Int, _ rate: Int32) -> HealthMessage {
        let batch = HealthBatch(
            wearer, DeviceID(1), from: .seconds(second), to: .seconds(second + 3), at: .origin,
            [HealthValue(.heartRate, hundredths: rate * 100)])
        return .batch(SentBatch(batch, seal: batch.seal(9)))
    }

    private static let story: [(Int, HealthMessage)] = [
        (0, .register(data, client: .ios)), (0, .wearer(wearer, .logIn(seal: 9))), (0, .wearer(wearer, .permit(true))),
        (1, .wearer(wearer, .link(DeviceID(1), isFound: true))), (6, batch(3, 70)), (9, batch(6, 30)),
        (9, batch(6, 30)), (10, .answered(wearer, .taken)), (20, .crash), (30, .restart), (40, batch(30, 70)),
        (50, .wearer(wearer, .leave)),
    ]

    @Test("HEALTH-R27: what is stored is handed on at once and in order, and so is who comes, changes and leaves")
    func receives() throws {
        let city = LiveHealth()
        try city.run(Self.story, until: 60)
        #expect(
            city.listener.names.filter { $0 != "loadMeasured" } == [
                "wearerRegistered", "sosEnabled", "wearerLoggedIn", "permissionAsked", "permissionGiven",
                "deviceConnected",
                "batchReceived", "batchReceived", "batchRejected", "sosSent", "sosAnswered", "serviceDown", "serviceUp",
                "batchReceived", "wearerLeft",
            ])
        #expect(city.keeper.said == ["registered 1", "batch 3", "batch 6", "down", "up", "batch 30", "left 1"])
        #expect(city.clients.texts.map(\.person) == [Self.data])
    }

    @Test(
        "SIM-06, SEC-09: a replay of the messages alone gives the same facts, and they hold no social security number")
    func replay() throws {
        let first = LiveHealth()
        try first.run(Self.story, until: 60)
        #expect(first.inputs.records.count == Self.story.count)
        // SEC-09: no social security number is in what a run records.
        #expect(!first.inputs.records.contains { "\($0.message)".contains("N1") })
        let second = LiveHealth()
        try second.run(
            first.inputs.records.compactMap { record in
                (record.message as? HealthMessage).map { (Int(record.time.inSeconds), $0) }
            }, until: 60)
        #expect(first.listener.names.count > 15 && first.listener.names == second.listener.names)
    }
}

/// A loop with a health monitor.
private final class LiveHealth {
    let loop = CityLoop()
    let listener = Listener()
    let keeper = Keeper()
    let clients = Clients()
    let inputs = InputLog()
    let log: EventLog
    let monitor: HealthMonitor

    init() {
        log = EventLog(loop)
        log.add(listener)
        monitor = HealthMonitor(HealthParameters(), loop: loop, log: log, receiver: keeper, inputs: inputs)
        monitor.onLoop { [clients] in
            $0.connect(clients)
            $0.begin()
        }
    }

    func run(_ story: [(Int, HealthMessage)], until second: Int) throws {
        for (time, message) in story {
            loop.schedule(at: .seconds(time), as: .arrival) { [monitor] in monitor.onLoop { $0.take(message) } }
        }
        try loop.run(until: .seconds(second))
        loop.runTurn(at: .seconds(second)) { monitor.end() }
        log.finish(at: .seconds(second))
        #expect(loop.tearDown().isEmpty && loop.strayCount == 0)
    }

    final class Listener: EventObserver {
        private(set) var names: [String] = []
        func subscribe(to feed: EventFeed) {
            feed.on(HealthEvent.self) { [self] records in
                for index in records.indices { names.append(records[index].event.name) }
            }
        }
    }

    final class Keeper: BatchReceiver, @unchecked Sendable {
        private(set) var said: [String] = []
        func registered(_ wearer: WearerID, _ data: PersonalData) { said.append("registered \(wearer)") }
        func changed(_ wearer: WearerID, _ data: PersonalData) { said.append("changed \(wearer)") }
        func left(_ wearer: WearerID) { said.append("left \(wearer)") }
        func handled(until time: CityTime) {}
        func service(isUp: Bool) { said.append(isUp ? "up" : "down") }
        func take(_ batch: HealthBatch) { said.append("batch \(Int(batch.start.inSeconds))") }
    }

    final class Clients: HealthClients, @unchecked Sendable {
        private(set) var texts: [SOSText] = []
        func tell(_ notice: WearerNotice) {}
        func send(_ sos: SOSText) { texts.append(sos) }
    }
}
