// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// Says who stands behind a connection (ACCOUNT-FB-01).
public protocol IdentityProvider: AnyObject, Sendable {
    /// Asks who it is. The answer comes later, on the loop, exactly once; nil when the provider does not confirm the person.
    func identify(_ connection: Connection, _ answer: @escaping @Sendable (ProviderIdentity?) -> Void)
}
