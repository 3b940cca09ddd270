// SPDX-License-Identifier: GPL-3.0-or-later

extension ServerEvent: Event {
    /// They are not: a replay has no clients, no accounts and no gateway.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .messageAnswered(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(200, a, b, c, d, e, f, g, h)
        case .messageRefused(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(201, a, b, c, d, e, f, g, h)
        case .serverDown: visitor.kind(202)
        case .serverUp(let a): visitor.kind(203, a)
        case .timersReleased(let a): visitor.kind(204, a)
        case .messageLeft(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(205, a, b, c, d, e, f, g, h)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(messageAnswered), .of(messageRefused), .of(serverDown), .of(serverUp), .of(timersReleased),
        .of(messageLeft),
    ]
}
