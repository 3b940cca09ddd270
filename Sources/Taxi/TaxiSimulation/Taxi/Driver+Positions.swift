// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// Where the taxi is, and what its phone tells the service of it (TAXI-QUEUE-01).
extension Driver {
    var totalDriven: Distance { odometer + motion.driven(at: loop.now) }

    func reportedPlace() -> Place {
        let place = motion.place(at: loop.now)
        guard let distribution = city.positionError else { return place }
        let east = gps.distance(distribution).millimetres * (gps.chance(0.5) ? 1 : -1)
        let north = gps.distance(distribution).millimetres * (gps.chance(0.5) ? 1 : -1)
        return Place(
            east: Int32(clamping: Int64(place.east) + east), north: Int32(clamping: Int64(place.north) + north))
    }

    /// Reports the position; `isKept` where no other report follows soon, as at a border.
    func report(isKept: Bool = false) {
        send(.position(place: reportedPlace(), odometer: totalDriven), as: .arrival, isKept: isKept)
        // The report may have moved the taxi to another zone.
        looksAround()
    }

    func planReport() {
        guard let interval = habits.group.positionInterval else { return }
        loop.cancel(reportTimer)
        reportTimer = loop.schedule(self, Timer.report.rawValue, at: loop.now + interval, as: .arrival)
    }

    /// Sets out; the duration is the router's times the chance of traffic unless it is given. `isRide` with passengers aboard, whose
    /// drives may have times of their own.
    func drive(
        to place: Place, duration given: TimeSpan? = nil, distance: Distance? = nil, isRide: Bool = false
    ) {
        stop()
        let now = loop.now
        let journey =
            isRide
            ? city.rideJourney(from: motion.to, to: place, leaving: now)
            : city.drive(from: motion.to, to: place, leaving: now)
        var duration = given ?? journey.duration
        if given == nil, isRide {
            duration = city.rideTime(duration, leaving: now, &traffic)
        } else if given == nil, let distribution = city.travelSection.variability {
            duration =
                TimeSpan.seconds(min(1e9, duration.inSeconds * max(0, traffic.draw(distribution))))
                .roundedToMilliseconds
        }
        motion = Motion(journey.path, departs: now, arrives: now + duration, distance: distance ?? journey.distance)
        guard given == nil else { return }
        let heldUp = city.travel.heldUp(
            RouteQuery(from: journey.start, to: journey.end, leaving: now, user: .licensed))
        if heldUp > .zero { city.log.note(.driverHeldUp(driver: id, by: heldUp)) }
    }
}
