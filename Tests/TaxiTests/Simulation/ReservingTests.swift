// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// What passengers who reserve do.
@Suite struct ReservingTests {
    /// A town where nobody waits for a taxi, with passengers who reserve.
    private func town(
        _ reserving: String, perDay: Int = 1200, length: String = "10 h", drivers: Int = 60, passenger: String = "",
        more: String = ""
    ) throws -> TestRun {
        try TestCity(
            Towns.town(
                rows: 1, columns: 2, drivers: drivers, perDay: perDay, length: length,
                passenger:
                    "client: {gps-radius: 0 m, typing: 0 s, confirming: 0 s}\nreserving: {\(reserving)}\n\(passenger)",
                more: "modules: [reservations]\ntravel: {approach: 2 min, ride: 8 min}\n\(more)")
        ).run()
    }

    /// One reservation, made at 1:00 for 4:00.
    private func one(
        _ reserving: String, answer: String = "{reaction: 5 s, accept: 100%}", approach: String = "2 min"
    ) throws -> TestRun {
        try TestCity(
            """
            length: 7 h
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            modules: [reservations]
            travel: {approach: \(approach)}
            drivers: [{name: cabs, count: 1, answer: \(answer)}]
            passengers:
              - name: planners
                trace: ["01:00:00,1,1,1,600,5000,04:00:00"]
                reserving: {\(reserving)}
            """
        ).run()
    }

    private func stored(_ run: TestRun) -> [(time: Double, pickUp: Double)] {
        run.records.reservations.compactMap {
            if case .reservationStored(_, _, _, _, let pickUp, _) = $0.event { ($0.time, seconds(pickUp)) } else { nil }
        }
    }

    /// Seconds since the midnight of the test city's first day.
    private func seconds(_ time: CityTime) -> Double { (time - time.midnight).inSeconds }

    @Test("Reservations are made the drawn lead time before the pick-up, to the second")
    func leads() throws {
        let constant = stored(try town("share: 100%, lead: 3 h"))
        let later = constant.filter { $0.pickUp > 3 * 3600 }
        #expect(later.count > 250)
        #expect(later.allSatisfy { $0.pickUp - $0.time == 10_800 })
        // What comes too soon for its lead is reserved as early as can be: at the start.
        #expect(constant.filter { $0.pickUp <= 3 * 3600 }.allSatisfy { $0.time == 0 && $0.pickUp >= 7200 })

        let drawn = stored(try town("share: 100%, lead: {uniform: {from: 2 h, to: 4 h}}", length: "20 h"))
            .filter { $0.pickUp > 4 * 3600 }.map { ($0.pickUp - $0.time) / 3600 }
        #expect(drawn.count > 600)
        #expect(drawn.allSatisfy { (2...4).contains($0) })
        // Mean 3 h, standard deviation 2 h / sqrt(12): four standard errors.
        let mean = drawn.reduce(0, +) / Double(drawn.count)
        #expect(abs(mean - 3) < 4 * 0.577 / Double(drawn.count).squareRoot())
    }

    @Test("SIM-02: the trips of a group are the same whatever share of them is reserved: instants, places, travelers")
    func sameTrips() throws {
        func trips(_ share: String) throws -> [String] {
            let run = try town(
                "share: \(share), lead: 3 h", passenger: "travelers: {1: 50%, 2: 30%, 4: 20%}", more: "")
            var agreed: [RequestID: Double] = [:]
            var pickUps: [ReservationID: Double] = [:]
            var trips: [String] = []
            for record in run.records {
                switch record.event {
                case .reservation(.reservationStored(let reservation, _, _, _, let pickUp, _)):
                    pickUps[reservation] = seconds(pickUp)
                case .reservation(.reservationActivated(let reservation, let request, _, _)):
                    agreed[request] = pickUps[reservation]
                case .taxi(.requestStored(let request, _, let zone, let travelers, _, let place)):
                    let time = agreed[request] ?? record.time.inSeconds.rounded(.up)
                    trips.append("\(Int(time)) \(zone) \(travelers) \(place)")
                default: break
                }
            }
            #expect(run.result.violations.isEmpty)
            return trips.sorted()
        }
        let none = try trips("0%")
        #expect(none.count > 400)
        #expect(try trips("30%") == none)
        #expect(try trips("100%") == none)
    }

