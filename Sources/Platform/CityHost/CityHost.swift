// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel

/// One city: its loop, its event log and its services, with accounts and a gateway before them when they are opened.
///
/// Knows no service, no people and no scenario. A simulation, a test of the public interface and a live server open the same
/// host; they differ in who its clients are and at what pace its loop runs. Used on the loop's thread.
public final class CityHost {
    /// The city's loop.
    public let loop: CityLoop
    /// The city's event log.
    public let log: EventLog
    /// The services, in the order in which they were added.
    public private(set) var services: [any CityService] = []
    /// The gateway and the accounts; nil while messages go to the services at once.
    public private(set) var access: CityAccess?

    /// A city without services.
    ///
    /// - Parameters:
    ///   - start: the first instant of its clock.
    ///   - observers: read the event log from its first event on.
    ///   - checksEveryTurn: hands the log over after every turn, for the invariants.
    public init(start: CityTime, observers: [any EventObserver] = [], checksEveryTurn: Bool = false) {
        loop = CityLoop(start: start)
        log = EventLog(loop, batchSize: checksEveryTurn ? 1 : 512)
        for observer in observers { log.add(observer) }
    }

    /// Adds a service; before the gateway opens.
    public func add(_ service: any CityService) {
        precondition(access == nil, "services are added before the gateway opens")
        precondition(!services.contains { $0.id == service.id }, "the city has a service \"\(service.id)\" already")
        services.append(service)
    }

    /// The service of this name.
    public func service(_ id: ServiceID) -> (any CityService)? { services.first { $0.id == id } }

    /// Opens the gateway and the accounts behind it. Nobody is served until `CityAccess.connect`.
    @discardableResult
    public func open(_ parameters: AccessParameters) -> CityAccess {
        precondition(access == nil, "a city has one gateway")
        let opened = CityAccess(parameters, loop: loop, log: log, services: services)
        access = opened
        return opened
    }

    /// Hands a message to its service at once, past the gateway: for clients that are trusted, and for replays.
    public func send(_ message: any ServedMessage, from connection: Connection) {
        service(type(of: message).service)?.serve(Envelope(message, from: connection), session: nil)
    }

    /// Ends the gateway, then the services, at this time; the log is finished. The loop is torn down by its owner, who may
    /// have actors of other kinds on it.
    public func close(at time: CityTime) {
        loop.runTurn(at: time) {
            access?.close()
            for service in services { service.end() }
        }
        log.finish(at: time)
    }
}
