// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import CitySlices
import RuleTestKit
import TaxiRules
import TaxiSimulation
import Testing

/// What clients do on their side of the wire.
@Suite("Clients of a server") struct ClientAppTests {
    /// One driver, one call at 10 s; the ride lasts 10 min.
    private static func town(_ more: String, passenger: String = "", driver: String = "") -> String {
        """
        length: 1 h
        city: {grid: {rows: 1, columns: 1, cell: 10 km}}
        travel: {approach: 300 s}
        drivers:
          - {name: cabs, count: 1, answer: {reaction: 7 s}\(driver)}
        passengers:
          - {name: callers, trace: ["00:00:10,1,1,1,600,5000"]\(passenger)}
        \(more)

        """
    }

    @Test(
        "UI-01: a ride through the server: every action of a user is there once, with its kind, and all have a session")
    func ride() throws {
        let city = try StandInCity(Self.town("server: {}")).run()
        #expect(
            city.witness.actions(of: .passenger) == [
                .loggedIn, .formOpened, .callConfirmed, .arrivalPolled, .arrivalPolled, .arrivalPolled, .loggedOut,
            ])
        #expect(
            city.witness.actions(of: .driver) == [
                .loggedIn, .statusSet, .offerAnswered, .boardingConfirmed, .rideEndConfirmed,
            ])
        for (time, envelope) in city.messages() {
            #expect(envelope.channel == .tls && envelope.source.ipv4.map { $0 >> 24 } == 10, "at \(time) s")
            #expect((envelope.token == nil) == (envelope.message.kind == .login), "at \(time) s")
        }
        let rides = city.witness.found { if case .taxi(.rideEnded) = $0 { true } else { nil } }
        #expect(rides.map(\.time) == [917], "10 s, 7 s to accept, 300 s to come, 600 s to ride")
        let shown = city.witness.found {
            if case .client(.answerShown(_, _, let kind, _, _)) = $0 { kind } else { nil }
        }
        #expect(shown.count == city.messages().count, "every message is answered, and every answer shown")
    }

    @Test("UI-01: actions are left out when the scenario says so; answers are not")
    func noActions() throws {
        let city = try StandInCity(Self.town("server: {}\nclients: {actions: false}")).run()
        #expect(city.witness.actions(of: .passenger).isEmpty && city.witness.actions(of: .driver).isEmpty)
        #expect(city.messages(.call).count == 1)
    }

    @Test("PERF-17: a 20 kB answer on a link of 2 Mb/s is seen 0.08 s later than an empty one")
    func transfer() throws {
        func latencies(_ bytes: Int32, _ more: String = "") throws -> [TimeSpan] {
            try StandInCity(Self.town("server: {}\n" + more), span: .milliseconds(300), answerBytes: bytes).run()
                .witness.found {
                    if case .client(.answerShown(_, _, .call, _, let latency)) = $0 { latency } else { nil }
                }.map(\.found)
        }
        #expect(try latencies(0) == [.milliseconds(300)])
        #expect(try latencies(20_000) == [.milliseconds(380)])
        // Twice the bandwidth takes half the time; a delay counts each way.
        #expect(
            try latencies(20_000, "clients: {mobile: {bandwidth: 4 Mb/s, delay: 50 ms}}") == [.milliseconds(440)])
    }

    @Test(
        "PERF-17: answers to messages of one kind that overtake each other are shown with the latency of their own message"
    )
    func overtaking() throws {
        let city = try StandInCity(
            Self.town("server: {}", driver: ", position-interval: 30 s"),
            spans: { envelope, _ in
                // The driver goes into service at the start and is still: the reports come at 30 s, 60 s, 90 s...
                guard case .driver(_, .position) = envelope.message as? TaxiMessage else { return .zero }
                return envelope.serial.isMultiple(of: 2) ? .seconds(1) : .seconds(50)
            }
        ).run()
        let sent = city.messages(.position)
        let shown = city.witness.found {
            if case .client(.answerShown(_, .driver, .position, _, let latency)) = $0 { latency.inSeconds } else { nil }
        }
        let expected = sent.map { time, envelope in
            let latency = envelope.serial.isMultiple(of: 2) ? 1.0 : 50.0
            return [time + latency, latency]
        }.filter { $0[0] < 3600 }
        #expect(Set(shown.map { [$0.time, $0.found] }) == Set(expected) && shown.count == expected.count)
        // In their serial order they would be shown in another one.
        #expect(Set(expected.map { $0[1] }) == [1, 50])
    }

    @Test("A refusal that overtakes an answer of the same kind is that of its own message, which is sent again")
    func overtakingRefusal() throws {
        // The plain reports every 30 s take 40 s, so that one is always under way. One more, near the meeting point, has to come
        // through.
        func run(refusing refused: Int?) throws -> StandInCity {
            try StandInCity(
                Self.town("server: {}", driver: ", position-interval: 30 s"),
                spans: { envelope, _ in
                    if case .driver(_, .position) = envelope.message as? TaxiMessage { .seconds(40) } else { .zero }
                },
                refusal: { _, number in number == refused ? .serverBusy : nil }
            ).run()
        }
        let calm = try run(refusing: nil)
        let near = try #require(
            calm.messages().firstIndex {
                $0.envelope.message.kind == .position && !Int(($0.time * 1000).rounded()).isMultiple(of: 30_000)
            })
        let time = calm.messages()[near].time
        let city = try run(refusing: near)
        let again = city.messages(.position).map(\.time).filter { $0 > time && !Int($0 * 1000).isMultiple(of: 30_000) }
        #expect(again.first.map { (($0 - time) * 1000).rounded() } == 3000)
        #expect(city.messages(.boarding).count == 1)
    }

    @Test("The client of a passenger who has left is let go with the answer to the logout, also when that is refused")
    func letGo() throws {
        #expect(try StandInCity(Self.town("server: {}"), span: .seconds(2)).run().clientsAtEnd == 0)
        let refused = try StandInCity(
            Self.town("server: {}"),
            refusal: { envelope, _ in envelope.message.kind == .logout ? .notLoggedIn : nil }
        ).run()
        #expect(refused.messages(.logout).count == 1 && refused.clientsAtEnd == 0)
        // Who is still there keeps it.
        let slow = try StandInCity(
            Self.town("server: {}"), spans: { envelope, _ in envelope.message.kind == .logout ? .hours(1) : .zero }
        ).run()
        #expect(slow.clientsAtEnd == 1)
    }

    @Test("TAXI-CALL-08: with a server and a network that takes 0.3 s an offer is on the phone 0.3 s after it was sent")
    func notified() throws {
        let city = try StandInCity(Self.town("server: {}\nnetwork: {delay: 0.3 s}"), span: .milliseconds(200)).run()
        let sent = city.witness.found { if case .taxi(.offerSent) = $0 { true } else { nil } }.map(\.time)
        let shown = city.witness.found { if case .taxi(.driverNotified) = $0 { true } else { nil } }.map(\.time)
        #expect(sent.count == 1 && shown.map { ($0 * 1000).rounded() } == sent.map { ($0 * 1000 + 300).rounded() })
    }

    @Test("A wrong password is tried again after 10 s; with early retries before that")
    func wrongPassword() throws {
        let late = try StandInCity(Self.town("server: {}\naccounts: {wrong-passwords: 100%}")).run()
        let logins = late.messages(.login).filter { $0.envelope.connection == .passenger(PassengerID(1)) }
        #expect(logins.map(\.time) == [10, 20])
        #expect(late.messages(.call).map(\.time) == [20], "the call waits for the session")
        let early = try StandInCity(
            Self.town("server: {}\naccounts: {wrong-passwords: 100%, early-retries: 100%}")
        ).run()
        let hurried = early.messages(.login).filter { $0.envelope.connection == .passenger(PassengerID(1)) }
        #expect(hurried.count == 2 && hurried[1].time < 19.5)
    }

    @Test("What the server has no room for is sent again after 3 s, then after 6 s; positions are not")
    func busy() throws {
        let city = try StandInCity(
            Self.town("server: {}", driver: ", position-interval: 30 s"),
            refusal: { envelope, number in
                switch envelope.message as? TaxiMessage {
                case .passenger(_, .call): number < 12 ? .serverBusy : nil
                case .driver(_, .position): .rateLimited
                default: nil
                }
            }
        ).run()
        let calls = city.messages(.call).map(\.time)
        #expect(calls.count >= 3 && calls.prefix(3) == [10, 13, 19])
        let positions = city.messages(.position).map(\.time).filter { $0 < 300 }
        #expect(positions == positions.filter { Int($0) % 30 == 0 } && positions.count == Set(positions).count)
    }

    @Test("A session that is over is opened again, and what needed it is sent then, in order")
    func lostSession() throws {
        let city = try StandInCity(
            Self.town("server: {}"),
            refusal: { envelope, _ in
                // The first session of the passenger is over when the call comes.
                if case .passenger(_, .call) = envelope.message as? TaxiMessage, envelope.token?.low == 2 {
                    .notLoggedIn
                } else {
                    nil
                }
            }
        ).run()
        #expect(
            city.messages().filter { $0.envelope.connection == .passenger(PassengerID(1)) }
                .prefix(5).map(\.envelope.message.kind) == [.login, .prepareCall, .call, .login, .call])
        #expect(city.witness.found { if case .taxi(.rideEnded) = $0 { true } else { nil } }.count == 1)
    }

    @Test("A faulty client that is refused on a plain channel sends the same again over the encrypted one")
    func plain() throws {
        let city = try StandInCity(
            Self.town("server: {plain: 100%}"),
            refusal: { envelope, _ in envelope.channel == .plain ? .plainChannel : nil }
        ).run()
        let calls = city.messages(.call)
        #expect(calls.map(\.envelope.channel) == [.plain, .tls])
        #expect(city.witness.found { if case .taxi(.rideEnded) = $0 { true } else { nil } }.count == 1)
    }

    @Test(
        "A forgotten password: mail, link, temporary password, new password, and only then the call")
    func forgotten() throws {
        let city = try StandInCity(
            Self.town("server: {}\naccounts: {forgotten-passwords: 100%, mail-reading: 2 min}"), span: .seconds(1),
            accounts: { message, envelope, server in
                guard envelope.connection == .passenger(PassengerID(1)) else {
                    if case .forgotPassword = message {
                        return .loggedIn(server.onLoop { $0.open(.driver(DriverID(1))) })
                    }
                    return nil
                }
                switch message {
                case .forgotPassword(let email):
                    server.onLoop { $0.mail(to: email, link: Token(high: 7, low: 7), password: "Temporary-1") }
                    return .mailUnderWay
                case .followLink: return .linkFollowed(.passwordReset)
                case .login(let form) where form.password == "Temporary-1":
                    return .loggedIn(
                        server.onLoop { $0.open(.passenger(PassengerID(1)), mustChangePassword: true) })
                case .changePassword: return .passwordChanged
                default: return nil
                }
            }
        ).run()
        let messages = city.messages().filter { $0.envelope.connection == .passenger(PassengerID(1)) }
        #expect(
            messages.prefix(6).map(\.envelope.message.kind)
                == [.profile, .registration, .login, .profile, .prepareCall, .call])
        #expect(messages.prefix(6).map(\.time) == [10, 131, 132, 133, 134, 135])
    }

    @Test("UI-04: what a form takes has its own distribution for each kind of client; it is noted when filled in")
    func input() throws {
        func taken(_ web: Int) throws -> [(time: Double, found: String)] {
            try StandInCity(
                Self.town(
                    "server: {}\nclients: {mobile: {input: 8 s}, web: {input: 5 s}}",
                    passenger: ", client: {web: \(web)%, confirming: 2 s}")
            ).run().witness.found {
                if case .client(.inputTaken(1, .passenger, let client, let span)) = $0 {
                    "\(client) \(span.inSeconds)"
                } else {
                    nil
                }
            }
        }
        let mobile = try taken(0)
        #expect(mobile.map(\.found) == ["mobile 10.0"] && mobile.map(\.time) == [20])
        #expect(try taken(100).map(\.found) == ["web 7.0"])
    }

    @Test("UI-02: who needs longer reacts and fills in later by the factor; a change of the language is an action")
    func adapted() throws {
        func answered(_ clients: String) throws -> (Witness, [Double]) {
            let city = try StandInCity(Self.town("server: {}\nclients: {\(clients)}")).run()
            return (city.witness, city.messages(.offerAnswer).map(\.time))
        }
        #expect(try answered("adapted: 0%").1 == [17])
        #expect(try answered("adapted: 100%, adapted-factor: 3").1 == [10 + 21])
        let (witness, _) = try answered("language-changes: 100%")
        #expect(witness.actions(of: .passenger).filter { $0 == .languageChanged }.count == 1)
    }

    @Test("After the ride the home page is opened, before the session ends")
    func dashboard() throws {
        let city = try StandInCity(Self.town("server: {}\nclients: {dashboards: 100%}")).run()
        #expect(city.witness.actions(of: .passenger).suffix(2) == [.dashboardOpened, .loggedOut])
        #expect(city.messages(.profile).map(\.time) == [917])
    }

    @Test("Everybody who uses the service has an account: names by the rules, a licence as long as the scenario says")
    func enrolled() throws {
        let city = try StandInCity(
            Self.town("server: {}\naccounts: {licence-left: 10 d, provider: 0%}")
        ).run()
        let enrolments = city.server.onLoop { $0.enrolments }
        #expect(enrolments.map(\.role) == [.driver(DriverID(1)), .passenger(PassengerID(1))])
        #expect(enrolments[0].form.licenceExpiry == CivilDate(1971, 1, 11) && enrolments[0].form.seats == 4)
        let provider = try StandInCity(Self.town("server: {}\naccounts: {provider: 100%}")).run()
        let person = provider.server.onLoop { $0.enrolments }[1]
        #expect(person.isProvider && person.form.password == nil)
    }

    @Test("No name, address or password of anybody is in the event log")
    func secrets() throws {
        let city = try StandInCity(Self.town("server: {}")).run()
        let text = city.witness.records.map { "\($0.event)" }.joined()
        for word in ["passenger1", "driver1", "mail.example.com", "Word-"] { #expect(!text.contains(word)) }
    }
}

extension StandIn {
    func mail(to email: String, link: Token, password: String) {
        post(Mail(account: AccountID(1), kind: .passwordReset, address: email, link: link, temporaryPassword: password))
    }
}
