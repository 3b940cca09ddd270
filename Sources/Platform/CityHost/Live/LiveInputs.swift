// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityLoop
public import CityModel
import Foundation

/// The input log of a live city: every message that passed the gateway, in order, with what was drawn for it and what came of its
/// passwords. The city is what follows from its log and the time, so this is all that a server has to keep (AVAIL-02).
///
/// A message is served at once and written beside the loop, together with others that came while the disk was busy. What leaves
/// the city waits in the loop's `Outbox` until the last message that was served is durable. If one cannot be written, nothing
/// leaves any more, and nothing is served: `failure` says why, and the server ends.
///
/// With such a log the services' own stores are in memory: what they hold follows from the log too.
///
/// What reaches a service past the gateway, on a line of its own, is kept with `bring`; what a service asks of somebody outside,
/// with `ask`. Not in it, and so not for services that need it: what an identity provider reports.
///
/// `@unchecked Sendable`: used on the loop's thread only.
public final class LiveInputs: @unchecked Sendable {
    /// Where tokens and codes of the city come from.
    public let secrets: RecordedSecrets
    /// What hashes the city's passwords.
    public let hash: WitnessedHash
    /// The types of messages that its services take.
    let types: [any ServedMessage.Type]
    /// What cloud identifiers are hidden with; nil where no service asks for any.
    private let identifiers: IdentifierKey?
    let origin: LogOrigin
    let store: UnbrokenStore
    /// Of what the services and accounts do: a city that is taken up from this log has the same.
    let fingerprint: Fingerprint?
    let loop: CityLoop
    let log: EventLog
    private let writer: RecordWriter
    private var lastNumber: Int32 = 0
    private var lastCount: Int64 = 0
    private var lastChain = ChainLink.none
    /// Bytes drawn for the message that is being served; nil between messages.
    private var drawn: [[UInt8]]?

    /// The log of a host that has no gateway yet.
    ///
    /// - Parameters:
    ///   - host: the city's host.
    ///   - store: holds the inputs; a `RecordFile` on a disk, with a key where names must not stand in clear (SEC-06).
    ///   - origin: what the log was begun with, or is begun with now.
    ///   - types: the types of messages of all services.
    ///   - secrets: where what is drawn comes from.
    ///   - hash: hashes passwords, with salts of a source of its own.
    ///   - writing: writes beside the loop; nil to write in the turn.
    ///   - identifiers: what cloud identifiers are hidden with, the same at each start; without it no device is recognised by one.
    ///   - fingerprint: an observer of the host, of the services alone: the city that is taken up is held to that of the one that ended.
    public init(
        of host: CityHost, in store: any RecordStore<StoredInput>, origin: LogOrigin,
        types: [any ServedMessage.Type], secrets: any SecretSource, hash: any PasswordHash, writing: WorkPool?,
        identifiers: IdentifierKey? = nil, fingerprint: Fingerprint? = nil
    ) {
        self.identifiers = identifiers
        (loop, log, self.store, self.origin) = (host.loop, host.log, UnbrokenStore(store), origin)
        self.fingerprint = fingerprint
        self.types = types + [AccountMessage.self, ServiceAccountMessage.self]
        self.secrets = RecordedSecrets(secrets)
        self.hash = WitnessedHash(hash, on: host.loop)
        writer = RecordWriter(host.loop, pool: writing)
    }

    /// Told once when an input cannot be kept. Used on the loop.
    public var whenFailed: (@Sendable (NotKept) -> Void)?

    /// Why nothing is kept any more; nil while all is well. A server with such a failure is not ready, and ends.
    public var failure: NotKept? { loop.outbox.failure }

    /// How many inputs there are.
    public var count: Int { Int(lastNumber) }

    // MARK: Serving

    /// Whether a message can be read again from the log.
    func knows(_ message: any ServedMessage) -> Bool {
        types.contains { $0 == type(of: message) } && (identifiers != nil || !(message is DeviceSessionMessage))
    }

    /// What the log and the city know of a message: with another text in place of a cloud identifier, which is a secret (ACCOUNT-TRIP-02).
    func hiding(_ envelope: Envelope) -> Envelope {
        guard case .open(let text) = envelope.message as? DeviceSessionMessage, let identifiers else { return envelope }
        var envelope = envelope
        envelope.message = DeviceSessionMessage.open(identifier: identifiers.pseudonym(of: text))
        return envelope
    }

    /// Serves a message and keeps it.
    func serve(_ envelope: Envelope, worked: PasswordOutcome?, _ body: () -> ServerAnswer) -> ServerAnswer {
        if loop.outbox.isReplaying { return body() }
        guard failure == nil, lastNumber < .max else { return .refused(envelope.message.kind, .serverBusy) }
        let (time, after) = (loop.now, log.replayedCount)
        loop.outbox.processes(Int64(lastNumber) + 1)
        _ = hash.take()
        drawn = []
        let answer = body()
        let seen = hash.take()
        do {
            var input = try ServedInput(envelope)
            input.drawn = drawn ?? []
            input.passwords = seen.map { $0.filled(from: worked?.kept) } ?? worked?.kept
            drawn = nil
            write(.served(input), time, after)
        } catch {
            drawn = nil
            fails(error)
        }
        return answer
    }

