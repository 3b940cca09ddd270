// SPDX-License-Identifier: GPL-3.0-or-later

extension ServerEvent {
    /// Shows every field to a visitor, in the order of the declaration.
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .messageAnswered(
            let message, let kind, let client, let channel, let account, let arrived, let started, let waiting):
            visitor.message(message, kind, client, channel, account, arrived)
            visitor.time("startedNs", started)
            visitor.number("waiting", Int64(waiting))
        case .messageRefused(
            let message, let kind, let client, let channel, let account, let arrived, let started, let reason):
            visitor.message(message, kind, client, channel, account, arrived)
            visitor.optionalNumber("startedNs", started?.nanoseconds)
            visitor.word("reason", reason)
        case .messageLeft(
            let message, let kind, let client, let channel, let account, let arrived, let started, let waiting):
            visitor.message(message, kind, client, channel, account, arrived)
            visitor.optionalNumber("startedNs", started?.nanoseconds)
            visitor.number("waiting", Int64(waiting))
        case .serverDown: break
        case .serverUp(let waiting):
            visitor.number("waiting", Int64(waiting))
        case .timersReleased(let count):
            visitor.number("count", Int64(count))
        }
    }

    /// The kind's number in the fingerprint and in stored logs. Never renumber; a removed kind's number stays unused.
    public var code: UInt8 {
        switch self {
        case .messageAnswered: 200
        case .messageRefused: 201
        case .serverDown: 202
        case .serverUp: 203
        case .timersReleased: 204
        case .messageLeft: 205
        }
    }

    /// The kind's name as it stands in logs and tables.
    public var name: String {
        switch self {
        case .messageAnswered: "messageAnswered"
        case .messageRefused: "messageRefused"
        case .serverDown: "serverDown"
        case .serverUp: "serverUp"
        case .timersReleased: "timersReleased"
        case .messageLeft: "messageLeft"
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [ServerEvent] = [
        .messageAnswered(
            message: MessageID(1), kind: .call, client: .mobile, channel: .tls, account: AccountID(1), arrived: .epoch,
            started: .epoch, waiting: 1),
        .messageRefused(
            message: MessageID(1), kind: .call, client: .mobile, channel: .tls, account: AccountID(1), arrived: .epoch,
            started: .epoch, reason: .plainChannel),
        .serverDown,
        .serverUp(waiting: 1),
        .timersReleased(count: 1),
        .messageLeft(
            message: MessageID(1), kind: .call, client: .mobile, channel: .tls, account: AccountID(1), arrived: .epoch,
            started: .epoch, waiting: 1),
    ]
}

extension EventFieldVisitor {
    /// What every fact about a message begins with.
    fileprivate mutating func message(
        _ message: MessageID, _ kind: MessageKind, _ client: ClientKind, _ channel: Channel, _ account: AccountID?,
        _ arrived: CityTime
    ) {
        id("message", message)
        word("kind", kind)
        word("client", client)
        word("channel", channel)
        optionalNumber("account", account.map { Int64($0.number) })
        time("arrivedNs", arrived)
    }
}
