// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of one taxi tell the Taxi actor to do, in order.
public enum DutyDirective: Sendable, Equatable {
    /// Note a fact in the event log.
    case note(TaxiEvent)
    /// Join the bottom of a zone queue.
    case join(ZoneID, EnqueueReason)
    /// Leave a zone queue.
    case leave(ZoneID, DequeueReason)
    /// Tell the zone where the taxi is now.
    case moved(ZoneID, Place)
    /// Prompt the driver to confirm boarding (TAXI-CALL-16).
    case promptBoarding(RequestID)
    /// Tell the driver's client about the new status.
    case notify(DriverStatus, StatusCause)
    /// Tell the driver's client that going in service was refused.
    case refuse(StatusRefusal)
    /// The ride is over or released: tell the dispatcher.
    case rideOver(RequestID)
    /// Wake the taxi at its shift limit.
    case wakeAtLimit(CityTime)
}

/// The ride that a taxi is on.
public struct TaxiRide: Sendable, Equatable {
    /// The request that became the ride.
    public let request: RequestID
    /// Who called; of a ride of several, the owner.
    public internal(set) var passenger: PassengerID
    /// Where to meet.
    public let place: Place
    /// Travelers expected, of all passengers.
    public internal(set) var travelers: Int32
    /// Everybody on a ride that several may share, the owner first; empty for a plain ride.
    public internal(set) var riders: [Rider]
    /// The agreed pick-up time of a reservation.
    public let pickUp: CityTime?
    /// Whether the passenger is aboard.
    public internal(set) var isOnBoard = false
    /// When the taxi came within reach of the meeting point; nil before.
    public internal(set) var promptedAt: CityTime?

    /// A ride that waits for its passenger.
    public init(
        request: RequestID, passenger: PassengerID, place: Place, travelers: Int32, riders: [Rider] = [],
        pickUp: CityTime? = nil
    ) {
        self.request = request
        self.passenger = passenger
        self.place = place
        self.travelers = travelers
        self.riders = riders
        self.pickUp = pickUp
    }

    /// These are on a ride that several may share, the owner first; nothing changes when there is nobody.
    mutating func carry(_ riders: [Rider]) {
        guard let owner = riders.first else { return }
        self.riders = riders
        passenger = owner.passenger
        travelers = riders.travelers
    }

    /// Whether several passengers may share it.
    public var isShared: Bool { !riders.isEmpty }

    /// Stands where there is no ride.
    static let none = TaxiRide(request: RequestID(0), passenger: PassengerID(0), place: .origin, travelers: 0)
}

/// The rules of one taxi, driver plus vehicle: status, zone, position, ride, time in service.
///
/// A value, told `at now:`. The three statuses and their four changes: TAXI-QUEUE-15.
public struct TaxiDuty: Sendable {
    // First what every call needs: side by side it takes fewer lines of the processor's cache.
    var lists = SpareList<DutyDirective>()
    private let shared: SharedParameters
    /// Who.
    public let driver: DriverID
    /// Seats; fixed (TAXI-ASSUME-09).
    public let seats: Int32
    /// offShift, available or busy.
    public internal(set) var status = DriverStatus.offShift
    /// The zone in whose queue the taxi is; nil unless available.
    public internal(set) var zone: ZoneID?
    /// Last known position.
    public internal(set) var position = Place.origin
    /// Odometer at that position.
    public internal(set) var odometer = Distance.zero
    /// The way to the meeting point; left from the last ride while there is none.
    var approach = Approach(start: .origin, readAt: .epoch)
    /// The ride in progress; nil unless busy.
    public var ride: TaxiRide? { isOnRide ? current : nil }
    /// Whether there is a ride in progress.
    var isOnRide = false
    /// The ride in progress, for the rules to look into: the optional one is copied for that, and its riders counted.
    var current = TaxiRide.none
    /// Whether somebody is aboard.
    public var isOnBoard: Bool { isOnRide && current.isOnBoard }
    /// Whether the driver's client has a live session.
    public internal(set) var isLoggedIn = false

