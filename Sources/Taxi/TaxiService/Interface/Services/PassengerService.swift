// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TaxiRules

/// What a passenger's client asks of the city (API-04, API-06A to API-08). The token is one of `AccountService.login`.
public protocol PassengerService: Sendable {
    /// Notes where the person is now, in degrees of WGS 84 (API-04). Returns the place on the city's map.
    @discardableResult
    func updateLocation(
        _ token: Token, latitude: Double, longitude: Double
    ) async throws(LocationError) -> Place

    /// Places a call for a taxi and returns its number at once (API-06A). Without a meeting point it is for the present
    /// position.
    func placeCall(
        _ token: Token, at meeting: EnteredPlace?, travelers: Int
    ) async throws(CallError) -> RequestID
    /// Waits until an own call is settled: returns what comes at the instant of acceptance, throws the reason at the instant
    /// of the abort (API-06B). The last call of a passenger can be waited for at any time, also several times.
    func settled(_ token: Token, _ request: RequestID) async throws(CallError) -> Arrival
    /// The present estimate of a taxi that is on its way (API-06C).
    func arrival(_ token: Token, of request: RequestID) async throws(ArrivalError) -> ArrivalEstimate
    /// Gives an own call up before boarding; who waits for it gets `aborted(.abandoned)`. Without effect on a reservation,
    /// which is cancelled instead, and after boarding.
    func abandon(_ token: Token, _ request: RequestID) async throws(AccessError)

    /// Reserves a taxi (API-07).
    func reserve(_ token: Token, _ form: ReservationForm) async throws(ReservationError) -> ReservationID
    /// Cancels an own reservation.
    func cancel(_ token: Token, _ reservation: ReservationID) async throws(CancelError)
    /// The own reservations, by pick-up time.
    func reservations(_ token: Token) async throws(AccessError) -> [ReservationRow]

    /// Looks for a shared ride: what is proposed, the best first, or the new ride that was made when there was none (API-08).
    func searchRides(_ token: Token, _ form: ShareForm) async throws(ShareError) -> ShareFound
    /// Joins a proposed ride.
    func join(_ token: Token, _ ride: SharedRideID) async throws(ShareError) -> JoinedRide
    /// Wants an own ride in place of all that were proposed.
    func createRide(_ token: Token) async throws(ShareError) -> SharedRideID
}

extension PassengerService {
    /// Calls a taxi and waits until the call is settled (API-06B, DEC-API-BLOCKING): returns the expected arrival at the
    /// instant of acceptance, and throws the reason at the instant of the abort. Without a meeting point it is for the present
    /// position.
    public func call(
        _ token: Token, at meeting: EnteredPlace? = nil, travelers: Int = 1
    ) async throws(CallError) -> Arrival {
        let request = try await placeCall(token, at: meeting, travelers: travelers)
        return try await settled(token, request)
    }
}

/// What travel planning asks of the city: it places demand through the same calls as passengers (API-11).
public protocol PlannerService: PassengerService {
    /// Waits until a leg's time and places its call. The result links the planner's reference with the request.
    func placeTaxi(_ token: Token, for leg: PlannedLeg) async throws(CallError) -> PlannedTaxi
}
