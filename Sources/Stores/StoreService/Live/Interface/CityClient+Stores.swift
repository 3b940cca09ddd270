// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import StoreRules

extension CityClient: StoreClients {
    /// Takes a notice to a shopper.
    nonisolated public func notify(_ shopper: ShopperID, _ notice: StoreNotice) {
        onLoop { client in
            let connection = Connection(.shopper(shopper))
            client.note(notice, for: connection)
            if notice.isNews { client.tell(notice, to: connection) }
        }
    }

    /// Takes an answer to a store's devices.
    nonisolated public func answer(_ store: StoreID, _ answer: GateAnswer) {
        onLoop { $0.take(answer, store) }
    }

    /// Takes a line of a store's monitor.
    nonisolated public func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine) {
        onLoop { $0.storePart.displays.put(.line(pass, line), for: store, at: $0.loop.now) }
    }

    /// Takes the answer to a manager or employee.
    nonisolated public func reply(_ staff: StaffID, _ answer: StaffAnswer) {
        onLoop { $0.note(answer, for: Connection(.staff(staff))) }
    }

    private func take(_ answer: GateAnswer, _ store: StoreID) {
        note(answer, for: Connection(.totem(store)))
        // For who scans and is let in the call's own answer says so too; a ticket is printed where it was asked for, by its answer.
        switch answer {
        case .opened(let pass): storePart.displays.put(.open(pass), for: store, at: loop.now)
        case .issued(let receipt): storePart.displays.put(.print(receipt), for: store, at: loop.now)
        case .ticket, .page, .returned, .returnRefused, .joinRefused, .delayed, .entryRefused, .exited, .exitRefused:
            break
        }
    }
}

extension CityClient: TotemService {
    /// Somebody stands before the totem (STORE-TOTEM).
    @discardableResult
    public func wakeTotem(at store: StoreID) async throws(AccessError) -> StorePage? {
        let answer = try await device(store, .wake, AccessError.self) { if case .page = $0 { true } else { false } }
        return if case .page(let page) = answer { page } else { nil }
    }

    /// A ticket is given back (STORE-R9).
    public func returnTicket(_ code: EntryCode, at store: StoreID) async throws(AccessError) -> Bool {
        let answer = try await device(store, .returnTicket(code), AccessError.self) { $0.isReturn }
        return if case .returned = answer { true } else { false }
    }

    /// Somebody without a device joins the queue (STORE-R5).
    public func takeTicket(at store: StoreID) async throws(TicketError) -> Receipt {
        switch try await device(store, .takeTicket, TicketError.self, { $0.isTicket }) {
        case .ticket(let receipt): return receipt
        case .joinRefused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// A code is shown at the gate (STORE-R10).
    public func scanIn(_ code: EntryCode, at store: StoreID) async throws(EntryError) -> GateDecision {
        switch try await device(store, .scanIn(code), EntryError.self, { $0.isEntry }) {
        case .opened(let pass): return .open(pass)
        case .delayed(let pass): return .wait(pass)
        case .entryRefused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// A code is shown at the exit (STORE-EXIT).
    public func scanOut(_ code: EntryCode, at store: StoreID) async throws(ExitError) -> PassID {
        switch try await device(store, .scanOut(code), ExitError.self, { $0.isExit }) {
        case .exited(let pass): return pass
        case .exitRefused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// What a store's devices do next.
    public func nextDisplay(at store: StoreID) async throws(AccessError) -> StoreDisplay {
        guard !isClosed else { throw .closed }
        guard let display = await storePart.displays.next(for: store, of: nil, on: loop) else {
            throw isClosed ? .closed : .cancelled
        }
        return display
    }

    /// The same from a number on.
    public func displays(
        at store: StoreID, after number: Int64
    ) async throws(AccessError) -> NewsRead<StoreDisplay> {
        let displays = storePart.displays
        if !isClosed, !displays.isOpen(for: store) { displays.open(for: store) }
        while true {
            guard !isClosed else { throw .closed }
            if let read = displays.read(for: store, after: number) { return read }
            guard await displays.wait(for: store, on: loop) else { throw .cancelled }
        }
    }

    private func device<Failure: ServiceError>(
        _ store: StoreID, _ message: TotemMessage, _ failure: Failure.Type,
        _ isIts: (GateAnswer) -> Bool = { _ in true }
    ) async throws(Failure) -> GateAnswer? {
        let found = try await exchange(
            StoreMessage.totem(store, message), Connection(.totem(store)), nil, failure)
        return found.last { (answer: GateAnswer) in isIts(answer) ? answer : nil }
    }
}

extension GateAnswer {
    /// Whether it answers a totem.
    fileprivate var isTicket: Bool {
        switch self {
        case .ticket, .joinRefused: true
        case .page, .returned, .returnRefused, .opened, .delayed, .entryRefused, .exited, .exitRefused, .issued: false
        }
    }

    /// Whether it answers a gate.
    fileprivate var isEntry: Bool {
        switch self {
        case .opened, .delayed, .entryRefused: true
        case .page, .returned, .returnRefused, .ticket, .joinRefused, .exited, .exitRefused, .issued: false
        }
    }

    /// Whether it answers an exit.
    fileprivate var isExit: Bool {
        switch self {
        case .exited, .exitRefused: true
        case .page, .returned, .returnRefused, .ticket, .joinRefused, .opened, .delayed, .entryRefused, .issued: false
        }
    }

    /// Whether it answers a ticket that is given back.
    fileprivate var isReturn: Bool {
        switch self {
        case .returned, .returnRefused: true
        case .page, .ticket, .joinRefused, .opened, .delayed, .entryRefused, .exited, .exitRefused, .issued: false
        }
    }
}
