// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules
import TaxiService

/// How a passenger reaches the service: with a session, through a client or at once.
extension Passenger {
    /// The service knows no session of this person: the next try begins with a login.
    func forgetSession() { isLoggedIn = false }

    func logIn() {
        guard !isLoggedIn else { return }
        isLoggedIn = true
        if let app {
            app.onLoop { $0.logIn() }
        } else {
            send(.login(client: .mobile))
        }
    }

    /// People who live in the city open their clients in the first quarter of an hour and stay connected.
    func connect() {
        guard let app else { return }
        choose(app)
        plan(.logIn, after: app.onLoop { $0.drawsConnection(within: .minutes(15)) })
    }

    func logOut() {
        if let app {
            app.onLoop { $0.logOut() }
        } else {
            send(.logout)
        }
    }

    /// The client that the next call is made with, before it is drawn for the form: the login uses the same one.
    func choose(_ app: ClientApp) {
        var peek = client
        let kind: ClientKind = habits.useClient(&peek).isWeb ? .web : .mobile
        app.onLoop { $0.kind = kind }
    }

    func send(_ content: PassengerMessage) {
        let message = TaxiMessage.passenger(id, content)
        if let app {
            app.onLoop { $0.send(message) }
            return
        }
        guard !city.isNetworkPerfect else {
            city.send(message)
            return
        }
        if let pause = link?.send(message, as: .arrival, isKept: content.traits.isSentAgain, city) {
            plan(.sendAgain, after: pause)
        }
    }
}
