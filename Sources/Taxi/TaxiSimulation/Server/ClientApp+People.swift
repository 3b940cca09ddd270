// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService

/// What passengers and drivers ask of their clients.
extension ClientApp {
    /// Opens the account of a passenger, which is older than the run.
    nonisolated func enrollPassenger(_ id: PassengerID, user: any ClientUser) {
        onLoop { app in
            app.connect(user)
            app.session.isProvider = app.choices.chance(app.server.accounts.provider)
            var form = RegistrationForm(.passenger, app.credentials)
            if app.session.isProvider { (form.password, form.passwordRepeat) = (nil, nil) }
            app.server.access.enroll(Enrolment(.passenger(id), form, isProvider: app.session.isProvider))
        }
    }

    /// Opens the account of a driver, which is older than the run, with a licence that is still valid on its first day.
    nonisolated func enrollDriver(_ taxi: TaxiRegistration, user: any ClientUser, city: PopulationCity) {
        onLoop { app in
            app.connect(user)
            guard case .driver(let id) = app.connection.role.taxi else { return }
            var draws = RandomStream(city.key, for: .licences, of: UInt64(UInt32(bitPattern: id.number)))
            let accounts = app.server.accounts
            let isOver = draws.chance(accounts.expiredLicences)
            let left = draws.time(accounts.licenceLeft)
            let expiry = CivilDate(isOver ? city.start : city.start + left)
            var form = RegistrationForm(.driver, app.credentials)
            form.addTaxi(licence: taxi.licence, plate: taxi.plate, seats: taxi.seats, expiry: expiry)
            app.server.access.enroll(Enrolment(.driver(id), form))
            if let distribution = accounts.licenceRenewal { app.renew(expiry, after: draws.time(distribution)) }
        }
    }

    /// Plans to store a new licence, a year longer, so long after the end of the old one (DEC-LICENCE-EXPIRY).
    func renew(_ expiry: CivilDate, after span: TimeSpan) {
        guard let lastDay = expiry.midnight else { return }
        let new = CivilDate(lastDay + .hours(24 * 365))
        loop.schedule(at: lastDay + .hours(24) + span, as: .arrival) { [self] in
            onLoop { app in
                guard !app.session.isClosed else { return }
                var edit = ProfileEdit()
                edit.licenceExpiry = new
                app.logIn()
                app.send(AccountMessage.draft(edit))
                app.send(AccountMessage.done)
                app.renew(new, after: span)
            }
        }
    }

    /// Opens a form with a kind of client; returns what filling it in takes.
    nonisolated func open(_ kind: ClientKind, _ message: TaxiMessage, filling habit: TimeSpan) -> TimeSpan {
        onLoop { app in
            app.kind = kind
            app.send(message)
            return app.fillIn(habit)
        }
    }

    /// A reservation was filled in before the instant at which it is sent, so that its lead time is the drawn one.
    nonisolated func reserving() {
        onLoop { $0.noteInput() }
    }

    /// The ride is over: some look at the home page with its last taxi (UI-03).
    nonisolated func afterRide() {
        onLoop { app in
            if app.opensDashboard() { app.send(AccountMessage.openDashboard) }
        }
    }
}

extension Passenger: ClientUser {
    nonisolated func answered(_ answer: AccountAnswer) {}

    nonisolated func refused(_ message: any ServedMessage, _ reason: ServerRefusal) {
        guard reason == .moduleOff, let module = message.traits.module else { return }
        onLoop { $0.take(.moduleOff(module)) }
    }
}

extension Driver: ClientUser {
    nonisolated func answered(_ answer: AccountAnswer) {
        // A new licence: who was put out of service for the old one asks again (DEC-LICENCE-EXPIRY).
        if case .profileChanged = answer { onLoop { $0.licenceRenewed() } }
    }

    nonisolated func refused(_ message: any ServedMessage, _ reason: ServerRefusal) {}
}
