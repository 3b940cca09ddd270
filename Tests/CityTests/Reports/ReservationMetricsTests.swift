// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

@testable import Reporting
@testable import TaxiSimulation

@Suite struct ReservationMetricsTests {
    private let context = city(hours: 4)

    @Test("Reservations of a hand-made log: every number")
    func numbers() throws {
        let result = try reservedRide().metrics(context)
        let expected: [String: Double] = [
            "stored": 2, "shared": 0, "rejected": 2, "rejected.leadTime": 1, "rejected.missingTime": 1,
            "rejected.badTime": 0, "cancelled": 1, "cancelRefused": 0, "activated": 1, "held": 0, "waits": 1,
            "waits.allRefused": 1, "waits.noDriver": 0, "retries": 1, "retriesPerActivated": 1, "open": 0,
            "outcome.fulfilled": 1, "outcome.cancelled": 1, "outcome.dropped": 0, "fulfilledShare": 0.5,
            "lateness.count": 1, "lateness.mean": -300, "within10": 1, "within20": 1, "boarding.mean": 0,
            "search.mean": 90, "lead.count": 2, "lead.mean": 9000, "lead.max": 10_800, "viewed": 0,
            "buttonDisabled": 0,
        ]
        for (name, value) in expected { #expect(result["reservations.\(name)"] == value, "\(name)") }
        let reservations = try #require(result.taxi.reservations)
        #expect(reservations.stored == 2 && reservations.open == 0)
        #expect(reservations.outcomes["fulfilled"] == 1 && reservations.outcomes["cancelled"] == 1)
        #expect(reservations.rejected["leadTime"] == 1 && reservations.rejected.count == 13)
        #expect(reservations.lateness?.mean == -300)
        #expect(result.taxi.sharing == nil && result["sharing.rides"] == nil)
    }

    @Test("DEC-PUNCTUALITY: the agreed time of a reservation is its pick-up, of a call the time given at acceptance")
    func agreedTime() throws {
        let result = try reservedRide().metrics(context)
        #expect(result["arrivalDelay.mean"] == -300)
        #expect(result["arrivalDelay.shareInTime"] == 1)
        // The estimate given was 7010 s, the taxi came at 7000 s.
        #expect(result["etaError.mean"] == 10 && result["etaError.bias"] == -10)
        // Who reserved waits from the agreed time on; the search counts from the activation.
        #expect(result["wait.mean"] == 0 && result["wait.count"] == 1)
        #expect(result["acceptance.mean"] == 90)
        let call = try oneRide().metrics(city())
        #expect(call["arrivalDelay.mean"] == 10 && call["etaError.bias"] == 10)
    }

    @Test("Punctual is at most 600 and at most 1200 s after the agreed time, and a bin ends with its edge")
    func punctuality() throws {
        let pickUps = [7300.0, 7300, 7300, 7300]
        let arrivals = [7900.0, 7901, 8500, 8501]
        var script = EventScript.inService(seats: [4, 4, 4, 4])
        for index in 0..<4 {
            script.reserve(Double(100 + index), Int32(index + 1), passenger: Int32(index + 1), pickUp: pickUps[index])
        }
        for index in 0..<4 {
            let number = Int32(index + 1)
            script.activate(
                6700 + Double(index), number, request: number, passenger: number, offer: number, driver: number)
        }
        for index in 0..<4 {
            let number = Int32(index + 1)
            script.accept(
                6710 + Double(index), offer: number, request: number, passenger: number, driver: number, zone: 1,
                eta: 7300)
        }
        for index in 0..<4 { script.prompt(arrivals[index], request: Int32(index + 1), driver: Int32(index + 1)) }
        let result = try script.metrics(city(seats: [4, 4, 4, 4], hours: 4))
        #expect(result["reservations.lateness.count"] == 4)
        #expect(result["reservations.within10"] == 0.25)
        #expect(result["reservations.within20"] == 0.75)
        #expect(result["reservations.lateness.max"] == 1201)
        let bins = try #require(result.taxi.reservations?.latenessMinutes)
        // Edges -10, -9, ...: 600 s is the last of the bin that ends at 10 min.
        #expect(bins.counts.count == 42)
        #expect(bins.counts[20] == 1 && bins.counts[21] == 1 && bins.counts[30] == 1 && bins.counts[31] == 1)
        #expect(bins.edge(20) == 10 && bins.edge(30) == 20)
        let verdicts = result.verdicts.filter { $0.id.hasSuffix("reservations") }
        #expect(verdicts.map(\.outcome) == [.flag, .flag])
        #expect(verdicts.first?.text.contains("25.0 %") == true)
    }

    @Test("A reservation without a taxi is late, unless its passenger was in another ride, or it is too young to judge")
    func neverServed() throws {
        var script = EventScript.inService()
        script.reserve(100, 1, passenger: 1, pickUp: 7300)
        script.reserve(101, 2, passenger: 2, pickUp: 7300)
        script.reserve(102, 3, passenger: 3, pickUp: 14_000)
        script.activate(6700, 1, request: 1, passenger: 1, offer: 1, driver: 1)
        script.turn(6701, .reservation(.reservationHeld(reservation: ReservationID(2), passenger: PassengerID(2))))
        script.turn(
            8500, .reservation(.reservationDropped(reservation: ReservationID(2), passenger: PassengerID(2))),
            ended(2, .dropped))
        let result = try script.metrics(city(hours: 4))
        #expect(result["reservations.within10"] == 0 && result["reservations.within20"] == 0)
        #expect(result["reservations.missed"] == 1 && result["reservations.lateness.count"] == 0)
        #expect(result["reservations.fulfilledShare"] == 0 && result["reservations.open"] == 2)
        #expect(result.verdicts.filter { $0.id.hasSuffix("reservations") }.map(\.outcome) == [.flag, .flag])
    }

    @Test("What is far too early or late lies in the open bins")
    func openBins() {
        var bins = Bins(first: -10, step: 1, edges: 41)
        for value in [-5000, -600, -599, 1800, 1801, 90_000] as [Int64] { bins.add(value, first: -600, step: 60) }
        #expect(bins.counts[0] == 2 && bins.counts[1] == 1 && bins.counts[40] == 1 && bins.counts[41] == 2)
        #expect(bins.total == 6 && bins.edge(0) == -10 && bins.edge(40) == 30 && bins.edge(41) == nil)
    }

    @Test("Held, dropped, unserved, viewed and refused cancels are counted")
    func rest() throws {
        var script = EventScript.inService()
        let passenger = PassengerID(1)
        script.reserve(100, 1, passenger: 1, pickUp: 7300)
        script.turn(101, .reservation(.reserveButtonDisabled(passenger: passenger)))
        script.turn(102, .reservation(.reservationsViewed(passenger: passenger, count: 1, cancellable: 1)))
        script.turn(
            103,
            .reservation(.cancelRefused(reservation: ReservationID(1), passenger: passenger, reason: .tooLate)))
        script.turn(6700, .reservation(.reservationHeld(reservation: ReservationID(1), passenger: passenger)))
        script.turn(
            8500, .reservation(.reservationDropped(reservation: ReservationID(1), passenger: passenger)),
            ended(1, .dropped))
        script.reserve(8600, 2, passenger: 2, pickUp: 15_900)
        let result = try script.metrics(city(hours: 6))
        for (name, value) in [
            ("held", 1), ("outcome.dropped", 1), ("buttonDisabled", 1), ("viewed", 1), ("cancelRefused", 1),
            ("open", 1), ("stored", 2),
        ] as [(String, Double)] {
            #expect(result["reservations.\(name)"] == value, "\(name)")
        }
        #expect(result["reservations.lateness.mean"] == nil && result["reservations.within10"] == 0)
        #expect(result.verdicts.first { $0.id == "TAXI-ASSUME-05, reservations" }?.outcome == .flag)
    }

    @Test(
        "A reservation for after the warm-up counts whenever it was stored; one for the warm-up or after the end does not"
    )
    func warmUp() throws {
        let late = try reservedRide().metrics(city(hours: 4, warmUp: .seconds(250)))
        #expect(late["reservations.stored"] == 2 && late["reservations.rejected"] == 0)
        #expect(late["reservations.activated"] == 1 && late["reservations.outcome.fulfilled"] == 1)
        let none = try reservedRide().metrics(city(hours: 4, warmUp: .hours(4)))
        #expect(none["reservations.stored"] == 0 && none["reservations.activated"] == 0)
        #expect(none["reservations.lateness.count"] == 0 && none["reservations.outcome.cancelled"] == 0)
    }

    @Test("DEC-ORDER-OF-ARRIVAL: a further round is a new arrival, and asks everybody again")
    func rounds() throws {
        func failedRound() -> EventScript {
            var script = EventScript.inService()
            script.reserve(100, 1, passenger: 1, pickUp: 7300)
            script.activate(6700, 1, request: 1, passenger: 1, offer: 1, driver: 1)
            script.at(6710, refused(1, 1, 1), toBottom(1), sent(2, 1, 2))
            script.turn(6720, .taxi(refused(2, 1, 2)), .taxi(toBottom(2)), waiting(1, 1, .allRefused))
            return script
        }
        // In the pause a call is served first: nobody is left to ask for the reservation.
        var paused = failedRound()
        paused.at(6730, stored(2, 2), sent(3, 2, 1))
        #expect(try paused.metrics(context)["offers.arrivalInversions"] == 0)
        // The round begins at 6780 s. A call stored before it is older, one stored after it is younger.
        for (storedAt, inversions) in [(6770.0, 0.0), (6780, 0), (6781, 1)] {
            var script = failedRound()
            script.at(storedAt, stored(2, 2))
            script.at(6790, sent(3, 2, 1))
            let result = try script.metrics(context)
            #expect(result["offers.arrivalInversions"] == inversions, "\(storedAt)")
            #expect(result["offers.fifoViolations"] == 0)
        }
        // Refused in the second round, the reservation waits behind the calls that are older than the round.
        var behind = failedRound()
        behind.at(6765, stored(3, 3), sent(3, 3, 2))
        behind.at(6770, stored(2, 2), sent(4, 2, 1))
        behind.at(6775, refused(4, 2, 1), toBottom(1))
        behind.turn(6780, retried(1, 1, 1), .taxi(sent(5, 1, 1)))
        behind.at(6785, refused(5, 1, 1), toBottom(1))
        behind.at(6786, refused(3, 3, 2), toBottom(2), sent(6, 2, 2))
        #expect(try behind.metrics(context)["offers.arrivalInversions"] == 0)
        // In the second round the top of the queue comes first again.
        var second = failedRound()
        second.turn(6785, retried(1, 1, 1), .taxi(sent(3, 1, 2)))
        #expect(try second.metrics(context)["offers.fifoViolations"] == 1)
        // A driver who joins in the pause is asked in the failed round, and those asked in it are not.
        var joining = failedRound()
        joining.open(zones: 2, seats: [4, 4, 4])
        joining.inService(6740, driver: 3, zone: 1, place: 2)
        joining.turn(6741, retried(1, 1, 1), .taxi(sent(3, 1, 3)))
        joining.at(6790, stored(2, 2), sent(4, 2, 1))
        let result = try joining.metrics(context)
        #expect(result["offers.fifoViolations"] == 0 && result["offers.arrivalInversions"] == 0)
    }

    @Test("Without modules and their events there is no word of them")
    func absent() throws {
        let result = try oneRide().metrics(city())
        #expect(result.taxi.reservations == nil && result.taxi.sharing == nil)
        #expect(result.values.map(\.name) == MetricDescription.all.map(\.name))
        #expect(result.eventCounts.count == 42)
        var context = city()
        context.taxi.modules = [.reservations, .sharing]
        let on = try oneRide().metrics(context)
        #expect(on["reservations.stored"] == 0 && on["sharing.rides"] == 0)
        #expect(
            on.values.map(\.name)
                == (MetricDescription.all + MetricDescription.reservations + MetricDescription.sharing).map(\.name))
        #expect(Set(on.values.map(\.name)).count == on.values.count)
    }
}
