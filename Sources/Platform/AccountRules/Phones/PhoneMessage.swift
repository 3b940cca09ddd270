// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension ServiceID {
    /// The accounts of people who are known by a phone number.
    public static let phones = ServiceID("phones")
}

extension MessageType {
    /// Asking for a one-time code and giving it back.
    public static let phoneLogin = MessageType(40, "phoneLogin", request: 800, answer: 600)
}

/// A message of a client to the accounts by phone. Who sends it is known from the session of its envelope.
public enum PhoneMessage: ServedMessage {
    /// The accounts by phone.
    public static let service = ServiceID.phones

    /// Asks for a code by SMS, the first or a fresh one (ACCOUNT-R1, ACCOUNT-SMS-01).
    case askCode(phone: String)
    /// Gives the code back: opens the account, if there is none, and a session. Accepts the terms (ACCOUNT-R1).
    case giveCode(phone: String, code: String)
    /// Ends the session.
    case logout
    /// Asks for all that is kept of the own person (SEC-07).
    case exportData
    /// Deletes the own account with everything tied to it.
    case deleteAccount(isConfirmed: Bool)

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .askCode: MessageTraits(.phoneLogin, .registrationSent, isForm: true)
        case .giveCode: MessageTraits(.phoneLogin, .loggedIn, isForm: true)
        case .logout: MessageTraits(.logout, .loggedOut)
        case .exportData: MessageTraits(.profile, .profileViewed)
        case .deleteAccount: MessageTraits(.profile, .accountDeleted)
        }
    }

    /// Whose session the message needs: none before there is one.
    public var admission: Admission {
        switch self {
        case .askCode, .giveCode: .anybody
        case .logout, .exportData, .deleteAccount: .session
        }
    }
}

/// What is answered.
public enum PhoneAnswer: Hashable, Sendable {
    /// A code is under way; the same answer whether there is an account or not.
    case codeSent
    /// The session that later messages carry; whether the account was opened by it.
    case loggedIn(Session, isNew: Bool)
    /// No code, or no session.
    case refused(PhoneRefusal)
    /// The session is over.
    case loggedOut
    /// All that is kept of the person (SEC-07).
    case data(PersonalData)
    /// The account is gone.
    case deleted
    /// Nothing was deleted.
    case deletionRefused(DeletionRefusal)
}

/// Takes answers to the clients. Called on the loop; returns at once.
public protocol PhoneClients: AnyObject, Sendable {
    /// Takes the answer to a message, or the word that an SMS cannot reach its phone.
    func notify(_ connection: Connection, _ answer: PhoneAnswer)
}

/// Why no code was sent, or no session began.
public enum PhoneRefusal: UInt8, EventWord {
    /// The phone number is missing or none (ACCOUNT-SMS-01).
    case badPhone
    /// A fresh code was asked for too soon after the last.
    case tooSoon
    /// This phone got as many codes as it gets in a day.
    case tooManyCodes
    /// The code is missing, or not six digits (ACCOUNT-SMS-01).
    case badCode
    /// Another code was sent, or a later one (ACCOUNT-SMS-01).
    case wrongCode
    /// Wrong too often: a fresh code is needed.
    case tooManyTries
    /// The code's time is over.
    case codeExpired
    /// No code was sent to this phone.
    case noCode
    /// The phone could not be reached (ACCOUNT-SMS-02).
    case noSms
    /// The account could not be stored durably, so it is not made.
    case notStored

    /// What to tell the person: what is wrong and what to do (ACCOUNT-SMS-01).
    public var advice: String {
        switch self {
        case .badPhone: "This is not a phone number. Enter it with the country code, such as +39 333 123 4567."
        case .tooSoon: "A code was sent a moment ago. Wait a little before you ask for another."
        case .tooManyCodes: "Too many codes were sent to this phone. Try again tomorrow."
        case .badCode: "The code has six digits. Enter it exactly as in the SMS."
        case .wrongCode:
            "This is not the code of the last SMS. Try again, ask for a new code, or correct the phone number."
        case .tooManyTries: "The code was wrong too many times. Ask for a new code."
        case .codeExpired: "The code has expired. Ask for a new code."
        case .noCode: "No code was sent to this phone. Ask for one, or correct the phone number."
        case .noSms: "The SMS did not reach your phone. Ask for a new code when you have a signal."
        case .notStored: "Your account could not be saved. Try again later."
        }
    }
}

/// All that a service keeps of a person, as its owner gets it (SEC-07).
public struct PersonalData: Hashable, Sendable, Codable {
    /// The phone number.
    public let phone: PhoneNumber
    /// When the account was made.
    public let created: CityTime
    /// What the service keeps, oldest first.
    public let records: [OwnRecord]
}
