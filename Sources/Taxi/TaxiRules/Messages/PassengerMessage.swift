// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a passenger's client sends to the taxi service.
public enum PassengerMessage: Hashable, Sendable, Codable {
    /// Opens a session.
    case login(client: ClientKind)
    /// Closes the session.
    case logout
    /// Opens the call form.
    case prepareCall
    /// Confirms a call.
    case call(form: CallForm)
    /// Asks for a new estimate of the arrival.
    case pollArrival(request: RequestID)
    /// Gives up.
    case abandon(request: RequestID)
    /// Reserves a taxi for later (TAXI-RESV-01).
    case reserve(form: ReservationForm)
    /// Cancels an own reservation, or leaves a shared one (TAXI-RESV-17).
    case cancelReservation(id: ReservationID)
    /// Looks at the own reservations (TAXI-RESV-18).
    case viewReservations
    /// The client's reserve button was disabled (TAXI-RESV-19); noted for the count only.
    case reserveButtonDisabled
    /// Looks for a shared ride, after `prepareCall` when it is for now (TAXI-SHARE-02).
    case shareSearch(form: ShareForm)
    /// Chooses a proposed ride (TAXI-SHARE-03).
    case joinRide(id: SharedRideID)
    /// Declines all proposed rides and wants an own one (TAXI-SHARE-17).
    case declineRides

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .login: MessageTraits(.login, .loggedIn)
        case .logout: MessageTraits(.logout, .loggedOut)
        case .prepareCall: MessageTraits(.prepareCall, .formOpened)
        case .call: MessageTraits(.call, .callConfirmed, isForm: true)
        case .pollArrival: MessageTraits(.arrivalPoll, .arrivalPolled, isSentAgain: false)
        case .abandon: MessageTraits(.abandon, .callAbandoned)
        case .reserve: MessageTraits(.reservation, .reservationMade, module: .reservations, isForm: true)
        case .cancelReservation: MessageTraits(.reservationChange, .reservationCancelled, module: .reservations)
        case .viewReservations:
            MessageTraits(.reservationChange, .reservationsViewed, module: .reservations, isSentAgain: false)
        case .reserveButtonDisabled:
            MessageTraits(.reservationChange, nil, module: .reservations, isSentAgain: false)
        case .shareSearch: MessageTraits(.shareSearch, .rideSearched, module: .sharing, isForm: true)
        case .joinRide, .declineRides: MessageTraits(.shareChoice, .rideChosen, module: .sharing)
        }
    }
}
