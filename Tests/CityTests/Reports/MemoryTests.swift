// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import TaxiSimulation

/// What the readers of the log remember follows what is open now, not all passengers there ever were.
@Suite struct MemoryTests {
    /// A thousand passengers who each call once: some refused, some aborted.
    private var script: EventScript {
        var script = EventScript()
        script.open(zones: 1, seats: [4])
        for number in 1...1000 {
            let passenger = PassengerID(number)
            script.at(Double(number), .callConfirmed(passenger: passenger, client: .mobile))
            if number.isMultiple(of: 3) {
                script.at(Double(number), .callRefused(passenger: passenger, reason: .noPosition))
            } else {
                script.at(
                    Double(number),
                    .requestStored(
                        request: RequestID(number), passenger: passenger, zone: ZoneID(1), travelers: 1, source: .gps,
                        place: .origin),
                    .requestAborted(request: RequestID(number), zone: ZoneID(1), reason: .noDriver))
            }
        }
        return script
    }

    @Test("the metrics forget a confirmed call when it is stored or refused")
    func metrics() {
        var fold = TaxiFold(context: city().taxiContext)
        for record in script.records {
            guard case .taxi(let event) = record.event else { continue }
            fold.take(event, at: record.time)
            #expect(fold.confirmedAt.count <= 1)
        }
        #expect(fold.confirmedAt.count == 0 && fold.requests.count == 0)
    }

    @Test("the invariants forget passengers without a request or a ride")
    func invariants() {
        var monitor = InvariantMonitor(context: city())
        monitor.observe(script.records[...])
        #expect(monitor.taxis.laws.passengers.count == 0 && monitor.taxis.laws.requests.count == 0)
        var open = EventScript()
        open.open(zones: 2, seats: [4, 4])
        open.inService(10, driver: 1, zone: 1)
        open.at(
            100,
            .requestStored(
                request: RequestID(1), passenger: PassengerID(7), zone: ZoneID(1), travelers: 1, source: .gps,
                place: .origin))
        monitor = InvariantMonitor(context: city())
        monitor.observe(open.records[...])
        #expect(monitor.taxis.laws.passengers.count == 1 && monitor.taxis.laws.passengers.value(of: 7)?.request == 1)
    }
}
