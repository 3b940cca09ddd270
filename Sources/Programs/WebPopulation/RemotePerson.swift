// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityModel
import TaxiRules
import TaxiService
import WebInterface

/// The client of one person on the way to the server: what the person's app sends goes one request after the other, and what the server
/// tells the person comes by a stream of events while somebody is logged in.
actor RemotePerson {
    /// What is to be done, in order.
    enum Job: Sendable {
        /// Opens the account that the person has had before the run.
        case enroll(RegistrationForm)
        /// Sends a message that was due at this time of the population.
        case send(Envelope, due: CityTime)
    }

    private let city: RemoteCity
    private let connection: Connection
    private var count = 0
    /// The secrets of sessions, by what stands for them in the population.
    private var secrets: [Token: String] = [:]
    private var links: [Token: String] = [:]
    private var draft = ProfileEdit()
    private let stream: PersonStream
    /// Where the ride of now begins.
    private var meeting: Place?

    init(_ connection: Connection, _ city: RemoteCity) {
        (self.connection, self.city) = (connection, city)
        stream = PersonStream(city)
    }

    /// Does what comes, to the end of the run.
    func work(_ jobs: AsyncStream<Job>) async {
        for await job in jobs {
            switch job {
            case .enroll(let form): await city.openAccount(form)
            case .send(let envelope, let due): await send(envelope, due)
            }
        }
        stream.close()
    }

    /// A mail came, whose link may be followed.
    func keep(link secret: String) -> Token {
        let token = RecordedSecrets.token(of: secret)
        links[token] = secret
        return token
    }

    // MARK: Messages

    private func send(_ envelope: Envelope, _ due: CityTime) async {
        let message = envelope.message
        // There is no port without encryption (SEC-02): a client cannot even try.
        guard envelope.channel == .tls else {
            return await city.answer(envelope, .refused(message.kind, .plainChannel))
        }
        var last: PersonAnswer?
        let tally = city.counts(due) ? city.tally : nil
        for request in requests(for: envelope) {
            let answered = await ask(
                request, in: envelope.token.flatMap { secrets[$0] }, from: envelope.source,
                isBrowser: envelope.client == .web)
            guard let answer = answered else {
                tally?.lost(message.kind)
                return await city.answer(envelope, .refused(message.kind, .timedOut))
            }
            last = answer
            if let refusal = city.answers.refusal(answer) {
                tally?.refused(message.kind, refusal.word)
                return await city.answer(envelope, .refused(message.kind, refusal))
            }
            if !answer.isGood {
                tally?.refused(message.kind, answer.word)
                break
            }
        }
        if last != nil { tally?.answered(message.kind, after: city.since(due)) }
        await finish(envelope, last ?? PersonAnswer(status: 204, content: .null))
    }

    /// The requests that stand for a message. None when the app keeps it to itself.
    private func requests(for envelope: Envelope) -> [PersonRequest] {
        if let message = envelope.message as? TaxiMessage {
            switch message {
            case .passenger(_, let message): return city.requests.of(message)
            case .driver(_, let message): return arrival(at: message) + city.requests.of(message)
            case .control: return []
            }
        }
        guard let message = envelope.message as? AccountMessage else { return [] }
        if case .followLink(let token) = message {
            return links[token].map { [PersonRequest(.post, "/links/\($0)", [:], isKeyed: true)] } ?? []
        }
        if case .abortRegistration(let token) = message {
            return links[token].map { [PersonRequest(.delete, "/links/\($0)")] } ?? []
        }
        if case .draft(let edit) = message { draft = edit }
        if case .done = message { return [PersonRequests.profile(draft)] }
        return city.requests.of(message)
    }

    /// Where a driver is who lets somebody in: at the meeting point. What was reported before may lie a millimetre beyond its reach, since
    /// places go over the network in degrees.
    private func arrival(at message: DriverMessage) -> [PersonRequest] {
        guard let meeting, message.traits.kind == .boarding else { return [] }
        if case .nobodyHere = message { return [] }
        return city.requests.of(.position(place: meeting, odometer: .zero))
    }

    /// Sends a request, again with the same key when there is no answer; nil when there is none in the end.
    private func ask(
        _ request: PersonRequest, in session: String?, from source: SourceAddress, isBrowser: Bool = false
    ) async -> PersonAnswer? {
        var request = request
        count += 1
        if request.isKeyed { request.key = "\(city.name)-\(connection.key)-\(count)" }
        (request.session, request.source, request.isBrowser) = (session, source, isBrowser)
        return await city.ask(request)
    }

    private func finish(_ envelope: Envelope, _ answer: PersonAnswer) async {
        if let message = envelope.message as? AccountMessage { return await finish(message, envelope, answer) }
        guard let message = envelope.message as? TaxiMessage else { return }
        await city.answer(envelope, .taken(envelope.message.kind))
        switch message {
        case .passenger(let id, let message):
            if let notice = city.answers.passenger(message, answer) { await city.tell(notice, to: id) }
        case .driver(let id, let message):
            if let notice = city.answers.driver(message, answer) { await city.tell(notice, to: id) }
        case .control: break
        }
    }

    private func finish(_ message: AccountMessage, _ envelope: Envelope, _ answer: PersonAnswer) async {
        if answer.isGood {
            if case .login = message, let session = await begin(answer, envelope) {
                return await city.answer(envelope, .account(.loggedIn(session)))
            }
            // The server began a new session for who knows the new password: the app goes on in it.
            if case .changePassword = message, let old = envelope.token, let secret = answer.content["token"]?.text {
                secrets[old] = secret
                await listen(secret, envelope.source)
            }
            if endsSession(message) {
                stream.close()
                if let token = envelope.token { secrets[token] = nil }
            }
        }
        if let told = city.answers.accounts(message, answer) {
            await city.answer(envelope, .account(told))
        } else {
            await city.answer(envelope, .refused(envelope.message.kind, .timedOut))
        }
    }

    private func endsSession(_ message: AccountMessage) -> Bool {
        if case .logout = message { return true }
        if case .confirmDeletion(_, let proceed) = message { return proceed }
        return false
    }

    /// A session has begun: from now on the person is told what happens.
    private func begin(_ answer: PersonAnswer, _ envelope: Envelope) async -> Session? {
        guard let secret = answer.content["token"]?.text else { return nil }
        let token = RecordedSecrets.token(of: secret)
        secrets = [token: secret]
        if case .passenger(let id) = connection.role.taxi,
            let number = city.answers.notices.number(answer.content, "person")
        {
            city.numbers.note(id, is: PassengerID(number))
        }
        let mustChange = answer.content["mustChangePassword"]?.flag ?? false
        if !stream.hasRead, !mustChange { await endRemains(secret, envelope.source) }
        if !mustChange { await listen(secret, envelope.source) }
        return Session(
            token: token, account: AccountID(city.answers.notices.number(answer.content, "account") ?? 0),
            role: connection.role, mustChangePassword: mustChange)
    }

    /// Ends what an earlier load left under way: the people of this one know nothing of it.
    private func endRemains(_ secret: String, _ source: SourceAddress) async {
        switch connection.role.taxi {
        case .passenger:
            let standing = await ask(PersonRequest(.get, "/me/passenger"), in: secret, from: source)
            guard let call = standing?.content["state"]?["call"],
                let number = city.answers.notices.number(call, "request"),
                ["searching", "waiting", "coming"].contains(call["phase"]?.text)
            else { return }
            _ = await ask(PersonRequest(.delete, "/calls/\(number)"), in: secret, from: source)
        case .driver:
            let standing = await ask(PersonRequest(.get, "/me/driver"), in: secret, from: source)
            guard let ride = standing?.content["state"]?["ride"],
                let place = city.answers.notices.place(ride["meeting"]),
                let request = city.answers.notices.number(ride, "request"),
                let travelers = city.answers.notices.number(ride, "travelers")
            else { return }
            let (id, odometer) = (RequestID(request), Distance.zero)
            var left: [DriverMessage] = [.position(place: place, odometer: odometer)]
            if ride["isAboard"]?.flag != true {
                left.append(.boarded(request: id, travelers: travelers, odometer: odometer))
            }
            left.append(.rideComplete(request: id, place: place, odometer: odometer, badCustomer: false))
            for request in left.flatMap({ city.requests.of($0) }) {
                _ = await ask(request, in: secret, from: source)
            }
        case nil: break
        }
    }

    // MARK: Events

    /// Opens the stream of a session; returns when it is open.
    private func listen(_ secret: String, _ source: SourceAddress) async {
        stream.close()
        guard connection.role.taxi != nil else { return }
        await stream.open(secret, from: source) { [self] in await take($0) }
    }

    private func take(_ event: StreamEvent) async {
        switch connection.role.taxi {
        case .passenger(let id):
            if let notice = city.answers.notices.passenger(event) { await city.tell(notice, to: id) }
        case .driver(let id):
            guard let notice = city.answers.notices.driver(event, id) else { break }
            if case .ride(let ride, _) = notice { meeting = ride.place }
            await city.tell(notice, to: id)
        case nil: break
        }
    }
}
