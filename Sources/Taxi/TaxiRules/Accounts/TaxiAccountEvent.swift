// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens to the accounts of passengers and drivers only. Its numbers go on among those of `AccountEvent`.
public enum TaxiAccountEvent: Hashable, Sendable {
    /// The home page was opened; `lastTaxi` is the last ride's request (UI-03).
    case dashboardOpened(account: AccountID, lastTaxi: RequestID?)
    /// The licence is no longer valid (DEC-LICENCE-EXPIRY).
    case licenceExpired(account: AccountID, driver: DriverID)
    /// A valid licence is stored again.
    case licenceRenewed(account: AccountID, driver: DriverID)
}

extension TaxiAccountEvent: Event {
    /// They are not: a replay has no accounts.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .dashboardOpened(let a, let b): visitor.kind(178, a, b)
        case .licenceExpired(let a, let b): visitor.kind(183, a, b)
        case .licenceRenewed(let a, let b): visitor.kind(184, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [.of(dashboardOpened), .of(licenceExpired), .of(licenceRenewed)]

    /// The account.
    public var account: AccountID {
        switch self {
        case .dashboardOpened(let account, _), .licenceExpired(let account, _), .licenceRenewed(let account, _): account
        }
    }
}
