// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// A shared ride as the monitor sees one.
struct WatchedShare {
    var request: Int32 = 0, reservation: Int32 = 0
    /// Passengers on it before boarding.
    var riders: Int32 = 1
    var isClosed = false
    var aboard: [Int32] = []
    var shares: Int32 = 0, hundredths: Int32 = 0
}

extension TaxiInvariants {
    mutating func take(_ event: SharingEvent) {
        switch event {
        case .rideCreated(let ride, let owner, _, _, let reservation):
            if rides.index(of: ride.number) != nil {
                report("TAXI-SHARE-14", [ride, "passenger \(owner)"], "was made twice")
            }
            rides.open(ride.number, WatchedShare(reservation: reservation?.number ?? 0))
        case .rideRequested(let ride, let request):
            guard let place = pending(ride, request) else { return }
            rides[place].request = request.number
            sharedRequests.open(request.number, ride.number)
        case .shareJoined(let ride, let passenger, _): join(ride, passenger)
        case .shareLeft(let ride, let passenger, _):
            guard let place = pending(ride, passenger) else { return }
            rides[place].riders -= 1
            letGo(ReservationID(rides[place].reservation), by: passenger.number)
        case .shareProposed(let passenger, let ride, _, _, _, _, _):
            guard let place = pending(ride, passenger) else { return }
            if rides[place].isClosed {
                report("TAXI-SHARE-05", [ride, passenger], "was proposed after boarding")
            }
        case .shareClosed(let ride, let request):
            guard let place = pending(ride, request) else { return }
            if rides[place].isClosed {
                report("TAXI-SHARE-05", [ride, request], "was closed twice")
            }
            rides[place].isClosed = true
        case .travelersBoarded(let ride, let passenger, let entered, _):
            guard let place = pending(ride, passenger) else { return }
            if entered > 0 { rides[place].aboard.append(passenger.number) }
        case .routePlanned(let ride, let pickUpStops, let destinations, _, _, _, _, _):
            judgeRoute(ride, pickUpStops: pickUpStops, destinations: destinations)
        case .feeShare(let ride, let passenger, _, _, _, _, let hundredths, _):
            share(ride, passenger, hundredths)
        case .feeSharesReported(let ride, let passengers, let sum): judgeShares(ride, passengers, sum)
        case .ownerChanged(let ride, let passenger), .sharedRideMissed(let ride, let passenger),
            .travelersDropped(let ride, let passenger, _, _, _, _):
            _ = pending(ride, passenger)
        case .boardCount(let ride, let driver, _, _): _ = pending(ride, driver)
        case .boardMismatch(let ride, _, _), .rideStateViewed(let ride, _, _): _ = pending(ride, nil)
        case .sharedRideEnded(let ride, let request, _, _, _, _): _ = pending(ride, request)
        case .rideRemoved(let ride, let reason):
            guard pending(ride, reason.word) != nil, let removed = rides.close(ride.number) else { return }
            sharedRequests.close(removed.request)
        // Notices may follow the removal, and so may a choice that comes too late.
        case .shareSearch, .shareChosen, .shareDeclined, .joinRefused, .riderNotified, .rideDriverNotified: break
        }
    }

    /// The place of a ride that is not removed; reports one that is.
    private mutating func pending(_ ride: SharedRideID, _ actor: (any Concerned)?) -> Int? {
        if let slot = rides.index(of: ride.number) { return slot }
        report("TAXI-SHARE-19", [ride] + (actor.map { [$0] } ?? []), "was never made, or is removed")
        return nil
    }

    private mutating func join(_ ride: SharedRideID, _ passenger: PassengerID) {
        guard let place = pending(ride, passenger) else { return }
        if rides[place].isClosed {
            report("TAXI-SHARE-05", [ride, passenger], "joined after boarding")
        }
        rides[place].riders += 1
        hold(ReservationID(rides[place].reservation), by: passenger)
    }

    private mutating func judgeRoute(_ ride: SharedRideID, pickUpStops: Int32, destinations: Int32) {
        guard let place = pending(ride, nil) else { return }
        let share = rides[place]
        if pickUpStops != 1 { report("TAXI-SHARE-18", [ride], "\(pickUpStops) pick-up stops") }
        let passengers = share.isClosed ? Int32(share.aboard.count) : share.riders
        if destinations > passengers {
            report("INV-MultiDestinationIsShared", [ride], "\(destinations) destinations, \(passengers) passengers")
        } else if destinations > 1 && share.request == 0 {
            report("INV-MultiDestinationIsShared", [ride], "has no request of a shared ride")
        }
    }

    private mutating func share(_ ride: SharedRideID, _ passenger: PassengerID, _ hundredths: Int32) {
        guard let place = pending(ride, passenger) else { return }
        let actors: [any Concerned] = [ride, passenger]
        if hundredths < 0 { report("INV-FeeSharesSum", actors, "a share of \(hundredths) hundredths of a percent") }
        if !rides[place].aboard.contains(passenger.number) {
            report("INV-FeeSharesSum", actors, "has a share, but was not aboard")
        }
        rides[place].shares += 1
        rides[place].hundredths &+= hundredths
    }

    private mutating func judgeShares(_ ride: SharedRideID, _ passengers: Int32, _ sum: Int32) {
        guard let place = pending(ride, nil) else { return }
        let share = rides[place]
        rides[place].shares = 0
        rides[place].hundredths = 0
        if share.hundredths != 10_000 || sum != 10_000 || share.shares != passengers {
            report(
                "INV-FeeSharesSum", [ride],
                "\(share.shares) shares sum to \(share.hundredths) of 10000; told were \(passengers) and \(sum)")
        }
    }

    /// No ride is pending when the run is over.
    mutating func judgePendingRides() {
        for number in rides.openNumbers {
            report("TAXI-SHARE-19", ["ride \(number)"], "is still pending when the run ended")
        }
    }
}
