// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityModel
import StoreRules
import StoreSimulation
import WebInterface

/// The phone of one shopper on the way to the server: what it sends goes one request after the other, and what the stores tell its owner
/// comes by a stream of events.
actor RemoteShopper {
    /// A message that is to be sent, in order, and when it was due.
    typealias Job = (envelope: Envelope, due: CityTime)

    private let stores: RemoteStores
    private let shopper: ShopperID
    private let stream: PersonStream
    /// The secrets of sessions that began in the run, by what stands for them in the population.
    private var secrets: [Token: String] = [:]
    private var count = 0
    /// The ticket or booking that the phone has shown last.
    private var own = PassID(0)
    /// What the stores told while an answer was under way: a ticket must be known before its call.
    private var held: [StoreNotice] = []
    private var isAsking = false
    /// The session whose stream is open.
    private var heard: String?
    private var city: RemoteCity { stores.city }

    init(_ shopper: ShopperID, _ stores: RemoteStores) {
        (self.shopper, self.stores) = (shopper, stores)
        stream = PersonStream(stores.city)
    }

    /// Does what comes, to the end of the run.
    func work(_ jobs: AsyncStream<Job>) async {
        for await job in jobs { await send(job.envelope, job.due) }
        stream.close()
    }

    // MARK: Messages

    private func send(_ envelope: Envelope, _ due: CityTime) async {
        let kind = envelope.message.kind
        // There is no port without encryption (SEC-02): a client cannot even try.
        guard envelope.channel == .tls else { return await stores.answer(envelope, .refused(kind, .plainChannel)) }
        isAsking = true
        if let message = envelope.message as? PhoneMessage {
            await send(message, envelope, due)
        } else if case .shopper(_, let request, let message) = envelope.message as? StoreMessage {
            await send(message, request, envelope, due)
        } else {
            await stores.answer(envelope, .refused(kind, .moduleOff))
        }
        while !held.isEmpty { await tell(held.removeFirst()) }
        isAsking = false
    }

    private func send(_ message: ShopperMessage, _ number: Int32, _ envelope: Envelope, _ due: CityTime) async {
        let kind = envelope.message.kind
        var due = due
        var answer: PersonAnswer?
        // Whoever was logged out meanwhile logs in once more.
        for _ in 0..<2 {
            guard let secret = await session(envelope, &due) else { break }
            var request = stores.requests.of(message)
            count += 1
            // A repeated message has the number of the one before, and is not carried out again (PERF-12).
            let part = number > 0 ? "r\(number)" : "\(count)"
            if request.isKeyed { request.key = "\(city.name)-\(envelope.connection.key)-\(part)" }
            (request.session, request.source) = (secret, envelope.source)
            request.isBrowser = envelope.client == .web
            answer = await city.ask(request)
            guard let refused = answer, refused.status == 401, stores.answers.refusal(refused) == .notLoggedIn else {
                break
            }
            if let token = envelope.token { secrets[token] = nil }
            phones.forget(shopper)
        }
        guard let answer, await isTaken(answer, kind, envelope, due) else {
            if answer == nil { await isLost(kind, envelope, due) }
            return
        }
        let told = stores.answers.shopper(message, answer, own: own)
        if let receipt = told.receipt { own = receipt.pass }
        await stores.answer(envelope, .taken(kind))
        await tell(told)
    }

    private func send(_ message: PhoneMessage, _ envelope: Envelope, _ due: CityTime) async {
        let kind = envelope.message.kind
        var request = stores.requests.of(message)
        count += 1
        if request.isKeyed { request.key = "\(city.name)-\(envelope.connection.key)-\(count)" }
        (request.session, request.source) = (envelope.token.flatMap { secrets[$0] }, envelope.source)
        guard let answer = await city.ask(request) else { return await isLost(kind, envelope, due) }
        guard await isTaken(answer, kind, envelope, due) else { return }
        var told = stores.answers.phone(message, answer)
        if case .giveCode = message, answer.isGood, let secret = answer.content["token"]?.text {
            let token = RecordedSecrets.token(of: secret)
            secrets = [token: secret]
            await begin(secret, envelope.source)
            let session = Session(token: token, account: AccountID(0), role: .shopper(shopper))
            told = .loggedIn(session, isNew: false)
        }
        await stores.answer(envelope, .taken(kind))
        if let told { await stores.bring { [shopper] in $0.tell(told, to: shopper) } }
    }

    /// Counts an answer; false for one that says that nothing was done, of which the client is told.
    private func isTaken(
        _ answer: PersonAnswer, _ kind: MessageType, _ envelope: Envelope, _ due: CityTime
    ) async -> Bool {
        let tally = city.counts(due) ? city.tally : nil
        if let refusal = stores.answers.refusal(answer) {
            tally?.refused(kind, refusal.word)
            await stores.answer(envelope, .refused(kind, refusal))
            return false
        }
        if !answer.isGood { tally?.refused(kind, answer.word) }
        tally?.answered(kind, after: city.since(due))
        return true
    }

    private func isLost(_ kind: MessageType, _ envelope: Envelope, _ due: CityTime) async {
        if city.counts(due) { city.tally.lost(kind) }
        await stores.answer(envelope, .refused(kind, .timedOut))
    }

    // MARK: Sessions

    private var phones: PhoneOpener { stores.phones }

    /// The session that a message is sent in. That of before the run is opened before its first message, which is due only then: in
    /// the scenario it was there.
    private func session(_ envelope: Envelope, _ due: inout CityTime) async -> String? {
        if let secret = envelope.token.flatMap({ secrets[$0] }) { return secret }
        guard let secret = await phones.session(of: shopper) else { return nil }
        if heard != secret {
            await begin(secret, envelope.source)
            due = max(due, city.time)
        }
        return secret
    }

    /// A session has begun: what an earlier load left under way ends, and from now on the shopper is told what happens.
    private func begin(_ secret: String, _ source: SourceAddress) async {
        if !stream.hasRead { await endRemains(secret, source) }
        heard = secret
        await stream.open(secret, from: source) { [self] in await take($0) }
    }

    private func endRemains(_ secret: String, _ source: SourceAddress) async {
        func ask(_ message: ShopperMessage) async -> PersonAnswer? {
            var request = stores.requests.of(message)
            (request.session, request.source) = (secret, source)
            return await city.ask(request)
        }
        guard let standing = await ask(.showOwn),
            standing.content["pass"].flatMap({ stores.answers.receipt($0) }) != nil
        else { return }
        // Nothing says which of both it is.
        if await ask(.leaveQueue(isConfirmed: true))?.isGood != true {
            _ = await ask(.cancelBooking(isConfirmed: true))
        }
    }

    // MARK: Notices

    private func take(_ event: StreamEvent) async {
        guard let notice = stores.answers.notice(event) else { return }
        if isAsking { held.append(notice) } else { await tell(notice) }
    }

    private func tell(_ notice: StoreNotice) async {
        await stores.bring { [shopper] in $0.tell(notice, to: shopper) }
    }
}

extension StoreNotice {
    /// The ticket or booking that it shows its holder; nil where it shows none.
    fileprivate var receipt: Receipt? {
        switch self {
        case .queued(let receipt), .booked(let receipt): receipt
        case .own(let receipt): receipt
        case .stores, .page, .joinRefused, .bookingRefused, .slotProposed, .alternatives, .called, .estimate, .delayed,
            .leaveAdvised, .left, .removed, .postponeProposed, .postponed, .proposalLapsed, .cancelled, .lapsed,
            .entered, .entryDelayed, .entryRefused, .visitEnded, .slotFreed, .favourites, .wishStored, .wishRemoved,
            .refused:
            nil
        }
    }
}
