// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import Testing

/// What synthetic drivers do.
@Suite struct DriverTests {
    @Test("TAXI-CALL-09: drivers accept, refuse and stay silent in the shares of their habit, after the drawn reaction")
    func answers() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 200, perDay: 20_000, length: "6 h",
                driver: "answer: {reaction: {uniform: {from: 2 s, to: 12 s}}, accept: 60%, refuse: 25%}",
                more: "travel: {approach: 10 s, ride: 60 s}")
        ).run()
        let (sent, accepted, refused, silent) = (
            run["offers.sent"], run["offers.accepted"], run["offers.refused"], run["offers.timedOut"]
        )
        #expect(sent > 5000)
        // Five standard deviations of a binomial share.
        func holds(_ count: Double, _ share: Double) -> Bool {
            abs(count - sent * share) < 5 * (sent * share * (1 - share)).squareRoot() + 20
        }
        #expect(holds(accepted, 0.6), "\(accepted) of \(sent)")
        #expect(holds(refused, 0.25), "\(refused) of \(sent)")
        #expect(holds(silent, 0.15), "\(silent) of \(sent)")
        // Answers come within the reaction times, and their mean is 7 s.
        var begun: [OfferID: CityTime] = [:]
        var reactions: [Double] = []
        for record in run.records {
            switch record.taxi {
            case .offerSent(let offer, _, _, _, _, _, _, _, _): begun[offer] = record.time
            case .offerAccepted(let offer, _, _), .offerRefused(let offer, _, _):
                if let sent = begun[offer] { reactions.append((record.time - sent).inSeconds) }
            default: break
            }
        }
        #expect(reactions.allSatisfy { $0 >= 2 && $0 <= 12 })
        let mean = reactions.reduce(0, +) / Double(reactions.count)
        #expect(abs(mean - 7) < 5 * 10 / 12.0.squareRoot() / Double(reactions.count).squareRoot())
    }

    @Test("Acceptance falls with the distance to the meeting point and with the hour")
    func habitFactors() throws {
        func share(_ driver: String) throws -> Double {
            let run = try TestCity(
                Towns.town(
                    rows: 1, columns: 1, drivers: 100, perDay: 20_000, length: "3 h", driver: driver,
                    more: "travel: {approach: 10 s, ride: 60 s}")
            ).run(checks: false)
            return run["offers.accepted"] / run["offers.sent"]
        }
        let plain = try share("answer: {accept: 80%}")
        let far = try share("answer: {accept: 80%, lost-per-kilometre: 40%}")
        let early = try share("answer: {accept: 80%, by-hour: 0.5}")
        #expect(abs(plain - 0.8) < 0.05)
        // Cells of 250 m in a square kilometre: about 0.5 km on average.
        #expect(far < 0.75 && far > 0.55)
        #expect(abs(early - 0.4) < 0.05)
    }

    @Test("TAXI-QUEUE-02: a shift from 08:00 to 16:00 begins and ends at these times, or with the ride in progress")
    func shifts() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 10, perDay: 1500, length: "24 h",
                driver: "shift: {start: 08:00, length: 8 h}\nanswer: {reaction: 5 s, accept: 100%}",
                more: "travel: {approach: 2 min, ride: 10 min}")
        ).run()
        #expect(run.result.violations.isEmpty)
        let begun = run.records.times {
            if case .statusChanged(_, .offShift, .available, .byHand) = $0 { true } else { false }
        }
        #expect(begun == [Double](repeating: 8 * 3600, count: 10))
        var ended = 0
        var busy: Set<DriverID> = []
        for record in run.records {
            guard case .statusChanged(let driver, let from, let to, let cause) = record.taxi else { continue }
            if to == .busy { busy.insert(driver) }
            if from == .busy { busy.remove(driver) }
            guard to == .offShift else { continue }
            ended += 1
            #expect(cause == .byHand)
            // At 16:00 sharp, or with the end of a ride, which lasts 12 min at most.
            let late = record.time.inSeconds - 16 * 3600
            #expect(from == .available ? late == 0 : late > 0 && late <= 725, "\(record.line)")
        }
        #expect(ended == 10)
        #expect(busy.isEmpty)
    }

    @Test("A driver on a break is off shift and comes back after it, unless the shift has ended")
    func breaks() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 1, perDay: 0, length: "6 h",
                driver: "shift: {start: 01:00, length: 235 min, breaks: {after: 90 min, length: 30 min}}")
        ).run()
        let changes = run.records.found { if case .statusChanged(_, _, let to, _) = $0 { to } else { nil } }
        #expect(changes.map(\.time) == [60, 150, 180, 270].map { $0 * 60.0 })
        #expect(changes.map(\.found) == [.available, .offShift, .available, .offShift] as [DriverStatus])
        #expect(run.result.violations.isEmpty)
    }

    @Test("OPS-05: with a limit of 10 h nobody stays in service longer than 10 h plus the ride in progress")
    func shiftLimit() throws {
        let run = try TestCity(
            Towns.town(
                drivers: 20, perDay: 1500, length: "48 h", driver: "shift: {start: 05:00, length: 14 h}",
                more: "travel: {approach: 3 min, ride: 12 min}\ndispatch: {shift-limit: 10 h}")
        ).run()
        #expect(run.result.violations.isEmpty)
        var since: [DriverID: CityTime] = [:]
        var reached = 0
        var longest = 0.0
        for record in run.records {
            switch record.taxi {
            case .statusChanged(let driver, .offShift, _, _): since[driver] = record.time
            case .statusChanged(let driver, _, .offShift, _):
                guard let begin = since.removeValue(forKey: driver) else { continue }
                longest = max(longest, (record.time - begin).inSeconds)
            case .shiftLimitReached: reached += 1
            default: break
            }
        }
        #expect(reached >= 20)
        // The ride in progress: reaction, approach, ride.
        #expect(longest >= 36_000 && longest <= 36_000 + 15 * 60 + 60)
    }

    @Test(
        "TAXI-QUEUE-04, TAXI-QUEUE-11: a cruising taxi changes the queue where its way crosses the border, at that instant"
    )
    func cruising() throws {
        let run = try TestCity(
            Towns.town(
                rows: 3, columns: 3, cell: "400 m", drivers: 10, perDay: 0, length: "2 h",
                driver: "idle: {cruise: {pause: 20 s, radius: 600 m}}",
                more: "travel: {free-speed: 36 km/h, circuity: 1}")
        ).run()
        #expect(run.result.violations.isEmpty)
        var crossed = 0
        var places: [DriverID: Place] = [:]
        for record in run.records {
            if case .positionReported(let driver, let place, _) = record.taxi { places[driver] = place }
            guard case .driverEnqueued(let driver, let zone, _, .zoneChange) = record.taxi else { continue }
            crossed += 1
            guard let place = places[driver] else { continue }
            #expect(ZoneID(1 + Int((place.east - 1) / 400_000) + 3 * Int((place.north - 1) / 400_000)) == zone)
            // Within the few millimetres beyond the border that the crossing adds.
            let off = [place.east, place.north].map { min($0 % 400_000, 400_000 - $0 % 400_000) }.min() ?? .max
            #expect(off <= 6, "\(place) is not at a border")
        }
        #expect(crossed > 100)
        // Both at one instant: as many left by the border as joined by it.
        let left = run.records.count { if case .driverDequeued(_, _, .zoneChange) = $0.taxi { true } else { false } }
        #expect(left == crossed)
    }

    @Test("TAXI-QUEUE-01: the age of the last known position of a taxi in service never exceeds the report interval")
    func positionAge() throws {
        let run = try TestCity(
            Towns.town(
                drivers: 8, perDay: 1000, length: "3 h",
                driver: "position-interval: 45 s\nidle: {cruise: {pause: 30 s, radius: 800 m}}",
                more: "travel: {approach: 4 min, ride: 10 min}")
        ).run()
        let ages = PositionAges(run.records, until: .seconds(3 * 3600))
        #expect(ages.taxis == 8)
        #expect(ages.oldest <= 45, "\(ages.oldest)")
        #expect(ages.oldest > 40)
        // Of a taxi that falls silent for good, nothing but its age grows: the log without its last hour of reports.
        let silent = run.records.filter { record in
            guard case .positionReported(DriverID(3), _, _) = record.taxi else { return true }
            return record.time < .seconds(2 * 3600)
        }
        #expect(PositionAges(silent, until: .seconds(3 * 3600)).oldest > 45)
        // And of one that reports nothing at all from the moment on at which it goes in service.
        let mute = [
            EventRecord(
                number: 1, time: .seconds(1), turn: 1,
                event: .taxi(.statusChanged(driver: DriverID(1), from: .offShift, to: .available, cause: .byHand)))
        ]
        #expect(PositionAges(mute, until: .seconds(100)).oldest == 99)
    }

    @Test("Taxis that return to a zone go there after the pause and stay")
    func returning() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 3, drivers: 12, perDay: 0, length: "1 h",
                driver: "idle: {return: {zones: {2: 1}, pause: 1 min}}")
        ).run()
        var zones: [DriverID: ZoneID] = [:]
        for record in run.records {
            if case .driverEnqueued(let driver, let zone, _, _) = record.taxi { zones[driver] = zone }
        }
        #expect(zones.count == 12)
        #expect(zones.values.allSatisfy { $0 == ZoneID(2) })
        #expect(run.result.violations.isEmpty)
    }

    @Test("TAXI-QUEUE-12: a taxi whose way leaves all zones is put out of service there and comes back by hand")
    func leavesAllZones() throws {
        // Position error makes taxis at the edge report places outside.
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 10, perDay: 0, length: "2 h",
                driver:
                    "position-interval: 30 s\nidle: {cruise: {pause: 10 s, radius: 900 m}}\nreturn-to-service: 2 min",
                more: ""
            ).replacing(
                "cell: 1 km}",
                with: "cell: 1 km}, position-error: {normal: {mean: 0 m, sd: 60 m, min: 0 m, max: 300 m}}")
        ).run()
        #expect(run.result.violations.isEmpty)
        let left = run.records.found { event -> DriverID? in
            if case .statusChanged(let driver, .available, .offShift, .leftAllZones) = event { driver } else { nil }
        }
        #expect(left.count > 10)
        for (time, driver) in left where time < 7000 {
            let next = run.records.first { record in
                guard record.time.inSeconds > time else { return false }
                return switch record.taxi {
                case .statusChanged(driver, _, _, _), .statusRefused(driver, _): true
                default: false
                }
            }
            // The two minutes count from where the taxi was going, at most 1.3 x 1.3 km away at 30 km/h.
            #expect(next.map { (120...330).contains(($0.time.inSeconds - time).rounded()) } ?? false)
        }
    }

    @Test("TAXI-OFFER-01: every one of 1000 offers and more is seen on the driver's phone, at once without delays")
    func everyOfferIsShown() throws {
        let run = try TestCity(
            Towns.town(
                drivers: 60, perDay: 12_000, length: "4 h", driver: "answer: {reaction: 5 s, accept: 70%, refuse: 20%}",
                more: "travel: {approach: 1 min, ride: 5 min}")
        ).run()
        let sent = run.records.found {
            if case .offerSent(let offer, _, _, _, _, _, _, _, _) = $0 { offer } else { nil }
        }
        let shown = run.records.found { if case .driverNotified(let offer, _, _) = $0 { offer } else { nil } }
        #expect(sent.count >= 1000)
        #expect(shown.map(\.found).sorted() == sent.map(\.found).sorted())
        #expect(
            Dictionary(uniqueKeysWithValues: shown.map { ($0.found, $0.time) })
                == Dictionary(uniqueKeysWithValues: sent.map { ($0.found, $0.time) }))
    }

    @Test("A driver's messages keep their order on a slow network: no odometer runs backwards in the log")
    func messagesKeepTheirOrder() throws {
        let run = try TestCity(
            Towns.town(
                drivers: 40, perDay: 8000, length: "4 h",
                driver: "boarding: {uniform: {from: 0 s, to: 3 s}}\nposition-interval: 5 s",
                more: "network: {delay: {uniform: {from: 0 s, to: 4 s}}}")
        ).run()
        var odometers: [DriverID: Distance] = [:]
        var boarded = 0
        for record in run.records {
            switch record.taxi {
            case .passengerAboard(_, _, let driver, _, let odometer), .positionReported(let driver, _, let odometer),
                .rideEnded(_, _, let driver, _, let odometer):
                #expect(odometer >= odometers[driver] ?? .zero, "\(record.line)")
                odometers[driver] = odometer
                if case .passengerAboard = record.taxi { boarded += 1 }
            default: break
            }
        }
        #expect(boarded > 500)
        #expect(run.result.violations.isEmpty)
    }

    @Test("TAXI-REPORT-01: drivers report their passengers with the probability of their habit")
    func badReports() throws {
        let run = try TestCity(
            Towns.town(
                drivers: 60, perDay: 12_000, length: "4 h", driver: "bad-reports: 20%",
                more: "travel: {approach: 1 min, ride: 5 min}")
        ).run()
        let (rides, reports) = (run["rides.ended"], run["reports.badCustomer"])
        #expect(rides > 1000)
        #expect(abs(reports - 0.2 * rides) < 5 * (0.16 * rides).squareRoot())
        #expect(run.result.violations.isEmpty)
    }

    /// Where shifts begin: two zones of 5 km, the taxi's in the first, one ride to the second.
    private func shifts(_ shift: String, days: Int = 3, speed: String = "30 km/h") throws -> TestRun {
        try TestCity(
            """
            length: \(days) d
            city: {grid: {rows: 1, columns: 2, cell: 5 km}}
            travel: {circuity: 1, free-speed: \(speed)}
            drivers:
              - name: cabs
                count: 1
                start: {1: 100%}
                shift: \(shift)
            passengers:
              - name: callers
                trace: ["09:00:00,1,2,1,600,5000"]
            """
        ).run()
    }

    @Test("Every shift begins where `start` says: after a shift the taxi drives back there, off shift")
    func shiftsBeginAtStart() throws {
        let run = try shifts("{start: 08:00, length: 4 h}")
        let joined = run.records.found { event -> (ZoneID, EnqueueReason)? in
            if case .driverEnqueued(_, let zone, _, let reason) = event { (zone, reason) } else { nil }
        }
        #expect(joined.map(\.found.1) == [.inService, .rideEnded, .inService, .inService])
        #expect(joined.map(\.found.0) == [ZoneID(1), ZoneID(2), ZoneID(1), ZoneID(1)])
        #expect(joined.map { Int($0.time) / 3600 } == [8, 9, 32, 56])
        #expect(run.result.violations.isEmpty)
        // On a break at the end of the shift, and out of service before it: home as well.
        for shift in [
            "{start: 08:00, length: 4 h, breaks: {after: 3 h, length: 5 h}}",
            "{start: 08:00, length: 90 min, breaks: {after: 80 min, length: 9 min}}",
        ] {
            let run = try shifts(shift)
            let zones = run.records.found { event -> ZoneID? in
                if case .driverEnqueued(_, let zone, _, .inService) = event { zone } else { nil }
            }
            let days = Dictionary(grouping: zones) { Int($0.time) / 86_400 }
            #expect(days.count == 3 && days.values.allSatisfy { $0.first?.found == ZoneID(1) }, "\(shift): \(zones)")
        }
    }

    @Test("A shift that comes before the taxi is back begins on its way")
    func shiftBeginsOnTheWay() throws {
        // At 1 km/h the taxi is 1 km nearer after the hour between two shifts.
        let run = try shifts("{start: 08:00, length: 23 h}", speed: "1 km/h")
        let starts = run.records.found { event -> Double? in
            if case .statusChanged(_, .offShift, .available, .byHand) = event { 1 } else { nil }
        }
        // The shift of the day before lasts until 7.
        #expect(starts.map(\.time) == [0, 8, 32, 56].map { $0 * 3600.0 })
        #expect(run.result.violations.isEmpty)
    }

    @Test("A call at the instant at which a shift begins or a break ends finds the driver, on every day")
    func beginnings() throws {
        let town = try TestCity(
            """
            length: 60 h
            city: {grid: {rows: 1, columns: 1, cell: 3 km}}
            travel: {approach: 5 min}
            drivers:
              - name: cabs
                count: 3
                shift: {start: 08:00, length: 4 h, breaks: {after: 1 h, length: 1 h}}
                answer: {reaction: 5 s}
            passengers:
              - name: riders
                trace: [\(["08", "10", "32", "34", "56", "58"].map { "\"\($0):00:00,1,1,1,600,5000\"" }.joined(separator: ", "))]
            """)
        let run = try town.run()
        #expect(run["calls.stored"] == 6 && run["calls.fulfilled"] == 6)
        #expect(run.result.violations.isEmpty)
    }

    @Test("Distances pass as times do: a ride under way counts by its share at the end of the warm-up and of the run")
    func sharedRides() throws {
        func run(_ head: String, _ row: String) throws -> TestRun {
            try TestCity(
                """
                start: 2026-03-04 08:00
                \(head)
                city: {grid: {rows: 1, columns: 2, cell: 3 km}}
                travel: {approach: 5 min}
                drivers: [{name: cabs, count: 1, start: {1: 1}, answer: {reaction: 5 s}}]
                passengers: [{name: riders, trace: ["\(row)"]}]
                """
            ).run()
        }
        // 30 km in an hour; aboard 5 min and 5 s after the call.
        let atEnd = try run("length: 1 h", "08:40:00,1,2,1,3600,30000")
        #expect(abs(atEnd["distance.withPassenger"] - 30.0 * 895 / 3600) < 1e-5)
        let overWarmUp = try run("length: 2 h\nwarm-up: 30 min", "08:10:00,1,2,1,3600,30000")
        #expect(abs(overWarmUp["distance.withPassenger"] - 30.0 * 2705 / 3600) < 1e-5)
        // An approach over the warm-up's end, of which a share counts too.
        let approach = try run("length: 2 h\nwarm-up: 12 min", "08:10:00,1,2,1,3600,30000")
        let whole = try run("length: 2 h", "08:10:00,1,2,1,3600,30000")
        // 185 s of the 300 s of the way lie after it.
        #expect(abs(approach["distance.toPickUp"] / whole["distance.toPickUp"] - 185.0 / 300) < 1e-4)
        #expect(whole["distance.withPassenger"] == 30)
    }
}
