// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityLoop
public import CityModel
import HealthDataRules
import HealthRules
import RaceRules
import StoreRules
public import TaxiRules
public import TaxiService

/// The public interface, spoken with envelopes through the gateway: for simulated clients on the city's loop, and
/// for live ones through `CityLoop.ask`.
///
/// One client serves any number of persons, each by the token of its login. Its calls suspend in virtual time: what is
/// returned or thrown comes at the instant of the answer, or of the notice that settles a call. Each person has one message
/// under way at a time; a second call waits its turn.
///
/// Answers and notices must come without a delay of their own, and notices before the answer to the message that caused them,
/// as the gateway and the dispatcher give them.
public final actor CityClient: CityActor, GatewayClients, AccountClients {
    /// What a passenger's calls brought.
    struct PassengerState {
        /// The last request.
        var request: RequestID?
        /// The last request that was a reservation: it ends by the rules of reservations.
        var reserved: RequestID?
        /// How it was settled; nil while drivers are asked.
        var outcome: Result<Arrival, CallError>?
        var waiting: [CheckedContinuation<Result<Arrival, CallError>, Never>] = []
    }

    /// What a driver was shown.
    struct DriverState {
        /// The offer that waits for an answer.
        var offer: Offer?
        /// The last offer that ended without one.
        var lapsed: OfferID?
        var odometer = Distance.zero
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The city's loop.
    nonisolated public let loop: CityLoop
    nonisolated let layout: any ZoneLayout
    nonisolated private let gateway: any InterfaceGateway
    nonisolated private let notices: (any NoticeSource)?
    nonisolated let kind: ClientKind
    nonisolated private let source: UInt32

    private var lastVisitor: Int32
    var conversations: [Connection: Conversation] = [:]
    var sessions: [Token: Session] = [:]
    /// Accounts of whose profile the server may have a draft of a change that was given up.
    var openDrafts: Set<AccountID> = []
    var places: [Connection: Place] = [:]
    var passengers: [PassengerID: PassengerState] = [:]
    var drivers: [DriverID: DriverState] = [:]
    /// What shoppers who are logged in here were told beside answers.
    var shoppers: [ShopperID: NewsBox<StoreNotice>] = [:]
    /// What stores whose devices ask here have to show.
    var displays: [StoreID: NewsBox<StoreDisplay>] = [:]
    /// Who asked for the data of people who are logged in here.
    var wearers: [WearerID: NewsBox<ThirdPartyID>] = [:]
    /// What organisations that are logged in here were told beside answers, and the groups that they wait for.
    var parties: [ThirdPartyID: NewsBox<PartyNotice>] = [:]
    var watched: Set<GroupID> = []
    /// What users of the race service who are logged in here were told beside answers.
    var raceUsers: [RaceUserID: NewsBox<RaceNotice>] = [:]
    /// The newest positions on the maps that are open here.
    var maps: [FollowedRace: NewsBox<RaceSnapshot>] = [:]
    /// What the phones of runners who are logged in here said last.
    var runners: [RaceUserID: RunnerReport] = [:]
    private(set) var isClosed = false

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - loop: The city's loop.
    ///   - gateway: Where messages go. Its answers must reach `notify`.
    ///   - layout: Turns latitude and longitude into places.
    ///   - notices: Where notices are asked for after a login; nil when somebody hands them to `notify`.
    ///   - kind: Mobile or web.
    ///   - source: The IPv4 address that the login log shows.
    ///   - firstVisitor: The number of the first connection without a session; others must not use the ones after it.
    public init(
        loop: CityLoop, gateway: any InterfaceGateway, layout: any ZoneLayout, notices: (any NoticeSource)?,
        kind: ClientKind = .mobile, source: UInt32 = 0, firstVisitor: Int32 = 1
    ) {
        self.loop = loop
        self.gateway = gateway
        self.layout = layout
        self.notices = notices
        self.kind = kind
        self.source = source
        lastVisitor = firstVisitor - 1
    }

    /// Ends the client: whoever waits gets `AccessError.closed`, and so does every later call. At the end of a run, before the
    /// loop is torn down.
    public func close() {
        isClosed = true
        // In a fixed order: the order of a dictionary differs from process to process.
        for connection in conversations.keys.sorted(by: { $0.key < $1.key }) { conversations[connection]?.close() }
        conversations = [:]
        for id in passengers.keys.sorted() { settle(id, .failure(.access(.closed))) }
        for id in drivers.keys.sorted() { wake(id) }
        for id in shoppers.keys.sorted() { shoppers[id]?.close() }
        for id in displays.keys.sorted() { displays[id]?.close() }
        for id in wearers.keys.sorted() { wearers[id]?.close() }
        for id in parties.keys.sorted() { parties[id]?.close() }
        for id in raceUsers.keys.sorted() { raceUsers[id]?.close() }
        for map in maps.keys.sorted() { maps[map]?.close() }
    }

    // MARK: What comes in

    /// Takes the server's answer to the last message of a connection.
    nonisolated public func notify(_ connection: Connection, _ answer: ServerAnswer) {
        onLoop { $0.conversations[connection]?.end(answer) }
    }

    /// Takes the account service's answer that came later than its message (ACCOUNT-FB-01, -02).
    nonisolated public func notify(_ connection: Connection, _ answer: AccountAnswer) {
        notify(connection, .account(answer))
    }

    /// Takes a notice to a passenger.
    nonisolated public func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        onLoop { $0.take(notice, passenger) }
    }

    /// Takes a notice to a driver.
    nonisolated public func notify(_ driver: DriverID, _ notice: DriverNotice) {
        onLoop { $0.take(notice, driver) }
    }

    private func take(_ notice: PassengerNotice, _ passenger: PassengerID) {
        conversations[.passenger(passenger)]?.note(.passenger(notice))
        switch notice {
        case .call(.stored(let request)):
            settle(passenger, .failure(.unknownRequest))
            passengers[passenger, default: PassengerState()].request = request
            passengers[passenger]?.outcome = nil
        case .call(.accepted(let request, let taxi, let arrival, _)) where passengers[passenger]?.request == request:
            settle(passenger, .success(Arrival(request: request, taxi: taxi, expected: arrival)))
        case .call(.aborted(let request, let reason)) where passengers[passenger]?.request == request:
            settle(passenger, .failure(.aborted(reason)))
        case .reservation(.activated(_, let request)):
            passengers[passenger, default: PassengerState()].reserved = request
        default: break
        }
    }

    func settle(_ passenger: PassengerID, _ outcome: Result<Arrival, CallError>) {
        guard let state = passengers[passenger] else { return }
        passengers[passenger]?.outcome = outcome
        passengers[passenger]?.waiting = []
        for caller in state.waiting { caller.resume(returning: outcome) }
    }

    private func take(_ notice: DriverNotice, _ driver: DriverID) {
        conversations[.driver(driver)]?.note(.driver(notice))
        switch notice {
        case .offer(let card, let username, _):
            drivers[driver, default: DriverState()].offer = Offer(card, username)
            wake(driver)
        case .offerEnded(let offer):
            drivers[driver, default: DriverState()].lapsed = offer
            if drivers[driver]?.offer?.id == offer { drivers[driver]?.offer = nil }
        case .ride:
            drivers[driver]?.offer = nil
        default: break
        }
    }

    private func wake(_ driver: DriverID) {
        let waiting = drivers[driver]?.waiting ?? []
        drivers[driver]?.waiting = []
        for caller in waiting { caller.resume() }
    }

    // MARK: What goes out

    /// Sends a message of the person of a token, and waits for the answer.
    func exchange<Failure: ServiceError>(
        _ token: Token, _ failure: Failure.Type, _ message: (Session) -> any ServedMessage
    ) async throws(Failure) -> Exchange {
        let session = try session(of: token, failure)
        return try await exchange(message(session), session.connection, token, failure)
    }

    /// The session of a token, as far as this client knows.
    func session<Failure: ServiceError>(of token: Token, _: Failure.Type) throws(Failure) -> Session {
        guard let session = sessions[token] else { throw .access(isClosed ? .closed : .notLoggedIn) }
        return session
    }

    /// The session of a token, for calls that no message reports to the server: a session that the server has closed is none.
    func openSession<Failure: ServiceError>(_ token: Token, _: Failure.Type) throws(Failure) -> Session {
        guard !isClosed else { throw .access(.closed) }
        guard let session = sessions[token], gateway.isOpen(token) else {
            sessions[token] = nil
            throw .access(.notLoggedIn)
        }
        return session
    }

    /// Sends a message of somebody without a session, and waits for the answer.
    func exchange<Failure: ServiceError>(
        _ message: AccountMessage, _ failure: Failure.Type
    ) async throws(Failure) -> AccountAnswer {
        try await answered(message, failure)
    }

    /// The same for the accounts of a service that is named.
    func exchange<Failure: ServiceError>(
        _ message: AccountMessage, of service: ServiceID, _ failure: Failure.Type
    ) async throws(Failure) -> AccountAnswer {
        try await answered(ServiceAccountMessage(service, message), failure)
    }

    private func answered<Failure: ServiceError>(
        _ message: any ServedMessage, _ failure: Failure.Type
    ) async throws(Failure) -> AccountAnswer {
        guard let answer = try await exchange(asVisitor: message, failure).account else {
            throw .access(.misunderstood)
        }
        return answer
    }

    /// Sends any message of somebody without a session, and waits for the answer.
    func exchange<Failure: ServiceError>(
        asVisitor message: any ServedMessage, _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        lastVisitor += 1
        return try await exchange(message, .visitor(lastVisitor), nil, failure)
    }

    func exchange<Failure: ServiceError>(
        _ message: any ServedMessage, _ connection: Connection, _ token: Token?, _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        await take(connection)
        defer { pass(connection) }
        return try await send(message, connection, token, failure)
    }

    /// Takes a connection for one message or more; waits while somebody else has it.
    func take(_ connection: Connection) async {
        guard !isClosed, !conversations[connection, default: Conversation()].takes() else { return }
        await withCheckedContinuation { conversations[connection]?.lineUp($0) }
    }

    /// Gives a connection to the next who waits for it.
    func pass(_ connection: Connection) {
        conversations[connection]?.pass()
        if connection.role.name == .visitor { conversations[connection] = nil }
    }

    /// Sends a message on a connection that was taken, and waits for the answer. A session that the server does not know any
    /// more is forgotten.
    func send<Failure: ServiceError>(
        _ message: any ServedMessage, _ connection: Connection, _ token: Token?, _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        guard !isClosed else { throw .access(.closed) }
        let found = await withCheckedContinuation { sender in
            conversations[connection]?.begin(message, sender)
            gateway.arrive(
                Envelope(message, from: connection, token: token, client: kind, source: source))
        }
        guard let found else { throw .access(.closed) }
        if case .refused(_, let reason) = found.answer {
            if reason == .notLoggedIn, let token { sessions[token] = nil }
            throw .access(AccessError(reason))
        }
        return found
    }

    /// A session began: its person's notices come here.
    func begin(_ session: Session) {
        sessions[session.token] = session
        switch session.role.name {
        case .shopper: shoppers[session.shopper, default: NewsBox()].open()
        case .wearer: wearers[WearerID(session.role.number), default: NewsBox()].open()
        case .thirdParty: parties[ThirdPartyID(session.role.number), default: NewsBox()].open()
        case .raceUser: raceUsers[session.raceUser, default: NewsBox()].open()
        default: break
        }
        switch session.role.taxi {
        case .passenger(let id): notices?.connect(NoticeLine(session, self), of: id)
        case .driver(let id): notices?.connect(NoticeLine(session, self), of: id)
        case nil: break
        }
    }
}

extension Session {
    /// The connection of the session's person.
    var connection: Connection { Connection(role) }

    /// The passenger; for anybody else the number as a passenger's, which the server refuses as the wrong role.
    var passenger: PassengerID { PassengerID(role.number) }

    /// The driver; for anybody else the number as a driver's, which the server refuses as the wrong role.
    var driver: DriverID { DriverID(role.number) }
}

/// Hands the notices of a session's person to the client.
private final class NoticeLine: PassengerClient, DriverClient {
    private let session: Session
    private let client: CityClient

    init(_ session: Session, _ client: CityClient) {
        self.session = session
        self.client = client
    }

    var wantsRefusals: Bool { true }
    func notify(_ notice: PassengerNotice) { client.notify(session.passenger, notice) }
    func notify(_ notice: DriverNotice) { client.notify(session.driver, notice) }
}

extension Offer {
    /// What a driver's phone shows of an offer.
    init(_ card: OfferCard, _ username: Username) {
        self.init(
            id: card.offer, passenger: username.description, zone: card.zone, cell: card.cell,
            travelers: Int(card.travelers), meetingTime: card.meetingTime, deadline: card.deadline)
    }
}
