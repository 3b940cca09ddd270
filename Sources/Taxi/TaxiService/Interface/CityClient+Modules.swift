// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TaxiRules

// What passengers ask of the two modules.
extension CityClient {
    // MARK: Reservations

    /// Reserves a taxi (API-07).
    public func reserve(_ token: Token, _ form: ReservationForm) async throws(ReservationError) -> ReservationID {
        try await outcome(token, ReservationError.self, .reserve(form: form)) { notice in
            switch notice {
            case .reservation(.stored(let id, _)): .success(id)
            case .reservation(.rejected(let reason)): .failure(ReservationError(reason))
            default: nil
            }
        }
    }

    /// Cancels an own reservation (TAXI-RESV-17).
    public func cancel(_ token: Token, _ reservation: ReservationID) async throws(CancelError) {
        try await outcome(token, CancelError.self, .cancelReservation(id: reservation)) { notice in
            switch notice {
            case .reservation(.ended(reservation, _)): .success(())
            case .reservation(.cancelRefused(reservation, let reason)): .failure(CancelError(reason))
            default: nil
            }
        }
    }

    /// The own reservations (TAXI-RESV-18).
    public func reservations(_ token: Token) async throws(AccessError) -> [ReservationRow] {
        try await outcome(token, AccessError.self, .viewReservations) { notice in
            if case .reservation(.list(let rows)) = notice { .success(rows) } else { nil }
        }
    }

    // MARK: Shared rides

    /// Looks for a shared ride (API-08).
    public func searchRides(_ token: Token, _ form: ShareForm) async throws(ShareError) -> ShareFound {
        if form.pickUp == nil {
            _ = try await exchange(token, ShareError.self) { TaxiMessage.passenger($0.passenger, .prepareCall) }
        }
        return try await outcome(token, ShareError.self, .shareSearch(form: form)) { notice in
            switch notice {
            case .sharing(.proposals(let rides)): .success(.proposals(rides))
            case .sharing(.created(let ride)): .success(.created(ride))
            default: ShareError(refusedBy: notice).map { .failure($0) }
            }
        }
    }

    /// Joins a proposed ride (API-08).
    public func join(_ token: Token, _ ride: SharedRideID) async throws(ShareError) -> JoinedRide {
        try await outcome(token, ShareError.self, .joinRide(id: ride)) { notice in
            switch notice {
            case .sharing(.joined(let ride, let meeting, let time, _)):
                .success(JoinedRide(ride: ride, meeting: meeting, time: time))
            case .sharing(.joinRefused(_, let reason)): .failure(.refused(reason))
            default: nil
            }
        }
    }

    /// Wants an own ride in place of all that were proposed (TAXI-SHARE-17).
    public func createRide(_ token: Token) async throws(ShareError) -> SharedRideID {
        try await outcome(token, ShareError.self, .declineRides) { notice in
            switch notice {
            case .sharing(.created(let ride)): .success(ride)
            case .sharing(.joinRefused(_, let reason)): .failure(.refused(reason))
            default: ShareError(refusedBy: notice).map { .failure($0) }
            }
        }
    }

    /// Sends a message to a module, and gives what the first notice says that a closure picks.
    private func outcome<Found, Failure: ServiceError>(
        _ token: Token, _ failure: Failure.Type, _ message: PassengerMessage,
        _ pick: (PassengerNotice) -> Result<Found, Failure>?
    ) async throws(Failure) -> Found {
        let found = try await exchange(token, failure) { TaxiMessage.passenger($0.passenger, message) }
        if found.passenger({ if case .moduleOff = $0 { true } else { nil } }) == true { throw .access(.moduleOff) }
        guard let outcome = found.passenger(pick) else { throw .access(.misunderstood) }
        return try outcome.get()
    }
}

extension ShareError {
    /// The error of a form that broke a rule of calls or of reservations.
    fileprivate init?(refusedBy notice: PassengerNotice) {
        switch notice {
        case .call(.refused(let reason)): self = .notCalled(CallError(reason))
        case .reservation(.rejected(let reason)): self = .notReserved(ReservationError(reason))
        default: return nil
        }
    }
}
