// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Journeys
import RuleTestKit
import Testing
import TripRules

/// Messages of devices that lie: of other users' things, of no time that there is, of numbers that nobody has.
struct LyingDeviceTests {
    private func message(_ draw: inout SplitMix64, at now: CityTime) -> DeviceMessage {
        let times = [
            now, now + .minutes(30), now + .hours(30), .never, .epoch, CityTime(nanoseconds: .min),
            CityTime(nanoseconds: .max - 1),
        ]
        let places: [Place?] = [
            nil, spot(0), spot(900), Place(east: .max, north: .min), Place(east: .min, north: .max),
        ]
        func number() -> Int32 { draw.pick([0, -1, 1, 2, 3, .max, .min]) }
        let (from, until) = (draw.pick(times), draw.pick(times))
        let (place, key) = (draw.pick(places), OccurrenceKey(AppointmentID(number()), draw.pick(times)))
        let form = AppointmentForm(
            "x",
            draw.once(in: 4)
                ? .flexible(opens: from, closes: until, duration: until - from) : .standard(from: from, until: until),
            on: draw.once(in: 3) ? Weekdays(rawValue: UInt8(draw.below(256))) : [], at: place,
            by: TravelMeansSet(rawValue: draw.once(in: 2) ? .max : 0x8000))
        switch draw.number(0...13) {
        case 0: return .open
        case 1, 2: return .change(serial: number(), .add(form))
        case 3: return .sync([KeptChange(serial: .max, .delete(.number(key.id))), KeptChange(serial: 1, .add(form))])
        case 4: return .permits(draw.once(in: 2))
        case 5: return .position(place)
        case 6:
            return .vehicles(
                (0..<30).map { ParkedVehicle(number: number() &+ $0, means: .ownCar, place: place ?? spot(1)) })
        case 7: return .select(key.id, TravelMeansSet(rawValue: .max))
        case 8: return .journey(key, .onTheWay(arrival: until, isDisturbed: true))
        case 9: return .view(.route(key, number()))
        case 10: return .view(draw.once(in: 2) ? .day(from) : .map(until))
        case 11: return .buyTickets(number(), of: number(), credit: draw.pick([.min, .max, 0]))
        case 12: return draw.once(in: 2) ? .book(vehicle: number()) : .takeVehicle(number())
        default: return .leaveVehicle(number(), at: place)
        }
    }

    @Test("What a device cannot mean is refused and changes nothing that must hold; nobody else is told of it")
    func lies() {
        var setup = PlannerSetup()
        setup.vehicles.add(.sharedBicycle, of: TripProviderID(1), at: spot(3))
        setup.companies = [1: TransitCompany(price: .max)]
        for seed in 0..<60 {
            var draw = SplitMix64(seed: seed)
            var city = PlannerCity(CityJourneys(router: StatedRouter()), setup)
            city.add(clock(10), clock(11), at: spot(500))
            city.add(clock(9), clock(9, 30), at: spot(700), on: [.monday, .tuesday])
            var serial: Int32 = 100
            for _ in 0..<60 {
                var sent = message(&draw, at: city.now)
                // Most changes are new ones.
                if case .change(_, let change) = sent, !draw.once(in: 4) {
                    serial += 1
                    sent = .change(serial: serial, change)
                }
                let user = TripUserID(draw.pick([1, 2, 3, 0, -5] as [Int32]))
                city.take(
                    .device(user, TripDeviceID(draw.pick([1, 7, 0] as [Int32])), sent),
                    at: city.now + .seconds(draw.below(900)))
                let snapshot = TripSnapshot(city.planner.rules, at: city.now)
                #expect(TripInvariants.violations(of: snapshot).isEmpty, "seed \(seed): \(sent)")
            }
            #expect(city.planner.rules.users.allSatisfy { $0.number > 0 })
        }
    }

    @Test("TRIP-OFFLINE: what two devices added without link is taken in the order of arrival; the overlap is refused")
    func offline() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        func kept(_ serial: Int32, _ from: CityTime) -> KeptChange {
            KeptChange(
                serial: serial, .add(AppointmentForm("x", .standard(from: from, until: from + .hours(1)), at: spot(1))))
        }
        let me = PlannerCity.me
        city.take(.device(me, TripDeviceID(2), .sync([kept(1, clock(10)), kept(2, clock(12))])), at: clock(8, 30))
        city.take(.device(me, TripDeviceID(3), .sync([kept(1, clock(10, 30))])))
        #expect(city.count { if case .eventAdded = $0 { true } else { false } } == 2)
        #expect(city.count { if case .syncDone = $0 { true } else { false } } == 2)
        #expect(city.count { $0 == .eventRejected(user: me, event: nil, reason: .overlap) } == 1)
        // Both devices hear of what each of them did.
        let told = city.notices.compactMap {
            if case .changed(let device, let serial, _) = $0.notice { (device.number, serial) } else { nil }
        }
        #expect(told.map(\.0) == [2, 3] && told.map(\.1) == [2, 1])
        city.run(to: clock(13))
        // The phone never left home, so when the first is over the way to the second begins there.
        #expect(city.leaving == [clock(9, 30), clock(11, 30)])
    }
}
