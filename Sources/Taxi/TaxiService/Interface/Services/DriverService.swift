// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TaxiRules

/// What a driver's client asks of the city (API-04, API-05, API-09). The token is one of `AccountService.login`.
public protocol DriverService: Sendable {
    /// Reports where the taxi is now, in degrees of WGS 84 (API-04). Returns the place on the city's map.
    @discardableResult
    func updateLocation(
        _ token: Token, latitude: Double, longitude: Double
    ) async throws(LocationError) -> Place

    /// The own status (API-05).
    func getStatus(_ token: Token) async throws(AccessError) -> DriverStatus
    /// Asks to be in service at the last location, or not. A busy driver's wish to leave is kept until the ride ends (API-05).
    func setStatus(_ token: Token, inService: Bool) async throws(StatusError)

    /// The offer that waits for an answer; when there is none, waits for the next one.
    func nextOffer(_ token: Token) async throws(AccessError) -> Offer
    /// Answers an offer (API-09). Returns the ride to drive when the offer was accepted, nil when it was refused.
    @discardableResult
    func answer(_ token: Token, _ offer: OfferID, accept: Bool) async throws(OfferError) -> RideToDrive?

    /// Confirms that the passenger is aboard, with so many travelers (API-05).
    func passengerAboard(_ token: Token, _ request: RequestID, travelers: Int) async throws(RideError)
    /// Confirms boarding of a ride that several passengers share, with the travelers of each, at most four passengers; of those who are
    /// not named nobody came.
    func passengersAboard(_ token: Token, _ request: RequestID, _ riders: [Rider]) async throws(RideError)
    /// Drops a passenger of a shared ride at the last location; the ride goes on.
    func passengerDropped(_ token: Token, _ request: RequestID, _ passenger: PassengerID) async throws(RideError)
    /// Reports that nobody was at the meeting point.
    func nobodyHere(_ token: Token, _ request: RequestID) async throws(RideError)
    /// Ends the ride at the last location; `badCustomer` reports the passenger (API-05).
    func rideEnded(_ token: Token, _ request: RequestID, badCustomer: Bool) async throws(RideError)
}
