// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiReservations

/// What a form must hold, and when a passenger may reserve.
@Suite struct FormTests {
    private let now = at(10)
    private var port = TestRolePort(at: at(10))

    @Test("TAXI-RESV-02: a reservation without destination is rejected, and so is one without origin")
    func places() {
        var port = port
        #expect(port.reserve(.form(at(13), destination: nil)) == .missingDestination)
        #expect(port.reserve(.form(at(13), origin: nil)) == .missingOrigin)
        let unfilled = EnteredPlace(source: .none, place: EnteredPlace.inside.place)
        #expect(port.reserve(.form(at(13), origin: unfilled)) == .missingOrigin)
        #expect(port.reserve(.form(at(13), destination: unfilled)) == .missingDestination)
        #expect(port.isBlank && port.store.load() == StoredRecords<Reservation>())
        #expect(port.reported.map(\.notice).first == .rejected(.missingDestination))
        #expect(port.reserve(.form(at(13))) == nil)
    }

    @Test("TAXI-RESV-03: no travelers, or 9 where the largest taxi seats 8, are rejected; 2 are stored as 2")
    func travelers() {
        var port = port
        #expect(port.reserve(.form(at(12), travelers: 0)) == .badTravelerCount)
        #expect(port.reserve(.form(at(12), travelers: -1)) == .badTravelerCount)
        #expect(port.reserve(.form(at(12), travelers: 9)) == .badTravelerCount)
        #expect(port.reserve(.form(at(12), travelers: 8)) == nil)
        #expect(port.reserve(.form(at(14), travelers: 2)) == nil)
        #expect(port.reserve(.form(at(16), travelers: 1)) == nil)
        let stored = port.found { if case .reservationStored(_, _, _, let count, _, _) = $0 { count } else { nil } }
        #expect(stored.map(\.found) == [8, 2, 1])
        #expect(port.rules.reservation(.r2)?.members == [Rider(passenger: .p, travelers: 2)])
    }

    @Test(
        "TAXI-RESV-04: a shared reservation is on the ride board at once, another one is not", arguments: [true, false])
    func shared(_ isShared: Bool) {
        var port = port
        port.reserve(.form(at(13), travelers: 2, isShared: isShared))
        #expect(port.opened == (isShared ? [.r1] : []))
        #expect(port.rides[.r1] == (isShared ? [Rider(passenger: .p, travelers: 2)] : nil))
        #expect(port.now == now)
    }

    @Test("TAXI-RESV-05: an address outside the city is rejected at submission")
    func addresses() {
        var port = port
        #expect(port.reserve(.form(at(13), destination: .outside)) == .addressOutsideCity)
        #expect(port.reserve(.form(at(13), origin: .outside)) == .addressOutsideCity)
        #expect(port.notes.map(\.time) == [now, now])
        #expect(port.isBlank)
    }

    @Test("TAXI-ZONE-01: a place 200 m outside all zones is rejected as a destination and as an origin")
    func outsideZones() {
        var port = port
        let near = EnteredPlace(source: .gps, radius: .metres(5), place: EnteredPlace.nearby.place)
        let far = EnteredPlace(source: .gps, radius: .metres(5), place: EnteredPlace.outside.place)
        for place in [EnteredPlace.nearby, near, far] {
            #expect(port.reserve(.form(at(13), destination: place)) == .outsideZones)
            #expect(port.reserve(.form(at(13), origin: place)) == .outsideZones)
        }
        #expect(port.isBlank)
    }

    @Test("DEC-WEB-LOCATION: a web client reserves by address, unless the scenario allows the browser's position")
    func web() {
        var port = port
        func form(_ origin: EnteredPlace, _ destination: EnteredPlace, _ client: ClientKind = .web) -> ReservationForm {
            ReservationForm(
                client: client, origin: origin, destination: destination, pickUp: CivilTime(at(13)), travelers: 1)
        }
        #expect(port.reserve(form(.position(5_000), .inside)) == .webNeedsAddress)
        #expect(port.reserve(form(.inside, .position(5_000))) == .webNeedsAddress)
        #expect(port.isBlank)
        #expect(port.reserve(form(.inside, .inside)) == nil)
        var parameters = ReservationParameters()
        parameters.webPosition = true
        var allowing = TestRolePort(at: now, parameters: parameters)
        #expect(allowing.reserve(form(.position(5_000), .position(5_000))) == nil)
        var mobile = TestRolePort(at: now)
        #expect(mobile.reserve(form(.position(5_000), .inside, .mobile)) == nil)
    }

