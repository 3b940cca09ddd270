// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import Synchronization
import TaxiRules
import Testing

/// Answers that are held back until what their messages asked for is durable.
@Suite struct HeldAnswerTests {
    /// A gateway with one worker, before services that hold back the answer to every call. Serving takes 3 s.
    private final class City {
        let loop = CityLoop()
        let services = HoldingServices()
        let gateway: Gateway
        private let log: EventLog
        private let list = EventList()

        init(outages: [Outage] = []) {
            log = EventLog(loop, batchSize: 1)
            log.add(list)
            gateway = Gateway(
                loop: loop, log: log, parameters: GatewayParameters(workers: 1), times: StatedTimes(all: .seconds(3)),
                outages: ListedOutages(outages))
            gateway.connect(services, services)
            gateway.open(.passenger(1))
            gateway.open(.driver(1))
        }

        func send(_ seconds: Double, _ envelope: Envelope) {
            let gateway = gateway
            loop.schedule(at: .seconds(seconds), as: .arrival) { gateway.arrive(envelope) }
        }

        func plan(_ seconds: Double, _ action: @escaping @Sendable (Gateway, HoldingServices) -> Void) {
            let (gateway, services) = (gateway, services)
            loop.schedule(at: .seconds(seconds)) { action(gateway, services) }
        }

        /// When which message was answered.
        func answers() throws -> [String] {
            try loop.run(until: .seconds(1_000))
            log.flush()
            return list.records.compactMap {
                guard case .server(.messageAnswered(let message, _, _, _, _, _, _, _)) = $0.event else { return nil }
                return "\(message) at \($0.time.inSeconds)"
            }
        }
    }

    @Test("AVAIL-07: the answer comes when the service gives it, with what it gives, and the worker is busy until then")
    func held() throws {
        let city = City()
        city.send(10, .call(1))
        city.send(11, .position(1))
        city.plan(50) { _, services in services.give(.account(.loggedOut)) }
        #expect(try city.answers() == ["1 at 50.0", "2 at 53.0"])
        #expect(city.services.notified == [.account(.loggedOut), .taken(.position)])
    }

    @Test("What is given before the gateway asks costs no time; without another one the first answer stands")
    func early() throws {
        let city = City()
        city.services.giveAtOnce()
        city.send(10, .call(1))
        #expect(try city.answers() == ["1 at 13.0"])
        #expect(city.services.notified == [.taken(.call)])
    }

    @Test(
        "AVAIL-02: what becomes durable in an outage is answered after it, and is not served again",
        arguments: [120, 400])
    func outage(given: Int) throws {
        let city = City(outages: [Outage(.seconds(100), .seconds(160))])
        city.send(90, .call(1))
        city.plan(Double(given)) { _, services in services.give(nil) }
        #expect(try city.answers() == ["1 at \(given == 120 ? "163.0" : "400.0")"])
        #expect(city.services.served == 1)
    }

    @Test("A session that ends meanwhile does not take the answer back; the end of the service does")
    func ends() throws {
        let city = City()
        city.send(10, .call(1))
        city.plan(20) { gateway, _ in gateway.closeSessions(of: AccountID(1)) }
        city.plan(30) { _, services in services.give(nil) }
        #expect(try city.answers() == ["1 at 30.0"])
        let closed = City()
        closed.send(10, .call(1))
        closed.plan(20) { gateway, _ in gateway.close() }
        closed.plan(30) { _, services in services.give(nil) }
        #expect(try closed.answers() == [])
    }
}

/// Services that hold back the answer to a call until the test gives it, and the clients.
private final class HoldingServices: GatewayBackend, GatewayClients {
    private struct State {
        var held = HeldAnswer()
        var served = 0
        var notified: [ServerAnswer] = []
    }

    private let state = Mutex(State())

    var served: Int { state.withLock { $0.served } }
    var notified: [ServerAnswer] { state.withLock { $0.notified } }
    func give(_ answer: ServerAnswer?) { state.withLock { $0.held }.give(answer) }
    func giveAtOnce() { give(nil) }

    func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        state.withLock { $0.served += 1 }
        return .taken(envelope.message.kind)
    }

    func heldAnswer(to envelope: Envelope, session: Session?) -> HeldAnswer? {
        envelope.message.kind == .call ? state.withLock { $0.held } : nil
    }

    func notify(_ connection: Connection, _ answer: ServerAnswer) { state.withLock { $0.notified.append(answer) } }
    func isOn(_ module: ModuleName) -> Bool { true }
    func hold() {}
    func restart() {}
    func release() -> Int { 0 }
}
