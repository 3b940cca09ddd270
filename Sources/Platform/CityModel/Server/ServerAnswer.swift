// SPDX-License-Identifier: GPL-3.0-or-later

/// The first system answer to a message.
public enum ServerAnswer: Hashable, Sendable {
    /// The taxi service has taken the message; what follows comes as notices.
    case taken(MessageKind)
    /// The account service's answer.
    case account(AccountAnswer)
    /// The door refused the message.
    case refused(MessageKind, ServerRefusal)
}

extension ServerMessage {
    /// The kind that its service time and its latency are counted under.
    public var kind: MessageKind {
        switch self {
        case .taxi(let message): message.kind
        case .account(let message): message.kind
        }
    }
}

extension ClientMessage {
    /// The kind that its service time and its latency are counted under.
    public var kind: MessageKind {
        switch self {
        case .passengerLogin, .driverLogin: .login
        case .passengerLogout, .driverLogout: .logout
        case .prepareCall: .prepareCall
        case .call: .call
        case .pollArrival: .arrivalPoll
        case .abandon: .abandon
        // The server's own messages have no kind of their own: they are never served.
        case .setStatus, .viewStatus, .licence, .serviceDown, .serviceRestarted, .serviceUp: .status
        case .position, .lost: .position
        case .notified: .offerShown
        case .answer, .keptAnswer: .offerAnswer
        case .boarded, .boardedEach, .nobodyHere: .boarding
        case .rideComplete, .droppedOff: .rideEnd
        case .reserve: .reservation
        case .cancelReservation, .cancelAllReservations, .viewReservations, .reserveButtonDisabled: .reservationChange
        case .forgetPassenger: .profile
        case .shareSearch: .shareSearch
        case .joinRide, .declineRides, .viewRide: .shareChoice
        }
    }
}

extension AccountMessage {
    /// The kind that its service time and its latency are counted under.
    public var kind: MessageKind {
        switch self {
        case .register, .abortRegistration, .followLink, .providerRegister: .registration
        case .login, .providerLogin: .login
        case .logout: .logout
        case .forgotPassword, .changePassword, .viewProfile, .viewHistory, .openDashboard, .draft, .done, .abandonEdit,
            .askDeletion, .confirmDeletion:
            .profile
        }
    }
}
