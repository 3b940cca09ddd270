// SPDX-License-Identifier: GPL-3.0-or-later

extension TaxiEvent {
    /// Shows every field to a visitor, in the order of the declaration.
    ///
    /// Inlined into its few callers: the fingerprint then knows the place of each field when it is compiled.
    @inlinable
    @inline(__always)
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .driverRegistered(let driver, let seats, let licence, let plate):
            visitor.id("driver", driver)
            visitor.number("seats", Int64(seats))
            visitor.number("licence", Int64(licence))
            visitor.number("plate", Int64(plate))
        case .zoneOpened(let zone):
            visitor.id("zone", zone)
        case .driverSession(let driver, let loggedIn):
            visitor.id("driver", driver)
            visitor.flag("loggedIn", loggedIn)
        case .passengerSession(let passenger, let loggedIn, let client):
            visitor.id("passenger", passenger)
            visitor.flag("loggedIn", loggedIn)
            visitor.word("client", client)
        case .noticeHeld(let passenger, let request, let kind):
            visitor.id("passenger", passenger)
            visitor.optionalNumber("request", request.map { Int64($0.number) })
            visitor.word("kind", kind)
        case .noticeDelivered(let passenger, let request, let kind, let delay):
            visitor.id("passenger", passenger)
            visitor.optionalNumber("request", request.map { Int64($0.number) })
            visitor.word("kind", kind)
            visitor.number("delayNs", delay.nanoseconds)
        case .messageLost(let fromDriver, let sender):
            visitor.flag("fromDriver", fromDriver)
            visitor.number("sender", Int64(sender))
        case .callPrepared(let passenger):
            visitor.id("passenger", passenger)
        case .positionChosen(let passenger, let source, let radius):
            visitor.id("passenger", passenger)
            visitor.word("source", source)
            visitor.distance("radiusMm", radius)
        case .callConfirmed(let passenger, let client):
            visitor.id("passenger", passenger)
            visitor.word("client", client)
        case .callRefused(let passenger, let reason):
            visitor.id("passenger", passenger)
            visitor.word("reason", reason)
        case .requestStored(let request, let passenger, let zone, let travelers, let source, let place):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("zone", zone)
            visitor.number("travelers", Int64(travelers))
            visitor.word("source", source)
            visitor.place("placeEastMm", "placeNorthMm", place)
        case .tripTaxiRequested(let request, let passenger, let reference):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.number("reference", reference)
        case .requestWaiting(let request, let zone):
            visitor.id("request", request)
            visitor.id("zone", zone)
        case .requestAborted(let request, let zone, let reason):
            visitor.id("request", request)
            visitor.id("zone", zone)
            visitor.word("reason", reason)
        case .passengerAbandoned(let request, let passenger):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
        case .offerSent(
            let offer, let request, let driver, let zone, let place, let travelers, let meetingTime,
            let estimatedMeeting, let cell):
            visitor.id("offer", offer)
            visitor.id("request", request)
            visitor.id("driver", driver)
            visitor.id("zone", zone)
            visitor.number("place", Int64(place))
            visitor.number("travelers", Int64(travelers))
            visitor.time("meetingTimeNs", meetingTime)
            visitor.time("estimatedMeetingNs", estimatedMeeting)
            visitor.place("cellEastMm", "cellNorthMm", cell)
        case .driverNotified(let offer, let driver, let alert):
            visitor.id("offer", offer)
            visitor.id("driver", driver)
            visitor.word("alert", alert)
        case .offerAccepted(let offer, let request, let driver):
            visitor.id("offer", offer)
            visitor.id("request", request)
            visitor.id("driver", driver)
        case .offerRefused(let offer, let request, let driver):
            visitor.id("offer", offer)
            visitor.id("request", request)
            visitor.id("driver", driver)
        case .offerTimedOut(let offer, let request, let driver):
            visitor.id("offer", offer)
            visitor.id("request", request)
            visitor.id("driver", driver)
        case .offerWithdrawn(let offer, let request, let driver, let reason):
            visitor.id("offer", offer)
            visitor.id("request", request)
            visitor.id("driver", driver)
            visitor.word("reason", reason)
        case .lateAnswerIgnored(let offer, let driver):
            visitor.id("offer", offer)
            visitor.id("driver", driver)
        case .requestRefused(let driver, let reason):
            visitor.id("driver", driver)
            visitor.word("reason", reason)
        case .driverEnqueued(let driver, let zone, let place, let reason):
            visitor.id("driver", driver)
            visitor.id("zone", zone)
            visitor.number("place", Int64(place))
            visitor.word("reason", reason)
        case .driverDequeued(let driver, let zone, let reason):
            visitor.id("driver", driver)
            visitor.id("zone", zone)
            visitor.word("reason", reason)
        case .driverMovedToBottom(let driver, let zone, let reason):
            visitor.id("driver", driver)
            visitor.id("zone", zone)
            visitor.word("reason", reason)
        case .statusChanged(let driver, let from, let to, let cause):
            visitor.id("driver", driver)
            visitor.word("from", from)
            visitor.word("to", to)
            visitor.word("cause", cause)
        case .statusRefused(let driver, let reason):
            visitor.id("driver", driver)
            visitor.word("reason", reason)
        case .illegalTransition(let driver, let from, let to):
            visitor.id("driver", driver)
            visitor.word("from", from)
            visitor.word("to", to)
        case .shiftLimitReached(let driver):
            visitor.id("driver", driver)
        case .positionReported(let driver, let place, let odometer):
            visitor.id("driver", driver)
            visitor.place("placeEastMm", "placeNorthMm", place)
            visitor.distance("odometerMm", odometer)
        case .navigationStarted(let request, let driver, let target):
            visitor.id("request", request)
            visitor.id("driver", driver)
            visitor.place("targetEastMm", "targetNorthMm", target)
        case .passengerNotified(let passenger, let request, let kind, let reason, let taxi, let eta, let position):
            visitor.id("passenger", passenger)
            visitor.id("request", request)
            visitor.word("kind", kind)
            visitor.optionalWord("reason", reason)
            visitor.optionalNumber("taxi", taxi.map { Int64($0.number) })
            visitor.optionalNumber("etaNs", eta?.nanoseconds)
            visitor.optionalNumber("positionEastMm", position.map { Int64($0.east) })
            visitor.optionalNumber("positionNorthMm", position.map { Int64($0.north) })
        case .etaUpdated(let request, let passenger, let eta):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.time("etaNs", eta)
        case .taxiPositionSent(let request, let passenger, let driver, let place):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("driver", driver)
            visitor.place("placeEastMm", "placeNorthMm", place)
        case .boardingPrompted(let request, let driver):
            visitor.id("request", request)
            visitor.id("driver", driver)
        case .passengerAboard(let request, let passenger, let driver, let travelers, let odometer):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("driver", driver)
            visitor.number("travelers", Int64(travelers))
            visitor.distance("odometerMm", odometer)
        case .requestFulfilled(let request, let passenger):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
        case .rideReleased(let request, let passenger, let driver):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("driver", driver)
        case .rideEnded(let request, let passenger, let driver, let place, let odometer):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("driver", driver)
            visitor.place("placeEastMm", "placeNorthMm", place)
            visitor.distance("odometerMm", odometer)
        case .rideEndedOutsideZones(let request, let driver):
            visitor.id("request", request)
            visitor.id("driver", driver)
        case .badCustomerReported(let driver, let passenger, let count):
            visitor.id("driver", driver)
            visitor.id("passenger", passenger)
            visitor.number("count", Int64(count))
        case .moduleRefused(let passenger, let module):
            visitor.id("passenger", passenger)
            visitor.word("module", module)
        case .moduleAccessDenied(let module, let data):
            visitor.word("module", module)
            visitor.word("data", data)
        case .passengerAttached(let request, let passenger, let travelers),
            .companionAboard(let request, let passenger, let travelers):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.number("travelers", Int64(travelers))
        case .passengerDetached(let request, let passenger):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
        case .companionDropped(let request, let passenger, let driver, let place, let odometer):
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("driver", driver)
            visitor.place("placeEastMm", "placeNorthMm", place)
            visitor.distance("odometerMm", odometer)
        }
    }

    /// The kind's number in the fingerprint and in stored logs. Never renumber; a removed kind's number stays unused.
    @inlinable public var code: UInt8 {
        switch self {
        case .driverRegistered: 1
        case .zoneOpened: 2
        case .driverSession: 3
        case .passengerSession: 4
        case .noticeHeld: 5
        case .noticeDelivered: 6
        case .messageLost: 7
        case .callPrepared: 8
        case .positionChosen: 9
        case .callConfirmed: 10
        case .callRefused: 11
        case .requestStored: 12
        case .requestWaiting: 13
        case .requestAborted: 14
        case .passengerAbandoned: 15
        case .offerSent: 16
        case .driverNotified: 17
        case .offerAccepted: 18
        case .offerRefused: 19
        case .offerTimedOut: 20
        case .offerWithdrawn: 21
        case .lateAnswerIgnored: 22
        case .requestRefused: 23
        case .driverEnqueued: 24
        case .driverDequeued: 25
        case .driverMovedToBottom: 26
        case .statusChanged: 27
        case .statusRefused: 28
        case .illegalTransition: 29
        case .shiftLimitReached: 30
        case .positionReported: 31
        case .navigationStarted: 32
        case .passengerNotified: 33
        case .etaUpdated: 34
        case .taxiPositionSent: 35
        case .boardingPrompted: 36
        case .passengerAboard: 37
        case .requestFulfilled: 38
        case .rideReleased: 39
        case .rideEnded: 40
        case .rideEndedOutsideZones: 41
        case .badCustomerReported: 42
        case .moduleRefused: 43
        case .moduleAccessDenied: 44
        case .passengerAttached: 45
        case .passengerDetached: 46
        case .companionAboard: 47
        case .companionDropped: 48
        case .tripTaxiRequested: 49
        }
    }

    /// The kind's name as it stands in logs and tables.
    public var name: String {
        switch self {
        case .driverRegistered: "driverRegistered"
        case .zoneOpened: "zoneOpened"
        case .driverSession: "driverSession"
        case .passengerSession: "passengerSession"
        case .noticeHeld: "noticeHeld"
        case .noticeDelivered: "noticeDelivered"
        case .messageLost: "messageLost"
        case .callPrepared: "callPrepared"
        case .positionChosen: "positionChosen"
        case .callConfirmed: "callConfirmed"
        case .callRefused: "callRefused"
        case .requestStored: "requestStored"
        case .requestWaiting: "requestWaiting"
        case .requestAborted: "requestAborted"
        case .passengerAbandoned: "passengerAbandoned"
        case .offerSent: "offerSent"
        case .driverNotified: "driverNotified"
        case .offerAccepted: "offerAccepted"
        case .offerRefused: "offerRefused"
        case .offerTimedOut: "offerTimedOut"
        case .offerWithdrawn: "offerWithdrawn"
        case .lateAnswerIgnored: "lateAnswerIgnored"
        case .requestRefused: "requestRefused"
        case .driverEnqueued: "driverEnqueued"
        case .driverDequeued: "driverDequeued"
        case .driverMovedToBottom: "driverMovedToBottom"
        case .statusChanged: "statusChanged"
        case .statusRefused: "statusRefused"
        case .illegalTransition: "illegalTransition"
        case .shiftLimitReached: "shiftLimitReached"
        case .positionReported: "positionReported"
        case .navigationStarted: "navigationStarted"
        case .passengerNotified: "passengerNotified"
        case .etaUpdated: "etaUpdated"
        case .taxiPositionSent: "taxiPositionSent"
        case .boardingPrompted: "boardingPrompted"
        case .passengerAboard: "passengerAboard"
        case .requestFulfilled: "requestFulfilled"
        case .rideReleased: "rideReleased"
        case .rideEnded: "rideEnded"
        case .rideEndedOutsideZones: "rideEndedOutsideZones"
        case .badCustomerReported: "badCustomerReported"
        case .moduleRefused: "moduleRefused"
        case .moduleAccessDenied: "moduleAccessDenied"
        case .passengerAttached: "passengerAttached"
        case .passengerDetached: "passengerDetached"
        case .companionAboard: "companionAboard"
        case .companionDropped: "companionDropped"
        case .tripTaxiRequested: "tripTaxiRequested"
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [TaxiEvent] = [
        .driverRegistered(driver: DriverID(1), seats: 1, licence: 1, plate: 1),
        .zoneOpened(zone: ZoneID(1)),
        .driverSession(driver: DriverID(1), loggedIn: true),
        .passengerSession(passenger: PassengerID(1), loggedIn: true, client: .mobile),
        .noticeHeld(passenger: PassengerID(1), request: RequestID(1), kind: .accepted),
        .noticeDelivered(passenger: PassengerID(1), request: RequestID(1), kind: .accepted, delay: .zero),
        .messageLost(fromDriver: true, sender: 1),
        .callPrepared(passenger: PassengerID(1)),
        .positionChosen(passenger: PassengerID(1), source: .gps, radius: .zero),
        .callConfirmed(passenger: PassengerID(1), client: .mobile),
        .callRefused(passenger: PassengerID(1), reason: .noPosition),
        .requestStored(
            request: RequestID(1), passenger: PassengerID(1), zone: ZoneID(1), travelers: 1, source: .gps,
            place: .origin),
        .requestWaiting(request: RequestID(1), zone: ZoneID(1)),
        .requestAborted(request: RequestID(1), zone: ZoneID(1), reason: .noDriver),
        .passengerAbandoned(request: RequestID(1), passenger: PassengerID(1)),
        .offerSent(
            offer: OfferID(1), request: RequestID(1), driver: DriverID(1), zone: ZoneID(1), place: 1, travelers: 1,
            meetingTime: .epoch, estimatedMeeting: .epoch, cell: .origin),
        .driverNotified(offer: OfferID(1), driver: DriverID(1), alert: .sound),
        .offerAccepted(offer: OfferID(1), request: RequestID(1), driver: DriverID(1)),
        .offerRefused(offer: OfferID(1), request: RequestID(1), driver: DriverID(1)),
        .offerTimedOut(offer: OfferID(1), request: RequestID(1), driver: DriverID(1)),
        .offerWithdrawn(offer: OfferID(1), request: RequestID(1), driver: DriverID(1), reason: .zoneLeft),
        .lateAnswerIgnored(offer: OfferID(1), driver: DriverID(1)),
        .requestRefused(driver: DriverID(1), reason: .unknown),
        .driverEnqueued(driver: DriverID(1), zone: ZoneID(1), place: 1, reason: .inService),
        .driverDequeued(driver: DriverID(1), zone: ZoneID(1), reason: .accepted),
        .driverMovedToBottom(driver: DriverID(1), zone: ZoneID(1), reason: .refused),
        .statusChanged(driver: DriverID(1), from: .available, to: .available, cause: .byHand),
        .statusRefused(driver: DriverID(1), reason: .outsideZones),
        .illegalTransition(driver: DriverID(1), from: .available, to: .available),
        .shiftLimitReached(driver: DriverID(1)),
        .positionReported(driver: DriverID(1), place: .origin, odometer: .zero),
        .navigationStarted(request: RequestID(1), driver: DriverID(1), target: .origin),
        .passengerNotified(
            passenger: PassengerID(1), request: RequestID(1), kind: .accepted, reason: .noDriver, taxi: DriverID(1),
            eta: .epoch, position: .origin),
        .etaUpdated(request: RequestID(1), passenger: PassengerID(1), eta: .epoch),
        .taxiPositionSent(request: RequestID(1), passenger: PassengerID(1), driver: DriverID(1), place: .origin),
        .boardingPrompted(request: RequestID(1), driver: DriverID(1)),
        .passengerAboard(
            request: RequestID(1), passenger: PassengerID(1), driver: DriverID(1), travelers: 1, odometer: .zero),
        .requestFulfilled(request: RequestID(1), passenger: PassengerID(1)),
        .rideReleased(request: RequestID(1), passenger: PassengerID(1), driver: DriverID(1)),
        .rideEnded(
            request: RequestID(1), passenger: PassengerID(1), driver: DriverID(1), place: .origin, odometer: .zero),
        .rideEndedOutsideZones(request: RequestID(1), driver: DriverID(1)),
        .badCustomerReported(driver: DriverID(1), passenger: PassengerID(1), count: 1),
        .moduleRefused(passenger: PassengerID(1), module: .sharing),
        .moduleAccessDenied(module: .sharing, data: .passwords),
        .passengerAttached(request: RequestID(1), passenger: PassengerID(1), travelers: 1),
        .passengerDetached(request: RequestID(1), passenger: PassengerID(1)),
        .companionAboard(request: RequestID(1), passenger: PassengerID(1), travelers: 1),
        .companionDropped(
            request: RequestID(1), passenger: PassengerID(1), driver: DriverID(1), place: .origin, odometer: .zero),
        .tripTaxiRequested(request: RequestID(1), passenger: PassengerID(1), reference: 1),
    ]
}
