// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules

/// The module host: what the dispatcher does for modules, and tells them.
extension Dispatcher {
    // MARK: Installation

    /// Switches a module on: makes it with a context that holds it to its manifest. Before the first message.
    public func install(
        _ manifest: ModuleManifest, _ make: (ModuleContext) throws(ModuleAccessDenied) -> any TaxiModule
    ) throws(ModuleAccessDenied) {
        let module = try make(ModuleContext(dispatcher: self, manifest: manifest))
        precondition(module.manifest == manifest, "a module is installed under its own manifest")
        precondition(!modules.contains { $0.manifest.name == manifest.name }, "a module is installed once")
        modules.append(module)
        if let port = module as? any ReservationPort { reservationPort = port }
        if let port = module as? any SharedRidePort { sharedRidePort = port }
        rules.notifiesModules = true
    }

    // MARK: Messages

    /// Hands a message to its module; one that is off refuses it (API-10).
    func forward(_ message: PassengerMessage, from passenger: PassengerID, to name: ModuleName) {
        if !modules.contains(where: { $0.receive(message, from: passenger) }) { refuse(passenger, moduleOff: name) }
    }

    /// Notes that a module is off, and says so.
    func refuse(_ passenger: PassengerID, moduleOff name: ModuleName) {
        log.note(.moduleRefused(passenger: passenger, module: name))
        notify(passenger, .moduleOff(name))
    }

    // MARK: What modules are told

    /// Tells the modules of a change of a request that one of them placed. `always` when the request has ended and is not
    /// known any more.
    func changed(_ id: RequestID, _ change: RequestChange, always: Bool = false) {
        guard !modules.isEmpty, always || rules.request(id)?.isPlaced == true else { return }
        for module in modules { module.requestChanged(id, change) }
    }

    func notifyFree() {
        // Whose request ended with the run is not free for a reservation that is held: it would never be served.
        guard !isClosing else {
            free = []
            return
        }
        while !free.isEmpty {
            let passenger = free.removeFirst()
            for module in modules { module.passengerFree(passenger) }
        }
    }

    // MARK: Boarding and dropping

    func aboard(_ id: RequestID, by driver: DriverID, travelers: Int32, odometer: Distance) {
        guard !modules.isEmpty, let request = rules.request(id), request.isPlaced else {
            carryOut(rules.aboard(id, at: loop.now))
            return
        }
        let entered = [Rider(passenger: request.passenger, travelers: travelers)]
        carryOut(rules.aboard(id, entered, at: loop.now))
        changed(id, .aboard(driver, entered, odometer: odometer))
    }

    func board(_ request: RequestID, by driver: DriverID, _ entered: [Rider], odometer: Distance) {
        guard known(driver)?.onLoop({ $0.board(request, entered, odometer: odometer) }) == true else { return }
        let expected = rules.party(of: request)?.riders ?? []
        let complete = expected.map { rider in
            entered.first { $0.passenger == rider.passenger } ?? Rider(passenger: rider.passenger, travelers: 0)
        }
        carryOut(rules.aboard(request, complete, at: loop.now))
        changed(request, .aboard(driver, complete, odometer: odometer))
    }

    func drop(_ passenger: PassengerID, of request: RequestID, by driver: DriverID, place: Place, odometer: Distance) {
        let isDropped =
            known(driver)?.onLoop { $0.drop(passenger, of: request, place: place, odometer: odometer) } ?? false
        guard isDropped else { return }
        history?.ended(request, of: [passenger], isFulfilled: true, at: loop.now)
        carryOut(rules.dropped(passenger, of: request, at: loop.now))
        changed(request, .dropped(passenger, place: place, odometer: odometer))
    }

    // MARK: What the ports of a context do

    func expectedArrival(of id: RequestID) -> CityTime? {
        guard let request = rules.request(id), case .accepted(let driver) = request.phase else { return nil }
        return taxi(driver)?.onLoop { $0.arrival(by: travel) }
    }

    func comingTaxi(of id: RequestID) -> (driver: DriverID, seats: Int32)? {
        guard let request = rules.request(id), case .accepted(let driver) = request.phase, let taxi = taxi(driver)
        else { return nil }
        return (driver, taxi.registration.seats)
    }

    func isLoggedIn(_ passenger: PassengerID) -> Bool { rules.isLoggedIn(passenger) }

    func request(of passenger: PassengerID) -> RequestID? { rules.openRequest(of: passenger) }

    func admit(_ form: CallForm, of passenger: PassengerID) -> ZoneID? {
        let zone = form.place.flatMap { layout.zone(at: $0) }
        let (admitted, directives) = rules.admit(
            form, of: passenger, zone: zone, isInCity: zone != nil || isInCity(form.place), at: loop.now)
        carryOut(directives)
        return admitted
    }

    func refuse(_ passenger: PassengerID, _ reason: CallRefusal) {
        carryOut(rules.refuse(passenger, reason, at: loop.now))
    }

    func newRequestNumber() -> RequestID { rules.newNumber() }

    func place(_ request: ModuleRequest, as number: RequestID) {
        carryOut(rules.place(request, as: number, at: loop.now))
    }

    func attach(_ rider: Rider, to request: RequestID) {
        carryOut(rules.attach(rider, to: request, at: loop.now))
    }

    func detach(_ passenger: PassengerID, from request: RequestID) {
        carryOut(rules.detach(passenger, from: request, at: loop.now))
    }

    func withdraw(_ request: RequestID) -> Bool {
        let (isOpen, directives) = rules.withdraw(request, at: loop.now)
        carryOut(directives)
        return isOpen
    }

    func notifyOrKeep(_ passenger: PassengerID, _ notice: PassengerNotice) {
        let kept = rules.keep(notice, for: passenger, at: loop.now)
        if kept.isEmpty { notify(passenger, notice) } else { carryOut(kept) }
    }

    func notify(_ driver: DriverID, _ notice: DriverNotice) {
        taxi(driver)?.onLoop { $0.notify(notice) }
    }
}
