// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import StoreRules

extension CityClient: StoreStaffService {
    // MARK: Sessions

    /// Begins a session (ACCOUNT-MANAGER-01).
    public func loginStaff(_ form: LoginForm) async throws(LoginError) -> Token {
        try await login(form, to: .stores)
    }

    /// Asks for a new password by mail (ACCOUNT-MANAGER-01).
    public func forgotStaffPassword(email: String) async throws(AccessError) {
        try await forgotPassword(email: email, of: .stores)
    }

    /// Follows the link of a mail.
    public func followStaffLink(_ link: Token) async throws(LinkError) -> MailKind {
        try await follow(link, of: .stores)
    }

    // MARK: Stores

    /// Adds a store (STORE-ADD).
    public func addStore(_ token: Token, _ form: StoreForm) async throws(StaffError) -> StoreID {
        try await manage(token, .addStore(form)) { if case .added(let store) = $0 { store } else { nil } }
    }

    /// Removes a store (STORE-REMOVE).
    public func removeStore(_ token: Token, _ store: StoreID) async throws(StaffError) {
        _ = try await manage(token, .removeStore(store)) { if case .removed(let store) = $0 { store } else { nil } }
    }

    /// Changes a parameter (STORE-EDIT).
    public func edit(_ token: Token, _ store: StoreID, _ change: StoreChange) async throws(StaffError) {
        _ = try await manage(token, .edit(store, change)) { if case .changed(let store) = $0 { store } else { nil } }
    }

    /// Reads the numbers (STORE-R19 to -R21).
    public func statistics(
        _ token: Token, of store: StoreID, from: CityTime, to: CityTime
    ) async throws(StaffError) -> StoreStatistics {
        try await manage(token, .viewStatistics(store, from: from, to: to)) {
            if case .statistics(let statistics) = $0 { statistics } else { nil }
        }
    }

    /// When maintenance may be done (AVAIL-07).
    public func maintenanceTime(_ token: Token, of store: StoreID) async throws(StaffError) -> CityTime {
        try await manage(token, .requestMaintenance(store)) {
            if case .maintenance(let time) = $0 { time } else { nil }
        }
    }

    /// Issues a priority ticket (STORE-PRIORITY).
    public func issuePriorityTicket(_ token: Token, at store: StoreID) async throws(TicketError) -> Receipt {
        switch try await ask(token, .issuePriorityTicket(store), TicketError.self) {
        case .ticket(let receipt): return receipt
        case .joinRefused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    private func manage<Found>(
        _ token: Token, _ message: StaffMessage, _ pick: (StaffAnswer) -> Found?
    ) async throws(StaffError) -> Found {
        let answer = try await ask(token, message, StaffError.self)
        if case .refused(let refusal) = answer { throw .refused(refusal) }
        guard let found = answer.flatMap(pick) else { throw .access(.misunderstood) }
        return found
    }

    private func ask<Failure: ServiceError>(
        _ token: Token, _ message: StaffMessage, _ failure: Failure.Type
    ) async throws(Failure) -> StaffAnswer? {
        let found = try await exchange(token, failure) { StoreMessage.staff(StaffID($0.role.number), message) }
        return found.last { (answer: StaffAnswer) in answer }
    }
}