    var parameters: TaxiParameters { shared.values }
    /// A wish to go off shift, kept until the ride ends, with its cause (DEC-OFFSHIFT-PENDING).
    var leavesAfterRide: StatusCause?
    /// Whether the client logs out when the ride ends.
    var logsOutAfterRide = false
    /// Whether the shift limit came during the ride; no wish of the driver takes that back (OPS-05).
    var isOverLimit = false
    /// Whether the driver's licence is valid; nobody told otherwise so far (ACCOUNT-PROFILE-07).
    public internal(set) var hasLicence = true
    /// Whether the driver is off shift for a ride from the street, which counts as service.
    var isOnStreetRide = false
    var inServiceSince: CityTime?
    var offShiftSince: CityTime?
    var servedBefore = TimeSpan.zero

    /// A taxi off shift.
    public init(driver: DriverID, seats: Int32, parameters: TaxiParameters) {
        self.init(driver: driver, seats: seats, shared: SharedParameters(parameters))
    }

    /// A taxi off shift, of a fleet with one set of parameters.
    public init(driver: DriverID, seats: Int32, shared: SharedParameters) {
        self.driver = driver
        self.seats = seats
        self.shared = shared
    }

    /// Takes back the directives of the last call, carried out, so that the next call needs no memory of its own.
    public mutating func takeBack(_ directives: consuming [DutyDirective]) {
        lists.takeBack(directives)
    }

    // MARK: Sessions

    /// The driver's client opened a session.
    public mutating func logIn(at now: CityTime) -> [DutyDirective] {
        logsOutAfterRide = false
        guard !isLoggedIn else { return [] }
        isLoggedIn = true
        return [.note(.driverSession(driver: driver, loggedIn: true))]
    }

    /// The driver's client closed its session: like going not in service, for a busy driver after the ride
    /// (TAXI-OFFER-08).
    public mutating func logOut(at now: CityTime) -> [DutyDirective] {
        var directives = lists.take()
        guard isLoggedIn else { return directives }
        endStreetRide(at: now)
        if status == .busy {
            leavesAfterRide = .loggedOut
            logsOutAfterRide = true
            return directives
        }
        goOffShift(.loggedOut, .offShift, at: now, &directives)
        endSession(&directives)
        return directives
    }

    // MARK: Status

    /// The driver asks to be in service; `zone` is the zone of the position, if any (TAXI-QUEUE-03).
    public mutating func goInService(at place: Place, zone: ZoneID?, now: CityTime) -> [DutyDirective] {
        var directives = lists.take()
        endStreetRide(at: now)
        guard isLoggedIn else {
            return [.note(.statusRefused(driver: driver, reason: .notLoggedIn)), .refuse(.notLoggedIn)]
        }
        guard hasLicence else {
            return [.note(.statusRefused(driver: driver, reason: .licenceExpired)), .refuse(.licenceExpired)]
        }
        if status == .busy {
            guard !isOverLimit else {
                return [.note(.statusRefused(driver: driver, reason: .shiftLimit)), .refuse(.shiftLimit)]
            }
            // A wish to go off shift or to log out is taken back.
            leavesAfterRide = nil
            logsOutAfterRide = false
            return directives
        }
        guard status == .offShift else { return directives }
        position = place
        guard let zone else {
            return [.note(.statusRefused(driver: driver, reason: .outsideZones)), .refuse(.outsideZones)]
        }
        if let limit = parameters.shiftLimit {
            if let offShiftSince, now - offShiftSince >= parameters.rest { servedBefore = .zero }
            guard servedBefore < limit else {
                return [.note(.statusRefused(driver: driver, reason: .shiftLimit)), .refuse(.shiftLimit)]
            }
            directives.append(.wakeAtLimit(now + (limit - servedBefore)))
        }
        inServiceSince = now
        change(to: .available, .byHand, &directives)
        self.zone = zone
        directives.append(.join(zone, .inService))
        return directives
    }

    /// The driver asks to be off shift; a busy driver's wish is kept until the ride ends (TAXI-QUEUE-13).
    public mutating func goOffShift(at now: CityTime) -> [DutyDirective] {
        var directives = lists.take()
        switch status {
        case .offShift: endStreetRide(at: now)
        case .busy: leavesAfterRide = .byHand
        case .available: goOffShift(.byHand, .offShift, at: now, &directives)
        }
        return directives
    }

