// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Whose session a message needs.
public enum Admission: Hashable, Sendable {
    /// None: registration, login and password recovery (ACCOUNT-REG-17).
    case anybody
    /// Any session.
    case session
    /// The session of this passenger.
    case passenger(PassengerID)
    /// The session of this driver.
    case driver(DriverID)
    /// No client may send it.
    case nobody
}

extension ServerMessage {
    /// Whose session the message needs (ACCOUNT-REG-17, ACCOUNT-LOGIN-08).
    public var admission: Admission {
        switch self {
        case .taxi(let message): message.admission
        case .account(let message): message.admission
        }
    }

    /// The module that must be on for the message (API-10).
    public var module: ModuleName? {
        guard case .taxi(let message) = self else { return nil }
        switch message {
        case .reserve, .cancelReservation, .viewReservations, .reserveButtonDisabled: return .reservations
        case .shareSearch, .joinRide, .declineRides: return .sharing
        default: return nil
        }
    }

    /// Whether the message may come before a temporary password was replaced (ACCOUNT-LOGIN-04): setting a new one, and
    /// ending the session.
    public var precedesNewPassword: Bool {
        switch self {
        case .account(.changePassword), .account(.logout): true
        default: false
        }
    }
}

extension ClientMessage {
    fileprivate var admission: Admission {
        switch self {
        case .passengerLogin(let id, _), .passengerLogout(let id), .prepareCall(let id), .call(let id, _),
            .pollArrival(let id, _), .abandon(let id, _), .reserve(let id, _), .cancelReservation(let id, _),
            .viewReservations(let id), .reserveButtonDisabled(let id), .shareSearch(let id, _), .joinRide(let id, _),
            .declineRides(let id):
            .passenger(id)
        case .driverLogin(let id), .driverLogout(let id), .setStatus(let id, _, _, _), .position(let id, _, _),
            .notified(let id, _), .answer(let id, _, _, _), .boarded(let id, _, _, _), .nobodyHere(let id, _, _, _),
            .rideComplete(let id, _, _, _, _), .boardedEach(let id, _, _, _), .droppedOff(let id, _, _, _, _),
            .viewRide(let id, _), .viewStatus(let id):
            .driver(id)
        // What the link lost never arrives; the others are the server's own.
        case .lost, .keptAnswer, .serviceDown, .serviceRestarted, .serviceUp, .licence, .cancelAllReservations,
            .forgetPassenger:
            .nobody
        }
    }
}

extension AccountMessage {
    fileprivate var admission: Admission {
        switch self {
        case .register, .abortRegistration, .followLink, .login, .providerRegister, .providerLogin, .forgotPassword:
            .anybody
        case .logout, .changePassword, .viewProfile, .viewHistory, .openDashboard, .draft, .done, .abandonEdit,
            .askDeletion, .confirmDeletion:
            .session
        }
    }
}
