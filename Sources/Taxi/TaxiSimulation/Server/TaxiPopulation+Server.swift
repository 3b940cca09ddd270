// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountRules
import CityLoop
package import CityModel
import CitySlices
package import TaxiRules
package import TaxiService

/// How the server reaches the clients of a population.
extension TaxiPopulation: SliceClients {
    /// Passengers, drivers, and those who are neither yet.
    package func serves(_ role: RoleName) -> Bool { role == .passenger || role == .driver || role == .visitor }

    /// Returns at once and calls nobody back.
    package func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32 = 0) {
        crowd.onLoop { $0.app(connection) }?.receive(answer, to: serial)
    }

    /// Tells a passenger what a server that is elsewhere says. Called on the loop.
    package func tell(_ notice: PassengerNotice, to id: PassengerID) { crowd.notify(id, notice) }

    /// Tells a driver the same.
    package func tell(_ notice: DriverNotice, to id: DriverID) { driver(id)?.notify(notice) }

    /// Mail to people who have left is left lying.
    package func receive(_ mail: Mail, to connection: Connection) {
        crowd.onLoop { $0.app(connection) }?.onLoop {
            $0.mailArrived(mail.kind, link: mail.link, temporaryPassword: mail.temporaryPassword)
        }
    }

    /// The person behind a connection; nil for clients of nobody, such as those of a flood.
    package func person(of connection: Connection) -> PersonID? { crowd.onLoop { $0.app(connection)?.person } }
}

extension Enrolment {
    /// The accounts that exist beside those of the people who use the service (PERF-05). All have one password.
    /// Their numbers count down from the largest one, where no passenger has one.
    static func unused(_ count: Int) -> some Sequence<Enrolment> {
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
