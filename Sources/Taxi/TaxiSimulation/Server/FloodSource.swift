// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// Some senders who send far too much for a while, evenly spaced and each in turn, and never look at an answer.
final actor FloodSource: TimedActor, @preconcurrency DirectEntry, ClientUser {
    nonisolated let loop: CityLoop
    private let flood: Flood
    private let index: Int
    private let city: PopulationCity
    private let crowd: Crowd
    private let server: ServerSide
    private let interval: TimeSpan
    /// The connections of the senders; those of passengers have clients that log in.
    private var connections: [Connection] = []
    private var apps: [ClientApp] = []
    private var count = 0

    /// How long before the flood its senders log in.
    private static let lead = TimeSpan.minutes(2)
    private static let begins: TimerTag = 1
    /// Anonymous senders are numbered from here, so that a flood takes no registrant's number.
    private static let firstAnonymous = 1 << 29

    init(_ flood: Flood, index: Int, city: PopulationCity, crowd: Crowd, server: ServerSide) {
        self.flood = flood
        self.index = index
        self.city = city
        self.crowd = crowd
        self.server = server
        loop = city.loop
        interval = max(TimeSpan(nanoseconds: 1), .seconds(1 / flood.perSecond))
    }

    /// The sender's number among those of all floods; one flood has 100,000 at most.
    private func number(_ sender: Int) -> Int { index << 17 + sender + 1 }

    func begin() {
        guard flood.until > city.start, flood.from <= city.end else { return }
        loop.schedule(self, Self.begins, at: max(city.start, flood.from - Self.lead), as: .arrival)
    }

    private func gather() {
        for member in 0..<flood.senders {
            guard flood.sender == .passengers else {
                connections.append(.visitor(Int32(truncatingIfNeeded: Self.firstAnonymous + number(member))))
                continue
            }
            let id = crowd.onLoop { $0.nextNumber() }
            let person = PersonID.registrant(Int32(member), group: index + 1)
            let app = ClientApp(.passenger(id), person: person, city: city, server: server)
            connections.append(.passenger(id))
            apps.append(app)
            crowd.onLoop { $0.add(app, of: id) }
            app.enrollPassenger(id, user: self)
            app.onLoop { $0.logIn() }
        }
        loop.schedule(self, 0, at: max(loop.now, flood.from), as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        if tag == Self.begins {
            gather()
            return
        }
        guard loop.now < flood.until else { return }
        let sender = count % connections.count
        count += 1
        let message: any ServedMessage =
            switch connections[sender].role.taxi {
            case .passenger(let id): TaxiMessage.passenger(id, .pollArrival(request: RequestID(1)))
            default: AccountMessage.login(LoginForm(username: "nobody\(sender)", password: "Nothing-\(sender)"))
            }
        // 172.16.0.0/12: other networks than those of the users.
        let source = UInt32(172) << 24 | UInt32(16) << 16 | UInt32(truncatingIfNeeded: number(sender)) & 0xf_ffff
        server.access.gateway.arrive(
            Envelope(
                message, from: connections[sender],
                token: apps.isEmpty ? nil : apps[sender].onLoop { $0.session.token }, client: .web,
                source: SourceAddress(ipv4: source),
                bytes: server.access.sizes.request(message.kind)))
        loop.schedule(self, 0, at: loop.now + interval, as: .arrival)
    }

    nonisolated func answered(_ answer: AccountAnswer) {}

    nonisolated func refused(_ message: any ServedMessage, _ reason: ServerRefusal) {}

    /// Lets the senders go.
    func end() {
        apps = []
    }
}
