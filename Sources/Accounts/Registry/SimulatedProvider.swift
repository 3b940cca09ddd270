// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// The identity provider of a simulation: it answers after a drawn delay, from a list of persons or a rule for them
/// (DEC-FACEBOOK). No outside service is called.
public final actor SimulatedProvider: CityActor, IdentityProvider {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    private var delay: any DrawnDelay
    private let identity: @Sendable (Connection) -> ProviderIdentity?

    /// Opens the provider. `identity` says who stands behind a connection; nil for nobody that the provider knows.
    public init(
        loop: CityLoop, delay: any DrawnDelay, identity: @escaping @Sendable (Connection) -> ProviderIdentity?
    ) {
        self.loop = loop
        self.delay = delay
        self.identity = identity
    }

    /// Asks who it is.
    nonisolated public func identify(
        _ connection: Connection, _ answer: @escaping @Sendable (ProviderIdentity?) -> Void
    ) {
        let wait = entered { $0.delay.next() }
        loop.schedule(at: loop.now + wait, as: .arrival) { [self] in answer(identity(connection)) }
    }
}
