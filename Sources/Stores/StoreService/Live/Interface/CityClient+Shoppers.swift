// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import StoreRules

extension CityClient: ShopperService {
    // MARK: Stores

    /// Stores near a place (STORE-R2, STORE-R3).
    public func stores(
        _ token: Token, near place: Place, within radius: Distance, for purpose: ListPurpose,
        _ filter: SlotFilter? = nil
    ) async throws(ShopperError) -> StoreList {
        try await wish(token, .list(near: place, radius: radius, purpose: purpose, filter: filter)) {
            if case .stores(let rows, let empty) = $0 { StoreList(rows: rows, empty: empty) } else { nil }
        }
    }

    /// Stores near a typed address (STORE-R2, STORE-R3).
    public func stores(
        _ token: Token, at address: String, within radius: Distance, for purpose: ListPurpose,
        _ filter: SlotFilter? = nil
    ) async throws(ShopperError) -> StoreList {
        try await wish(token, .listAt(address: address, radius: radius, purpose: purpose, filter: filter)) {
            if case .stores(let rows, let empty) = $0 { StoreList(rows: rows, empty: empty) } else { nil }
        }
    }

    /// Opens a store's page (STORE-R6).
    public func page(
        _ token: Token, of store: StoreID, from path: SelectionPath = .list
    ) async throws(ShopperError) -> StorePage {
        try await wish(token, .select(store: store, path: path)) {
            if case .page(let page) = $0 { page } else { nil }
        }
    }

    // MARK: The queue

    /// Joins a store's queue (STORE-R4).
    public func join(
        _ token: Token, _ store: StoreID, travel: TimeSpan = .zero, request: Int32 = 0
    ) async throws(TicketError) -> Receipt {
        let channel: TicketChannel = sender.kind == .web ? .web : .app
        let message = ShopperMessage.join(store: store, channel: channel, travel: travel)
        let answer: Result<Receipt, TicketError>? = try await ask(token, message, request, TicketError.self) {
            switch $0 {
            case .queued(let receipt): .success(receipt)
            case .joinRefused(_, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.repeated) }
        return try answer.get()
    }

    /// Leaves the queue (STORE-R9).
    public func leaveQueue(_ token: Token, isConfirmed: Bool) async throws(ShopperError) {
        _ = try await wish(token, .leaveQueue(isConfirmed: isConfirmed)) {
            if case .left(let pass) = $0 { pass } else { nil }
        }
    }

    // MARK: Bookings

    /// The least crowded slot of a time (STORE-R7).
    public func leastCrowdedSlot(
        _ token: Token, at store: StoreID, from: CityTime, to: CityTime
    ) async throws(ShopperError) -> CityTime? {
        try await wish(token, .findSlot(store: store, from: from, to: to)) { notice -> CityTime?? in
            if case .slotProposed(_, let slot) = notice { .some(slot) } else { nil }
        }
    }

    /// Books a slot (STORE-R7).
    public func book(
        _ token: Token, _ store: StoreID, at slot: CityTime, request: Int32 = 0
    ) async throws(BookingError) -> Receipt {
        let channel: TicketChannel = sender.kind == .web ? .web : .app
        let message = ShopperMessage.book(store: store, channel: channel, slot: slot)
        let answer: Result<Receipt, BookingError>? = try await ask(token, message, request, BookingError.self) {
            switch $0 {
            case .booked(let receipt): .success(receipt)
            case .bookingRefused(_, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
        guard let answer else { throw .access(.repeated) }
        return try answer.get()
    }

    /// The own ticket or booking with its code (STORE-LIVE, PERF-12).
    public func ownPass(_ token: Token) async throws(ShopperError) -> Receipt? {
        try await wish(token, .showOwn) { notice -> Receipt?? in
            if case .own(let receipt) = notice { .some(receipt) } else { nil }
        }
    }

    /// Cancels the own booking (STORE-R8).
    public func cancelBooking(_ token: Token, isConfirmed: Bool) async throws(ShopperError) {
        _ = try await wish(token, .cancelBooking(isConfirmed: isConfirmed)) {
            if case .cancelled(let pass, .user) = $0 { pass } else { nil }
        }
    }

    /// Answers a proposed postponement (STORE-R12); what follows comes as a notice.
    public func answerPostponement(_ token: Token, accept: Bool) async throws(ShopperError) {
        let refusal: ShopperRefusal? = try await ask(token, .answerPostponement(accept: accept), 0, ShopperError.self) {
            if case .refused(let refusal) = $0 { refusal } else { nil }
        }
        if let refusal { throw .refused(refusal) }
    }

    // MARK: Favourites and wishes

    /// Marks a favourite, or takes the mark away (STORE-FAVOURITE).
    public func setFavourite(
        _ token: Token, _ store: StoreID, isOn: Bool
    ) async throws(ShopperError) -> [StoreID] {
        try await wish(token, .setFavourite(store: store, isOn: isOn)) {
            if case .favourites(let stores) = $0 { stores } else { nil }
        }
    }

    /// Wants to be notified of free slots (STORE-ALERT).
    public func addWish(_ token: Token, _ wish: SlotWish) async throws(ShopperError) -> WishID {
        try await self.wish(token, .addWish(wish)) { if case .wishStored(let id) = $0 { id } else { nil } }
    }

    /// Does not any more.
    public func removeWish(_ token: Token, _ wish: WishID) async throws(ShopperError) {
        _ = try await self.wish(token, .removeWish(wish)) { if case .wishRemoved(let id) = $0 { id } else { nil } }
    }

    // MARK: Notices

    /// What the shopper is told beside answers.
    public func nextNotice(_ token: Token) async throws(AccessError) -> StoreNotice {
        let session = try openSession(token, AccessError.self)
        guard session.role.name == .shopper else { throw .wrongRole }
        return try await nextNotice(token) { (notice: StoreNotice) in notice }
    }

    /// Sends a wish that is granted with one kind of notice.
    private func wish<Found>(
        _ token: Token, _ message: ShopperMessage, _ pick: (StoreNotice) -> Found?
    ) async throws(ShopperError) -> Found {
        let answer: Result<Found, ShopperError>? = try await ask(token, message, 0, ShopperError.self) {
            if case .refused(let refusal) = $0 { .failure(.refused(refusal)) } else { pick($0).map { .success($0) } }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// Sends a message; returns what the last notice says that a closure picks.
    private func ask<Found, Failure: ServiceError>(
        _ token: Token, _ message: ShopperMessage, _ request: Int32, _ failure: Failure.Type,
        _ pick: (StoreNotice) -> Found?
    ) async throws(Failure) -> Found? {
        let found = try await exchange(token, failure) {
            StoreMessage.shopper($0.shopper, request: request, message)
        }
        return found.last(pick)
    }
}
