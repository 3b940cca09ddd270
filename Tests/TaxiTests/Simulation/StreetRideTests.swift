// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// People who stop taxis on the street or take one at a rank.
@Suite struct StreetRideTests {
    /// One zone with some drivers, and people at these times whose rides last 10 min.
    private func town(
        _ rows: [String], drivers: Int = 1, by: String = "hail", more: String = "", driver: String = "",
        callers: [String] = []
    ) -> String {
        func list(_ rows: [String]) -> String { "[\(rows.map { "\"\($0),1,1,1,600,5000\"" }.joined(separator: ", "))]" }
        let calls = callers.isEmpty ? "" : "  - {name: phone, trace: \(list(callers))}\n"
        return """
            length: 2 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers:
              - {name: cabs, count: \(drivers), answer: {reaction: 20 s, accept: 100%}\(driver)}
            passengers:
              - {name: street, by: \(by), trace: \(list(rows))\(more)}
            \(calls)
            """
    }

    /// What happens on the street, as lines.
    private func story(_ run: TestRun) -> [String] {
        run.records.compactMap { record in
            let time = Int(record.time.inSeconds)
            return switch record.street {
            case .streetAsked(let passenger, _, let manner, _, _): "\(time) \(passenger) \(manner.word)"
            case .streetBoarded(let passenger, let driver, _, _): "\(time) \(passenger) in \(driver)"
            case .streetLeft(let passenger, _, let calls): "\(time) \(passenger) \(calls ? "calls" : "left")"
            case .streetRideEnded(let passenger, let driver, _, _): "\(time) \(passenger) out of \(driver)"
            case nil: nil
            }
        }
    }

    @Test(
        "A hail gets in at once without offer and approach; the driver is off shift for the ride, and in service after it"
    )
    func hail() throws {
        let run = try TestCity(town(["00:01:00"])).run()
        #expect(run.result.violations.isEmpty && run["offers.sent"] == 0 && run["calls.stored"] == 0)
        #expect(story(run) == ["60 1 hail", "60 1 in 1", "660 1 out of 1"])
        let statuses = run.records.compactMap { record -> String? in
            guard case .statusChanged(_, let from, let to, let cause) = record.taxi else { return nil }
            return "\(Int(record.time.inSeconds)) \(from.word) \(to.word) \(cause.word)"
        }
        #expect(
            statuses == [
                "0 offShift available byHand", "60 available offShift streetRide", "660 offShift available byHand",
            ])
        #expect(run["rides.ended"] == 1 && run["streets.rides"] == 1 && run["distance.withPassenger"] == 5)
        // 10 of 120 min, which are part of the time with a passenger and in service.
        #expect(
            abs(run["streets.timeShare"] - 600 / 7200) < 1e-6
                && abs(run["drivers.share.withPassenger"] - 600 / 7200) < 1e-6)
        #expect(run["drivers.inService"] == 1 && run["drivers.serviceHours"] == 2)
    }

    @Test("Who finds no taxi stands: the next that becomes free stops in order of arrival, and patience ends the wait")
    func standing() throws {
        let run = try TestCity(
            town(["00:01:00", "00:02:00", "00:03:00", "00:04:00"], more: ", patience: 570 s")
        ).run()
        #expect(run.result.violations.isEmpty)
        #expect(
            story(run) == [
                "60 1 hail", "60 1 in 1", "120 2 hail", "180 3 hail", "240 4 hail", "660 1 out of 1", "660 2 in 1",
                "750 3 left", "810 4 left", "1260 2 out of 1",
            ])
        #expect(run["streets.asked"] == 4 && run["streets.boarded"] == 2 && run["streets.left"] == 2)
        #expect(run["streets.leftShare"] == 0.5 && run["streets.wait.mean"] == 270 && run["streets.stood.mean"] == 570)
    }

    @Test("`then: call`: who stood in vain calls, and is served by the service")
    func thenCall() throws {
        let run = try TestCity(
            town(
                ["00:01:00", "00:02:00"],
                more: ", patience: 5 min, then: call, call-again: 100%, call-again-after: 3 min")
        ).run()
        #expect(run.result.violations.isEmpty)
        #expect(story(run) == ["60 1 hail", "60 1 in 1", "120 2 hail", "420 2 calls", "660 1 out of 1"])
        // Twice nobody is free; then the taxi is. It is the same person, and the same wish.
        #expect(run["streets.calling"] == 1 && run["calls.aborted"] == 2 && run["calls.fulfilled"] == 1)
        #expect(run["rides.ended"] == 2 && run["wishes.total"] == 2 && run["wishes.unserved"] == 0)
        let callers = run.records.compactMap { record -> PassengerID? in
            if case .requestStored(_, let passenger, _, _, _, _) = record.taxi { passenger } else { nil }
        }
        #expect(Set(callers) == [PassengerID(2)])
    }

    @Test(
        "A driver who thinks about an offer may be stopped: the offer counts as refused, and the call goes on to the next"
    )
    func pendingOffer() throws {
        let run = try TestCity(
            town(["00:01:10"], drivers: 2, by: "rank", callers: ["00:01:00"])
        ).run()
        #expect(run.result.violations.isEmpty)
        let offers = run.records.compactMap { record -> String? in
            switch record.taxi {
            case .offerSent(_, _, let driver, _, _, _, _, _, _): "\(Int(record.time.inSeconds)) to \(driver)"
            case .offerWithdrawn(_, _, let driver, let reason):
                "\(Int(record.time.inSeconds)) from \(driver) \(reason.word)"
            case .offerAccepted(_, _, let driver): "\(Int(record.time.inSeconds)) taken by \(driver)"
            default: nil
            }
        }
        #expect(offers == ["60 to 1", "70 from 1 offShift", "70 to 2", "90 taken by 2"])
        #expect(story(run).prefix(2) == ["70 2 rank", "70 2 in 1"])
    }

    @Test("A rank takes the first of the queue, a hail any")
    func order() throws {
        func drivers(_ by: String) throws -> [Int32] {
            let rows = (0..<8).map { "00:0\($0):00" }
            return try TestCity(town(rows, drivers: 8, by: by)).run().records.compactMap { record in
                if case .streetBoarded(_, let driver, _, _) = record.street { driver.number } else { nil }
            }
        }
        #expect(try drivers("rank") == [1, 2, 3, 4, 5, 6, 7, 8])
        let hailed = try drivers("hail")
        #expect(Set(hailed).count == 8 && hailed != [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("A shift that ends on the way ends after the ride, and a break begins after it")
    func shiftEnd() throws {
        let shift = ", shift: {start: 00:00, length: 5 min}"
        let run = try TestCity(town(["00:04:00", "00:04:30"], driver: shift, callers: ["00:15:00"])).run()
        #expect(run.result.violations.isEmpty && story(run).count == 4 && run["rides.ended"] == 1)
        let rest = ", shift: {start: 00:00, length: 2 h, breaks: {after: 5 min, length: 10 min}}"
        let paused = try TestCity(town(["00:04:00", "00:15:00"], driver: rest)).run()
        #expect(paused.result.violations.isEmpty)
        // The break of 10 min begins with the end of the first ride, at 840 s.
        #expect(story(paused).filter { $0.contains(" in ") } == ["240 1 in 1", "1440 2 in 1"])
    }

    @Test(
        "Served plus left plus standing is everybody, in any mixture with calls, with all laws checked",
        arguments: [
            (1, ""), (2, ""), (3, ""), (1, "network: {delay: {exponential: 4 s}, loss: 10%}"), (2, "server: {}"),
        ])
    func everybody(seed: UInt64, more: String) throws {
        let text =
            Towns.town(
                rows: 2, columns: 2, drivers: 12, perDay: 1500, length: "4 h",
                driver:
                    "idle: {cruise: {pause: 2 min, radius: 1 km}}\nanswer: {reaction: 10 s, accept: 80%, refuse: 10%}",
                passenger: "travelers: {1: 3, 4: 1, 6: 1}\nby: hail\npatience: {exponential: 6 min}\nthen: call",
                more: "dispatch: {waiting-room: 2}\n\(more)"
            ) + "\n  - {name: ranks, by: rank, arrivals: {per-day: 600}, patience: 10 min}\n"
            + "  - {name: phone, arrivals: {per-day: 600}, patience: 10 min}\n"
        let run = try TestCity(text).run(seed: seed)
        #expect(run.result.violations.isEmpty)
        let (asked, boarded, left, open) = (
            run["streets.asked"], run["streets.boarded"], run["streets.left"], run["streets.openAtEnd"]
        )
        #expect(asked == boarded + left + open && asked == run["streets.asked.hail"] + run["streets.asked.rank"])
        #expect(boarded > 50 && left > 20 && run["calls.fulfilled"] > 10)
        let events = run.records.compactMap(\.street)
        #expect(Double(events.count { if case .streetAsked = $0 { true } else { false } }) == asked)
        #expect(run["rides.ended"] > run["streets.rides"] && run["streets.rides"] > 50)
        let settlement = Settlement(run.records)
        #expect(settlement.problems.isEmpty && settlement.counts["stood in vain", default: 0] > 20)
    }

    @Test(
        "What cannot be right is refused, and what has no effect is doubted",
        arguments: [
            ("then: call", "`then` says what people do who stood on the street in vain"),
            ("by: hail\nreserving: {share: 10%}", "`reserving`: nobody does that on the street"),
            ("by: hial", "did you mean `hail`?"),
            ("by: rank\nthen: call", "`then` has no effect without `patience`"),
            ("by: rank\nno-shows: 5%", "`no-shows` has no effect with `by` on the street"),
        ])
    func mistakes(_ passenger: String, _ says: String) {
        var said: [String] = []
        do {
            let more = passenger.contains("reserving") ? "modules: [reservations]" : ""
            said = try TestCity(Towns.town(passenger: passenger, more: more)).plan.read.warnings.map(\.message)
        } catch { said = ((error as? InputErrors)?.problems ?? []).map(\.message) }
        #expect(said.contains { $0.contains(says) }, "\(said)")
    }
}
