// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a service of the city, such as "accounts". Each service states its own.
public struct ServiceID: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
    /// The name: lower-case letters, unique in a city.
    public let name: String

    /// Names a service.
    public init(_ name: String) { self.name = name }

    /// The name.
    public var description: String { name }

    /// Orders by name.
    public static func < (left: Self, right: Self) -> Bool { left.name < right.name }

    /// The account service, which every city with a gateway has.
    public static let accounts = ServiceID("accounts")
}

/// A service as the city's host knows it: whatever it does, it takes messages, and its timers can be held.
///
/// Called on the loop; every call returns at once.
public protocol CityService: AnyObject, Sendable {
    /// Which service it is.
    var id: ServiceID { get }
    /// Takes a message that has passed the gateway; its type is the service's own.
    func serve(_ envelope: Envelope, session: Session?)
    /// The answer to the message that was served last, when it is held back until what that message asked for is durable
    /// (AVAIL-07); nil when there is nothing to wait for. Asked at once after `serve`.
    var heldAnswer: HeldAnswer? { get }
    /// Whether an optional part of the service is on (API-10).
    func isOn(_ module: ModuleName) -> Bool
    /// An outage begins: the service's own timers are kept from firing (AVAIL-02).
    func holdTimers()
    /// The outage is over: timers that fall due from now on fire, those kept do not yet.
    func restartTimers()
    /// The messages that waited through an outage are answered: the kept timers fire. Returns how many there were.
    func releaseTimers() -> Int
    /// The first failure of a store of the service, for the operator; nil while all went well.
    var storeProblem: (any Error)? { get }
    /// The city closes: what is open ends, and nothing is served after it.
    func end()
}

extension CityService {
    /// There is no store.
    public var storeProblem: (any Error)? { nil }
    /// Every answer is given at once.
    public var heldAnswer: HeldAnswer? { nil }
    /// There are no optional parts.
    public func isOn(_ module: ModuleName) -> Bool { false }
}

/// A service of which an outage of the server holds nothing: it has no timers, or they run on machines of their own.
public protocol UnheldService: CityService {}

extension UnheldService {
    /// Nothing is held.
    public func holdTimers() {}
    /// Nothing was held.
    public func restartTimers() {}
    /// Nothing was held.
    public func releaseTimers() -> Int { 0 }
}

/// A service that some messages reach past the gateway, on a line of their own (AVAIL-03). A city with an input log keeps them like those
/// of the gateway, and hands them over again when the log is taken up.
public protocol DirectService: CityService {
    /// The type of these messages.
    var directMessage: any RecordedInput.Type { get }
    /// Takes one, of that type.
    func hear(_ message: any RecordedInput)
}
