// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The example event with one field changed, for each of its fields; written out, so that it does not lean on the visitor
/// that it tests.
func variants(of event: TaxiEvent) -> [TaxiEvent] {
    switch event {
    case .driverRegistered(let driver, let seats, let licence, let plate):
        return [
            .driverRegistered(driver: DriverID(driver.number + 1), seats: seats, licence: licence, plate: plate),
            .driverRegistered(driver: driver, seats: seats + 1, licence: licence, plate: plate),
            .driverRegistered(driver: driver, seats: seats, licence: licence + 1, plate: plate),
            .driverRegistered(driver: driver, seats: seats, licence: licence, plate: plate + 1),
        ]
    case .zoneOpened(let zone):
        return [
            .zoneOpened(zone: ZoneID(zone.number + 1))
        ]
    case .driverSession(let driver, let loggedIn):
        return [
            .driverSession(driver: DriverID(driver.number + 1), loggedIn: loggedIn),
            .driverSession(driver: driver, loggedIn: !loggedIn),
        ]
    case .passengerSession(let passenger, let loggedIn, let client):
        return [
            .passengerSession(passenger: PassengerID(passenger.number + 1), loggedIn: loggedIn, client: client),
            .passengerSession(passenger: passenger, loggedIn: !loggedIn, client: client),
            .passengerSession(passenger: passenger, loggedIn: loggedIn, client: .web),
        ]
    case .noticeHeld(let passenger, let request, let kind):
        return [
            .noticeHeld(passenger: PassengerID(passenger.number + 1), request: request, kind: kind),
            .noticeHeld(passenger: passenger, request: RequestID((request?.number ?? 0) + 1), kind: kind),
            .noticeHeld(passenger: passenger, request: request, kind: .error),
        ]
    case .noticeDelivered(let passenger, let request, let kind, let delay):
        return [
            .noticeDelivered(passenger: PassengerID(passenger.number + 1), request: request, kind: kind, delay: delay),
            .noticeDelivered(
                passenger: passenger, request: RequestID((request?.number ?? 0) + 1), kind: kind, delay: delay),
            .noticeDelivered(passenger: passenger, request: request, kind: .error, delay: delay),
            .noticeDelivered(
                passenger: passenger, request: request, kind: kind, delay: TimeSpan(nanoseconds: delay.nanoseconds + 1)),
        ]
    case .messageLost(let fromDriver, let sender):
        return [
            .messageLost(fromDriver: !fromDriver, sender: sender),
            .messageLost(fromDriver: fromDriver, sender: sender + 1),
        ]
    case .callPrepared(let passenger):
        return [
            .callPrepared(passenger: PassengerID(passenger.number + 1))
        ]
    case .positionChosen(let passenger, let source, let radius):
        return [
            .positionChosen(passenger: PassengerID(passenger.number + 1), source: source, radius: radius),
            .positionChosen(passenger: passenger, source: .address, radius: radius),
            .positionChosen(
                passenger: passenger, source: source, radius: Distance(millimetres: radius.millimetres + 1)),
        ]
    case .callConfirmed(let passenger, let client):
        return [
            .callConfirmed(passenger: PassengerID(passenger.number + 1), client: client),
            .callConfirmed(passenger: passenger, client: .web),
        ]
    case .callRefused(let passenger, let reason):
        return [
            .callRefused(passenger: PassengerID(passenger.number + 1), reason: reason),
            .callRefused(passenger: passenger, reason: .gpsTooCoarse),
        ]
    case .requestStored(let request, let passenger, let zone, let travelers, let source, let place):
        return [
            .requestStored(
                request: RequestID(request.number + 1), passenger: passenger, zone: zone, travelers: travelers,
                source: source, place: place),
            .requestStored(
                request: request, passenger: PassengerID(passenger.number + 1), zone: zone, travelers: travelers,
                source: source, place: place),
            .requestStored(
                request: request, passenger: passenger, zone: ZoneID(zone.number + 1), travelers: travelers,
                source: source, place: place),
            .requestStored(
                request: request, passenger: passenger, zone: zone, travelers: travelers + 1, source: source,
                place: place),
            .requestStored(
                request: request, passenger: passenger, zone: zone, travelers: travelers, source: .address, place: place
            ),
            .requestStored(
                request: request, passenger: passenger, zone: zone, travelers: travelers, source: source,
                place: Place(east: place.east + 1, north: place.north)),
            .requestStored(
                request: request, passenger: passenger, zone: zone, travelers: travelers, source: source,
                place: Place(east: place.east, north: place.north + 1)),
        ]
    case .requestWaiting(let request, let zone):
        return [
            .requestWaiting(request: RequestID(request.number + 1), zone: zone),
            .requestWaiting(request: request, zone: ZoneID(zone.number + 1)),
        ]
    case .requestAborted(let request, let zone, let reason):
        return [
            .requestAborted(request: RequestID(request.number + 1), zone: zone, reason: reason),
            .requestAborted(request: request, zone: ZoneID(zone.number + 1), reason: reason),
            .requestAborted(request: request, zone: zone, reason: .allRefused),
        ]
    case .passengerAbandoned(let request, let passenger):
        return [
            .passengerAbandoned(request: RequestID(request.number + 1), passenger: passenger),
            .passengerAbandoned(request: request, passenger: PassengerID(passenger.number + 1)),
        ]
    case .offerSent(
        let offer, let request, let driver, let zone, let place, let travelers, let meetingTime, let estimatedMeeting,
        let cell):
        return [
            .offerSent(
                offer: OfferID(offer.number + 1), request: request, driver: driver, zone: zone, place: place,
                travelers: travelers, meetingTime: meetingTime, estimatedMeeting: estimatedMeeting, cell: cell),
            .offerSent(
                offer: offer, request: RequestID(request.number + 1), driver: driver, zone: zone, place: place,
                travelers: travelers, meetingTime: meetingTime, estimatedMeeting: estimatedMeeting, cell: cell),
            .offerSent(
                offer: offer, request: request, driver: DriverID(driver.number + 1), zone: zone, place: place,
                travelers: travelers, meetingTime: meetingTime, estimatedMeeting: estimatedMeeting, cell: cell),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: ZoneID(zone.number + 1), place: place,
                travelers: travelers, meetingTime: meetingTime, estimatedMeeting: estimatedMeeting, cell: cell),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: zone, place: place + 1, travelers: travelers,
                meetingTime: meetingTime, estimatedMeeting: estimatedMeeting, cell: cell),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: zone, place: place, travelers: travelers + 1,
                meetingTime: meetingTime, estimatedMeeting: estimatedMeeting, cell: cell),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: zone, place: place, travelers: travelers,
                meetingTime: CityTime(nanoseconds: meetingTime.nanoseconds + 1), estimatedMeeting: estimatedMeeting,
                cell: cell),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: zone, place: place, travelers: travelers,
                meetingTime: meetingTime, estimatedMeeting: CityTime(nanoseconds: estimatedMeeting.nanoseconds + 1),
                cell: cell),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: zone, place: place, travelers: travelers,
                meetingTime: meetingTime, estimatedMeeting: estimatedMeeting,
                cell: Place(east: cell.east + 1, north: cell.north)),
            .offerSent(
                offer: offer, request: request, driver: driver, zone: zone, place: place, travelers: travelers,
                meetingTime: meetingTime, estimatedMeeting: estimatedMeeting,
                cell: Place(east: cell.east, north: cell.north + 1)),
        ]
    case .driverNotified(let offer, let driver, let alert):
        return [
            .driverNotified(offer: OfferID(offer.number + 1), driver: driver, alert: alert),
            .driverNotified(offer: offer, driver: DriverID(driver.number + 1), alert: alert),
            .driverNotified(offer: offer, driver: driver, alert: .visual),
        ]
    case .offerAccepted(let offer, let request, let driver):
        return [
            .offerAccepted(offer: OfferID(offer.number + 1), request: request, driver: driver),
            .offerAccepted(offer: offer, request: RequestID(request.number + 1), driver: driver),
            .offerAccepted(offer: offer, request: request, driver: DriverID(driver.number + 1)),
        ]
    case .offerRefused(let offer, let request, let driver):
        return [
            .offerRefused(offer: OfferID(offer.number + 1), request: request, driver: driver),
            .offerRefused(offer: offer, request: RequestID(request.number + 1), driver: driver),
            .offerRefused(offer: offer, request: request, driver: DriverID(driver.number + 1)),
        ]
    case .offerTimedOut(let offer, let request, let driver):
        return [
            .offerTimedOut(offer: OfferID(offer.number + 1), request: request, driver: driver),
            .offerTimedOut(offer: offer, request: RequestID(request.number + 1), driver: driver),
            .offerTimedOut(offer: offer, request: request, driver: DriverID(driver.number + 1)),
        ]
    case .offerWithdrawn(let offer, let request, let driver, let reason):
        return [
            .offerWithdrawn(offer: OfferID(offer.number + 1), request: request, driver: driver, reason: reason),
            .offerWithdrawn(offer: offer, request: RequestID(request.number + 1), driver: driver, reason: reason),
            .offerWithdrawn(offer: offer, request: request, driver: DriverID(driver.number + 1), reason: reason),
            .offerWithdrawn(offer: offer, request: request, driver: driver, reason: .offShift),
        ]
    case .lateAnswerIgnored(let offer, let driver):
        return [
            .lateAnswerIgnored(offer: OfferID(offer.number + 1), driver: driver),
            .lateAnswerIgnored(offer: offer, driver: DriverID(driver.number + 1)),
        ]
    case .requestRefused(let driver, let reason):
        return [
            .requestRefused(driver: DriverID(driver.number + 1), reason: reason),
            .requestRefused(driver: driver, reason: .tooEarly),
        ]
    case .driverEnqueued(let driver, let zone, let place, let reason):
        return [
            .driverEnqueued(driver: DriverID(driver.number + 1), zone: zone, place: place, reason: reason),
            .driverEnqueued(driver: driver, zone: ZoneID(zone.number + 1), place: place, reason: reason),
            .driverEnqueued(driver: driver, zone: zone, place: place + 1, reason: reason),
            .driverEnqueued(driver: driver, zone: zone, place: place, reason: .rideEnded),
        ]
    case .driverDequeued(let driver, let zone, let reason):
        return [
            .driverDequeued(driver: DriverID(driver.number + 1), zone: zone, reason: reason),
            .driverDequeued(driver: driver, zone: ZoneID(zone.number + 1), reason: reason),
            .driverDequeued(driver: driver, zone: zone, reason: .zoneChange),
        ]
    case .driverMovedToBottom(let driver, let zone, let reason):
        return [
            .driverMovedToBottom(driver: DriverID(driver.number + 1), zone: zone, reason: reason),
            .driverMovedToBottom(driver: driver, zone: ZoneID(zone.number + 1), reason: reason),
            .driverMovedToBottom(driver: driver, zone: zone, reason: .timedOut),
        ]
    case .statusChanged(let driver, let from, let to, let cause):
        return [
            .statusChanged(driver: DriverID(driver.number + 1), from: from, to: to, cause: cause),
            .statusChanged(driver: driver, from: .busy, to: to, cause: cause),
            .statusChanged(driver: driver, from: from, to: .busy, cause: cause),
            .statusChanged(driver: driver, from: from, to: to, cause: .rideEnded),
        ]
    case .statusRefused(let driver, let reason):
        return [
            .statusRefused(driver: DriverID(driver.number + 1), reason: reason),
            .statusRefused(driver: driver, reason: .shiftLimit),
        ]
    case .illegalTransition(let driver, let from, let to):
        return [
            .illegalTransition(driver: DriverID(driver.number + 1), from: from, to: to),
            .illegalTransition(driver: driver, from: .busy, to: to),
            .illegalTransition(driver: driver, from: from, to: .busy),
        ]
    case .shiftLimitReached(let driver):
        return [
            .shiftLimitReached(driver: DriverID(driver.number + 1))
        ]
    case .positionReported(let driver, let place, let odometer):
        return [
            .positionReported(driver: DriverID(driver.number + 1), place: place, odometer: odometer),
            .positionReported(
                driver: driver, place: Place(east: place.east + 1, north: place.north), odometer: odometer),
            .positionReported(
                driver: driver, place: Place(east: place.east, north: place.north + 1), odometer: odometer),
            .positionReported(driver: driver, place: place, odometer: Distance(millimetres: odometer.millimetres + 1)),
        ]
    case .navigationStarted(let request, let driver, let target):
        return [
            .navigationStarted(request: RequestID(request.number + 1), driver: driver, target: target),
            .navigationStarted(request: request, driver: DriverID(driver.number + 1), target: target),
            .navigationStarted(
                request: request, driver: driver, target: Place(east: target.east + 1, north: target.north)),
            .navigationStarted(
                request: request, driver: driver, target: Place(east: target.east, north: target.north + 1)),
        ]
    case .passengerNotified(let passenger, let request, let kind, let reason, let taxi, let eta, let position):
        func notified(
            _ passenger: PassengerID = passenger, _ request: RequestID = request, _ kind: NoticeKind = kind,
            _ reason: AbortReason? = reason, _ taxi: DriverID? = taxi, _ eta: CityTime? = eta,
            _ position: Place? = position
        ) -> TaxiEvent {
            .passengerNotified(
                passenger: passenger, request: request, kind: kind, reason: reason, taxi: taxi, eta: eta,
                position: position)
        }
        return [
            notified(PassengerID(passenger.number + 1)), notified(passenger, RequestID(request.number + 1)),
            notified(passenger, request, .error), notified(passenger, request, kind, nil),
            notified(passenger, request, kind, reason, nil), notified(passenger, request, kind, reason, taxi, nil),
            notified(passenger, request, kind, reason, taxi, eta, Place(east: 1, north: 0)),
            notified(passenger, request, kind, reason, taxi, eta, Place(east: 0, north: 1)),
        ]
    case .etaUpdated(let request, let passenger, let eta):
        return [
            .etaUpdated(request: RequestID(request.number + 1), passenger: passenger, eta: eta),
            .etaUpdated(request: request, passenger: PassengerID(passenger.number + 1), eta: eta),
            .etaUpdated(request: request, passenger: passenger, eta: CityTime(nanoseconds: eta.nanoseconds + 1)),
        ]
    case .taxiPositionSent(let request, let passenger, let driver, let place):
        return [
            .taxiPositionSent(
                request: RequestID(request.number + 1), passenger: passenger, driver: driver, place: place),
            .taxiPositionSent(
                request: request, passenger: PassengerID(passenger.number + 1), driver: driver, place: place),
            .taxiPositionSent(
                request: request, passenger: passenger, driver: DriverID(driver.number + 1), place: place),
            .taxiPositionSent(
                request: request, passenger: passenger, driver: driver,
                place: Place(east: place.east + 1, north: place.north)),
            .taxiPositionSent(
                request: request, passenger: passenger, driver: driver,
                place: Place(east: place.east, north: place.north + 1)),
        ]
    case .boardingPrompted(let request, let driver):
        return [
            .boardingPrompted(request: RequestID(request.number + 1), driver: driver),
            .boardingPrompted(request: request, driver: DriverID(driver.number + 1)),
        ]
    case .passengerAboard(let request, let passenger, let driver, let travelers, let odometer):
        return [
            .passengerAboard(
                request: RequestID(request.number + 1), passenger: passenger, driver: driver, travelers: travelers,
                odometer: odometer),
            .passengerAboard(
                request: request, passenger: PassengerID(passenger.number + 1), driver: driver, travelers: travelers,
                odometer: odometer),
            .passengerAboard(
                request: request, passenger: passenger, driver: DriverID(driver.number + 1), travelers: travelers,
                odometer: odometer),
            .passengerAboard(
                request: request, passenger: passenger, driver: driver, travelers: travelers + 1, odometer: odometer),
            .passengerAboard(
                request: request, passenger: passenger, driver: driver, travelers: travelers,
                odometer: Distance(millimetres: odometer.millimetres + 1)),
        ]
    case .requestFulfilled(let request, let passenger):
        return [
            .requestFulfilled(request: RequestID(request.number + 1), passenger: passenger),
            .requestFulfilled(request: request, passenger: PassengerID(passenger.number + 1)),
        ]
    case .rideReleased(let request, let passenger, let driver):
        return [
            .rideReleased(request: RequestID(request.number + 1), passenger: passenger, driver: driver),
            .rideReleased(request: request, passenger: PassengerID(passenger.number + 1), driver: driver),
            .rideReleased(request: request, passenger: passenger, driver: DriverID(driver.number + 1)),
        ]
    case .rideEnded(let request, let passenger, let driver, let place, let odometer):
        return [
            .rideEnded(
                request: RequestID(request.number + 1), passenger: passenger, driver: driver, place: place,
                odometer: odometer),
            .rideEnded(
                request: request, passenger: PassengerID(passenger.number + 1), driver: driver, place: place,
                odometer: odometer),
            .rideEnded(
                request: request, passenger: passenger, driver: DriverID(driver.number + 1), place: place,
                odometer: odometer),
            .rideEnded(
                request: request, passenger: passenger, driver: driver,
                place: Place(east: place.east + 1, north: place.north), odometer: odometer),
            .rideEnded(
                request: request, passenger: passenger, driver: driver,
                place: Place(east: place.east, north: place.north + 1), odometer: odometer),
            .rideEnded(
                request: request, passenger: passenger, driver: driver, place: place,
                odometer: Distance(millimetres: odometer.millimetres + 1)),
        ]
    case .rideEndedOutsideZones(let request, let driver):
        return [
            .rideEndedOutsideZones(request: RequestID(request.number + 1), driver: driver),
            .rideEndedOutsideZones(request: request, driver: DriverID(driver.number + 1)),
        ]
    case .badCustomerReported(let driver, let passenger, let count):
        return [
            .badCustomerReported(driver: DriverID(driver.number + 1), passenger: passenger, count: count),
            .badCustomerReported(driver: driver, passenger: PassengerID(passenger.number + 1), count: count),
            .badCustomerReported(driver: driver, passenger: passenger, count: count + 1),
        ]
    default: return moduleVariants(of: event)
    }
}
