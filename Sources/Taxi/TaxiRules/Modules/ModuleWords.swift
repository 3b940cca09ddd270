// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension ModuleName {
    /// Taxis at an agreed time.
    public static let reservations = ModuleName(0, "reservations")
    /// Rides that several passengers share.
    public static let sharing = ModuleName(1, "sharing")

    /// The modules of the taxi service.
    public static let ofTaxi: [ModuleName] = [.reservations, .sharing]
}

/// A kind of data that a module may be allowed to read or write (SEC-05).
public enum DataKind: UInt8, EventWord {
    /// Zones and ways.
    case map
    /// Taxis: seats, and which one comes for a request.
    case taxis
    /// Who has a session, and who has an open request.
    case sessions
    /// Requests and who is on them.
    case requests
    /// Notices to passengers and drivers.
    case notices
    /// The event log.
    case events
    /// Stored passwords.
    case passwords
}

/// A field of a form that holds a position (TAXI-RESV-06).
public enum PositionField: UInt8, EventWord {
    case origin, destination
}

/// Why a reservation was rejected; nothing is stored.
public enum ReservationRefusal: UInt8, EventWord {
    /// TAXI-RESV-02.
    case missingOrigin
    /// TAXI-RESV-02.
    case missingDestination
    /// TAXI-RESV-03: below 1, or more than the largest registered taxi seats.
    case badTravelerCount
    /// DEC-WEB-LOCATION: a web client's position is always an address.
    case webNeedsAddress
    /// TAXI-RESV-05.
    case addressOutsideCity
    /// TAXI-ZONE-01: a position outside all zones, an address when it is in the city.
    case outsideZones
    /// TAXI-RESV-06: the error radius of the fix is above the limit.
    case gpsTooCoarse
    /// TAXI-RESV-07.
    case missingTime
    /// TAXI-RESV-08.
    case badTime
    /// TAXI-RESV-09.
    case leadTime
    /// TAXI-RESV-13.
    case onePerHour
    /// The passenger has no live session (TAXI-RESV-01).
    case notLoggedIn
    /// The reservation could not be stored durably, so it is not confirmed (TAXI-RESV-20).
    case notStored
}

/// Why a reservation could not be cancelled (TAXI-RESV-17).
public enum CancelRefusal: UInt8, EventWord {
    /// Less than 2 h before the pick-up, and not withdrawable.
    case tooLate
    /// No such reservation, or not of this passenger.
    case unknown
    /// The passenger has no live session.
    case notLoggedIn
}

/// Why an activated reservation still waits for a driver (TAXI-RESV-21).
public enum RoundFailure: UInt8, EventWord {
    /// Nobody in the queue could be asked.
    case noDriver
    /// A round asked at least one driver, and all refused.
    case allRefused
}

/// How a reservation ended; each ends exactly once.
public enum ReservationOutcome: UInt8, EventWord {
    /// The passenger is aboard.
    case fulfilled
    /// Cancelled in time, or withdrawn after the pick-up time with no driver (TAXI-RESV-17).
    case cancelled
    /// Dropped 20 min after the pick-up time: the passenger was busy (TAXI-RESV-22).
    case dropped
    /// The driver found nobody and was released (DEC-CALL-CANCEL).
    case released
    /// Activated, but no driver until the end of the run (DEC-RESV-RETRY).
    case unserved
    /// The run ended before the activation, or while the taxi was on its way.
    case runEnded
}

/// Why a passenger could not join a shared ride (DEC-SHARE-RACE).
public enum JoinRefusal: UInt8, EventWord {
    /// TAXI-SHARE-07.
    case noSeats
    /// Four passengers share it already (DEC-SHARE-CAPACITY).
    case full
    /// The driver has confirmed boarding (TAXI-SHARE-05).
    case boarded
    /// The ride is gone.
    case removed
    /// A limit of DEC-SHARE-MATCH does not hold any more.
    case infeasible
    /// The passenger holds a reservation less than 60 min from it (DEC-ONE-PER-HOUR).
    case onePerHour
    /// The passenger has an open request or is traveling (TAXI-CALL-18), or is on the ride already.
    case busy
    /// The passenger has not searched.
    case notSearched
}

/// Why a passenger left a shared ride before boarding.
public enum LeaveReason: UInt8, EventWord {
    /// Cancelled in time (DEC-SHARE-OWNER-LEAVES).
    case cancelled
    /// Busy at the activation (TAXI-RESV-22).
    case busy
    /// Gave up (DEC-CALL-CANCEL).
    case abandoned
}

/// Why a shared ride is no longer pending.
public enum RideRemoval: UInt8, EventWord {
    /// No taxi (TAXI-SHARE-19).
    case aborted
    /// Everybody left, or the owner cancelled without joiners (TAXI-SHARE-24).
    case cancelled
    /// Dropped with its reservation (TAXI-RESV-22).
    case dropped
    /// Released before boarding.
    case released
    /// It ended at its last stop.
    case ended
    /// The run ended.
    case runEnded
}

/// What a notice about a shared ride says.
public enum RideNoticeKind: UInt8, EventWord {
    /// To the owner: somebody joined (TAXI-SHARE-15).
    case joined
    /// To the newcomer: meeting place and time (TAXI-SHARE-15).
    case meeting
    /// To the others: somebody left.
    case left
    /// To everybody: who the owner is now (TAXI-SHARE-24).
    case ownerChanged
    /// To the driver: travelers were added (TAXI-SHARE-04).
    case passengerAdded
    /// To the driver: travelers left.
    case passengerLeft
    /// To somebody left behind (TAXI-SHARE-16).
    case missed
    /// The table of fee shares (TAXI-SHARE-11).
    case feeShares
    /// The ride is gone.
    case removed
    /// To somebody taken off the ride (TAXI-RESV-22).
    case takenOff
}
