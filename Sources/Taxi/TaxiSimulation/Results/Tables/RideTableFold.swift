// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import TaxiRules

/// Folds what the taxi service and its modules note to rows of `results.sqlite`: calls, offers, reservations, shared rides.
package final class RideTableFold: TableFold {
    private let map: (any ZoneLayout)?
    private let measureStart: Int64
    private let keepsOffers: Bool
    private let tariff: Tariff?
    /// How many calls there were.
    private var calls: Int32 = 0
    private var requests = OpenTable(blank: RequestRow())
    private var offers = OpenTable(blank: OfferRow())
    private var modules = ModuleRows()
    /// Those who stand on the street or ride from there, by passenger.
    private var streets = OpenTable(blank: RequestRow())
    private var calledAt: [Int64] = []
    private var endedCalls: [RequestRow] = []
    private var endedOffers: [OfferRow] = []
    private var now = Int64.min

    /// Nothing yet.
    ///
    /// - Parameters:
    ///   - map: where places lie; nil when only the plane is known.
    ///   - measureStart: the end of the warm-up.
    ///   - keepsOffers: also fills the table `offers`.
    ///   - tariff: what rides cost; nil when that is not told.
    package init(
        map: (any ZoneLayout)? = nil, measuredFrom measureStart: CityTime = .epoch, keepsOffers: Bool = true,
        tariff: Tariff? = nil
    ) {
        (self.map, self.measureStart, self.keepsOffers) = (map, measureStart.nanoseconds, keepsOffers)
        self.tariff = tariff
    }

    package var create: String {
        [
            RideTables.requests.create, keepsOffers ? RideTables.offers.create : "", RideTables.reservations.create,
            RideTables.sharedRides.create, RideTables.sharedRiders.create,
        ].joined()
    }
    /// Their lines of the article Results.
    package static var article: String {
        [
            RideTables.requests.article, RideTables.offers.article, RideTables.reservations.article,
            RideTables.sharedRides.article, RideTables.sharedRiders.article,
        ].joined()
    }
    package var complete: Int { endedCalls.count + endedOffers.count + modules.count }

    package func takeRows() -> [TableRows] {
        // Rising keys are appended; others look for their place. A row of a call is long: its number is sorted, not the row.
        let order = endedCalls.indices.map { (call: endedCalls[$0].call, index: $0) }.sorted { $0.call < $1.call }
        endedOffers.sort { $0.offer < $1.offer }
        defer {
            endedCalls.removeAll(keepingCapacity: true)
            endedOffers.removeAll(keepingCapacity: true)
            modules.clear()
        }
        return [
            TableRows(
                RideTables.requests,
                order.map { PlacedRequest(endedCalls[$0.index], on: map, measuredFrom: measureStart, tariff) }),
            TableRows(RideTables.offers, endedOffers),
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
        feed.on(StreetEvent.self) { records in
            for index in records.indices {
                self.now = records[index].time.nanoseconds
                self.take(records[index].event)
            }
        }
        feed.on(SharingEvent.self) { records in
            for index in records.indices { self.modules.take(records[index].event, at: records[index].time) }
        }
    }

    /// Rows of what is open at the end are written with the ending `open`.
    package func finish(at end: CityTime) {
        for number in requests.openNumbers { if let row = requests.close(number) { endedCalls.append(row) } }
        for number in streets.openNumbers { if let row = streets.close(number) { endedCalls.append(row) } }
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
        case .callRefused(let passenger, let reason):
            var row = newCall(of: passenger)
            (row.outcome, row.refusal, row.endedAt) = (.refused, reason, now)
            endedCalls.append(row)
        case .requestStored(let request, let passenger, let zone, let travelers, _, let place):
            var row = newCall(of: passenger)
            (row.request, row.zone, row.travelers, row.from) = (request.number, zone.number, travelers, place)
            row.storedAt = now
            if modules.hasRequests, let pickUp = modules.pickUp(of: request) {
                row.pickUp = pickUp
                row.calledAt = now
            }
            requests.open(request.number, row)
        case .requestAborted(let request, _, let reason):
            switch reason {
            case .noDriver, .allRefused, .noTaxiLargeEnough:
                change(request) { ($0.outcome, $0.abort) = (.aborted, reason) }
                close(request)
            case .abandoned:
                change(request) { $0.outcome = .abandoned }
                close(request)
            case .runEnded:
                // Open; without an instant, since nothing ended it.
                if let row = requests.close(request.number) { endedCalls.append(row) }
            }
        case .passengerAbandoned(let request, _):
            // One of several gives up: the request goes on.
            guard let row = requests.value(of: request.number), row.passengers == 1 else { return }
            change(request) { $0.outcome = .abandoned }
            // A ride on its way ends with `rideReleased`.
            if row.driver == 0 { close(request) }
        case .offerSent(let offer, let request, let driver, let zone, let place, let travelers, _, _, _):
            change(request) { $0.offers += 1 }
            guard keepsOffers else { return }
            offers.open(
                offer.number,
                OfferRow(
                    offer: offer.number, request: request.number, driver: driver.number, zone: zone.number,
                    place: place, travelers: travelers, sentAt: now))
        case .offerAccepted(let offer, let request, let driver):
            end(offer, "accepted")
            change(request) { row in
                row.driver = driver.number
                row.acceptedAt = now
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
            change(request) { row in
                row.aboardAt = now
                row.aboardOdometer = odometer.millimetres
            }
            if modules.hasRequests { modules.arrive(request, at: now, isAboard: true) }
        case .passengerAttached(let request, _, _): change(request) { $0.passengers += 1 }
        case .passengerDetached(let request, _): change(request) { $0.passengers -= 1 }
        case .requestFulfilled(let request, _):
            change(request) { $0.outcome = $0.outcome == .open ? .fulfilled : $0.outcome }
        case .rideReleased(let request, _, _):
            change(request) { $0.outcome = $0.outcome == .open ? .released : $0.outcome }
            close(request)
        case .rideEnded(let request, _, _, let place, let odometer):
            change(request) { ($0.to, $0.endOdometer) = (place, odometer.millimetres) }
            close(request)
        case .driverRegistered, .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered,
            .messageLost, .callPrepared, .positionChosen, .tripTaxiRequested, .requestWaiting, .requestHandedOver,
            .taxiSent,
            .driverNotified, .lateAnswerIgnored, .requestRefused, .driverEnqueued, .driverDequeued,
            .driverMovedToBottom, .statusChanged, .statusRefused, .illegalTransition, .shiftLimitReached,
            .positionReported, .navigationStarted, .etaUpdated, .taxiPositionSent,
            .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied, .companionAboard,
            .companionDropped:
            break
        }
    }

    private func take(_ event: StreetEvent) {
        switch event {
        case .streetAsked(let passenger, let zone, let manner, let travelers, let place):
            calls += 1
            var row = RequestRow(call: calls, passenger: passenger.number, calledAt: now)
            (row.zone, row.travelers, row.from, row.manner) = (zone.number, travelers, place, manner)
            streets.open(passenger.number, row)
        case .streetBoarded(let passenger, let driver, _, let odometer):
            guard let slot = streets.index(of: passenger.number) else { return }
            streets[slot].driver = driver.number
            streets[slot].aboardAt = now
            streets[slot].aboardOdometer = odometer.millimetres
            streets[slot].outcome = .fulfilled
        case .streetLeft(let passenger, _, _):
            guard var row = streets.close(passenger.number) else { return }
            (row.outcome, row.endedAt) = (.left, now)
            endedCalls.append(row)
        case .streetRideEnded(let passenger, _, let place, let odometer):
            guard var row = streets.close(passenger.number) else { return }
            (row.to, row.endOdometer, row.endedAt) = (place, odometer.millimetres, now)
            endedCalls.append(row)
        }
    }

    /// A call that is stored or refused now.
    private func newCall(of passenger: PassengerID) -> RequestRow {
        calls += 1
        var row = RequestRow(call: calls, passenger: passenger.number, calledAt: now)
        let index = max(0, passenger.index)
        if index < calledAt.count, calledAt[index] != .min {
            row.calledAt = calledAt[index]
            calledAt[index] = .min
        }
        return row
    }

    private func change(_ request: RequestID, _ change: (inout RequestRow) -> Void) {
        if let slot = requests.index(of: request.number) { change(&requests[slot]) }
    }

    /// The request, or its ride, ends now.
    private func close(_ request: RequestID) {
        guard var row = requests.close(request.number) else { return }
        row.endedAt = now
        endedCalls.append(row)
    }

    private func end(_ offer: OfferID, _ ending: String) {
        guard keepsOffers, var row = offers.close(offer.number) else { return }
        row.ending = ending
        row.endedAt = now
        endedOffers.append(row)
    }
}
