// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting
package import TaxiRules

/// What became of those who asked on the street. They count when they asked after the warm-up, rides when they ended then.
struct StreetTally {
    /// Somebody who stands, or rides.
    struct Person {
        var askedAt = Int64(0)
        var counted = false
        /// Where and when they asked: the dense number of the zone, -1 outside all, and the hour of the run.
        var zone = Int32(-1), hour = Int32(0)
        /// When the ride began; 0 before.
        var boardedAt = Int64(0)
        var wish = Wish.none
    }

    /// What became of those who asked in a zone or an hour.
    struct Part {
        var boarded = 0, left = 0
        /// Of those who got in, in nanoseconds.
        var wait = Int64(0)

        /// The share of those who stood and left; nil for fewer people than say something.
        var leftShare: Double? {
            boarded + left >= WishCounts.fewest ? Double(left) / Double(boarded + left) : nil
        }
    }

    /// Whether anything happened on the street at all.
    var isUsed = false
    var people = OpenTable(blank: Person())
    var asked = Counts<StreetManner>()
    var boarded = 0, left = 0, calling = 0
    /// Rides that ended, counted or not by their asking, and the time of drivers on them, in nanoseconds.
    var rides = 0
    var riding: Int64 = 0
    var wait = Sample(exactLimit: 262_144)
    /// How long those stood who left.
    var stood = Sample(exactLimit: 262_144)

    /// By the dense number of the zone, and by the hour of the run.
    private(set) var zones: [Part] = [], hours: [Part] = []

    /// Something became of somebody who counts.
    mutating func add(_ person: Person, _ change: (inout Part) -> Void) {
        if person.zone >= 0 {
            while zones.count <= person.zone { zones.append(Part()) }
            change(&zones[Int(person.zone)])
        }
        while hours.count <= person.hour { hours.append(Part()) }
        change(&hours[Int(person.hour)])
    }

    /// Those who ask and are neither aboard nor gone.
    var open: Int { asked.total - boarded - left }
}

/// The waits of those who got in on the street of one zone.
package struct StreetZoneResult: Hashable, Sendable {
    /// What the layout calls the zone.
    package let name: String
    package let boarded: Int
    /// Their mean wait in seconds.
    package let mean: Double
}

/// What the street came to: the object `streets` of `summary.json`. All counts from the end of the warm-up on.
package struct StreetResult: Codable, Hashable, Sendable {
    /// Who asked, by manner.
    package let asked: Counts<StreetManner>
    /// Who got in, and who stood and left.
    package let boarded, left: Int
    /// Of those who left, who called then.
    package let calling: Int
}

extension TaxiFold {
    /// The result; nil when nobody asked on the street.
    var streetResult: StreetResult? {
        guard streets.isUsed else { return nil }
        return StreetResult(
            asked: streets.asked, boarded: streets.boarded, left: streets.left, calling: streets.calling)
    }

    /// By rising zone, those in which somebody got in.
    var streetZoneResults: [StreetZoneResult] {
        let known = streets.zones.indices.filter { streets.zones[$0].boarded > 0 }
            .sorted { zones[$0].id < zones[$1].id }
        return known.map { index in
            let part = streets.zones[index]
            return StreetZoneResult(
                name: zones[index].name, boarded: part.boarded,
                mean: tidy(Double(part.wait) * 1e-9 / Double(part.boarded)))
        }
    }

    mutating func take(_ event: StreetEvent, at time: CityTime) {
        count(event.code, at: time)
        streets.isUsed = true
        let now = time.nanoseconds
        switch event {
        case .streetAsked(let passenger, let zone, let manner, _, let place):
            let isOfPart = context.isOfPart(passenger, in: zone, at: place)
            let counted = isMeasured && isOfPart
            let row = zone.number > 0 ? dense(zone) : nil
            let wish = row.map { self.wish(of: passenger, in: $0, at: place, isOfPart: isOfPart) } ?? .none
            streets.people.open(
                passenger.number,
                StreetTally.Person(
                    askedAt: now, counted: counted, zone: Int32(row ?? -1), hour: Int32(hour), wish: wish))
            if counted { streets.asked[manner] += 1 }
        case .streetBoarded(let passenger, let driver, let zone, let odometer):
            // The way up to here was one without a passenger.
            drive(driver, to: odometer, phase: .available)
            enter(.withPassenger, reach(driver))
            beginRide(driver)
            guard let slot = streets.people.index(of: passenger.number) else { return }
            streets.people[slot].boardedAt = now
            meter(passenger, from: zone, odometer)
            let wish = streets.people[slot].wish
            if wish.number != 0 { wishes.board(wish, at: now) }
            guard streets.people[slot].counted else { return }
            streets.boarded += 1
            let wait = now - streets.people[slot].askedAt
            streets.wait.add(wait)
            streets.add(streets.people[slot]) {
                $0.boarded += 1
                $0.wait += wait
            }
        case .streetLeft(let passenger, _, let calls):
            guard let person = streets.people.close(passenger.number) else { return }
            if person.wish.number != 0 {
                // Who calls then goes on with the same wish.
                if calls {
                    wishes.fail(person.wish, .abandoned, at: now, calls: true)
                } else {
                    wishes.end(person.wish, .abandoned)
                }
            }
            guard person.counted else { return }
            streets.left += 1
            streets.calling += calls ? 1 : 0
            streets.stood.add(now - person.askedAt)
            streets.add(person) { $0.left += 1 }
        case .streetRideEnded(let passenger, let driver, _, let odometer):
            drive(driver, to: odometer, phase: .withPassenger)
            if isMeasured {
                drivers[reach(driver)].rides += 1
                streets.rides += 1
            }
            endRide(driver)
            pay(money?.end(passenger), to: driver, odometer)
            enter(.offShift, reach(driver))
            guard let person = streets.people.close(passenger.number) else { return }
            streets.riding += measured.length(from: person.boardedAt, to: now)
        }
    }

    /// The wish of somebody who asks on the street, which begins at once.
    private mutating func wish(of passenger: PassengerID, in zone: Int, at place: Place, isOfPart: Bool) -> Wish {
        // Its number is none of a request's: these count from 1 on.
        let new = Wish(
            passenger: passenger.number, number: .max - passenger.number, place: Int32(zone),
            hour: Int32(hour(of: min(now, context.end - TimeSpan(nanoseconds: 1)))),
            isCounted: isOfPart && isMeasured && now <= context.end, began: now.nanoseconds)
        return wishes.call(
            new, at: now.nanoseconds,
            demand: Demand(who: passenger.number, at: place, group: context.group(of: passenger)))
    }

    /// Rides from the street that are under way count up to here, and nobody knows of those who stand how long they would.
    mutating func closeStreets(at end: CityTime) {
        for number in streets.people.openNumbers {
            guard let person = streets.people.value(of: number) else { continue }
            if person.boardedAt > 0 {
                streets.riding += measured.length(from: person.boardedAt, to: end.nanoseconds)
            } else if person.wish.number != 0 {
                wishes.cut(person.wish, at: end.nanoseconds)
            }
        }
    }
}
