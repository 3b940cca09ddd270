// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import TaxiRules

extension CityClient: PassengerService, PlannerService {
    // MARK: Location

    /// Notes where the person is now (API-04). A driver's location is reported to the city; a passenger's is kept for calls.
    @discardableResult
    public func updateLocation(
        _ token: Token, latitude: Double, longitude: Double
    ) async throws(LocationError) -> Place {
        guard (-90...90).contains(latitude) else { throw .badLatitude }
        guard (-180...180).contains(longitude) else { throw .badLongitude }
        let session = try openSession(token, LocationError.self)
        let place = layout.place(GeographicPoint(longitude: longitude, latitude: latitude))
        if case .driver(let id) = session.role.taxi {
            let driven = taxiPart.place(of: session).map { $0.distance(to: place) } ?? .zero
            let odometer = taxiPart.odometer(of: id) + driven
            let found = try await exchange(token, LocationError.self) { _ in
                TaxiMessage.driver(id, .position(place: place, odometer: odometer))
            }
            guard !found.isForUnknownDriver else { throw .access(.unknownDriver) }
        } else {
            taxiPart.places[session.connection] = place
        }
        return place
    }

    // MARK: Calls

    /// Places a call for a taxi (API-06A).
    public func placeCall(
        _ token: Token, at meeting: EnteredPlace?, travelers: Int
    ) async throws(CallError) -> RequestID {
        try await placeCall(token, at: meeting, travelers: travelers, for: nil)
    }

    /// The call of a passenger or of a travel planner, which gives its own number of the leg (API-11).
    private func placeCall(
        _ token: Token, at meeting: EnteredPlace?, travelers: Int, for reference: Int64?
    ) async throws(CallError) -> RequestID {
        _ = try await exchange(token, CallError.self) { TaxiMessage.passenger($0.passenger, .prepareCall) }
        let form = callForm(token, at: meeting, travelers: travelers, for: reference)
        let found = try await exchange(token, CallError.self) { TaxiMessage.passenger($0.passenger, .call(form: form)) }
        return try stored(found)
    }

    private func callForm(
        _ token: Token, at meeting: EnteredPlace?, travelers: Int, for reference: Int64?
    ) -> CallForm {
        let here = session(of: token).flatMap { taxiPart.place(of: $0) }.map {
            EnteredPlace(source: .gps, place: $0)
        }
        let meeting = meeting ?? here
        return CallForm(
            client: sender.kind, source: meeting?.source ?? .none, radius: meeting?.radius ?? .zero,
            place: meeting?.place,
            travelers: Int32(clamping: travelers), reference: reference)
    }

    private func stored(_ found: Exchange) throws(CallError) -> RequestID {
        if let refusal = found.passenger({ if case .call(.refused(let reason)) = $0 { reason } else { nil } }) {
            throw CallError(refusal)
        }
        guard let request = found.passenger({ if case .call(.stored(let request)) = $0 { request } else { nil } })
        else { throw .access(.misunderstood) }
        return request
    }

    /// Waits until an own call is settled (API-06B).
    public func settled(_ token: Token, _ request: RequestID) async throws(CallError) -> Arrival {
        let session = try openSession(token, CallError.self)
        let id = session.passenger
        guard session.connection == .passenger(id) else { throw .access(.wrongRole) }
        while true {
            guard let state = taxiPart.passengers[id], state.request == request else { throw .unknownRequest }
            if let outcome = state.outcome { return try outcome.get() }
            guard await state.bell.wait(on: loop) else { throw .access(.cancelled) }
        }
    }

    /// The present estimate of a taxi that is on its way (API-06C).
    public func arrival(_ token: Token, of request: RequestID) async throws(ArrivalError) -> ArrivalEstimate {
        let found = try await exchange(token, ArrivalError.self) {
            TaxiMessage.passenger($0.passenger, .pollArrival(request: request))
        }
        let estimate = found.passenger { notice -> ArrivalEstimate? in
            guard case .call(.arrival(request, let expected, let taxi)) = notice else { return nil }
            return ArrivalEstimate(expected: expected, taxi: taxi)
        }
        guard let estimate else { throw .noTaxiComing }
        return estimate
    }

    /// Gives an own call up before boarding (DEC-CALL-CANCEL). Without effect on a reservation, which is cancelled instead.
    public func abandon(_ token: Token, _ request: RequestID) async throws(AccessError) {
        _ = try await exchange(token, AccessError.self) {
            TaxiMessage.passenger($0.passenger, .abandon(request: request))
        }
        // Who gave up is not told of it: the answer says it.
        guard let id = session(of: token)?.passenger, let state = taxiPart.passengers[id], state.request == request,
            state.reserved != request, state.outcome == nil
        else { return }
        taxiPart.passengers[id]?.state.abandoned(request)
        taxiPart.settle(id, .failure(.aborted(.abandoned)))
    }

    // MARK: State

    /// How things stand with the passenger of a token.
    public func passengerState(_ token: Token) throws(AccessError) -> PassengerState {
        let session = try openSession(token, AccessError.self)
        guard case .passenger(let id) = session.role.taxi else { throw .wrongRole }
        return taxiPart.passengers[id]?.state ?? PassengerState()
    }

    // MARK: Planning

    /// Waits until a leg's time and places its call (API-11).
    public func placeTaxi(_ token: Token, for leg: PlannedLeg) async throws(CallError) -> PlannedTaxi {
        do {
            if leg.time > loop.now { try await loop.sleep(until: leg.time, as: .arrival) }
        } catch {
            throw .access(.closed)
        }
        let start = EnteredPlace(source: .address, place: leg.start)
        let request = try await placeCall(token, at: start, travelers: leg.travelers, for: leg.reference)
        return PlannedTaxi(reference: leg.reference, request: request, placed: loop.now)
    }
}
