// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import Synchronization
import TaxiRules
import Testing

/// Messages that other threads work for while a worker is busy with them.
@Suite struct SideWorkTests {
    private static let minute = [Outage(.seconds(100), .seconds(160))]

    /// A city of two workers in which another thread works for every call.
    private func city(_ work: StubWork, outages: [Outage] = []) -> GatewayCity {
        let city = GatewayCity(
            GatewayParameters(workers: 2), times: StatedTimes(all: .seconds(3)), outages: outages)
        city.services.setWork { $0.message.kind == .call ? work : nil }
        return city
    }

    @Test("A worker is busy until the work is finished; the others go on")
    func late() throws {
        let work = StubWork()
        let city = city(work)
        city.send(10, .call(1))
        city.send(11, .position(1), .position(2))
        city.plan(50) { _ in work.finish() }
        city.send(60, .position(3))
        try city.run()
        #expect(city.answers == ["2 at 14.0", "3 at 17.0", "1 at 50.0", "4 at 63.0"])
    }

    @Test("Work that is finished before the worker's time costs no time")
    func early() throws {
        let work = StubWork()
        let city = city(work)
        city.send(10, .call(1))
        city.plan(11) { _ in work.finish() }
        try city.run()
        #expect(city.answers == ["1 at 13.0"])
    }

    @Test("AVAIL-02: work that is finished in an outage counts, and its message is served anew after it")
    func outage() throws {
        let work = StubWork()
        let city = city(work, outages: Self.minute)
        city.send(90, .call(1))
        city.plan(120) { _ in work.finish() }
        try city.run()
        #expect(city.answers == ["1 at 163.0"])
    }

    @Test("A session that ends while another thread works ends its message too")
    func sessionOver() throws {
        let work = StubWork()
        let city = city(work)
        city.send(10, .call(1))
        city.plan(20) { $0.closeSessions(of: AccountID(1)) }
        city.plan(50) { _ in work.finish() }
        try city.run()
        #expect(city.outcomes.map(\.refusal) == [.notLoggedIn] && city.outcomes.map(\.time) == [.seconds(50)])
    }

    @Test("What is finished after the end of the service is not answered")
    func closed() throws {
        let work = StubWork()
        let city = city(work)
        city.send(10, .call(1))
        city.plan(20) { $0.close() }
        city.plan(50) { _ in work.finish() }
        try city.run()
        #expect(city.answers == [] && city.refusals == [])
    }
}

/// Work that is finished when the test says so.
private final class StubWork: SideWork {
    private struct State {
        var isFinished = false
        var call: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func isFinished(orCall call: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isFinished { state.call = call }
            return state.isFinished
        }
    }

    func finish() {
        let call = state.withLock { state in
            state.isFinished = true
            return state.call.take()
        }
        call?()
    }
}
