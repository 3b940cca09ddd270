// SPDX-License-Identifier: GPL-3.0-or-later

extension ClientEvent: Event {
    /// They are not: a replay has no clients, no accounts and no gateway.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .clientAction(let a, let b, let c, let d): visitor.kind(220, a, b, c, d)
        case .inputTaken(let a, let b, let c, let d): visitor.kind(221, a, b, c, d)
        case .answerShown(let a, let b, let c, let d, let e): visitor.kind(222, a, b, c, d, e)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(clientAction), .of(inputTaken), .of(answerShown),
    ]
}