    /// The legal shift limit has come (OPS-05).
    public mutating func limitReached(at now: CityTime) -> [DutyDirective] {
        var directives = lists.take()
        guard let limit = parameters.shiftLimit, let inServiceSince, status != .offShift || isOnStreetRide,
            !isOverLimit, servedBefore + (now - inServiceSince) >= limit
        else { return directives }
        directives.append(.note(.shiftLimitReached(driver: driver)))
        // Off shift for a ride from the street: the wish to be in service again is refused when that is over.
        if isOnStreetRide { return directives }
        if status == .busy {
            isOverLimit = true
        } else {
            goOffShift(.shiftLimit, .offShift, at: now, &directives)
        }
        return directives
    }

    /// The driver's licence is no longer valid, or is again: an available driver goes off shift at once, a busy one after
    /// the ride (ACCOUNT-PROFILE-07).
    public mutating func licence(isValid: Bool, at now: CityTime) -> [DutyDirective] {
        var directives = lists.take()
        hasLicence = isValid
        if !isValid, status == .available { goOffShift(.licenceExpired, .licenceExpired, at: now, &directives) }
        return directives
    }

    // MARK: Position

    /// The taxi reports a position; `zone` is the zone that holds it, if any.
    ///
    /// The border rules touch available drivers only (TAXI-QUEUE-11, -12).
    public mutating func report(
        _ place: Place, odometer: Distance, zone: ZoneID?, at now: CityTime
    ) -> [DutyDirective] {
        var directives = lists.take()
        position = place
        self.odometer = odometer
        approach.readAt = now
        directives.append(.note(.positionReported(driver: driver, place: place, odometer: odometer)))
        switch status {
        case .offShift: break
        case .busy: promptIfNear(at: now, &directives)
        case .available: cross(into: zone, at: now, &directives)
        }
        return directives
    }

    private mutating func cross(into zone: ZoneID?, at now: CityTime, _ directives: inout [DutyDirective]) {
        guard let old = self.zone else { return }
        guard let zone = zone ?? (parameters.keepsLastZone ? old : nil) else {
            goOffShift(.leftAllZones, .leftAllZones, at: now, &directives)
            return
        }
        guard zone != old else {
            directives.append(.moved(zone, position))
            return
        }
        directives.append(.leave(old, .zoneChange))
        self.zone = zone
        directives.append(.join(zone, .zoneChange))
    }

    private mutating func promptIfNear(at now: CityTime, _ directives: inout [DutyDirective]) {
        guard isOnRide, !current.isOnBoard, current.promptedAt == nil,
            position.distance(to: current.place) <= parameters.boardingRadius
        else { return }
        current.promptedAt = now
        directives.append(.note(.boardingPrompted(request: current.request, driver: driver)))
        directives.append(.promptBoarding(current.request))
    }

    // MARK: Steps shared with the rides

    mutating func change(to new: DriverStatus, _ cause: StatusCause, _ directives: inout [DutyDirective]) {
        let old = status
        status = new
        directives.append(.note(.statusChanged(driver: driver, from: old, to: new, cause: cause)))
        directives.append(.notify(new, cause))
    }

    mutating func goOffShift(
        _ cause: StatusCause, _ reason: DequeueReason, at now: CityTime, _ directives: inout [DutyDirective]
    ) {
        if let zone {
            self.zone = nil
            directives.append(.leave(zone, reason))
        }
        guard status != .offShift else { return }
        change(to: .offShift, cause, &directives)
        countService(until: now)
    }

    mutating func countService(until now: CityTime) {
        if let inServiceSince { servedBefore = servedBefore + (now - inServiceSince) }
        inServiceSince = nil
        isOverLimit = false
        offShiftSince = now
    }

    mutating func endSession(_ directives: inout [DutyDirective]) {
        isLoggedIn = false
        logsOutAfterRide = false
        directives.append(.note(.driverSession(driver: driver, loggedIn: false)))
    }
}
