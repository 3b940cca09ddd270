// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension BatchEvent: Event {
    /// Shows the kind's number and its fields.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .batchStored(let a, let b, let c, let d, let e): visitor.kind(440, a, b, c, d, e)
        }
    }

    /// Every kind.
    public static let kinds: [Kind<Self>] = [.of(batchStored)]
}
