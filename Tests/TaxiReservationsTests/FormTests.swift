// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import EventTestKit
import Testing

@testable import TaxiReservations

/// What a form must hold, and when a passenger may reserve.
@Suite struct FormTests {
    private let now = at(10)
    private var desk = RuleDesk(at: at(10))

    @Test("TAXI-RESV-02: a reservation without destination is rejected, and so is one without origin")
    func places() {
        var desk = desk
        #expect(desk.reserve(.form(at(13), destination: nil)) == .missingDestination)
        #expect(desk.reserve(.form(at(13), origin: nil)) == .missingOrigin)
        let unfilled = EnteredPlace(source: .none, place: EnteredPlace.inside.place)
        #expect(desk.reserve(.form(at(13), origin: unfilled)) == .missingOrigin)
        #expect(desk.reserve(.form(at(13), destination: unfilled)) == .missingDestination)
        #expect(desk.isBlank && desk.store.load() == StoredRecords<Reservation>())
        #expect(desk.told.map(\.notice).first == .rejected(.missingDestination))
        #expect(desk.reserve(.form(at(13))) == nil)
    }

    @Test("TAXI-RESV-03: no travelers, or 9 where the largest taxi seats 8, are rejected; 2 are stored as 2")
    func travelers() {
        var desk = desk
        #expect(desk.reserve(.form(at(12), travelers: 0)) == .badTravelerCount)
        #expect(desk.reserve(.form(at(12), travelers: -1)) == .badTravelerCount)
        #expect(desk.reserve(.form(at(12), travelers: 9)) == .badTravelerCount)
        #expect(desk.reserve(.form(at(12), travelers: 8)) == nil)
        #expect(desk.reserve(.form(at(14), travelers: 2)) == nil)
        #expect(desk.reserve(.form(at(16), travelers: 1)) == nil)
        let stored = desk.found { if case .reservationStored(_, _, _, let count, _, _) = $0 { count } else { nil } }
        #expect(stored.map(\.found) == [8, 2, 1])
        #expect(desk.rules.reservation(.r2)?.members == [Rider(passenger: .p, travelers: 2)])
    }

    @Test(
        "TAXI-RESV-04: a shared reservation is on the ride board at once, another one is not", arguments: [true, false])
    func shared(_ isShared: Bool) {
        var desk = desk
        desk.reserve(.form(at(13), travelers: 2, isShared: isShared))
        #expect(desk.opened == (isShared ? [.r1] : []))
        #expect(desk.rides[.r1] == (isShared ? [Rider(passenger: .p, travelers: 2)] : nil))
        #expect(desk.now == now)
    }

    @Test("TAXI-RESV-05: an address outside the city is rejected at submission")
    func addresses() {
        var desk = desk
        #expect(desk.reserve(.form(at(13), destination: .outside)) == .addressOutsideCity)
        #expect(desk.reserve(.form(at(13), origin: .outside)) == .addressOutsideCity)
        #expect(desk.notes.map(\.time) == [now, now])
        #expect(desk.isBlank)
    }

    @Test("TAXI-ZONE-01: a place 200 m outside all zones is rejected as a destination and as an origin")
    func outsideZones() {
        var desk = desk
        let near = EnteredPlace(source: .gps, radius: .metres(5), place: EnteredPlace.nearby.place)
        let far = EnteredPlace(source: .gps, radius: .metres(5), place: EnteredPlace.outside.place)
        for place in [EnteredPlace.nearby, near, far] {
            #expect(desk.reserve(.form(at(13), destination: place)) == .outsideZones)
            #expect(desk.reserve(.form(at(13), origin: place)) == .outsideZones)
        }
        #expect(desk.isBlank)
    }

    @Test("DEC-WEB-LOCATION: a web client reserves by address, unless the scenario allows the browser's position")
    func web() {
        var desk = desk
        func form(_ origin: EnteredPlace, _ destination: EnteredPlace, _ client: ClientKind = .web) -> ReservationForm {
            ReservationForm(
                client: client, origin: origin, destination: destination, pickUp: CivilTime(at(13)), travelers: 1)
        }
        #expect(desk.reserve(form(.position(5_000), .inside)) == .webNeedsAddress)
        #expect(desk.reserve(form(.inside, .position(5_000))) == .webNeedsAddress)
        #expect(desk.isBlank)
        #expect(desk.reserve(form(.inside, .inside)) == nil)
        var parameters = ReservationParameters()
        parameters.webPosition = true
        var allowing = RuleDesk(at: now, parameters: parameters)
        #expect(allowing.reserve(form(.position(5_000), .position(5_000))) == nil)
        var mobile = RuleDesk(at: now)
        #expect(mobile.reserve(form(.position(5_000), .inside, .mobile)) == nil)
    }

