// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Reports of bad use.
struct BadReportTests {
    /// A drives P from 0 s and from 100 s and reports P each time, at 50 s and at 150 s.
    private func city() -> RuleCity {
        var city = RuleCity()
        city.queueUp(.a)
        for start in [0.0, 100] {
            city.at(start, .calls(.p))
            city.at(start + 10, .accepts(.a))
            city.at(start + 20, .isAt(.a, Strips.middle(of: .z1)))
            city.at(start + 30, .boards(.a))
            city.at(start + 50, .endsRide(.a, at: .kilometres(7), badCustomer: true))
        }
        return city
    }

    @Test("TAXI-REPORT-01: after 2 reports badReports is 2, and P's next call is still processed")
    func twoReports() {
        var city = city()
        city.at(200, .calls(.p))
        city.run(until: 200)
        #expect(city.calls.badReports(of: .p) == 2)
        #expect(city.times(.badCustomerReported(driver: .a, passenger: .p, count: 1)) == [50])
        #expect(city.times(.badCustomerReported(driver: .a, passenger: .p, count: 2)) == [150])
        #expect(city.stored == "0 R1, 100 R2, 200 R3")
        #expect(city.offers.hasSuffix("200 A:R3"))
    }

    @Test("The count is shown to the passenger, as a notice of its own kind")
    func shown() {
        var city = city()
        city.run(until: 150)
        let counts = city.reported.map(\.notice).filter { [.reported(total: 1), .reported(total: 2)].contains($0) }
        #expect(counts == [.reported(total: 1), .reported(total: 2)])
        let notice = TaxiEvent.passengerNotified(
            passenger: .p, request: .r2, kind: .badReport, reason: nil, taxi: nil, eta: nil, position: nil)
        #expect(city.times(notice) == [150])
    }

    @Test("A report of a logged-out passenger is kept until the next login")
    func loggedOut() {
        var city = city()
        city.at(40, .passengerLogsOut(.p))
        city.at(90, .passengerLogsIn(.p))
        city.run(until: 90)
        #expect(city.times(.noticeHeld(passenger: .p, request: .r1, kind: .badReport)) == [50])
        let delivered = TaxiEvent.noticeDelivered(
            passenger: .p, request: .r1, kind: .badReport, delay: .seconds(40))
        #expect(city.times(delivered) == [90])
        #expect(city.reported.suffix(2).map(\.notice) == [.reported(total: 1), .rideEnded(.r1)])
    }
}
