// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// The checks of the gateway, one after the other.
@Suite struct AdmissionOrderTests {
    private func refusals(
        _ envelope: Envelope, _ parameters: GatewayParameters = GatewayParameters(),
        _ prepare: (GatewayCity) -> Void = { _ in }
    ) throws -> [ServerRefusal] {
        let city = GatewayCity(parameters)
        prepare(city)
        let sessions = city.state.sessionCount
        city.send(5, envelope)
        try city.run()
        if let reason = city.refusals.first {
            // Nothing was changed, and the client was told at once.
            #expect(city.services.onLoop { $0.served.isEmpty })
            #expect(city.state.sessionCount == sessions)
            #expect(city.state.waiting == 0 && city.state.inService == 0)
            let reported = city.services.onLoop { $0.reported }
            #expect(reported.map(\.time) == [.seconds(5)])
            #expect(reported.map(\.connection) == [envelope.connection])
            #expect(reported.map(\.answer) == [.refused(envelope.message.kind, reason)])
        }
        #expect(city.outcomes.count == 1)
        return city.refusals
    }

    @Test("A message of a person with the own session passes")
    func passes() throws {
        #expect(try refusals(.call(1)) == [])
        #expect(try refusals(.position(1)) == [])
        #expect(try refusals(.account(1, .viewProfile)) == [])
    }

    @Test("SEC-02: a call over a plain channel is refused, and no state changes")
    func plain() throws {
        #expect(try refusals(.call(1, channel: .plain)) == [.plainChannel])
        // Also a message that needs no session, and one that has none.
        var anonymous = Envelope.anonymous(1)
        anonymous.channel = .plain
        #expect(try refusals(anonymous) == [.plainChannel])
    }

    @Test("Without a session, or with one that has ended, all but registration, login and recovery is refused")
    func notLoggedIn() throws {
        var call = Envelope.call(1)
        call.token = nil
        #expect(try refusals(call) == [.notLoggedIn])
        call.token = Token(high: 9, low: 9)
        #expect(try refusals(call) == [.notLoggedIn])
        #expect(try refusals(.call(1)) { $0.gateway.close(Session.passenger(1).token) } == [.notLoggedIn])
        #expect(try refusals(.call(1)) { $0.gateway.closeSessions(of: AccountID(1)) } == [.notLoggedIn])
        #expect(try refusals(.call(1)) { $0.gateway.closeSessions(of: AccountID(2)) } == [])
    }

    @Test("ACCOUNT-LOGIN-08: a driver's session cannot call, a passenger's cannot set a driver's status")
    func wrongRole() throws {
        var call = Envelope.call(1)
        call.token = Session.driver(1).token
        #expect(try refusals(call) == [.wrongRole])
        var status = Envelope.position(1)
        status.message = TaxiMessage.driver(DriverID(1), .setStatus(inService: true, place: .origin, odometer: .zero))
        #expect(try refusals(status) == [])
        status.token = Session.passenger(1).token
        #expect(try refusals(status) == [.wrongRole])
    }

    @Test("A message for another person than the session's is refused")
    func wrongPerson() throws {
        var call = Envelope.call(1)
        call.token = Session.passenger(2).token
        #expect(try refusals(call) == [.wrongPerson])
        var position = Envelope.position(1)
        position.token = Session.driver(2).token
        #expect(try refusals(position) == [.wrongPerson])
    }

    @Test("With a temporary password only a new one may be set, until it is")
    func passwordChange() throws {
        func restricted(_ envelope: Envelope) throws -> [ServerRefusal] {
            try refusals(envelope) { $0.gateway.restrict(AccountID(1), mustChangePassword: true) }
        }
        let change = PasswordChange(current: "temporary", new: "Fresh-1234", newRepeat: "Fresh-1234")
        #expect(try restricted(.call(1)) == [.passwordChangeRequired])
        #expect(try restricted(.account(1, .viewProfile)) == [.passwordChangeRequired])
        #expect(try restricted(.account(1, .changePassword(change))) == [])
        #expect(try restricted(.account(1, .logout)) == [])
        #expect(try restricted(.call(2)) == [])
        let lifted = try refusals(.call(1)) {
            $0.gateway.restrict(AccountID(1), mustChangePassword: true)
            $0.gateway.restrict(AccountID(1), mustChangePassword: false)
        }
        #expect(lifted == [])
        let opened = try refusals(.call(1)) { $0.gateway.open(.passenger(1, mustChangePassword: true)) }
        #expect(opened == [.passwordChangeRequired])
    }

