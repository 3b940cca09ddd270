// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A fact of the ride sharing module. Plain bytes, like `TaxiEvent`; the names are those of the requirements catalogue.
public enum SharingEvent: Hashable, Sendable {
    /// The pending shared rides of the zone were searched (TAXI-SHARE-02, -13).
    case shareSearch(passenger: PassengerID, client: ClientKind, zone: ZoneID, candidates: Int32, feasible: Int32)
    /// One feasible ride of a search, the best first (TAXI-SHARE-01, -09).
    case shareProposed(
        passenger: PassengerID, ride: SharedRideID, place: Place, meeting: CityTime, walk: TimeSpan,
        taxiArrival: CityTime,
        detour: Distance)
    /// The passenger chose a proposed ride (TAXI-SHARE-03).
    case shareChosen(passenger: PassengerID, ride: SharedRideID)
    /// The passenger declined all proposed rides (TAXI-SHARE-17).
    case shareDeclined(passenger: PassengerID)
    /// A passenger owns a new shared ride (TAXI-SHARE-14); the reservation when it is reserved.
    case rideCreated(
        ride: SharedRideID, owner: PassengerID, zone: ZoneID, travelers: Int32, reservation: ReservationID?)
    /// The shared ride became this request.
    case rideRequested(ride: SharedRideID, request: RequestID)
    /// A passenger joined a shared ride (TAXI-SHARE-22).
    case shareJoined(ride: SharedRideID, passenger: PassengerID, travelers: Int32)
    /// A passenger could not join (TAXI-SHARE-07, -22).
    case joinRefused(ride: SharedRideID, passenger: PassengerID, reason: JoinRefusal)
    /// A passenger left before boarding (TAXI-SHARE-24).
    case shareLeft(ride: SharedRideID, passenger: PassengerID, reason: LeaveReason)
    /// The ride has a new owner (TAXI-SHARE-24).
    case ownerChanged(ride: SharedRideID, owner: PassengerID)
    /// A passenger was told about the ride.
    case riderNotified(ride: SharedRideID, passenger: PassengerID, kind: RideNoticeKind)
    /// The driver was told about the ride (TAXI-SHARE-04); `travelers` are all that are expected now.
    case rideDriverNotified(ride: SharedRideID, driver: DriverID, kind: RideNoticeKind, travelers: Int32)
    /// Boarding closed the ride to newcomers (TAXI-SHARE-05).
    case shareClosed(ride: SharedRideID, request: RequestID)
    /// The driver entered how many travelers are aboard (TAXI-SHARE-08).
    case boardCount(ride: SharedRideID, driver: DriverID, entered: Int32, expected: Int32)
    /// The entered number of one passenger; 0 means absent (TAXI-SHARE-08).
    case travelersBoarded(ride: SharedRideID, passenger: PassengerID, entered: Int32, expected: Int32)
    /// Fewer travelers came than expected (DEC-BOARD-COUNT).
    case boardMismatch(ride: SharedRideID, entered: Int32, expected: Int32)
    /// A passenger was not there at boarding (TAXI-SHARE-16).
    case sharedRideMissed(ride: SharedRideID, passenger: PassengerID)
    /// The order of the drop-offs (TAXI-SHARE-18, -21): one passenger a stop, in order.
    case routePlanned(
        ride: SharedRideID, pickUpStops: Int32, destinations: Int32, first: PassengerID, second: PassengerID?,
        third: PassengerID?, fourth: PassengerID?, length: Distance)
    /// Travelers aboard and the passenger of the next stop (TAXI-SHARE-06).
    case rideStateViewed(ride: SharedRideID, aboard: Int32, nextStop: PassengerID?)
    /// A passenger left at the own destination; `distance` is driven from the start, `direct` the way alone.
    /// `delay` is how much longer the planned way takes than the way alone, as expected at boarding (TAXI-SHARE-20).
    case travelersDropped(
        ride: SharedRideID, passenger: PassengerID, travelers: Int32, distance: Distance, direct: Distance,
        delay: TimeSpan)
    /// The audit line of one share (TAXI-SHARE-10 to -10C): exact fraction and hundredths of a percent; `directHundredths`
    /// is the share by direct distance, for comparison (DEC-FEE-DISTANCE).
    case feeShare(
        ride: SharedRideID, passenger: PassengerID, travelers: Int32, distance: Distance, numerator: Int64,
        denominator: Int64, hundredths: Int32, directHundredths: Int32)
    /// The table of fee shares is made: `sum` is in hundredths of a percent, 10,000 (TAXI-SHARE-11).
    case feeSharesReported(ride: SharedRideID, passengers: Int32, sum: Int32)
    /// A shared ride ended at its last stop; `alone` is the sum of the direct ways of its passengers.
    case sharedRideEnded(
        ride: SharedRideID, request: RequestID, passengers: Int32, travelers: Int32, driven: Distance, alone: Distance)
    /// The ride is not pending any more.
    case rideRemoved(ride: SharedRideID, reason: RideRemoval)
}
