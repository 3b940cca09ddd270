// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityLoop
import CityModel
import CitySlices
import Synchronization
import TaxiRules
import TaxiService
import TaxiSimulation
import WebInterface

/// A live server as the clients of a population see it: it takes their envelopes and brings them answers and notices, as the gateway of a
/// simulated city does.
final class RemoteCity: ServerGateway {
    /// Names the keys of this run's requests: no other run may have them.
    let name: String
    let requests: PersonRequests
    let answers: PersonAnswers
    let tally = LoadTally()
    let numbers: PassengerNumbers

    private let loop: CityLoop
    private let transport: any PersonTransport
    private let opener: AccountOpener
    private let clock: @Sendable () -> CityTime
    /// What was due before is sent, and not counted.
    private let counted: CityTime
    private let state = Mutex(State())

    /// A person's client, what it is to do, and the task that does it.
    private struct Line {
        let person: RemotePerson
        let jobs: AsyncStream<RemotePerson.Job>.Continuation
        let work: Task<Void, Never>
    }

    private struct State {
        weak var population: TaxiPopulation?
        var people: [Connection: Line] = [:]
        var isOver = false
    }

    init(
        _ name: String, loop: CityLoop, layout: any ZoneLayout, transport: any PersonTransport, opener: AccountOpener,
        counting from: CityTime, clock: @escaping @Sendable () -> CityTime
    ) {
        let numbers = PassengerNumbers()
        (self.name, self.loop, self.transport, self.opener) = (name, loop, transport, opener)
        (counted, self.clock, self.numbers) = (from, clock, numbers)
        requests = PersonRequests(layout: layout) { numbers.server(of: $0) }
        answers = PersonAnswers(notices: PersonNotices(layout: layout) { numbers.own(of: $0) })
    }

    /// The time of the machine's clock.
    var time: CityTime { clock() }

    /// Whether a message that was due then counts.
    func counts(_ due: CityTime) -> Bool { due >= counted }

    /// How long ago something was.
    func since(_ instant: CityTime) -> TimeSpan { time - instant }

    /// Tells these people; before the run.
    func connect(_ population: TaxiPopulation) { state.withLock { $0.population = population } }

    // MARK: From people

    func arrive(_ envelope: Envelope) { give(.send(envelope, due: loop.now), to: envelope.connection) }

    /// Opens an account that is older than the run, unless it is there.
    func enroll(_ enrolment: Enrolment) {
        guard !opener.isKnown(enrolment.form) else { return }
        give(.enroll(enrolment.form), to: Connection(enrolment.role))
    }

    private func give(_ job: RemotePerson.Job, to connection: Connection) {
        state.withLock { state in
            guard !state.isOver else { return }
            if let line = state.people[connection] {
                line.jobs.yield(job)
                return
            }
            let (jobs, jobLine) = AsyncStream.makeStream(of: RemotePerson.Job.self)
            let person = RemotePerson(connection, self)
            state.people[connection] = Line(person: person, jobs: jobLine, work: Task { await person.work(jobs) })
            jobLine.yield(job)
        }
    }

    func openAccount(_ form: RegistrationForm) async { await opener.open(form) }

    /// Lets everybody finish what is under way, then hangs up.
    func end() async {
        let lines = state.withLock { state in
            state.isOver = true
            // Each knows the city: it is let go.
            defer { state.people = [:] }
            return Array(state.people.values)
        }
        for line in lines { line.jobs.finish() }
        for line in lines { await line.work.value }
    }

    // MARK: To the server

    /// Sends a request, up to three times more after 1, 2 and 4 s without an answer; nil when there is none in the end.
    func ask(_ request: PersonRequest) async -> PersonAnswer? {
        var pause = 1
        while true {
            do {
                let answer = try await transport.send(request)
                if answer.isReplayed { tally.replayed() }
                return answer
            } catch {
                guard pause <= 4, !Task.isCancelled else { return nil }
                tally.again("\(error)")
                try? await Task.sleep(for: .seconds(pause))
                pause *= 2
            }
        }
    }

    /// Asks once for what nobody's message is: it is not counted. Nil without an answer.
    func look(_ request: PersonRequest) async -> PersonAnswer? { try? await transport.send(request) }

    func events(
        of session: String, after number: Int64?, from source: SourceAddress
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await transport.events(of: session, after: number, from: source)
    }

    // MARK: To people

    func answer(_ envelope: Envelope, _ answer: ServerAnswer) async {
        await bring { $0.notify(envelope.connection, answer, to: envelope.serial) }
    }

    func tell(_ notice: PassengerNotice, to id: PassengerID) async { await bring { $0.tell(notice, to: id) } }

    func tell(_ notice: DriverNotice, to id: DriverID) async { await bring { $0.tell(notice, to: id) } }

    /// Hands a mail to whom of the population it is for.
    func deliver(_ mail: ReadMail) async {
        guard let connection = Credentials.owner(of: mail.address),
            let kind = PersonAnswers.word(mail.subject, of: MailKind.ofAccounts)
        else { return }
        let person = state.withLock { $0.people[connection]?.person }
        var link: Token?
        if let secret = mail.link { link = await person?.keep(link: secret) }
        let read = Mail(
            account: AccountID(0), kind: kind, address: mail.address, link: link, temporaryPassword: mail.password)
        await bring { $0.receive(read, to: connection) }
    }

    private func bring(_ tell: @escaping @Sendable (TaxiPopulation) -> Void) async {
        guard let population = state.withLock({ $0.population }) else { return }
        // After the end nobody listens.
        try? await loop.ask { tell(population) }
    }
}

/// The numbers that a server gave to passengers who have other ones in the population.
final class PassengerNumbers: Sendable {
    private let state = Mutex<(server: [PassengerID: PassengerID], own: [PassengerID: PassengerID])>(([:], [:]))

    func note(_ own: PassengerID, is server: PassengerID) {
        state.withLock { ($0.server[own], $0.own[server]) = (server, own) }
    }

    func server(of own: PassengerID) -> PassengerID? { state.withLock { $0.server[own] } }
    func own(of server: PassengerID) -> PassengerID? { state.withLock { $0.own[server] } }
}