    @Test(
        "TAXI-RESV-06: a fix of 40 m stands for an address in either field, one of 60 m in neither; 50 m is the limit")
    func currentPosition() {
        var desk = desk
        #expect(desk.reserve(.form(at(12), origin: .position(40_000))) == nil)
        #expect(desk.reserve(.form(at(14), destination: .position(40_000))) == nil)
        #expect(desk.reserve(.form(at(16), origin: .position(50_000), destination: .position(50_000))) == nil)
        #expect(desk.reserve(.form(at(18), origin: .position(60_000))) == .gpsTooCoarse)
        #expect(desk.reserve(.form(at(18), destination: .position(60_000))) == .gpsTooCoarse)
        #expect(desk.reserve(.form(at(18), origin: .position(50_001))) == .gpsTooCoarse)
        let chosen = desk.found { event -> String? in
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
        var desk = desk
        let form = ReservationForm(origin: .inside, destination: .inside, pickUp: nil, travelers: 1)
        #expect(desk.reserve(form) == .missingTime)
        #expect(desk.isBlank)
    }

    @Test("TAXI-RESV-08: 30 February 2016, 24:00 and times that are not in the future are rejected")
    func badTimes() {
        var desk = desk
        func form(_ time: CivilTime) -> ReservationForm {
            ReservationForm(origin: .inside, destination: .inside, pickUp: time, travelers: 1)
        }
        #expect(desk.reserve(form(CivilTime(2016, 2, 30, 10, 0))) == .badTime)
        #expect(desk.reserve(form(CivilTime(1970, 1, 1, 24, 0))) == .badTime)
        #expect(desk.reserve(form(CivilTime(1970, 1, 1, 12, 60))) == .badTime)
        #expect(desk.reserve(.form(at(9, 59, 59))) == .badTime)
        #expect(desk.reserve(.form(now)) == .badTime)
        #expect(desk.reserve(.form(at(10, 0, 1))) == .leadTime)
        #expect(desk.isBlank)
    }

    @Test("TAXI-RESV-09: at 10:00:00 the pick-up may be from 12:00:00 to 10:00:00 two days later, both included")
    func leadTime() {
        var desk = desk
        #expect(desk.reserve(.form(at(11, 59, 59))) == .leadTime)
        #expect(desk.reserve(.form(at(10, 0, 1, day: 2))) == .leadTime)
        #expect(desk.reserve(.form(at(12))) == nil)
        #expect(desk.reserve(.form(at(10, day: 2))) == nil)
    }

    @Test(
        "TAXI-RESV-09: a nanosecond after 10:00:00 the pick-up at 12:00:00 is too near; one before, the last is too far"
    )
    func leadTimeToTheNanosecond() {
        var late = RuleDesk(at: now + 1)
        #expect(late.reserve(.form(at(12))) == .leadTime)
        #expect(late.reserve(.form(at(10, day: 2))) == nil)
        var early = RuleDesk(at: now + -1)
        #expect(early.reserve(.form(at(12))) == nil)
        #expect(early.reserve(.form(at(10, day: 2))) == .leadTime)
    }

    @Test("TAXI-RESV-13: with a pick-up at 12:00, 12:59 and 11:01 are rejected; 13:00 and 11:00 are accepted")
    func onePerHour() {
        var desk = RuleDesk(at: at(8))
        #expect(desk.reserve(.form(at(12))) == nil)
        #expect(desk.reserve(.form(at(12, 59))) == .onePerHour)
        #expect(desk.reserve(.form(at(12, 59, 59))) == .onePerHour)
        #expect(desk.reserve(.form(at(11, 0, 1))) == .onePerHour)
        #expect(desk.reserve(.form(at(11, 1))) == .onePerHour)
        #expect(desk.reserve(.form(at(12, 30)), by: .q) == nil)
        #expect(desk.reserve(.form(at(13))) == nil)
        #expect(desk.reserve(.form(at(11))) == nil)
    }

    @Test(
        "DEC-ONE-PER-HOUR: a cancelled reservation does not count, a joined one does, one with a ride does for its hour"
    )
    func whatCounts() {
        var desk = RuleDesk(at: at(8))
        desk.reserve(.form(at(12)))
        #expect(!desk.rules.admits(.p, pickUp: at(12, 30)))
        desk.cancel(.r1)
        #expect(desk.rules.admits(.p, pickUp: at(12, 30)) && desk.isBlank)
        desk.reserve(.form(at(12), isShared: true), by: .q)
        desk.join(.p, .r2)
        #expect(!desk.rules.admits(.p, pickUp: at(12, 59)))
        desk.advance(to: at(12))
        desk.aboard(RequestID(1))
        desk.freeAll(of: RequestID(1))
        #expect(desk.rules.openCount == 0 && desk.rules.list(of: .p, at: desk.now).isEmpty)
        desk.advance(to: at(13) + -1)
        #expect(!desk.rules.admits(.p, pickUp: at(12, 59)))
        #expect(desk.rules.admits(.p, pickUp: at(13)))
        desk.advance(to: at(13))
        #expect(desk.isBlank)
    }

    @Test("The first broken rule is told, in the order of the catalogue; the session comes first")
    func order() {
        var desk = desk
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
            #expect(desk.rules.refusal(of: form, by: .p, desk.facts(of: form, by: .p), at: now) == refusal)
            #expect(desk.reserve(form) == refusal)
        }
        desk.reserve(.form(at(12)))
        #expect(desk.reserve(.form(at(12, 30))) == .onePerHour)
        desk.loggedOut = [.p]
        #expect(desk.reserve(form(nil, nil, nil, 0)) == .notLoggedIn)
        #expect(desk.rules.openCount == 1)
    }

    @Test("A reservation that cannot be stored is not confirmed, and its number is not given again")
    func notStored() {
        var desk = desk
        desk.failsToStore = true
        #expect(desk.reserve(.form(at(12), isShared: true)) == .notStored)
        #expect(desk.isBlank && desk.opened.isEmpty)
        #expect(desk.told.map(\.notice) == [.rejected(.notStored)])
        desk.failsToStore = false
        #expect(desk.reserve(.form(at(12))) == nil)
        #expect(desk.told.last?.notice == .stored(.r2, pickUp: at(12)))
    }
}
