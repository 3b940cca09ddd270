// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ServerMessage {
    /// What the user does who sends this; nil for what a client sends by itself, and for steps inside a form (UI-01).
    var action: ClientActionKind? {
        switch self {
        case .taxi(let message): message.action
        case .account(let message): message.action
        }
    }

    /// Whether only a person with a session may send it.
    var needsSession: Bool {
        switch self {
        case .taxi: true
        case .account(let message): message.needsSession
        }
    }

    /// Whether it is worth sending again, and is sent in the order of the person's doing.
    var isKept: Bool {
        switch self {
        case .taxi(let message): message.isSentAgain
        case .account: true
        }
    }

    /// A form that the user fills in by hand (UI-04).
    var isForm: Bool {
        switch self {
        case .taxi(.call), .taxi(.shareSearch), .taxi(.reserve), .account(.register), .account(.done): true
        default: false
        }
    }
}

extension ClientMessage {
    fileprivate var action: ClientActionKind? {
        switch self {
        case .passengerLogin, .driverLogin: .loggedIn
        case .passengerLogout, .driverLogout: .loggedOut
        case .prepareCall: .formOpened
        case .call: .callConfirmed
        case .pollArrival: .arrivalPolled
        case .abandon: .callAbandoned
        case .setStatus: .statusSet
        case .answer: .offerAnswered
        case .boarded, .boardedEach, .nobodyHere: .boardingConfirmed
        case .rideComplete, .droppedOff: .rideEndConfirmed
        case .reserve: .reservationMade
        case .cancelReservation: .reservationCancelled
        case .viewReservations: .reservationsViewed
        case .shareSearch: .rideSearched
        case .joinRide, .declineRides: .rideChosen
        // What clients send by themselves.
        default: nil
        }
    }
}

extension AccountMessage {
    fileprivate var action: ClientActionKind? {
        switch self {
        case .register, .providerRegister: .registrationSent
        case .followLink, .abortRegistration: .linkFollowed
        case .login, .providerLogin: .loggedIn
        case .logout: .loggedOut
        case .forgotPassword: .passwordForgotten
        case .viewProfile: .profileViewed
        case .viewHistory: .historyViewed
        case .openDashboard: .dashboardOpened
        case .done, .abandonEdit, .changePassword: .profileEdited
        case .confirmDeletion: .accountDeleted
        case .draft, .askDeletion: nil
        }
    }

    fileprivate var needsSession: Bool {
        switch self {
        case .register, .abortRegistration, .followLink, .login, .providerRegister, .providerLogin, .forgotPassword:
            false
        case .logout, .changePassword, .viewProfile, .viewHistory, .openDashboard, .draft, .done, .abandonEdit,
            .askDeletion, .confirmDeletion:
            true
        }
    }
}

extension ServerAnswer {
    /// The kind of the message that it answers.
    var kind: MessageKind {
        switch self {
        case .taken(let kind), .refused(let kind, _): kind
        case .account(let answer):
            switch answer {
            case .registered, .active, .rejected, .ended, .linkFollowed, .linkUnknown: .registration
            case .loggedIn, .loginRefused: .login
            case .loggedOut: .logout
            case .mailUnderWay, .passwordChanged, .profile, .history, .dashboard, .drafted, .profileChanged,
                .profileRefused, .editAbandoned, .deletionAsked, .deleted, .deletionRefused:
                .profile
            }
        }
    }
}
