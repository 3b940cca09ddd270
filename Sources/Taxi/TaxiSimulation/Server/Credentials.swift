// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import TaxiRules

/// What a synthetic person logs in with: made from the person's number, so that nothing needs to be kept.
///
/// Never in the event log.
package struct Credentials: Hashable, Sendable {
    /// The person whose credentials these are.
    package let connection: Connection
    /// How often the name was changed.
    package var nameVersion = 0
    /// How often the address was changed.
    package var emailVersion = 0
    /// How often the password was changed.
    package var passwordVersion = 0

    /// The first credentials of a person.
    package init(_ connection: Connection) {
        self.connection = connection
    }

    private static let host = "mail.example.com"
    private static let roles: [RoleName] = [.passenger, .driver, .visitor]

    private var stem: String { "\(connection.role.name.word)\(connection.role.number)" }

    /// The name to log in with: letters, then digits (DEC-USERNAME-REGEX). Nobody else has it.
    package var username: String { nameVersion == 0 ? stem : "\(stem)n\(nameVersion)" }

    /// The address; nobody else has it.
    package var email: String { emailVersion == 0 ? "\(stem)@\(Self.host)" : "\(stem).\(emailVersion)@\(Self.host)" }

    /// The password: 8 characters or more, a digit, a capital (DEC-PASSWORD-RULE).
    package var password: String { "Word-\(stem)-\(passwordVersion)" }

    /// Another password than the right one.
    var wrongPassword: String { "Wrong-\(stem)-\(passwordVersion)" }

    /// The person whose address this is, also after changes of it; nil for other addresses.
    package static func owner(of email: String) -> Connection? {
        let stem = email.prefix { $0 != "@" && $0 != "." }
        for role in roles where stem.hasPrefix(role.word) {
            return Int32(stem.dropFirst(role.word.count)).map { Connection(Role(role, $0)) }
        }
        return nil
    }
}

/// An account that exists before its owner first uses the service.
package struct Enrolment: Sendable {
    /// The person's number in the taxi service.
    package let role: Role
    /// A form without faults, with the password in clear; for a person of the identity provider without one.
    package let form: RegistrationForm
    /// Whether the person comes through the identity provider.
    package let isProvider: Bool

    init(_ role: Role, _ form: RegistrationForm, isProvider: Bool = false) {
        self.role = role
        self.form = form
        self.isProvider = isProvider
    }
}

extension RegistrationForm {
    /// A filled in form without faults.
    init(_ type: RoleName, _ credentials: Credentials) {
        self.init(type)
        username = credentials.username
        email = credentials.email
        password = credentials.password
        passwordRepeat = credentials.password
        name = "Name"
        surname = "Surname"
    }

    /// Adds what a driver gives.
    mutating func addTaxi(licence: Int32, plate: Int32, seats: Int32, expiry: CivilDate) {
        address = "Address"
        phone = "0200000"
        self.licence = licence
        self.plate = "TX\(plate)"
        self.seats = seats
        licenceExpiry = expiry
    }
}
