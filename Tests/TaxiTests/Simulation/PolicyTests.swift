// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import TaxiSimulation
import Testing

/// Whole towns by policies that leave a rule.
@Suite struct LeavingPolicyTownTests {
    /// Four zones in a row; all drivers stand in the first, all calls come in the third.
    private func town(_ dispatch: String, drivers: Int = 6, calls: Int = 60) throws -> TestCity {
        try TestCity(
            """
            length: 6 h
            city: {grid: {rows: 1, columns: 4, cell: 1 km}}
            travel: {circuity: 1, free-speed: 30 km/h}
            dispatch: {\(dispatch)}
            drivers: [{name: cabs, count: \(drivers), start: {1: 1}, answer: {reaction: 5 s}}]
            passengers: [{name: callers, arrivals: {per-day: \(calls * 4)}, origin: {3: 1}, destination: {zones: {3: 1}}, patience: 20 min}]
            """)
    }

    @Test("Zones around are asked as far as rings say; the offers are to drivers of the zone that is asked")
    func neighbours() throws {
        let alone = try town("policy: fifo").run()
        #expect(alone["calls.unservedShare"] == 1 && alone["calls.handedOver"] == 0)
        let one = try town("neighbours: {rings: 1}").run()
        #expect(one["calls.unservedShare"] == 1, "zone 1 is two steps from zone 3")
        let two = try town("neighbours: {rings: 2}").run()
        #expect(two.result.violations.isEmpty && two["offers.zoneCrossing"] == 0)
        #expect(two["calls.handedOver"] > 0 && two["calls.unservedShare"] < 0.2, "\(two["calls.unservedShare"])")
        // Those whose ride has ended stand in zone 3, and are asked first.
        let own = two.records.filter {
            if case .offerSent(_, _, _, let zone, _, _, _, _, _) = $0.taxi { zone == ZoneID(3) } else { false }
        }
        #expect(!own.isEmpty)
    }

    @Test("Free taxis that are sent come to the zone of the calls; without it they stay where nobody calls")
    func sendFree() throws {
        let sent = try town("send-free: {every: 5 min}, waiting-room: 100").run()
        #expect(sent.result.violations.isEmpty)
        #expect(sent["drivers.sent"] >= 6 && sent["calls.unservedShare"] < 0.3, "\(sent["calls.unservedShare"])")
        let stay = try town("waiting-room: 100").run()
        #expect(stay["calls.unservedShare"] == 1 && stay["drivers.sent"] == 0)
    }

    @Test("Batches and any driver serve as many in an easy town, and the report names the rules that they leave")
    func others() throws {
        for (dispatch, rule) in [
            ("batch: 5 s", "TAXI-CALL-04"), ("policy: any", "TAXI-QUEUE-05"),
            ("neighbours: {after: 30 s}", "TAXI-CALL-05"),
        ] {
            let city = try TestCity(
                Towns.town(drivers: 60, perDay: 1500, length: "4 h", more: "dispatch: {\(dispatch)}"))
            let run = try city.run()
            #expect(run.result.violations.isEmpty && run["rides.ended"] > 100, "\(dispatch)")
            #expect(run.result.context.taxi.leaves.contains { $0.contains(rule) }, "\(run.result.context.taxi.leaves)")
        }
    }
}
