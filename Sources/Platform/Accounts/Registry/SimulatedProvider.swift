// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// The identity provider of a simulation: it answers after a delay, from a list of persons or a rule for them
/// (DEC-FACEBOOK). No outside service is called.
public final actor SimulatedProvider: CityActor, IdentityProvider {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// Draws how long the answer about a connection takes that is asked at an instant; 0 or more.
    public typealias Delay = @Sendable (Connection, CityTime) -> TimeSpan

    private let delay: Delay
    private let identity: @Sendable (Connection) -> ProviderIdentity?

    /// Opens the provider, which takes a drawn delay for each answer. `identity` says who stands behind a connection; nil for
    /// nobody that the provider knows.
    public init(loop: CityLoop, delay: @escaping Delay, identity: @escaping @Sendable (Connection) -> ProviderIdentity?)
    {
        self.loop = loop
        self.delay = delay
        self.identity = identity
    }

    /// Asks who it is.
    nonisolated public func identify(
        _ connection: Connection, _ answer: @escaping @Sendable (ProviderIdentity?) -> Void
    ) {
        loop.schedule(at: loop.now + delay(connection, loop.now), as: .arrival) { [self] in answer(identity(connection))
        }
    }
}
