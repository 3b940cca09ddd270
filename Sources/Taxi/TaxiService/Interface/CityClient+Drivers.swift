// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import TaxiRules

extension CityClient: DriverService {
    // MARK: Status

    /// The own status (API-05).
    public func getStatus(_ token: Token) async throws(AccessError) -> DriverStatus {
        let found = try await exchange(token, AccessError.self) { TaxiMessage.driver($0.driver, .viewStatus) }
        guard !found.isForUnknownDriver else { throw .unknownDriver }
        guard let status = found.driver({ if case .currentStatus(let status) = $0 { status } else { nil } }) else {
            throw .misunderstood
        }
        return status
    }

    /// Asks to be in service, or not (API-05).
    public func setStatus(_ token: Token, inService: Bool) async throws(StatusError) {
        // Who is not logged in is told so, and not that no place is known.
        let place = taxiPart.place(of: try openSession(token, StatusError.self))
        guard let place = place ?? (inService ? nil : .origin) else { throw .noLocation }
        let found = try await exchange(token, StatusError.self) { session in
            let odometer = taxiPart.odometer(of: session.driver)
            return TaxiMessage.driver(
                session.driver, .setStatus(inService: inService, place: place, odometer: odometer))
        }
        if let refusal = found.driver({ if case .statusRefused(let reason) = $0 { reason } else { nil } }) {
            throw StatusError(refusal)
        }
        guard !found.isForUnknownDriver else { throw .access(.unknownDriver) }
    }

    /// How things stand with the driver of a token.
    public func driverState(_ token: Token) async throws(AccessError) -> DriverState {
        let status = try await getStatus(token)
        let id = try openSession(token, AccessError.self).driver
        return DriverState(
            status: status, offer: taxiPart.drivers[id]?.offer, ride: taxiPart.notices?.ride(of: id))
    }

    // MARK: Offers

    /// The offer that waits for an answer, or the next one (TAXI-OFFER-01).
    public func nextOffer(_ token: Token) async throws(AccessError) -> Offer {
        // Whether the token is a driver's is for the server to say.
        _ = try await getStatus(token)
        guard let id = session(of: token)?.driver else { throw .notLoggedIn }
        while true {
            guard !isClosed else { throw .closed }
            if let offer = taxiPart.drivers[id]?.offer {
                _ = try await exchange(token, AccessError.self) { _ in
                    TaxiMessage.driver(id, .notified(offer: offer.id))
                }
                if taxiPart.drivers[id]?.offer == offer { return offer }
            } else {
                guard await taxiPart.bell(of: id).wait(on: loop) else { throw .cancelled }
            }
        }
    }

    /// Answers an offer (API-09).
    @discardableResult
    public func answer(_ token: Token, _ offer: OfferID, accept: Bool) async throws(OfferError) -> RideToDrive? {
        let wasPending = session(of: token).map { taxiPart.drivers[$0.driver]?.offer?.id == offer } ?? false
        let found = try await exchange(token, OfferError.self) {
            TaxiMessage.driver($0.driver, .answer(offer: offer, accept: accept))
        }
        guard !found.isForUnknownDriver else { throw .access(.unknownDriver) }
        guard !accept else {
            let ride = found.driver { if case .ride(let ride, _) = $0 { RideToDrive(ride) } else { nil } }
            guard let ride else { throw .notPending }
            return ride
        }
        guard wasPending, let id = session(of: token)?.driver, taxiPart.drivers[id]?.lapsed != offer else {
            throw .notPending
        }
        if taxiPart.drivers[id]?.offer?.id == offer { taxiPart.drivers[id]?.offer = nil }
        return nil
    }

    // MARK: Rides

    /// Confirms that the passenger is aboard (API-05).
    public func passengerAboard(
        _ token: Token, _ request: RequestID, travelers: Int
    ) async throws(RideError) {
        try await say(token) { id, _, odometer in
            .driver(id, .boarded(request: request, travelers: Int32(clamping: travelers), odometer: odometer))
        }
    }

    /// Confirms boarding of a ride that several passengers share, with the travelers of each; of those who are not named nobody came
    /// (TAXI-SHARE-08).
    public func passengersAboard(_ token: Token, _ request: RequestID, _ riders: [Rider]) async throws(RideError) {
        try await say(token) { .driver($0, .boardedEach(request: request, counts: BoardCounts(riders), odometer: $2)) }
    }

    /// Drops a passenger of a shared ride at the last location (TAXI-SHARE-06).
    public func passengerDropped(
        _ token: Token, _ request: RequestID, _ passenger: PassengerID
    ) async throws(RideError) {
        try await say(token) {
            .driver($0, .droppedOff(request: request, passenger: passenger, place: $1, odometer: $2))
        }
    }

    /// Reports that nobody was at the meeting point (DEC-CALL-CANCEL).
    public func nobodyHere(_ token: Token, _ request: RequestID) async throws(RideError) {
        try await say(token) { .driver($0, .nobodyHere(request: request, place: $1, odometer: $2)) }
    }

    /// Ends the ride at the last location (API-05).
    public func rideEnded(
        _ token: Token, _ request: RequestID, badCustomer: Bool = false
    ) async throws(RideError) {
        try await say(token) {
            .driver($0, .rideComplete(request: request, place: $1, odometer: $2, badCustomer: badCustomer))
        }
    }

    /// Sends a word about a ride from the last location, and throws what was refused.
    private func say(
        _ token: Token, _ message: (DriverID, Place, Distance) -> TaxiMessage
    ) async throws(RideError) {
        let place = session(of: token).flatMap { taxiPart.place(of: $0) } ?? .origin
        let found = try await exchange(token, RideError.self) { session in
            message(session.driver, place, taxiPart.odometer(of: session.driver))
        }
        if let refusal = found.driver({ if case .refused(let reason) = $0 { reason } else { nil } }) {
            throw RideError(refusal)
        }
    }
}

extension RideToDrive {
    /// What a driver's phone shows of a ride.
    init(_ ride: TaxiRide) {
        self.init(
            request: ride.request, meeting: ride.place, travelers: Int(ride.travelers), pickUp: ride.pickUp)
    }
}
