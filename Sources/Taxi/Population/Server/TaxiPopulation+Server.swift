// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import TaxiRules

/// How the server reaches the clients of a population.
extension TaxiPopulation {
    /// Takes an answer of the server to one client; `serial` is the number that the message's envelope had, 0 for an answer that
    /// follows one that was given before. Called on the loop; returns at once and calls nobody back.
    public func tell(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32 = 0) {
        crowd.onLoop { $0.app(connection) }?.receive(answer, to: serial)
    }

    /// A mail reached its address; mail to unknown addresses is left lying. Called on the loop.
    public func mailArrived(_ kind: MailKind, at address: String, link: Token?, temporaryPassword: String?) {
        guard let connection = Credentials.owner(of: address), let app = crowd.onLoop({ $0.app(connection) }) else {
            return
        }
        app.onLoop { $0.mailArrived(kind, link: link, temporaryPassword: temporaryPassword) }
    }

    /// The person behind a connection; nil for clients of nobody, such as those of a flood. Called on the loop.
    public func person(of connection: Connection) -> PersonID? { crowd.onLoop { $0.app(connection)?.person } }
}

extension Enrolment {
    /// The accounts that exist beside those of the people who use the service (PERF-05). All have one password.
    /// Their numbers count down from the largest one, where no passenger has one.
    public static func registered(_ count: Int) -> some Sequence<Enrolment> {
        (0..<count).lazy.map { index in
            let id = PassengerID(Int32.max - Int32(truncatingIfNeeded: index))
            var form = RegistrationForm(.passenger, Credentials(.passenger(id)))
            form.password = commonPassword
            form.passwordRepeat = commonPassword
            return Enrolment(.passenger(id), form)
        }
    }

    private static let commonPassword = "Common-word-1"
}
