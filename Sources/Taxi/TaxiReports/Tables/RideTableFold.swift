// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import EventLog
package import Reporting
import TaxiRules

/// Folds what the taxi service and its modules note to rows of `results.sqlite`: rides, offers, reservations, shared rides.
package final class RideTableFold: TableFold {
    private var rides = OpenTable(blank: RideRow())
    private var offers = OpenTable(blank: OfferRow())
    private var modules = ModuleRows()
    private var calledAt: [Int64] = []
    private var endedRides: [RideRow] = []
    private var endedOffers: [OfferRow] = []
    private var now = Int64.min

    /// Nothing yet.
    package init() {}

    package var create: String {
        [
            RideTables.rides.create, RideTables.offers.create, RideTables.reservations.create,
            RideTables.sharedRides.create, RideTables.sharedRiders.create,
        ].joined()
    }
    /// Their lines of the article Results.
    package static var article: String {
        [
            RideTables.rides.article, RideTables.offers.article, RideTables.reservations.article,
            RideTables.sharedRides.article, RideTables.sharedRiders.article,
        ].joined()
    }
    package var complete: Int { endedRides.count + endedOffers.count + modules.count }

    package func takeRows() -> [TableRows] {
        // Rising keys are appended; others look for their place.
        endedRides.sort { $0.request < $1.request }
        endedOffers.sort { $0.offer < $1.offer }
        defer {
            endedRides.removeAll(keepingCapacity: true)
            endedOffers.removeAll(keepingCapacity: true)
            modules.clear()
        }
        return [
            TableRows(RideTables.rides, endedRides), TableRows(RideTables.offers, endedOffers),
            TableRows(RideTables.reservations, modules.endedReservations),
            TableRows(RideTables.sharedRides, modules.endedRides),
            TableRows(
                RideTables.sharedRiders,
                modules.endedRides.flatMap { ride in ride.riders.map { (ride: ride.ride, rider: $0) } }),
        ]
    }

    /// Reads the taxi service and its modules.
    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { records in
            for index in records.indices {
                self.now = records[index].time.nanoseconds
                self.take(records[index].event)
            }
        }
        feed.on(ReservationEvent.self) { records in
            for index in records.indices { self.modules.take(records[index].event, at: records[index].time) }
        }
        feed.on(SharingEvent.self) { records in
            for index in records.indices { self.modules.take(records[index].event, at: records[index].time) }
        }
    }

    /// Rows of what is open at the end are written with the ending `open`.
    package func finish(at end: CityTime) {
        for number in rides.openNumbers {
            if let ride = rides.close(number), ride.driver != 0 { endedRides.append(ride) }
        }
        for number in offers.openNumbers {
            if let offer = offers.close(number) { endedOffers.append(offer) }
        }
        modules.finish()
    }

    private func take(_ event: TaxiEvent) {
        switch event {
        case .callConfirmed(let passenger, _):
            let index = max(0, passenger.index)
            while calledAt.count <= index { calledAt.append(.min) }
            calledAt[index] = now
        case .requestStored(let request, let passenger, let zone, let travelers, _, _):
            var ride = RideRow(
                request: request.number, passenger: passenger.number, zone: zone.number, travelers: travelers)
            ride.storedAt = now
            let called = passenger.index < calledAt.count ? calledAt[max(0, passenger.index)] : .min
            ride.calledAt = called == .min ? now : called
            if modules.hasRequests, let pickUp = modules.pickUp(of: request) {
                ride.pickUp = pickUp
                ride.calledAt = now
            }
            rides.open(request.number, ride)
        case .requestAborted(let request, _, _):
            rides.close(request.number)
        case .passengerAbandoned(let request, _):
            // One of several gives up: the request goes on.
            guard rides.value(of: request.number)?.passengers == 1 else { return }
            // A ride on its way ends with `rideReleased`.
            change(request) { $0.outcome = "abandoned" }
            if rides.value(of: request.number)?.driver == 0 { rides.close(request.number) }
        case .offerSent(let offer, let request, let driver, let zone, let place, let travelers, _, _, _):
            change(request) { $0.offers += 1 }
            offers.open(
                offer.number,
                OfferRow(
                    offer: offer.number, request: request.number, driver: driver.number, zone: zone.number,
                    place: place, travelers: travelers, sentAt: now))
        case .offerAccepted(let offer, let request, let driver):
            end(offer, "accepted")
            change(request) { ride in
                ride.driver = driver.number
                ride.acceptedAt = now
            }
        case .offerRefused(let offer, _, _): end(offer, "refused")
        case .offerTimedOut(let offer, _, _): end(offer, "timedOut")
        case .offerWithdrawn(let offer, _, _, let reason): end(offer, "withdrawn:" + reason.word)
        case .passengerNotified(_, let request, let kind, _, _, let eta, _):
            if kind == .accepted, let eta { change(request) { $0.notifiedArrival = eta.nanoseconds } }
        case .boardingPrompted(let request, _):
            change(request) { $0.promptedAt = now }
            if modules.hasRequests { modules.arrive(request, at: now, isAboard: false) }
        case .passengerAboard(let request, _, _, _, let odometer):
            change(request) { ride in
                ride.aboardAt = now
                ride.aboardOdometer = odometer.millimetres
            }
            if modules.hasRequests { modules.arrive(request, at: now, isAboard: true) }
        case .passengerAttached(let request, _, _): change(request) { $0.passengers += 1 }
        case .passengerDetached(let request, _): change(request) { $0.passengers -= 1 }
        case .rideReleased(let request, _, _):
            endRide(request, "released", nil)
        case .rideEnded(let request, _, _, _, let odometer):
            endRide(request, "completed", odometer)
        case .driverRegistered, .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered,
            .messageLost, .callPrepared, .positionChosen, .callRefused, .tripTaxiRequested, .requestWaiting,
            .driverNotified, .lateAnswerIgnored, .requestRefused, .driverEnqueued, .driverDequeued,
            .driverMovedToBottom, .statusChanged, .statusRefused, .illegalTransition, .shiftLimitReached,
            .positionReported, .navigationStarted, .etaUpdated, .taxiPositionSent, .requestFulfilled,
            .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied, .companionAboard,
            .companionDropped:
            break
        }
    }

    private func change(_ request: RequestID, _ change: (inout RideRow) -> Void) {
        if let slot = rides.index(of: request.number) { change(&rides[slot]) }
    }

    private func end(_ offer: OfferID, _ ending: String) {
        guard var row = offers.close(offer.number) else { return }
        row.ending = ending
        row.endedAt = now
        endedOffers.append(row)
    }

    private func endRide(_ request: RequestID, _ outcome: String, _ odometer: Distance?) {
        guard var ride = rides.close(request.number), ride.driver != 0 else { return }
        ride.endedAt = now
        if ride.outcome == "open" { ride.outcome = outcome }
        if let odometer { ride.endOdometer = odometer.millimetres }
        endedRides.append(ride)
    }
}
