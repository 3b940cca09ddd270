// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import StoreRules

/// What managers and employees of stores ask, with credentials of their own (ACCOUNT-MANAGER-01, -02). Profile, password and
/// log-out are those of `AccountService`.
public protocol StoreStaffService: Sendable {
    /// Begins a session; an error with wrong credentials says how to recover them (`recoveryHint`).
    func loginStaff(_ form: LoginForm) async throws(LoginError) -> Token
    /// Asks for a new password by mail. The answer is the same for every address.
    func forgotStaffPassword(email: String) async throws(AccessError)
    /// Follows the link of a mail. Returns what it did.
    func followStaffLink(_ link: Token) async throws(LinkError) -> MailKind

    /// Adds a store (STORE-ADD).
    func addStore(_ token: Token, _ form: StoreForm) async throws(StaffError) -> StoreID
    /// Removes a store: its tickets and bookings end with notice (STORE-REMOVE).
    func removeStore(_ token: Token, _ store: StoreID) async throws(StaffError)
    /// Changes a parameter; it applies at once (STORE-EDIT).
    func edit(_ token: Token, _ store: StoreID, _ change: StoreChange) async throws(StaffError)
    /// Reads the numbers, and the slots from one instant on and before another (STORE-R19 to -R21).
    func statistics(
        _ token: Token, of store: StoreID, from: CityTime, to: CityTime
    ) async throws(StaffError) -> StoreStatistics
    /// Issues a priority ticket at the totem (STORE-PRIORITY).
    func issuePriorityTicket(_ token: Token, at store: StoreID) async throws(TicketError) -> Receipt
    /// When maintenance may be done (AVAIL-07).
    func maintenanceTime(_ token: Token, of store: StoreID) async throws(StaffError) -> CityTime
}

/// What the devices of a store ask: its totem, and the code readers at gate and exit. They need no account (ACCOUNT-SMS-03).
public protocol TotemService: Sendable {
    /// Somebody stands before the totem (STORE-TOTEM), which shows how many queue and how long it may take (STORE-R6). Nil when
    /// there is no such store.
    @discardableResult func wakeTotem(at store: StoreID) async throws(AccessError) -> StorePage?
    /// A ticket is given back by its code: its holder leaves the queue (STORE-R9). False when it is no ticket that waits.
    func returnTicket(_ code: EntryCode, at store: StoreID) async throws(AccessError) -> Bool
    /// Somebody without a device joins the queue; the receipt is to be printed (STORE-R5).
    func takeTicket(at store: StoreID) async throws(TicketError) -> Receipt
    /// A code is shown at the gate (STORE-R10): whether the gate opens now, or later, when `nextDisplay` says so.
    func scanIn(_ code: EntryCode, at store: StoreID) async throws(EntryError) -> GateDecision
    /// A code is shown at the exit; returns who is out (STORE-EXIT).
    func scanOut(_ code: EntryCode, at store: StoreID) async throws(ExitError) -> PassID
    /// What monitor, gate and printer do next: the oldest that was not read, or the next one. Kept from the first call on.
    func nextDisplay(at store: StoreID) async throws(AccessError) -> StoreDisplay
    /// What monitor, gate and printer do after a number, the oldest first: at once when there is something, else as soon as there is.
    /// For devices behind a network, where an answer may be lost: reading takes nothing away, and the newest 100 are kept from the
    /// first call on.
    func displays(at store: StoreID, after number: Int64) async throws(AccessError) -> NewsRead<StoreDisplay>
}

/// What a gate does with a code that is good.
public enum GateDecision: Hashable, Sendable {
    /// It opens for the holder.
    case open(PassID)
    /// No place is free: the holder waits (STORE-R13).
    case wait(PassID)
}

/// What a store's devices do, whoever caused it.
public enum StoreDisplay: Hashable, Sendable {
    /// A line on the monitor, for those without a device (STORE-CALL).
    case line(PassID, MonitorLine)
    /// The gate opens: also for somebody who waited there (STORE-R13).
    case open(PassID)
    /// One totem of the store prints a ticket that an employee issued (STORE-PRIORITY). Whoever asks a totem for a ticket has it as the answer.
    case print(Receipt)
}
