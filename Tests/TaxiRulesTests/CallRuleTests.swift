// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// What a call must hold before it becomes a request.
struct CallRuleTests {
    /// P is logged in, prepares and confirms this form at t = 10 s.
    private func city(
        client: ClientKind = .mobile, source: PositionSource = .gps, metres radius: Double = 0,
        at place: Place? = Strips.middle(of: .z1), travelers: Int32 = 1
    ) -> RuleCity {
        var city = RuleCity()
        let form = CallForm(
            client: client, source: source, radius: .metres(radius), place: place, travelers: travelers)
        city.queueUp(.a)
        city.at(0, .passengerLogsIn(.p))
        city.at(10, .prepares(.p), .confirms(.p, form))
        city.run(until: 10)
        return city
    }

    @Test("API-11: the planner's reference stands on the stored request, and is linked with it in the log")
    func plannedLeg() throws {
        var city = RuleCity()
        let middle = Strips.middle(of: .z1)
        city.queueUp(.a)
        city.at(0, .passengerLogsIn(.p), .passengerLogsIn(.q))
        for (id, reference) in [(PassengerID.p, 4_711), (.q, nil)] as [(PassengerID, Int64?)] {
            let form = CallForm(
                client: .web, source: .address, radius: .zero, place: middle, travelers: 1, reference: reference)
            city.at(10, .prepares(id), .confirms(id, form))
        }
        city.run(until: 10)
        let requests = try [RequestID(1), RequestID(2)].map { try #require(city.calls.request($0)) }
        #expect(requests.map(\.passenger) == [.p, .q] && requests.map(\.reference) == [4_711, nil])
        let links = city.events(at: 10).filter { if case .tripTaxiRequested = $0 { true } else { false } }
        #expect(links == [.tripTaxiRequested(request: RequestID(1), passenger: .p, reference: 4_711)])
    }

    @Test("TAXI-CALL-01: a call without a position is refused, and no request id is issued")
    func noPosition() {
        let city = city(source: .none, at: nil)
        #expect(city.times(.callRefused(passenger: .p, reason: .noPosition)) == [10])
        #expect(city.stored.isEmpty)
        #expect(city.calls.liveCount == 0)
    }

    @Test(
        "A source that brought no place is no position, and none is noted as chosen", arguments: PositionSource.allCases
    )
    func sourceWithoutPlace(_ source: PositionSource) {
        let city = city(source: source, at: nil)
        #expect(city.callRefusals == [.noPosition])
        #expect(city.times(.positionChosen(passenger: .p, source: source, radius: .zero)).isEmpty)
    }

    @Test("TAXI-CALL-01A: GPS counts with an error radius of 50.0 m, not with 50.1 m")
    func coarseFix() {
        let fine = city(metres: 50.0)
        #expect(fine.times(.positionChosen(passenger: .p, source: .gps, radius: .metres(50))) == [10])
        #expect(fine.stored == "10 R1")
        let coarse = city(metres: 50.1)
        #expect(coarse.callRefusals == [.gpsTooCoarse])
        #expect(coarse.stored.isEmpty)
    }

    @Test("TAXI-CALL-01B: with a radius of 80 m the call carries an address in the city; one outside is refused")
    func address() {
        #expect(city(metres: 80).callRefusals == [.gpsTooCoarse])
        let inside = city(source: .address)
        #expect(inside.stored == "10 R1")
        let stored = inside.events(at: 10).contains { event in
            guard case .requestStored(_, _, .z1, 1, .address, Strips.middle(of: .z1)) = event else { return false }
            return true
        }
        #expect(stored)
        #expect(city(source: .address, at: Strips.outside).callRefusals == [.addressOutsideCity])
    }

    @Test(
        "TAXI-CALL-01D, TAXI-ZONE-01: in the city and outside all zones an address is refused as a fix is: outsideZones"
    )
    func addressOutsideZones() {
        for source in [PositionSource.gps, .address] {
            #expect(city(source: source, at: .kilometres(-1)).callRefusals == [.outsideZones])
        }
        #expect(city(source: .address, at: .kilometres(-1.001)).callRefusals == [.addressOutsideCity])
        #expect(city(source: .gps, at: .kilometres(-1.001)).callRefusals == [.outsideZones])
    }

    @Test("TAXI-CALL-01C: a web call with source gps is refused")
    func webByGPS() {
        let city = city(client: .web)
        #expect(city.callRefusals == [.webNeedsAddress])
        #expect(city.stored.isEmpty)
    }

    @Test("A web call by address is stored; a scenario may allow the browser's position (DEC-WEB-LOCATION)")
    func web() {
        #expect(city(client: .web, source: .address).stored == "10 R1")
        var parameters = TaxiParameters()
        parameters.webPosition = true
        var calls = CallRules(parameters: parameters)
        _ = calls.logIn(.p, .web, at: .epoch)
        _ = calls.prepare(.p, at: .epoch)
        let form = CallForm(client: .web, source: .gps, radius: .zero, place: .origin, travelers: 1)
        _ = calls.call(.p, form, zone: .z1, isInCity: true, at: .epoch)
        #expect(calls.liveCount == 1)
    }

    @Test("TAXI-CALL-01D: zones cover 0 to 10 km; a call from 10.5 km is refused, and no queue changes")
    func outsideZones() {
        let city = city(at: .kilometres(10.5))
        #expect(city.callRefusals == [.outsideZones])
        #expect(city.queue() == "A")
        #expect(city.offers.isEmpty)
    }

    @Test("TAXI-CALL-02: 0 travelers are refused; 3 are stored as 3")
    func travelers() {
        #expect(city(travelers: 0).callRefusals == [.badTravelerCount])
        #expect(city(travelers: 3).calls.request(.r1)?.travelers == 3)
    }

    @Test("TAXI-CALL-03: prepared at 0 s and confirmed at 4 s arrives at 4 s; without a confirmation nothing exists")
    func confirmation() {
        var city = RuleCity()
        let form = CallForm(
            client: .mobile, source: .gps, radius: .zero, place: Strips.middle(of: .z1), travelers: 1)
        city.queueUp(.a)
        city.at(0, .passengerLogsIn(.p), .prepares(.p), .passengerLogsIn(.q), .prepares(.q))
        city.at(4, .confirms(.p, form))
        city.run(until: 59)
        #expect(city.times(.callPrepared(passenger: .p)) == [0])
        #expect(city.times(.callConfirmed(passenger: .p, client: .mobile)) == [4])
        #expect(city.stored == "4 R1")
        #expect(city.offers == "4 A:R1")
    }

    @Test("A call that was not prepared, or comes from a logged-out passenger, is refused")
    func notPrepared() {
        var city = RuleCity()
        let form = CallForm(
            client: .mobile, source: .gps, radius: .zero, place: Strips.middle(of: .z1), travelers: 1)
        city.at(0, .confirms(.p, form), .prepares(.p), .passengerLogsIn(.p), .confirms(.p, form))
        city.at(1, .prepares(.p), .passengerLogsOut(.p), .passengerLogsIn(.p), .confirms(.p, form))
        city.run()
        #expect(city.callRefusals == [.notLoggedIn, .notLoggedIn, .notPrepared, .notPrepared])
        #expect(city.stored.isEmpty)
    }

    @Test("TAXI-CALL-18: with R1 open a second call is refused; after R1 aborts a new one is accepted")
    func alreadyWaiting() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(30, .calls(.p))
        city.at(61, .calls(.p))
        city.run(until: 61)
        #expect(city.times(.callRefused(passenger: .p, reason: .alreadyWaiting)) == [30])
        #expect(city.aborts == "60 R1 allRefused")
        #expect(city.stored == "0 R1, 61 R2")
    }

