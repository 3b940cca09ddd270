// SPDX-License-Identifier: GPL-3.0-or-later

extension ClientEvent {
    /// Shows every field to a visitor, in the order of the declaration.
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .clientAction(let actor, let role, let kind, let client):
            visitor.number("actor", Int64(actor))
            visitor.word("role", role)
            visitor.word("kind", kind)
            visitor.word("client", client)
        case .inputTaken(let actor, let role, let client, let duration):
            visitor.number("actor", Int64(actor))
            visitor.word("role", role)
            visitor.word("client", client)
            visitor.number("durationNs", duration.nanoseconds)
        case .answerShown(let actor, let role, let kind, let client, let latency):
            visitor.number("actor", Int64(actor))
            visitor.word("role", role)
            visitor.word("kind", kind)
            visitor.word("client", client)
            visitor.number("latencyNs", latency.nanoseconds)
        }
    }

    /// The kind's number in the fingerprint and in stored logs. Never renumber; a removed kind's number stays unused.
    public var code: UInt8 {
        switch self {
        case .clientAction: 220
        case .inputTaken: 221
        case .answerShown: 222
        }
    }

    /// The kind's name as it stands in logs and tables.
    public var name: String {
        switch self {
        case .clientAction: "clientAction"
        case .inputTaken: "inputTaken"
        case .answerShown: "answerShown"
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [ClientEvent] = [
        .clientAction(actor: 1, role: .passenger, kind: .callConfirmed, client: .mobile),
        .inputTaken(actor: 1, role: .passenger, client: .mobile, duration: .seconds(1)),
        .answerShown(actor: 1, role: .passenger, kind: .call, client: .mobile, latency: .seconds(1)),
    ]
}
