// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// What a module declares: its name, and which data it reads and writes. It is held to this (SEC-05).
public struct ModuleManifest: Hashable, Sendable {
    /// The module's name.
    public let name: ModuleName
    /// What it reads.
    public let reads: [DataKind]
    /// What it writes.
    public let writes: [DataKind]

    /// Makes a declaration.
    public init(name: ModuleName, reads: [DataKind], writes: [DataKind]) {
        self.name = name
        self.reads = reads
        self.writes = writes
    }
}

/// An optional part of the taxi service: an actor on the city's loop that reaches the core only through its
/// `ModuleContext` (API-10).
///
/// All calls come on the loop. A module may call the core from within them, and the core may then call the module again
/// before the first call returned: a module changes its own values first and acts afterwards.
public protocol TaxiModule: AnyObject, Sendable {
    /// What the module declares.
    nonisolated var manifest: ModuleManifest { get }
    /// Takes a passenger's message; true when it is one of this module.
    nonisolated func receive(_ message: PassengerMessage, from passenger: PassengerID) -> Bool
    /// Something happened to a request that a module placed.
    nonisolated func requestChanged(_ request: RequestID, _ change: RequestChange)
    /// A passenger's ride or request has ended: the passenger is free (TAXI-RESV-22).
    nonisolated func passengerFree(_ passenger: PassengerID)
    /// The run is over: settle what is open. The requests have ended before.
    nonisolated func close()
}

/// What happens to a request that a module placed, in the order in which it happens.
public enum RequestChange: Sendable, Equatable {
    /// An offer was sent: these seats bind until it ends (DEC-SHARE-CAPACITY).
    case offered(DriverID, seats: Int32, estimatedMeeting: CityTime)
    /// The offer ended without acceptance.
    case offerEnded
    /// Nobody could be asked, or a round failed: the request stays open (TAXI-RESV-21).
    case keptOpen(RoundFailure)
    /// A driver is asked again after that; counts from 1 (TAXI-RESV-11).
    case retried(Int32)
    /// A driver accepted, expected at this time.
    case accepted(DriverID, seats: Int32, arrival: CityTime)
    /// The request ended without a ride.
    case aborted(AbortReason)
    /// A passenger gave up and is no longer on the request, which goes on without (DEC-CALL-CANCEL).
    case left(PassengerID)
    /// The driver confirmed boarding, with the entered number of each passenger; 0 means absent. The absent are off the
    /// request from now on.
    case aboard(DriverID, [Rider], odometer: Distance)
    /// A passenger left at the own destination, or at the end of the ride.
    case dropped(PassengerID, place: Place, odometer: Distance)
    /// The driver's client asks for the state of the ride (TAXI-SHARE-06).
    case viewed(DriverID)
    /// The ride was released before boarding.
    case released
    /// The ride is over; the last passengers were dropped just before.
    case ended(DriverID, place: Place, odometer: Distance)
}

/// What the reservation module does for other modules.
public protocol ReservationPort: AnyObject, Sendable {
    /// Whether the passenger holds no reservation less than 60 min from this pick-up time (DEC-ONE-PER-HOUR).
    nonisolated func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool
    /// Stores a shared reservation for a passenger who searched before, as `PassengerMessage.reserve` does.
    nonisolated func reserve(_ passenger: PassengerID, _ form: ReservationForm)
    /// The first rule that the form breaks now, without storing or telling anything; nil when it is right.
    nonisolated func refusal(of form: ReservationForm, by passenger: PassengerID) -> ReservationRefusal?
    /// A passenger joined a shared reservation: it counts as one of the own from now on.
    nonisolated func joined(_ passenger: PassengerID, _ reservation: ReservationID)
    /// Every reservation of the passenger that is not a request yet ends, also in its last 2 h (DEC-ACCOUNT-DELETE).
    nonisolated func cancelAll(of passenger: PassengerID)
    /// Whether the reservation can be cancelled now (TAXI-RESV-17).
    nonisolated func isCancellable(_ reservation: ReservationID) -> Bool
    /// How many reservations of the passenger are not requests yet.
    nonisolated func openCount(of passenger: PassengerID) -> Int
}

/// What the sharing module does for the reservation module.
public protocol SharedRidePort: AnyObject, Sendable {
    /// A shared reservation was stored: it is a pending shared ride from now on (TAXI-RESV-15). After a restart it may have
    /// several members, the owner first (TAXI-RESV-20).
    nonisolated func open(
        _ reservation: ReservationID, members: [SharedRider], zone: ZoneID, place: Place, pickUp: CityTime)
    /// A request of a shared ride was restored after a restart and is placed next: it is a pending shared ride of these
    /// members, the owner first (TAXI-CALL-21).
    nonisolated func open(
        _ request: RequestID, members: [SharedRider], zone: ZoneID, place: Place, source: PositionSource)
    /// Who is on the pending shared ride of a request, the owner first; empty when there is none.
    nonisolated func members(of request: RequestID) -> [SharedRider]
    /// Who is on the shared reservation, the owner first, then by time of joining; empty when it is gone.
    nonisolated func members(of reservation: ReservationID) -> [SharedRider]
    /// Takes a passenger off; the earliest joiner becomes owner when it was the owner, and the ride is removed when nobody
    /// is left. Returns who is left.
    nonisolated func takeOff(
        _ passenger: PassengerID, _ reservation: ReservationID, _ reason: LeaveReason
    ) -> [Rider]
    /// The reservation becomes this request: before it is placed, or after a restart of the modules, when the core has it.
    nonisolated func activated(_ reservation: ReservationID, _ request: RequestID)
    /// The reservation ended without a ride.
    nonisolated func removed(_ reservation: ReservationID, _ reason: RideRemoval)
}

extension SharedRidePort {
    /// Who is on the shared reservation, the owner first; empty when it is gone.
    public func riders(of reservation: ReservationID) -> [Rider] { members(of: reservation).map(\.rider) }
}
