// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An account on its way from the log of one build to a new log of another one: what its owner needs to log in there, and no session.
///
/// Its number counts from 1 among the accounts of its service: where the numbers of a service begin follows from the services beside it, which
/// may be others in the new city. The number of the person in the service stays as it is.
public struct CarriedAccount: Hashable, Sendable, Codable {
    /// The service that keeps it: that which it is for, or the accounts by phone or by device.
    public let service: ServiceID
    /// The account.
    public let body: Body

    /// What an account may be.
    public enum Body: Hashable, Sendable, Codable {
        /// One that was opened with a form, pending or confirmed; of its password the hash.
        case form(Account)
        /// One by phone.
        case phone(PhoneAccount)
        /// One by device; of the cloud identifier a keyed hash.
        case device(DeviceAccount)
    }

    /// States both.
    public init(_ service: ServiceID, _ body: Body) { (self.service, self.body) = (service, body) }

    /// What it is called in a count: the part of its person in the service, or how it is known.
    public var kind: String {
        switch body {
        case .form(let account): account.type.word
        case .phone: "phone"
        case .device: "device"
        }
    }
}

/// Why a city cannot take in an account of another log.
public enum CarryRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The city has no such accounts.
    case noService(ServiceID)
    /// The service has no accounts of this type.
    case noType(RoleName, ServiceID)
    /// It has a field that accounts of its type do not have.
    case foreignField(RoleName)
    /// Its person gave no permission (ACCOUNT-PRIV-01).
    case noConsent
    /// Its number is none, or belongs to another account.
    case badNumber(Int32)
    /// Something that no two accounts share belongs to another account, or a text cannot be kept.
    case notStored(String)

    /// What is wrong.
    public var description: String {
        switch self {
        case .noService(let service): "no service of this city has accounts of `\(service)`"
        case .noType(let type, let service):
            "the service `\(service)` of this city has no accounts of type `\(type.word)`"
        case .foreignField(let type): "it has a field that accounts of type `\(type.word)` do not have here"
        case .noConsent: "its owner gave no permission to keep it"
        case .badNumber(let number): "its number \(number) is none, or belongs to another account"
        case .notStored(let why): "it cannot be kept: \(why)"
        }
    }
}