    @Test(
        "TAXI-RESV-06: a fix of 40 m stands for an address in either field, one of 60 m in neither; 50 m is the limit")
    func currentPosition() {
        var port = port
        #expect(port.reserve(.form(at(12), origin: .position(40_000))) == nil)
        #expect(port.reserve(.form(at(14), destination: .position(40_000))) == nil)
        #expect(port.reserve(.form(at(16), origin: .position(50_000), destination: .position(50_000))) == nil)
        #expect(port.reserve(.form(at(18), origin: .position(60_000))) == .gpsTooCoarse)
        #expect(port.reserve(.form(at(18), destination: .position(60_000))) == .gpsTooCoarse)
        #expect(port.reserve(.form(at(18), origin: .position(50_001))) == .gpsTooCoarse)
        let chosen = port.found { event -> String? in
            guard case .fieldChosen(_, let field, let source, let radius) = event else { return nil }
            return "\(field) \(source) \(radius.millimetres)"
        }
        #expect(
            chosen.map(\.found) == [
                "origin gps 40000", "destination gps 40000", "origin gps 50000", "destination gps 50000",
            ])
    }

    @Test("TAXI-RESV-07: a reservation without a time is rejected as such")
    func missingTime() {
        var port = port
        let form = ReservationForm(origin: .inside, destination: .inside, pickUp: nil, travelers: 1)
        #expect(port.reserve(form) == .missingTime)
        #expect(port.isBlank)
    }

    @Test("TAXI-RESV-08: 30 February 2016, 24:00 and times that are not in the future are rejected")
    func badTimes() {
        var port = port
        func form(_ time: CivilTime) -> ReservationForm {
            ReservationForm(origin: .inside, destination: .inside, pickUp: time, travelers: 1)
        }
        #expect(port.reserve(form(CivilTime(2016, 2, 30, 10, 0))) == .badTime)
        #expect(port.reserve(form(CivilTime(1970, 1, 1, 24, 0))) == .badTime)
        #expect(port.reserve(form(CivilTime(1970, 1, 1, 12, 60))) == .badTime)
        #expect(port.reserve(.form(at(9, 59, 59))) == .badTime)
        #expect(port.reserve(.form(now)) == .badTime)
        #expect(port.reserve(.form(at(10, 0, 1))) == .leadTime)
        #expect(port.isBlank)
    }

    @Test("TAXI-RESV-09: at 10:00:00 the pick-up may be from 12:00:00 to 10:00:00 two days later, both included")
    func leadTime() {
        var port = port
        #expect(port.reserve(.form(at(11, 59, 59))) == .leadTime)
        #expect(port.reserve(.form(at(day: 2, 10, 0, 1))) == .leadTime)
        #expect(port.reserve(.form(at(12))) == nil)
        #expect(port.reserve(.form(at(day: 2, 10))) == nil)
    }

    @Test(
        "TAXI-RESV-09: a nanosecond after 10:00:00 the pick-up at 12:00:00 is too near; one before, the last is too far"
    )
    func leadTimeToTheNanosecond() {
        var late = TestRolePort(at: now + 1)
        #expect(late.reserve(.form(at(12))) == .leadTime)
        #expect(late.reserve(.form(at(day: 2, 10))) == nil)
        var early = TestRolePort(at: now + -1)
        #expect(early.reserve(.form(at(12))) == nil)
        #expect(early.reserve(.form(at(day: 2, 10))) == .leadTime)
    }

    @Test("TAXI-RESV-13: with a pick-up at 12:00, 12:59 and 11:01 are rejected; 13:00 and 11:00 are accepted")
    func onePerHour() {
        var port = TestRolePort(at: at(8))
        #expect(port.reserve(.form(at(12))) == nil)
        #expect(port.reserve(.form(at(12, 59))) == .onePerHour)
        #expect(port.reserve(.form(at(12, 59, 59))) == .onePerHour)
        #expect(port.reserve(.form(at(11, 0, 1))) == .onePerHour)
        #expect(port.reserve(.form(at(11, 1))) == .onePerHour)
        #expect(port.reserve(.form(at(12, 30)), by: .q) == nil)
        #expect(port.reserve(.form(at(13))) == nil)
        #expect(port.reserve(.form(at(11))) == nil)
    }

    @Test(
        "DEC-ONE-PER-HOUR: a cancelled reservation does not count, a joined one does, one with a ride does for its hour"
    )
    func whatCounts() {
        var port = TestRolePort(at: at(8))
        port.reserve(.form(at(12)))
        #expect(!port.rules.admits(.p, pickUp: at(12, 30)))
        port.cancel(.r1)
        #expect(port.rules.admits(.p, pickUp: at(12, 30)) && port.isBlank)
        port.reserve(.form(at(12), isShared: true), by: .q)
        port.join(.p, .r2)
        #expect(!port.rules.admits(.p, pickUp: at(12, 59)))
        port.advance(to: at(12))
        port.aboard(RequestID(1))
        port.freeAll(of: RequestID(1))
        #expect(port.rules.openCount == 0 && port.rules.list(of: .p, at: port.now).isEmpty)
        port.advance(to: at(13) + -1)
        #expect(!port.rules.admits(.p, pickUp: at(12, 59)))
        #expect(port.rules.admits(.p, pickUp: at(13)))
        port.advance(to: at(13))
        #expect(port.isBlank)
    }

    @Test("The first broken rule is reported, in the order of the catalogue; the session comes first")
    func order() {
        var port = port
        let position = EnteredPlace(source: .gps, radius: .metres(60), place: EnteredPlace.nearby.place)
        func form(
            _ origin: EnteredPlace?, _ destination: EnteredPlace?, _ time: CivilTime?, _ travelers: Int32
        ) -> ReservationForm {
            ReservationForm(origin: origin, destination: destination, pickUp: time, travelers: travelers)
        }
        let past = CivilTime(at(9))
        let steps: [(ReservationForm, ReservationRefusal)] = [
            (form(nil, nil, nil, 0), .missingOrigin),
            (form(position, nil, nil, 0), .missingDestination),
            (form(position, .outside, nil, 0), .badTravelerCount),
            (form(position, .outside, nil, 1), .addressOutsideCity),
            (form(position, .inside, nil, 1), .outsideZones),
            (form(.position(60_000), .inside, nil, 1), .gpsTooCoarse),
            (form(.inside, .inside, nil, 1), .missingTime),
            (form(.inside, .inside, past, 1), .badTime),
            (form(.inside, .inside, CivilTime(at(11)), 1), .leadTime),
        ]
        for (form, refusal) in steps {
            #expect(port.rules.refusal(of: form, by: .p, port.facts(of: form, by: .p), at: now) == refusal)
            #expect(port.reserve(form) == refusal)
        }
        port.reserve(.form(at(12)))
        #expect(port.reserve(.form(at(12, 30))) == .onePerHour)
        port.loggedOut = [.p]
        #expect(port.reserve(form(nil, nil, nil, 0)) == .notLoggedIn)
        #expect(port.rules.openCount == 1)
    }

    @Test("A reservation that cannot be stored is not confirmed, and its number is not given again")
    func notStored() {
        var port = port
        port.failsToStore = true
        #expect(port.reserve(.form(at(12), isShared: true)) == .notStored)
        #expect(port.isBlank && port.opened.isEmpty)
        #expect(port.reported.map(\.notice) == [.rejected(.notStored)])
        port.failsToStore = false
        #expect(port.reserve(.form(at(12))) == nil)
        #expect(port.reported.last?.notice == .stored(.r2, pickUp: at(12)))
    }
}
