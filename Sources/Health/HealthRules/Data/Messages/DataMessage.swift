// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a third party wants of one person, whom its message names by social security number.
public enum PersonalWish: Hashable, Sendable, Codable {
    /// Asks for consent (HEALTH-R7).
    case request
    /// Reads the stored batches that began in a time (HEALTH-R27).
    case read(from: CityTime, to: CityTime)
    /// Wants each new batch (HEALTH-R10-GAP).
    case subscribe
    /// Wants none any more.
    case unsubscribe
}

/// What a third party wants of a group.
public enum GroupWish: Hashable, Sendable, Codable {
    /// One answer (HEALTH-R6).
    case ask(GroupQuery)
    /// One aggregate an interval (HEALTH-GROUP-SUB).
    case subscribe(GroupQuery)
    /// Wants none any more.
    case stop(GroupID)
}

/// What a person sends about third parties.
public enum ConsentWish: Hashable, Sendable, Codable {
    /// Wants to see who has asked.
    case list
    /// Says yes or no to a request, or changes the answer (HEALTH-R8).
    case answer(ThirdPartyID, isYes: Bool)
    /// Takes a yes back (HEALTH-R29).
    case withdraw(ThirdPartyID)
    /// Stops a subscription; the consent stays (HEALTH-R29).
    case stopSubscription(ThirdPartyID)
}

extension ConsentWish {
    /// Which third party it is about; nil for a list of all.
    public var party: ThirdPartyID? {
        switch self {
        case .list: nil
        case .answer(let party, _), .withdraw(let party), .stopSubscription(let party): party
        }
    }
}

/// A message to the data side of the health service, by its sender.
public enum DataMessage: Hashable, Sendable, Codable {
    /// From a third party about one person, by social security number.
    case person(ThirdPartyID, number: String, PersonalWish)
    /// From a third party about a group.
    case group(ThirdPartyID, GroupWish)
    /// From a person's client.
    case consent(WearerID, ConsentWish)
    /// From another service of the city about one of its people and one of its organisers, by their numbers there (RACE-JOIN-CONSENT).
    case guest(Int32, organiser: Int32, ConsentWord)
}

extension DataMessage: ServedMessage {
    /// The data side of the health service.
    public static var service: ServiceID { .healthData }

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .person: MessageTraits(.personalData, nil)
        case .group: MessageTraits(.groupData, nil)
        case .consent(_, .list): MessageTraits(.dataConsent, .dataConsent, isSentAgain: false)
        case .consent: MessageTraits(.dataConsent, .dataConsent)
        case .guest: MessageTraits(.dataConsent, nil)
        }
    }

    /// The session of whom the message speaks for. The role of a person with a device has the number 60.
    public var admission: Admission {
        switch self {
        case .person(let party, _, _), .group(let party, _): .role(.thirdParty(party))
        case .consent(let wearer, _): .role(Role(RoleName(number: 60), wearer.number))
        case .guest: .nobody
        }
    }
}

/// A message as the input log keeps it: with the person's number in place of the social security number, which is in no file
/// (SEC-09).
public struct HeardMessage: RecordedInput {
    /// The data side of the health service.
    public static let service = ServiceID.healthData

    /// The message, its social security number left out.
    public let message: DataMessage
    /// Whom the number named; nil for nobody, and for messages without one.
    public let wearer: WearerID?

    /// Leaves the number out, which `find` knows.
    public init(_ message: DataMessage, find: (String) -> WearerID?) {
        if case .person(let party, let number, let wish) = message {
            self.message = .person(party, number: "", wish)
            wearer = find(number)
        } else {
            self.message = message
            wearer = nil
        }
    }
}