    @Test("A message of a module that is off is refused; the other module and the core are not touched")
    func moduleOff() throws {
        func without(_ module: ModuleName, _ message: TaxiMessage) throws -> [ServerRefusal] {
            var envelope = Envelope.call(1)
            envelope.message = message
            return try refusals(envelope) { $0.services.setModules(module == .sharing ? [.reservations] : [.sharing]) }
        }
        let id = PassengerID(1)
        let search = TaxiMessage.passenger(
            id, .shareSearch(form: ShareForm(call: .here, destination: .origin, pickUp: nil)))
        #expect(try without(.sharing, search) == [.moduleOff])
        #expect(try without(.sharing, .passenger(id, .joinRide(id: SharedRideID(1)))) == [.moduleOff])
        #expect(try without(.sharing, .passenger(id, .declineRides)) == [.moduleOff])
        #expect(try without(.sharing, .passenger(id, .viewReservations)) == [])
        #expect(try without(.reservations, .passenger(id, .viewReservations)) == [.moduleOff])
        #expect(try without(.reservations, .passenger(id, .cancelReservation(id: ReservationID(1)))) == [.moduleOff])
        #expect(try without(.reservations, .passenger(id, .reserveButtonDisabled)) == [.moduleOff])
        #expect(try without(.reservations, search) == [])
        #expect(try without(.reservations, .passenger(id, .prepareCall)) == [])
    }

    @Test("No client may send what only the server says")
    func serversOwn() throws {
        for message in [
            TaxiMessage.control(.down), .control(.restarted), .control(.up),
            .control(.lost(fromDriver: false, sender: 1)),
            .control(.keptAnswer(driver: DriverID(1), offer: OfferID(1), accept: true, arrived: .epoch)),
            .control(.licence(driver: DriverID(1), isValid: true)),
            .control(.cancelReservations(passenger: PassengerID(1))),
            .control(.forget(passenger: PassengerID(1))),
        ] {
            var envelope = Envelope.position(1)
            envelope.message = message
            #expect(try refusals(envelope) == [.wrongRole])
            #expect(try refusals(envelope, GatewayParameters(needsSessions: false)) == [.wrongRole])
        }
    }

    @Test("A server without accounts asks for no session, but for the channel and the module")
    func withoutAccounts() throws {
        var call = Envelope.call(1)
        call.token = nil
        #expect(try refusals(call, GatewayParameters(needsSessions: false)) == [])
        call.channel = .plain
        #expect(try refusals(call, GatewayParameters(needsSessions: false)) == [.plainChannel])
    }

    /// A message that breaks all rules from this one on gets the reason of the first.
    @Test("The checks come in their order", arguments: 0..<8)
    func order(broken: Int) throws {
        let reasons: [ServerRefusal] = [
            .plainChannel, .rateLimited, .notLoggedIn, .passwordChangeRequired, .wrongRole, .wrongPerson, .moduleOff,
            .serverBusy,
        ]
        let city = GatewayCity(
            GatewayParameters(workers: 1, queueBound: 0, rateLimit: RateLimit(interval: .hours(1), burst: 1)),
            times: StatedTimes(all: .seconds(1000)))
        city.services.setModules(broken <= 6 ? [] : [.reservations])
        city.gateway.restrict(AccountID(1), mustChangePassword: broken <= 3)
        city.send(1, .call(9))
        var envelope = Envelope.call(1)
        envelope.message = TaxiMessage.passenger(PassengerID(broken <= 5 ? 2 : 1), .viewReservations)
        if broken == 4 {
            envelope.message = TaxiMessage.driver(DriverID(1), .notified(offer: OfferID(1)))
        }
        envelope.source = 5
        if broken <= 2 { envelope.token = Token(high: 9, low: 9) }
        if broken == 0 { envelope.channel = .plain }
        var first = envelope
        first.message = AccountMessage.forgotPassword(email: "")
        first.channel = .tls
        // The second message of a sender finds no token in its bucket.
        if broken <= 1 { city.send(2, first) }
        city.send(3, envelope)
        try city.run(until: 10)
        #expect(city.refusals.last == reasons[broken])
        #expect(city.outcomes.last?.time == .seconds(3))
    }

    @Test("The client's number of a message comes back with its answer or refusal, in whatever order")
    func serials() throws {
        let city = GatewayCity(
            GatewayParameters(workers: 2), times: StatedTimes(kinds: [.call: .seconds(10), .position: .seconds(1)]))
        for (index, var envelope) in [Envelope.call(1), .position(1), .call(1, channel: .plain), .call(2)].enumerated()
        {
            envelope.serial = Int32(index + 7)
            city.send(20, envelope)
        }
        try city.run()
        #expect(city.services.onLoop { $0.serials } == [9, 8, 7, 10])
    }

    @Test("The record of a refusal says who, what and when; a false token names no account")
    func record() throws {
        let city = GatewayCity()
        var call = Envelope.call(1)
        call.client = .web
        call.token = Session.driver(3).token
        city.send(2, call)
        call.token = Token(high: 9, low: 9)
        city.send(3, call)
        try city.run()
        #expect(
            city.events == [
                .messageRefused(
                    message: MessageID(1), kind: .call, client: .web, channel: .tls, account: AccountID(1003),
                    arrived: .seconds(2), started: nil, reason: .wrongRole),
                .messageRefused(
                    message: MessageID(2), kind: .call, client: .web, channel: .tls, account: nil,
                    arrived: .seconds(3), started: nil, reason: .notLoggedIn),
            ])
    }
}
