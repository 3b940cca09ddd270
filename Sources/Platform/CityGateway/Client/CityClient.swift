// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel

/// The public interface, spoken with envelopes through the gateway: for simulated clients on the city's loop, and
/// for live ones through `CityLoop.ask`.
///
/// One client serves any number of persons, each by the token of its login. Its calls suspend in virtual time: what is
/// returned or thrown comes at the instant of the answer, or of the notice that settles it. Each person has one message
/// under way at a time; a second call waits its turn.
///
/// The client knows no service. A service adds its own calls in an extension, and keeps what they need in a `ClientPart`.
///
/// Answers and notices must come without a delay of their own, and notices before the answer to the message that caused them,
/// as the gateway and the services give them.
public final actor CityClient: CityActor, GatewayClients, AccountClients {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// Turns latitude and longitude into places.
    nonisolated public let layout: any ZoneLayout
    /// Who sends what no request from outside names the sender of.
    nonisolated let ownSender: RequestSender
    nonisolated let gateway: any InterfaceGateway

    /// What people who have a session here were told beside answers, by connection.
    let boxes = NewsBoxes<UInt64, any Sendable>()
    /// How far sessions have read by `nextNotice`, by the type of notice.
    var positions: [Token: [ObjectIdentifier: Int64]] = [:]
    var lastVisitor: Int32
    var conversations: [Connection: Conversation] = [:]
    var sessions: [Token: Session] = [:]
    /// Accounts of whose profile the server may have a draft of a change that was given up.
    var openDrafts: Set<AccountID> = []
    /// What each service keeps here, by type, and in the order in which they were first needed.
    var parts: [ObjectIdentifier: any ClientPart] = [:]
    var partsInOrder: [any ClientPart] = []
    /// Whether the client was closed.
    public private(set) var isClosed = false

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - loop: The city's loop.
    ///   - gateway: Where messages go. Its answers must reach `notify`.
    ///   - layout: Turns latitude and longitude into places.
    ///   - kind: Mobile or web, for messages of no request from outside.
    ///   - source: The address that the login log shows of those.
    ///   - firstVisitor: The number of the first connection without a session; others must not use the ones after it.
    public init(
        loop: CityLoop, gateway: any InterfaceGateway, layout: any ZoneLayout, kind: ClientKind = .mobile,
        source: SourceAddress = .unknown, firstVisitor: Int32 = 1
    ) {
        self.loop = loop
        self.gateway = gateway
        self.layout = layout
        ownSender = RequestSender(from: source, kind: kind)
        lastVisitor = firstVisitor - 1
    }

    /// Ends the client: whoever waits gets `AccessError.closed`, and so does every later call. At the end of a run, before the
    /// loop is torn down.
    public func close() {
        isClosed = true
        // In a fixed order: the order of a dictionary differs from process to process.
        for connection in conversations.keys.sorted(by: { $0.key < $1.key }) { conversations[connection]?.close() }
        conversations = [:]
        boxes.close()
        for part in partsInOrder { part.close() }
    }

    /// Takes the server's answer to the last message of a connection.
    nonisolated public func notify(_ connection: Connection, _ answer: ServerAnswer) {
        onLoop { $0.conversations[connection]?.end(answer) }
    }

    /// Takes the account service's answer that came later than its message (ACCOUNT-FB-01, -02).
    nonisolated public func notify(_ connection: Connection, _ answer: AccountAnswer) {
        notify(connection, .account(answer))
    }
}