    @Test("An assigned taxi on its way also forbids another call")
    func alreadyAssigned() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(7, .accepts(.a))
        city.at(30, .calls(.p))
        city.run(until: 30)
        #expect(city.callRefusals == [.alreadyWaiting])
    }

    @Test("TAXI-CALL-19: aboard from 310 to 900 s, a call at 600 s is refused; at 900 s plus one event it is accepted")
    func alreadyTraveling() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.at(7, .accepts(.a))
        city.at(307, .isAt(.a, Strips.middle(of: .z1)))
        city.at(310, .boards(.a))
        city.at(600, .calls(.p))
        city.at(900, .endsRide(.a, at: .kilometres(7)))
        city.run(until: 900)
        #expect(city.times(.callRefused(passenger: .p, reason: .alreadyTraveling)) == [600])
        city.at(900, .calls(.p))
        city.run(until: 900)
        #expect(city.stored == "0 R1, 900 R2")
    }

    @Test("TAXI-CALL-21: a request is stored before its first offer")
    func storedFirst() throws {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.p))
        city.run(until: 0)
        let stored = try #require(
            city.notes.firstIndex { if case .requestStored = $0.event { true } else { false } })
        let sent = try #require(city.notes.firstIndex { if case .offerSent = $0.event { true } else { false } })
        #expect(stored < sent)
    }

    @Test("TAXI-CALL-EXC: with an empty queue the passenger is told noDriver at once and may call again at 60 s")
    func noTaxi() {
        var city = RuleCity()
        city.at(0, .calls(.p))
        city.at(60, .calls(.p))
        city.run()
        let reported = TaxiEvent.passengerNotified(
            passenger: .p, request: .r1, kind: .error, reason: .noDriver, taxi: nil, eta: nil, position: nil)
        #expect(city.times(reported) == [0])
        #expect(city.stored == "0 R1, 60 R2")
        #expect(city.callRefusals.isEmpty)
    }
}