    @Test(
        "Each mistake is rejected for its reason, and the right form follows"
    )
    func mistakes() throws {
        let run = try town("share: 100%, lead: 3 h, mistakes: 100%")
        var rejected: [ReservationRefusal: Int] = [:]
        var wrong: [PassengerID: Double] = [:]
        var disabled = 0
        for (time, event) in run.records.reservations {
            switch event {
            case .reservationRejected(let passenger, let reason):
                rejected[reason, default: 0] += 1
                wrong[passenger] = time
            case .reserveButtonDisabled(let passenger):
                disabled += 1
                wrong[passenger] = time
            case .reservationStored(_, let passenger, _, _, _, _): #expect(wrong.removeValue(forKey: passenger) == time)
            default: break
            }
        }
        #expect(wrong.isEmpty)
        for reason in [
            ReservationRefusal.missingOrigin, .missingDestination, .missingTime, .badTravelerCount, .addressOutsideCity,
            .gpsTooCoarse, .badTime,
        ] {
            #expect(rejected[reason, default: 0] > 20, "\(reason): \(rejected)")
        }
        #expect(rejected.count == 7 && disabled > 20)
        #expect(run.result.violations.isEmpty)
    }

    @Test("TAXI-RESV-19: at a lead time of 1 h 59 min the button is disabled and nothing is sent; at 2 h it is active")
    func buttonDisabled() throws {
        func events(_ lead: String) throws -> [ReservationEvent] {
            try TestCity(
                """
                length: 8 h
                city: {grid: {rows: 1, columns: 1, cell: 1 km}}
                modules: [reservations]
                drivers: [{name: cabs, count: 5}]
                passengers:
                  - name: residents
                    population: {people: 10, thinking: {exponential: 2 h}}
                    reserving: {share: 100%, lead: \(lead)}
                """
            ).run().records.reservations.map(\.event)
        }
        let short = try events("119 min")
        #expect(short.count > 10)
        #expect(short.allSatisfy { if case .reserveButtonDisabled = $0 { true } else { false } })
        let exact = try events("2 h")
        #expect(!exact.contains { if case .reserveButtonDisabled = $0 { true } else { false } })
        #expect(exact.contains { if case .reservationStored = $0 { true } else { false } })
    }

    @Test("Who looks at the list does so a minute after the reservation, as often as the share says")
    func views() throws {
        let run = try town("share: 100%, lead: 3 h, views: 100%")
        let viewed = run.records.reservations.compactMap {
            if case .reservationsViewed = $0.event { $0.time } else { nil }
        }
        #expect(viewed.sorted() == stored(run).map { $0.time + 60 }.filter { $0 <= 36_000 }.sorted())
        let never = try town("share: 100%, lead: 3 h, views: 0%")
        #expect(!never.records.reservations.contains { if case .reservationsViewed = $0.event { true } else { false } })
    }

    @Test("Cancellations of the last 2 h are refused, those before them are not")
    func cancels() throws {
        let run = try town("share: 100%, lead: 4 h, cancel: 100%")
        var pickUps: [ReservationID: Double] = [:]
        var cancelled = 0
        var refused = 0
        for (time, event) in run.records.reservations {
            switch event {
            case .reservationStored(let reservation, _, _, _, let pickUp, _): pickUps[reservation] = seconds(pickUp)
            case .reservationCancelled(let reservation, _):
                cancelled += 1
                #expect(pickUps[reservation].map { $0 - time >= 7200 } == true)
            case .cancelRefused(let reservation, _, let reason):
                refused += 1
                #expect(pickUps[reservation].map { $0 - time < 7200 } == true && reason == .tooLate)
            default: break
            }
        }
        // The instant is drawn evenly over the 4 h: half of them come in time.
        #expect(cancelled > 100 && refused > 50)
        #expect(run.result.violations.isEmpty)
    }

    @Test("A passenger who comes 3 min late boards 3 min after the agreed time; a punctual one at it")
    func lateness() throws {
        func boards(_ reserving: String) throws -> [Double] {
            try one(reserving).records.times { if case .passengerAboard = $0 { true } else { false } }
        }
        #expect(try boards("lateness: 3 min") == [14_400 + 180])
        #expect(try boards("") == [14_400])
    }

