// SPDX-License-Identifier: GPL-3.0-or-later

extension SharingEvent {
    /// Shows every field to a visitor, in the order of the declaration.
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .shareSearch(let passenger, let client, let zone, let candidates, let feasible):
            visitor.id("passenger", passenger)
            visitor.word("client", client)
            visitor.id("zone", zone)
            visitor.number("candidates", Int64(candidates))
            visitor.number("feasible", Int64(feasible))
        case .shareProposed(let passenger, let ride, let place, let time, let walk, let taxiArrival, let detour):
            visitor.id("passenger", passenger)
            visitor.id("ride", ride)
            visitor.place("placeEastMm", "placeNorthMm", place)
            visitor.time("meetingNs", time)
            visitor.number("walkNs", walk.nanoseconds)
            visitor.time("taxiArrivalNs", taxiArrival)
            visitor.distance("detourMm", detour)
        case .shareChosen(let passenger, let ride):
            visitor.id("passenger", passenger)
            visitor.id("ride", ride)
        case .shareDeclined(let passenger):
            visitor.id("passenger", passenger)
        case .rideCreated(let ride, let owner, let zone, let travelers, let reservation):
            visitor.id("ride", ride)
            visitor.id("owner", owner)
            visitor.id("zone", zone)
            visitor.number("travelers", Int64(travelers))
            visitor.optionalNumber("reservation", reservation.map { Int64($0.number) })
        case .rideRequested(let ride, let request):
            visitor.id("ride", ride)
            visitor.id("request", request)
        case .shareJoined(let ride, let passenger, let travelers):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.number("travelers", Int64(travelers))
        case .joinRefused(let ride, let passenger, let reason):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.word("reason", reason)
        case .shareLeft(let ride, let passenger, let reason):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.word("reason", reason)
        case .ownerChanged(let ride, let owner):
            visitor.id("ride", ride)
            visitor.id("owner", owner)
        case .riderNotified(let ride, let passenger, let kind):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.word("kind", kind)
        case .rideDriverNotified(let ride, let driver, let kind, let travelers):
            visitor.id("ride", ride)
            visitor.id("driver", driver)
            visitor.word("kind", kind)
            visitor.number("travelers", Int64(travelers))
        case .shareClosed(let ride, let request):
            visitor.id("ride", ride)
            visitor.id("request", request)
        case .boardCount(let ride, let driver, let entered, let expected):
            visitor.id("ride", ride)
            visitor.id("driver", driver)
            visitor.number("entered", Int64(entered))
            visitor.number("expected", Int64(expected))
        case .travelersBoarded(let ride, let passenger, let entered, let expected):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.number("entered", Int64(entered))
            visitor.number("expected", Int64(expected))
        case .boardMismatch(let ride, let entered, let expected):
            visitor.id("ride", ride)
            visitor.number("entered", Int64(entered))
            visitor.number("expected", Int64(expected))
        case .sharedRideMissed(let ride, let passenger):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
        case .routePlanned(
            let ride, let pickUpStops, let destinations, let first, let second, let third, let fourth, let length):
            visitor.id("ride", ride)
            visitor.number("pickUpStops", Int64(pickUpStops))
            visitor.number("destinations", Int64(destinations))
            visitor.id("first", first)
            visitor.optionalNumber("second", second.map { Int64($0.number) })
            visitor.optionalNumber("third", third.map { Int64($0.number) })
            visitor.optionalNumber("fourth", fourth.map { Int64($0.number) })
            visitor.distance("lengthMm", length)
        case .rideStateViewed(let ride, let aboard, let nextStop):
            visitor.id("ride", ride)
            visitor.number("aboard", Int64(aboard))
            visitor.optionalNumber("nextStop", nextStop.map { Int64($0.number) })
        case .travelersDropped(let ride, let passenger, let travelers, let distance, let direct, let delay):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.number("travelers", Int64(travelers))
            visitor.distance("distanceMm", distance)
            visitor.distance("directMm", direct)
            visitor.number("delayNs", delay.nanoseconds)
        case .feeShare(
            let ride, let passenger, let travelers, let distance, let numerator, let denominator, let hundredths,
            let directHundredths):
            visitor.id("ride", ride)
            visitor.id("passenger", passenger)
            visitor.number("travelers", Int64(travelers))
            visitor.distance("distanceMm", distance)
            visitor.number("numerator", numerator)
            visitor.number("denominator", denominator)
            visitor.number("hundredths", Int64(hundredths))
            visitor.number("directHundredths", Int64(directHundredths))
        case .feeSharesReported(let ride, let passengers, let sum):
            visitor.id("ride", ride)
            visitor.number("passengers", Int64(passengers))
            visitor.number("sum", Int64(sum))
        case .sharedRideEnded(let ride, let request, let passengers, let travelers, let driven, let alone):
            visitor.id("ride", ride)
            visitor.id("request", request)
            visitor.number("passengers", Int64(passengers))
            visitor.number("travelers", Int64(travelers))
            visitor.distance("drivenMm", driven)
            visitor.distance("aloneMm", alone)
        case .rideRemoved(let ride, let reason):
            visitor.id("ride", ride)
            visitor.word("reason", reason)
        }
    }

    /// The kind's number in the fingerprint and in stored logs. Never renumber; a removed kind's number stays unused.
    public var code: UInt8 {
        switch self {
        case .shareSearch: 131
        case .shareProposed: 132
        case .shareChosen: 133
        case .shareDeclined: 134
        case .rideCreated: 135
        case .rideRequested: 136
        case .shareJoined: 137
        case .joinRefused: 138
        case .shareLeft: 139
        case .ownerChanged: 140
        case .riderNotified: 141
        case .rideDriverNotified: 142
        case .shareClosed: 143
        case .boardCount: 144
        case .travelersBoarded: 145
        case .boardMismatch: 146
        case .sharedRideMissed: 147
        case .routePlanned: 148
        case .rideStateViewed: 149
        case .travelersDropped: 150
        case .feeShare: 151
        case .feeSharesReported: 152
        case .sharedRideEnded: 153
        case .rideRemoved: 154
        }
    }

    /// The kind's name as it stands in logs and tables.
    public var name: String {
        switch self {
        case .shareSearch: "shareSearch"
        case .shareProposed: "shareProposed"
        case .shareChosen: "shareChosen"
        case .shareDeclined: "shareDeclined"
        case .rideCreated: "rideCreated"
        case .rideRequested: "rideRequested"
        case .shareJoined: "shareJoined"
        case .joinRefused: "joinRefused"
        case .shareLeft: "shareLeft"
        case .ownerChanged: "ownerChanged"
        case .riderNotified: "riderNotified"
        case .rideDriverNotified: "rideDriverNotified"
        case .shareClosed: "shareClosed"
        case .boardCount: "boardCount"
        case .travelersBoarded: "travelersBoarded"
        case .boardMismatch: "boardMismatch"
        case .sharedRideMissed: "sharedRideMissed"
        case .routePlanned: "routePlanned"
        case .rideStateViewed: "rideStateViewed"
        case .travelersDropped: "travelersDropped"
        case .feeShare: "feeShare"
        case .feeSharesReported: "feeSharesReported"
        case .sharedRideEnded: "sharedRideEnded"
        case .rideRemoved: "rideRemoved"
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [SharingEvent] = [
        .shareSearch(passenger: PassengerID(1), client: .mobile, zone: ZoneID(1), candidates: 1, feasible: 1),
        .shareProposed(
            passenger: PassengerID(1), ride: SharedRideID(1), place: .origin, time: .epoch, walk: .zero,
            taxiArrival: .epoch, detour: .zero),
        .shareChosen(passenger: PassengerID(1), ride: SharedRideID(1)),
        .shareDeclined(passenger: PassengerID(1)),
        .rideCreated(
            ride: SharedRideID(1), owner: PassengerID(1), zone: ZoneID(1), travelers: 1, reservation: ReservationID(1)),
        .rideRequested(ride: SharedRideID(1), request: RequestID(1)),
        .shareJoined(ride: SharedRideID(1), passenger: PassengerID(1), travelers: 1),
        .joinRefused(ride: SharedRideID(1), passenger: PassengerID(1), reason: .noSeats),
        .shareLeft(ride: SharedRideID(1), passenger: PassengerID(1), reason: .cancelled),
        .ownerChanged(ride: SharedRideID(1), owner: PassengerID(1)),
        .riderNotified(ride: SharedRideID(1), passenger: PassengerID(1), kind: .joined),
        .rideDriverNotified(ride: SharedRideID(1), driver: DriverID(1), kind: .passengerAdded, travelers: 1),
        .shareClosed(ride: SharedRideID(1), request: RequestID(1)),
        .boardCount(ride: SharedRideID(1), driver: DriverID(1), entered: 1, expected: 1),
        .travelersBoarded(ride: SharedRideID(1), passenger: PassengerID(1), entered: 1, expected: 1),
        .boardMismatch(ride: SharedRideID(1), entered: 1, expected: 1),
        .sharedRideMissed(ride: SharedRideID(1), passenger: PassengerID(1)),
        .routePlanned(
            ride: SharedRideID(1), pickUpStops: 1, destinations: 1, first: PassengerID(1), second: PassengerID(1),
            third: PassengerID(1), fourth: PassengerID(1), length: .zero),
        .rideStateViewed(ride: SharedRideID(1), aboard: 1, nextStop: PassengerID(1)),
        .travelersDropped(
            ride: SharedRideID(1), passenger: PassengerID(1), travelers: 1, distance: .zero, direct: .zero, delay: .zero
        ),
        .feeShare(
            ride: SharedRideID(1), passenger: PassengerID(1), travelers: 1, distance: .zero, numerator: 1,
            denominator: 1, hundredths: 1, directHundredths: 1),
        .feeSharesReported(ride: SharedRideID(1), passengers: 1, sum: 1),
        .sharedRideEnded(
            ride: SharedRideID(1), request: RequestID(1), passengers: 1, travelers: 1, driven: .zero, alone: .zero),
        .rideRemoved(ride: SharedRideID(1), reason: .ended),
    ]
}
