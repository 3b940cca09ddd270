// SPDX-License-Identifier: GPL-3.0-or-later

/// A message of a client to the account service. Who sends it is known from the session of its envelope.
public enum AccountMessage: ServedMessage {
    /// The account service.
    public static let service = ServiceID.accounts

    // Without a session (ACCOUNT-REG-17)
    /// Opens an account.
    case register(RegistrationForm)
    /// Breaks an own registration off before it is confirmed (ACCOUNT-REG-11); the token is the one of its mail's link.
    case abortRegistration(Token)
    /// Follows the link of a mail: a confirmation, a new password, a new address.
    case followLink(Token)
    /// Logs in.
    case login(LoginForm)
    /// Opens an account through the external identity provider (ACCOUNT-FB-01).
    case providerRegister(consent: Bool)
    /// Logs in through the external identity provider (ACCOUNT-FB-02).
    case providerLogin
    /// Asks for a new password by mail (ACCOUNT-LOGIN-03).
    case forgotPassword(email: String)

    // With a session
    /// Ends the session.
    case logout
    /// Sets a new password after the temporary one (ACCOUNT-LOGIN-04).
    case changePassword(PasswordChange)
    /// Reads the own profile (ACCOUNT-PROFILE-01, -02, -08).
    case viewProfile
    /// Reads the own requests between two instants, both optional, newest first (ACCOUNT-PROFILE-09).
    case viewHistory(from: CityTime?, to: CityTime?)
    /// Opens the home page (UI-03).
    case openDashboard
    /// Notes new values in the draft of an edit; nothing is stored (ACCOUNT-PROFILE-05L).
    case draft(ProfileEdit)
    /// Stores the draft, all fields together (ACCOUNT-PROFILE-05L).
    case done
    /// Gives the draft up (ACCOUNT-PROFILE-05K).
    case abandonEdit
    /// Asks to delete an account: the own one, or the request is refused (ACCOUNT-PROFILE-04A).
    case askDeletion(AccountID)
    /// Gives the password for the deletion asked for, and says whether to proceed (ACCOUNT-PROFILE-04B).
    case confirmDeletion(password: String, proceed: Bool)

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .register: MessageTraits(.registration, .registrationSent, isForm: true)
        case .providerRegister: MessageTraits(.registration, .registrationSent)
        case .abortRegistration, .followLink: MessageTraits(.registration, .linkFollowed)
        case .login, .providerLogin: MessageTraits(.login, .loggedIn)
        case .forgotPassword: MessageTraits(.profile, .passwordForgotten)
        case .logout: MessageTraits(.logout, .loggedOut, precedesNewPassword: true)
        case .changePassword: MessageTraits(.profile, .profileEdited, precedesNewPassword: true)
        case .viewProfile: MessageTraits(.profile, .profileViewed)
        case .viewHistory: MessageTraits(.profile, .historyViewed)
        case .openDashboard: MessageTraits(.profile, .dashboardOpened)
        case .draft, .askDeletion: MessageTraits(.profile, nil)
        case .done: MessageTraits(.profile, .profileEdited, isForm: true)
        case .abandonEdit: MessageTraits(.profile, .profileEdited)
        case .confirmDeletion: MessageTraits(.profile, .accountDeleted)
        }
    }

    /// Whose session the message needs: none before there is one (ACCOUNT-REG-17).
    public var admission: Admission {
        switch self {
        case .register, .abortRegistration, .followLink, .login, .providerRegister, .providerLogin, .forgotPassword:
            .anybody
        case .logout, .changePassword, .viewProfile, .viewHistory, .openDashboard, .draft, .done, .abandonEdit,
            .askDeletion, .confirmDeletion:
            .session
        }
    }
}
