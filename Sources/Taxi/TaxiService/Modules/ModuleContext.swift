// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules

/// A module asked for data that its manifest does not name (SEC-05).
public struct ModuleAccessDenied: Error, Hashable, CustomStringConvertible {
    /// Which module.
    public let module: ModuleName
    /// Which data.
    public let data: DataKind

    /// For logs.
    public var description: String { "module \(module.word) did not declare access to \(data.word)" }
}

/// The one way from a module into the core: it hands out a port for each kind of data that the manifest names, and throws
/// for every other, so that a module cannot do what it did not declare (API-10, SEC-05).
public struct ModuleContext: Sendable {
    let dispatcher: Dispatcher
    let manifest: ModuleManifest

    /// The city's loop, for the module's actor and its timers.
    public var loop: CityLoop { dispatcher.loop }
    /// Keeps the module's timers while the server is down (AVAIL-02).
    public var timerHold: TimerHold { dispatcher.timerHold }

    /// The reservation module, when it is on.
    public var reservationPort: (any ReservationPort)? { dispatcher.onLoop { $0.reservationPort } }
    /// The sharing module, when it is on.
    public var sharedRidePort: (any SharedRidePort)? { dispatcher.onLoop { $0.sharedRidePort } }

    /// Zones and ways. Needs to read `map`.
    public func map() throws(ModuleAccessDenied) -> MapPort {
        try needs(.map, in: manifest.reads)
        return MapPort(dispatcher: dispatcher)
    }

    /// Taxis. Needs to read `taxis`.
    public func taxis() throws(ModuleAccessDenied) -> TaxiPort {
        try needs(.taxis, in: manifest.reads)
        return TaxiPort(dispatcher: dispatcher)
    }

    /// Sessions and open requests of passengers. Needs to read `sessions`.
    public func sessions() throws(ModuleAccessDenied) -> SessionPort {
        try needs(.sessions, in: manifest.reads)
        return SessionPort(dispatcher: dispatcher)
    }

    /// Placing and changing requests. Needs to write `requests`.
    public func requests() throws(ModuleAccessDenied) -> RequestPort {
        try needs(.requests, in: manifest.writes)
        return RequestPort(dispatcher: dispatcher)
    }

    /// Notices to passengers and drivers. Needs to write `notices`.
    public func notices() throws(ModuleAccessDenied) -> NoticePort {
        try needs(.notices, in: manifest.writes)
        return NoticePort(dispatcher: dispatcher)
    }

    /// The module's own channel of the event log. Needs to write `events`.
    public func events<Fact: Event>(_ type: Fact.Type) throws(ModuleAccessDenied) -> EventChannel<Fact> {
        try needs(.events, in: manifest.writes)
        return dispatcher.log.log.channel(type)
    }

    /// Stored passwords. Needs to read `passwords`, which no shipped module declares.
    public func passwords() throws(ModuleAccessDenied) -> PasswordPort {
        try needs(.passwords, in: manifest.reads)
        return PasswordPort()
    }

    private func needs(_ kind: DataKind, in declared: [DataKind]) throws(ModuleAccessDenied) {
        guard !declared.contains(kind) else { return }
        dispatcher.log.note(.moduleAccessDenied(module: manifest.name, data: kind))
        throw ModuleAccessDenied(module: manifest.name, data: kind)
    }
}

/// Zones and ways, to read.
public struct MapPort: Sendable {
    let dispatcher: Dispatcher

    /// The zone that holds a place, if any.
    public func zone(at place: Place) -> ZoneID? { dispatcher.layout.zone(at: place) }
    /// Whether a place is in the city, in a zone or not.
    public func isInCity(_ place: Place) -> Bool { zone(at: place) != nil || dispatcher.onLoop { $0.isInCity(place) } }
    /// How long ways take.
    public var travel: any Router { dispatcher.travel }
}

/// Taxis, to read.
public struct TaxiPort: Sendable {
    let dispatcher: Dispatcher

    /// Seats of the largest registered taxi; 0 without taxis (TAXI-RESV-03).
    public var largestSeats: Int32 { dispatcher.largestSeats }

