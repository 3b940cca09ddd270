// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import FleetFitting
import TaxiRules
import Testing
import TripRecords

/// What a record of a run would show, on logs written by hand.
@Suite struct RideFoldTests {
    private static let day = CityTime(day: 20_514)

    private struct Found {
        let kinds, dates: ObservedFigures
        let served: Int
    }

    /// The figures of 2026-03-02, a Monday, of events at minutes after midnight.
    private func figures(_ events: [(Double, TaxiEvent)]) -> Found {
        let fold = RideFold(countingFrom: Self.day, sameWish: .minutes(15))
        let loop = CityLoop()
        let log = EventLog(loop)
        log.add(fold)
        let channel = log.channel(TaxiEvent.self)
        for (minute, event) in events { loop.runTurn(at: Self.day + .seconds(minute * 60)) { channel.note(event) } }
        log.finish(at: Self.day + .hours(24))
        let found = fold.figures(until: Self.day + .hours(24), kinds: ["mon-fri"], holidays: Holidays())
        return Found(kinds: found.kinds, dates: found.dates, served: fold.served)
    }

    private func aboard(_ taxi: Int32) -> TaxiEvent {
        .passengerAboard(
            request: RequestID(1), passenger: PassengerID(1), driver: DriverID(taxi), travelers: 1, odometer: .zero)
    }

    private func ended(_ taxi: Int32) -> TaxiEvent {
        .rideEnded(
            request: RequestID(1), passenger: PassengerID(1), driver: DriverID(taxi), place: .origin, odometer: .zero)
    }

    private func status(_ taxi: Int32, _ from: DriverStatus, _ to: DriverStatus) -> TaxiEvent {
        .statusChanged(driver: DriverID(taxi), from: from, to: to, cause: .byHand)
    }

    @Test("Rides, searches and pauses are those of the meter: thirteen taxis by hand, as an import counts them")
    func byHand() throws {
        // As in the test of the import: 10-minute rides at 0, 20 and 40 minutes after 8:00, and one taxi with a pause of 40 minutes.
        var events: [(Double, TaxiEvent)] = []
        for taxi in 1...12 {
            for minute in [480.0, 500, 520] {
                events += [(minute, aboard(Int32(taxi))), (minute + 10, ended(Int32(taxi)))]
            }
        }
        events += [
            (480, aboard(13)), (490, ended(13)), (490, status(13, .available, .offShift)),
            (530, status(13, .offShift, .available)), (530, aboard(13)), (540, ended(13)),
        ]
        let order = events.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        let found = figures(order.map(\.element))
        let row = try #require(found.kinds.hour("mon-fri", 8))
        // 380 min of rides and, for each of 38 rides, the 10 min of a search that was seen.
        #expect(row.trips == 38 && row.rideMean == 600 && row.vacantMedian == 600 && row.seen == 13)
        let atWork = try #require(row.atWork)
        #expect(abs(atWork - 760 / 60.0) < 1e-9 && row.occupied == 0.5)
        // Nothing is heard of who is off shift, and the searches at both ends of the hour are not told.
        let heard = try #require(row.heard)
        #expect(abs(heard - (380 + 240) / 60.0) < 1e-9)
        #expect(found.kinds.law("mon-fri")?.median == 600 && found.dates.law("2026-03-02")?.median == 600)
        #expect(found.dates.hour("2026-03-02", 8)?.trips == 38 && found.served == 38)
    }

    @Test("An open ride counts without a length; who goes off shift during a ride has a pause from its end on")
    func openRide() throws {
        let found = figures([
            (60, aboard(1)), (65, status(1, .busy, .offShift)), (70, ended(1)), (100, status(1, .offShift, .available)),
            (110, aboard(1)), (118, ended(1)), (118, status(1, .busy, .offShift)),
            (118, status(1, .offShift, .available)), (128, aboard(1)), (134, ended(1)), (1435, aboard(1)),
        ])
        #expect(found.kinds.hour("mon-fri", 23)?.trips == 1 && found.kinds.hour("mon-fri", 23)?.rideMean == nil)
        #expect(found.kinds.hour("mon-fri", 1)?.trips == 2)
        // The pause of 30 min hides the search before 1:50; the one before 2:08 is seen whole, and so is the long one before 23:55.
        #expect(found.kinds.hour("mon-fri", 1)?.vacantMedian == nil)
        #expect(found.kinds.hour("mon-fri", 2)?.vacantMedian == 600)
        #expect(found.kinds.hour("mon-fri", 23)?.vacantMedian == 78_060)
    }

    @Test(
        "Who stands in vain, calls, is told that there is no taxi and calls again has asked once, in the hour of the first time"
    )
    func askedOnce() throws {
        let fold = RideFold(countingFrom: Self.day, sameWish: .minutes(15))
        let loop = CityLoop()
        let log = EventLog(loop)
        log.add(fold)
        let (taxis, street) = (log.channel(TaxiEvent.self), log.channel(StreetEvent.self))
        let person = PassengerID(1)
        func at(_ minute: Double, _ note: () -> Void) { loop.runTurn(at: Self.day + .seconds(minute * 60), note) }
        func stored(_ request: Int32) {
            taxis.note(
                .requestStored(
                    request: RequestID(request), passenger: person, zone: ZoneID(1), travelers: 1, source: .gps,
                    place: .origin))
        }
        func aborted(_ request: Int32) {
            taxis.note(.requestAborted(request: RequestID(request), zone: ZoneID(1), reason: .noDriver))
        }
        at(57) {
            street.note(
                .streetAsked(passenger: person, zone: ZoneID(1), manner: .hail, travelers: 1, place: .origin))
        }
        at(62) { street.note(.streetLeft(passenger: person, zone: ZoneID(1), calls: true)) }
        at(63) { stored(1) }
        at(64) { aborted(1) }
        at(66) { stored(2) }
        at(70) { taxis.note(aboard(1)) }
        // A call a quarter of an hour after that is another ride's.
        at(100) { stored(3) }
        at(101) { aborted(3) }
        at(117) { stored(4) }
        log.finish(at: Self.day + .hours(24))
        #expect(fold.asked == 3 && fold.served == 1)
        let found = fold.figures(until: Self.day + .hours(24), kinds: ["mon-fri"], holidays: Holidays()).kinds
        #expect(found.hour("mon-fri", 0)?.asked == 1 && found.hour("mon-fri", 1)?.asked == 2)
    }

    @Test("Days of other kinds, and what lies before the beginning, do not count")
    func otherDays() {
        let fold = RideFold(countingFrom: Self.day, sameWish: .minutes(15))
        let found = fold.figures(
            until: Self.day + .hours(48), kinds: ["sat-sun"], holidays: Holidays([20_515: 6]))
        // 2026-03-03 is like a Sunday.
        #expect(found.dates.days == ["2026-03-03"] && found.kinds.hours.count == 24)
        #expect(found.kinds.hours.allSatisfy { $0.trips == 0 && $0.recorded == 1 })
    }
}
