// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// Outcomes of calls, counted. A request is counted where it was stored: in that hour and that zone.
struct CallTally {
    var refused = 0, stored = 0, fulfilled = 0, abandoned = 0, released = 0
    var aborted = Counts<AbortReason>()
    var refusedBy = Counts<CallRefusal>()
    /// Travelers of stored requests.
    var travelers = 0

    /// Requests the service ended without a ride; those the passenger or the run's end closed are not among them.
    var abortedByService: Int {
        aborted[.noDriver] + aborted[.allRefused] + aborted[.noTaxiLargeEnough]
    }
    /// Requests that ended without a ride.
    var unserved: Int { abortedByService + abandoned + released }
    /// Requests that are over; of the others nobody knows yet how they end.
    var ended: Int { fulfilled + unserved }
    var open: Int { stored - ended }
}

/// A request from its storing to the end of its ride.
struct OpenRequest {
    var zone: Int32 = 0, hour: Int32 = 0
    var counted = false, fulfilled = false, abandoned = false, waiting = true
    var accepted = false
    /// Of the zone and the people that are told of, whenever it was stored.
    var isOfPart = true
    var travelers: Int32 = 0, offers: Int32 = 0, driver: Int32 = 0
    var asked = AskedDrivers.none
    var order: Int64 = 0, confirmedAt: Int64 = 0, storedAt: Int64 = 0, acceptedAt: Int64 = 0
    /// The arrival told at acceptance.
    var notifiedAt: Int64 = .min
    /// The agreed pick-up of a reservation.
    var pickUp: Int64 = .min
    /// When the taxi is to be at the meeting point: the time told at acceptance, or the pick-up of a reservation (DEC-PUNCTUALITY).
    var agreed: Int64 { pickUp == .min ? notifiedAt : pickUp }
    var wish = Wish.none
    var arrived = false

    /// A driver is asked.
    @inline(__always)
    mutating func ask(_ driver: Int32, _ drivers: inout AskedDrivers) {
        waiting = false
        offers += 1
        drivers.add(driver, to: &asked)
    }

    @inline(__always)
    mutating func accept(_ driver: Int32, at now: Int64, _ drivers: inout AskedDrivers) {
        accepted = true
        self.driver = driver
        acceptedAt = now
        waiting = false
        drivers.release(&asked)
    }
}

/// An offer from its sending to its end.
struct OpenOffer {
    var request: Int32 = 0, driver: Int32 = 0
    var counted = false
}

/// Where a driver's time goes.
enum DriverPhase: Int, CaseIterable {
    case offShift, available, toPickUp, withPassenger
}

/// What is kept of each driver.
struct DriverTally {
    var registered = false
    var seats: Int32 = .max
    var phase = DriverPhase.offShift
    var phaseSince: Int64 = 0
    var nanoseconds = InlineArray<4, Int64>(repeating: 0)
    /// The dense number of the zone whose queue the driver is in; -1 for none.
    var zone: Int32 = -1
    var enqueuedAt: Int64 = 0
    var pending: Int32 = 0
    var odometer: Int64 = 0
    /// Released before boarding, and not read since: the way up to the next reading was one to a pick-up.
    var isReleased = false
    var distances: (toPickUp: Int64, withPassenger: Int64, other: Int64) = (0, 0, 0)
    var rides: Int32 = 0, accepted: Int32 = 0, refused: Int32 = 0, timedOut: Int32 = 0

    /// Adds the time since the last change to the phase left, as far as it counts.
    mutating func close(at now: Int64, counting measured: MeasuredTime) {
        nanoseconds[phase.rawValue] += measured.length(from: phaseSince, to: now)
        phaseSince = now
    }

    /// Enters a phase and returns the one before; nothing changes when it is the same.
    @inline(__always)
    mutating func enter(_ new: DriverPhase, at now: Int64, counting measured: MeasuredTime) -> DriverPhase {
        let old = phase
        guard old != new else { return old }
        close(at: now, counting: measured)
        phase = new
        return old
    }

    /// Adds the way since the last reading to a phase: the driver's own when none is given.
    @inline(__always)
    mutating func drive(to reading: Int64, _ driven: DriverPhase?, isMeasured: Bool) {
        let way = reading - odometer
        let driven = driven ?? (isReleased ? .toPickUp : phase)
        isReleased = false
        // A reading that arrives late must not count its way twice.
        guard way > 0 else { return }
        odometer = reading
        guard isMeasured else { return }
        switch driven {
        case .toPickUp: distances.toPickUp += way
        case .withPassenger: distances.withPassenger += way
        case .offShift, .available: distances.other += way
        }
    }

    @inline(__always)
    mutating func endOffer(_ ending: OfferEnding) {
        pending -= 1
        switch ending {
        case .accepted: accepted += 1
        case .refused: refused += 1
        case .timedOut: timedOut += 1
        case .withdrawn: break
        }
    }

    /// Joins the queue of a zone, by its dense number.
    mutating func join(_ zone: Int32, at now: Int64) {
        self.zone = zone
        enqueuedAt = now
    }
}

/// What is kept of each hour of the run, by the hour in which a request was stored.
struct HourTally {
    var calls = CallTally()
    var wait = Sample(exactLimit: 65_536)
    var waitStatistics: SampleStatistics?
    var offers = 0
    /// Requests of this hour whose wait may still come.
    var unfinished = 0
    var closed = false
}

/// What is kept of each zone.
struct ZoneTally {
    let id: ZoneID
    let name: String
    var calls = CallTally()
    var wait = Sample(exactLimit: 4096), queueTime = Sample(exactLimit: 4096)
    var queue: [Int32] = []
    /// Open requests without a pending offer, oldest first.
    var waiting: [Int32] = []
    var queueLength: SteppedLevel
    /// Nanoseconds of drivers on rides that began in this zone.
    var busy: Int64 = 0
    /// The same for whole rides of counted requests, and how many of them ended.
    var service: Int64 = 0
    var served = 0
    var hours: [ZoneHourTally] = []
    var offers = 0

    mutating func enqueue(_ driver: Int32, at now: CityTime) {
        queue.append(driver)
        queueLength.change(by: 1, at: now)
    }

    /// Takes a driver out of the queue, and returns the place there; nil when the driver is not in it.
    mutating func dequeue(_ driver: Int32, at now: CityTime) -> Int? {
        guard let place = queue.firstIndex(of: driver) else { return nil }
        queue.remove(at: place)
        queueLength.change(by: -1, at: now)
        return place
    }
}

/// What is kept of each zone and hour.
struct ZoneHourTally {
    var stored = 0, fulfilled = 0, aborted = 0
    var waitSum: Int64 = 0
    var waits = 0
}

/// Sums of one step of a series.
struct SeriesStep {
    var stored = 0, waits = 0
    var waitSum: Int64 = 0, waitMax: Int64 = 0
}