    @Test("Whose patience ends without a driver withdraws then and leaves; without patience nobody does")
    func patience() throws {
        let refusing = "{reaction: 5 s, accept: 0%, refuse: 100%}"
        let run = try one("patience: 25 min", answer: refusing)
        let ends = run.records.reservations.filter {
            switch $0.event {
            case .reservationCancelled, .reservationEnded, .reservationUnserved, .cancelRefused: true
            default: false
            }
        }
        #expect(
            ends.map(\.event) == [
                .reservationCancelled(reservation: ReservationID(1), passenger: PassengerID(1)),
                .reservationEnded(reservation: ReservationID(1), outcome: .cancelled),
            ])
        #expect(ends.map(\.time) == [14_400 + 1500, 14_400 + 1500])
        let logouts = run.records.times { if case .passengerSession(_, false, _) = $0 { true } else { false } }
        #expect(logouts == [14_400 + 1500])
        #expect(run.result.violations.isEmpty)

        let endless = try one("", answer: refusing)
        #expect(
            endless.records.reservations.last?.event
                == .reservationEnded(reservation: ReservationID(1), outcome: .unserved))
        #expect(endless.records.reservations.last.map { abs($0.time - 25_200) < 1e-6 } == true)
    }

    @Test("A driver is coming: the passenger waits on, however long it takes")
    func patientWithDriver() throws {
        let run = try one("patience: 5 min", approach: "45 min")
        #expect(
            !run.records.reservations.contains {
                switch $0.event {
                case .reservationCancelled, .cancelRefused: true
                default: false
                }
            })
        // Activated at 3:50, accepted 5 s later.
        #expect(run.records.times { if case .passengerAboard = $0 { true } else { false } } == [13_805 + 2700])
    }

    @Test("Who came for a reserved or shared trip leaves when nothing is left to wait for")
    func leaving() throws {
        let rows = (0..<120).map { number in
            let time = "00:\(number / 2 < 10 ? "0" : "")\(number / 2):00"
            return number.isMultiple(of: 3) ? "\"\(time),1,1,1,,,04:00:00\"" : "\"\(time),1,1,1,,\""
        }
        let city = try TestCity(
            """
            length: 10 h
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            modules: [reservations, sharing]
            drivers: [{name: cabs, count: 8, answer: {reaction: 5 s, accept: 70%, refuse: 20%}}]
            passengers:
              - name: people
                trace: [\(rows.joined(separator: ", "))]
                no-shows: 10%
                log-outs: 20%
                call-again: 30%
                mistakes: 10%
                reserving: {cancel: 20%, patience: {exponential: 10 min}, mistakes: 20%, views: 30%}
                sharing: {willing: 60%, accept: 90%, lateness: {exponential: 3 min}}
            """)
        let (present, total) = try city.presentPassengers(at: [.minutes(70), .hours(9)])
        #expect(present[0] >= 20 && present[1] == 0)
        #expect(total == 120)
        let (reserved, _) = try city.presentPassengers(at: [.hours(3)])
        #expect((20...40).contains(reserved[0]))
    }

    @Test("Patience with a reserved taxi begins at the agreed time, not at the activation before it")
    func patienceWithTaxi() throws {
        // The taxi would come at about 5:50.
        let late = try TestCity(
            """
            length: 7 h
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            modules: [reservations]
            travel: {approach: 2 h}
            drivers: [{name: cabs, count: 1, answer: {reaction: 5 s, accept: 100%}}]
            passengers:
              - name: planners
                trace: ["01:00:00,1,1,1,600,5000,04:00:00"]
                reserving: {share: 100%, lead: 3 h}
                patience: 8 min
            """
        ).run()
        // Nobody cancels so late: the passenger leaves, and the driver finds nobody.
        let left = late.records.times { if case .passengerSession(_, false, _) = $0 { true } else { false } }
        #expect(left == [4 * 3600 + 480])
        #expect(late["calls.released"] == 1)
        // Everybody gets a taxi when there are enough.
        let town = try town(
            "share: 100%, lead: 3 h", perDay: 240, drivers: 30, passenger: "patience: 8 min", more: "")
        #expect(town["calls.fulfilled"] > 50)
        #expect(town["calls.abandoned"] == 0 && town["calls.released"] == 0)
    }
}