    /// Hands a message to a service past the gateway, and keeps it: what leaves the city from now on waits for it too. On the loop.
    ///
    /// - Parameters:
    ///   - message: of the type that a `DirectService` of the city says.
    ///   - token: the session that it came with.
    ///   - request: the request with a key that it belongs to.
    ///   - body: hands it over, as `DirectService.hear` does with one of a log.
    /// - Returns: what the service said; nil when nothing can be kept any more: then nobody has heard it.
    public func bring<Answer>(
        _ message: some RecordedInput, in token: Token? = nil, of request: RequestKey? = nil, _ body: () -> Answer
    ) -> Answer? {
        if loop.outbox.isReplaying { return body() }
        guard failure == nil, lastNumber < .max else { return nil }
        let (time, after) = (loop.now, log.replayedCount)
        loop.outbox.processes(Int64(lastNumber) + 1)
        drawn = []
        let answer = body()
        do {
            var input = try BroughtInput(message, in: token, of: request)
            input.drawn = drawn ?? []
            drawn = nil
            write(.brought(input), time, after)
        } catch {
            drawn = nil
            fails(error)
        }
        return answer
    }

    /// Takes in an account of another log, and keeps it. On the loop, in a turn of its own, before anybody is served.
    ///
    /// - Returns: what `body` says; nil when nothing can be kept.
    /// - Throws: what `body` throws: then nothing is changed, and nothing is kept.
    func carry(
        _ account: CarriedAccount, _ body: () throws(CarryRefusal) -> Bool
    ) throws(CarryRefusal) -> Bool? {
        guard failure == nil, lastNumber < .max else { return nil }
        let (time, after) = (loop.now, log.replayedCount)
        loop.outbox.processes(Int64(lastNumber) + 1)
        drawn = []
        defer { drawn = nil }
        let isTaken = try body()
        var input = CarriedInput(account)
        input.drawn = drawn ?? []
        drawn = nil
        write(.carried(input), time, after)
        return isTaken
    }

    /// What somebody outside of the city says when the city asks, such as a timer of a service: noted, and said again when the log is
    /// taken up, where nobody is asked. On the loop.
    public func ask(_ outside: () -> [UInt8]) -> [UInt8] { secrets.noted(outside) }

    /// Notes bytes that were drawn: for the message that is being served, or by a timer.
    func note(_ bytes: [UInt8]) {
        guard drawn == nil else {
            drawn?.append(bytes)
            return
        }
        guard !loop.outbox.isReplaying, failure == nil, lastNumber < .max else { return }
        loop.outbox.processes(Int64(lastNumber) + 1)
        write(.drawn([bytes]), loop.now, log.replayedCount)
    }

    /// Keeps what a request with a key was answered, before the answer leaves. nil when it changed nothing and may be sent again.
    public func keep(_ answer: String?, to key: RequestKey) {
        guard failure == nil, lastNumber < .max else { return }
        loop.outbox.processes(Int64(lastNumber) + 1)
        write(.answered(AnsweredRequest(key: key, answer: answer)), loop.now, log.replayedCount)
    }

    /// Notes the time that the city has come to, when timers have done something since the last input. On the loop, between two turns
    /// or in one.
    public func mark() {
        guard !loop.outbox.isReplaying, failure == nil, lastNumber < .max, lastCount < log.replayedCount else { return }
        loop.outbox.processes(Int64(lastNumber) + 1)
        write(.reached, loop.now, log.replayedCount)
    }

    /// Notes that the process ends as it was told to, and what the city has come to: a city that is taken up from the log is held
    /// to it. On the loop, after its last turn; the file has it when the work pool has done its work.
    public func end() {
        guard failure == nil, lastNumber < .max else { return }
        log.flush()
        loop.outbox.processes(Int64(lastNumber) + 1)
        write(.ended(fingerprint?.hex ?? ""), loop.now, log.replayedCount)
    }

    func begin() {
        loop.outbox.processes(1)
        write(.began(origin), loop.now, log.replayedCount)
    }

    /// Goes on behind an input that the log holds.
    func goOn(after input: StoredInput) {
        (lastNumber, lastCount, lastChain) = (input.key.number, input.after, input.chain)
        store.goOn(after: input.key.number)
        loop.outbox.processes(Int64(input.key.number))
        loop.outbox.keeps(upTo: Int64(input.key.number))
    }

    private func fails(_ error: any Error) {
        guard failure == nil else { return }
        loop.outbox.fails(error)
        if let failure { whenFailed?(failure) }
    }

    private func write(_ body: StoredInput.Body, _ time: CityTime, _ after: Int64) {
        do {
            let number = lastNumber + 1
            let input = try StoredInput(number, time, after, body, behind: lastChain)
            (lastNumber, lastCount, lastChain) = (number, after, input.chain)
            writer.write([RecordWrite(.save(input), in: store, isNeeded: true)]) { [weak self, loop] outcome in
                if let error = outcome.refused?.error ?? outcome.failure {
                    self?.fails(error)
                } else {
                    loop.outbox.keeps(upTo: Int64(number))
                }
            }
        } catch {
            fails(error)
        }
    }
}

extension StoredInput {
    /// The input behind another one.
    init(_ number: Int32, _ time: CityTime, _ after: Int64, _ body: Body, behind link: Token) throws {
        (key, self.time, self.after, self.body) = (ID(number), time, after, body)
        chain = ChainLink.next(try Self.text(number, time, after, body), after: link)
    }

    /// Whether it stands behind the input of this link as it was written.
    func follows(_ link: Token) -> Bool {
        guard let text = try? Self.text(key.number, time, after, body) else { return false }
        return ChainLink.next(text, after: link) == chain
    }

    private static func text(_ number: Int32, _ time: CityTime, _ after: Int64, _ body: Body) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return "\(number) \(time.nanoseconds) \(after) " + String(decoding: try encoder.encode(body), as: UTF8.self)
    }
}

extension KeptPasswordWork {
    /// With what was worked out beforehand, where nothing was worked out in the turn.
    fileprivate func filled(from other: KeptPasswordWork?) -> KeptPasswordWork {
        var filled = self
        guard let other else { return filled }
        (filled.isRight, filled.text) = (isRight ?? other.isRight, text ?? other.text)
        filled.isTemporary = other.isTemporary
        return filled
    }
}