    /// When the taxi that comes for a request is expected now; nil before acceptance and after boarding.
    public func arrival(of request: RequestID) -> CityTime? { dispatcher.onLoop { $0.expectedArrival(of: request) } }

    /// The driver of the taxi that comes for a request, and its seats; nil before acceptance and after boarding.
    public func comingTaxi(of request: RequestID) -> (driver: DriverID, seats: Int32)? {
        dispatcher.onLoop { $0.comingTaxi(of: request) }
    }
}

/// Sessions and open requests, to read.
public struct SessionPort: Sendable {
    let dispatcher: Dispatcher

    /// Whether the passenger has a live session.
    public func isLoggedIn(_ passenger: PassengerID) -> Bool { dispatcher.onLoop { $0.isLoggedIn(passenger) } }
    /// The passenger's open request or ride, if any (TAXI-CALL-18).
    public func request(of passenger: PassengerID) -> RequestID? { dispatcher.onLoop { $0.request(of: passenger) } }
}

/// Requests, to write. All of it is for requests that modules placed.
public struct RequestPort: Sendable {
    let dispatcher: Dispatcher

    /// Takes the form of a call through all rules of a call: notes what a call notes, and sends a refusal. Returns the zone
    /// of the pick-up, or nil when the call was refused (TAXI-CALL-01 to -03, -18, -19).
    public func admit(_ form: CallForm, of passenger: PassengerID) -> ZoneID? {
        dispatcher.onLoop { $0.admit(form, of: passenger) }
    }

    /// Refuses a call for a reason of the module: notes it and tells the passenger.
    public func refuse(_ passenger: PassengerID, _ reason: CallRefusal) {
        dispatcher.onLoop { $0.refuse(passenger, reason) }
    }

    /// Refuses a message because the module that it also needs is off: notes it and tells the passenger (API-10).
    public func refuse(_ passenger: PassengerID, moduleOff name: ModuleName) {
        dispatcher.onLoop { $0.refuse(passenger, moduleOff: name) }
    }

    /// The number for a new request.
    public func newNumber() -> RequestID { dispatcher.onLoop { $0.newRequestNumber() } }

    /// Places a request under a number of `newNumber`. Its changes may come before this returns.
    public func place(_ request: ModuleRequest, as number: RequestID) {
        dispatcher.onLoop { $0.place(request, as: number) }
    }

    /// Stores who is on a shared ride's request now, when the service has a store.
    public func keep(_ request: RequestID) { dispatcher.onLoop { $0.keep(request) } }

    /// Puts one more passenger on a request that is not aboard.
    public func attach(_ rider: Rider, to request: RequestID) { dispatcher.onLoop { $0.attach(rider, to: request) } }

    /// Takes a passenger off a request that goes on with others.
    public func detach(_ passenger: PassengerID, from request: RequestID) {
        dispatcher.onLoop { $0.detach(passenger, from: request) }
    }

    /// Ends a request that no driver has accepted; false when one has.
    public func withdraw(_ request: RequestID) -> Bool { dispatcher.onLoop { $0.withdraw(request) } }
}

/// Notices, to write.
public struct NoticePort: Sendable {
    let dispatcher: Dispatcher

    /// Tells a passenger's client; a passenger who is logged out is told at the next login (TAXI-OFFER-08).
    public func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        dispatcher.onLoop { $0.notifyOrKeep(passenger, notice) }
    }

    /// What the module stores of these passengers is being written: their notices wait until `resume`, and with `withMessages`
    /// also what they send.
    public func suspend(_ passengers: [PassengerID], withMessages: Bool) {
        dispatcher.onLoop { $0.suspend(passengers, withMessages: withMessages) }
    }

    /// It is written, or cannot be: what waited goes on.
    public func resume(_ passengers: [PassengerID], withMessages: Bool) {
        dispatcher.onLoop { $0.resume(passengers, withMessages: withMessages) }
    }

    /// Tells a driver's client at once.
    public func notify(_ driver: DriverID, _ notice: DriverNotice) { dispatcher.onLoop { $0.notify(driver, notice) } }
}

/// Stored passwords. The core holds none: accounts come with their own registry.
public struct PasswordPort: Sendable {
    /// The stored password of a passenger; nil when there is none.
    public func password(of passenger: PassengerID) -> String? { nil }
}
