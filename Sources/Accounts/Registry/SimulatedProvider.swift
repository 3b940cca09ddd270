// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// The identity provider of a simulation: it answers after a delay, from a list of persons or a rule for them
/// (DEC-FACEBOOK). No outside service is called.
public final actor SimulatedProvider: CityActor, IdentityProvider {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    private let delay: TimeSpan
    private let identity: @Sendable (Connection) -> ProviderIdentity?

    /// Opens the provider, which takes so long for each answer. `identity` says who stands behind a connection; nil for
    /// nobody that the provider knows.
    public init(loop: CityLoop, delay: TimeSpan, identity: @escaping @Sendable (Connection) -> ProviderIdentity?) {
        self.loop = loop
        self.delay = delay
        self.identity = identity
    }

    /// Asks who it is.
    nonisolated public func identify(
        _ connection: Connection, _ answer: @escaping @Sendable (ProviderIdentity?) -> Void
    ) {
        loop.schedule(at: loop.now + delay, as: .arrival) { [self] in answer(identity(connection)) }
    }
}
