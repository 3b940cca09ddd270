// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// What the data side of the health service adds to the open words: role 63, types of message from 70 on, actions from 90 on.

extension ServiceID {
    /// Consent, and data for third parties.
    public static let healthData = ServiceID("health-data")
}

extension RoleName {
    /// An organisation that asks for data.
    public static let thirdParty = RoleName(63, "thirdParty")
}

extension Role {
    /// An organisation that asks for data.
    public static func thirdParty(_ id: ThirdPartyID) -> Role { Role(.thirdParty, id.number) }
}

extension MessageType {
    /// A third party's request, read or subscription for one person.
    public static let personalData = MessageType(70, "personalData", request: 700, answer: 4000)
    /// A third party's request or subscription for a group.
    public static let groupData = MessageType(71, "groupData", request: 900, answer: 2000)
    /// A person's answer to a third party, or what the person takes back.
    public static let dataConsent = MessageType(72, "dataConsent", request: 700, answer: 500)

    /// The types of the data side of the health service.
    public static let ofHealthData: [MessageType] = [.personalData, .groupData, .dataConsent]
}

extension ClientActionKind {
    /// Answered a third party, or took consent or a subscription back.
    public static let dataConsent = ClientActionKind(90, "dataConsent")
}
