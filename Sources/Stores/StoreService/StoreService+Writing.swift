// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules

/// What a step of the service concerns, so far as another step may yet be undone: a ticket or booking that is being stored.
enum StoreKey: Hashable, Sendable {
    /// A store: its queue, slots and places.
    case store(StoreID)
    /// A shopper, who has one ticket or booking (DEC-STORE-ONE-PENDING).
    case shopper(ShopperID)
}

/// What the service is asked to do, when it must wait.
enum StoreStep: Sendable {
    /// A message, and the answer that the gateway holds back.
    case message(CodedMessage, HeldAnswer?)
    /// The time planned for a store has come.
    case due(StoreID)
}

/// What a call asks of the files.
private struct ShelfWrites {
    /// A new pass, which may be refused: its position among the writes, and that of its directive.
    struct FreshPass {
        let write: Int
        let directive: Int
        let pass: PassID
        let store: StoreID
    }

    var all: [RecordWrite] = []
    var fresh: [FreshPass] = []
}

/// First everything is written, then facts are noted and people notified: who was notified that something is so finds it so
/// after a crash too (AVAIL-07).
///
/// The files are written beside the loop. What the service shows waits for them in the order of the calls, so the log and the
/// clients see what they would see if everything were written in its turn, only later. A new ticket or booking may be refused by
/// its file: its store and its shopper are asked nothing until that is known, and so the rules can take it back.
extension StoreService {
    // MARK: What waits

    /// Whether the step may be taken now; else it comes later by itself.
    func admits(_ step: StoreStep) -> Bool { steps.isIdle || steps.admits(step) { keys(of: $0) } }

    private func takeWaiting() {
        while !isClosed, let step = steps.next({ keys(of: $0) }) { take(step) }
    }

    func keys(of step: StoreStep) -> [StoreKey] {
        switch step {
        case .due(let store): [.store(store)]
        case .message(let input, _): keys(of: input.message)
        }
    }

    private func keys(of message: StoreMessage) -> [StoreKey] {
        switch message {
        case .shopper(let shopper, _, let message):
            keys(of: shopper) + (message.store.map { [.store($0)] } ?? [])
        case .totem(let store, _): [.store(store)]
        case .staff(_, let message): message.store.map { [.store($0)] } ?? []
        case .forget(let shopper): keys(of: shopper)
        case .place(let query, _): keys(of: query.shopper)
        case .outage: []
        }
    }

    /// The shopper, and the store of the ticket or booking.
    private func keys(of shopper: ShopperID) -> [StoreKey] {
        [.shopper(shopper)] + (rules.pending(of: shopper).map { [.store($0.store)] } ?? [])
    }

    // MARK: Writing

    /// Carries out what the rules returned for a step that concerns these.
    func carryOut(_ directives: [StoreDirective], about keys: [StoreKey] = [], _ answer: HeldAnswer? = nil) {
        guard shelves.isKept else {
            show(directives[...], answer)
            return
        }
        let writes = writes(of: directives)
        // Nothing is shown before what was done earlier.
        guard !writes.all.isEmpty || unwritten > 0 else {
            show(directives[...], answer)
            return
        }
        let held = writes.fresh.isEmpty ? [] : keys
        steps.hold(held)
        unwritten += 1
        writer.write(writes.all) { [self] outcome in
            onLoop { $0.written(directives, writes, outcome, held, answer) }
        }
    }

    private func written(
        _ directives: [StoreDirective], _ writes: ShelfWrites, _ outcome: WriteOutcome, _ held: [StoreKey],
        _ answer: HeldAnswer?
    ) {
        unwritten -= 1
        if let failure = outcome.failure { shelfFailure = shelfFailure ?? failure }
        guard !isClosed else { return }
        if let refused = outcome.refused, let fresh = writes.fresh.first(where: { $0.write == refused.index }) {
            show(directives.prefix(fresh.directive))
            carryOut(rules.notStored(fresh.pass, of: fresh.store, at: loop.now), about: [], answer)
        } else {
            show(directives[...], answer)
        }
        steps.release(held)
        takeWaiting()
    }

    /// What the directives ask to write: each new pass by itself, all else that changed once and as it is now.
    private func writes(of directives: [StoreDirective]) -> ShelfWrites {
        var writes = ShelfWrites()
        var unsaved = Unsaved()
        for (index, directive) in directives.enumerated() {
            guard case .store(let store, let pass) = directive, let record = rules[store]?.record(of: pass) else {
                collect(directive, in: &unsaved)
                continue
            }
            flush(&unsaved, to: &writes.all)
            writes.fresh.append(.init(write: writes.all.count, directive: index, pass: pass, store: store))
            writes.all.append(RecordWrite(.save(record), in: shelves.passes, isNeeded: true))
        }
        flush(&unsaved, to: &writes.all)
        return writes
    }

    private func collect(_ directive: StoreDirective, in unsaved: inout Unsaved) {
        switch directive {
        case .save(let store, let pass): unsaved.passes[pass] = store
        case .erase(let pass): unsaved.ended.append(pass)
        case .saveStore(let store): unsaved.stores.append(store)
        case .eraseStore(let store): unsaved.goneStores.append(store)
        case .saveShopper(let shopper): unsaved.shoppers.append(shopper)
        case .eraseShopper(let shopper): unsaved.goneShoppers.append(shopper)
        case .note(let event): if let visit = visits?.take(event, at: loop.now) { unsaved.visits.append(visit) }
        case .store, .notify, .answer, .show, .reply, .lookUp, .wake: break
        }
    }

    private func flush(_ unsaved: inout Unsaved, to writes: inout [RecordWrite]) {
        guard unsaved != Unsaved() else { return }
        let changed = unsaved
        unsaved = Unsaved()
        for store in Set(changed.stores).sorted() {
            if let floor = rules[store] { writes.append(RecordWrite(.save(floor.record), in: shelves.stores)) }
        }
        for (pass, store) in changed.passes.sorted(by: { $0.key < $1.key }) {
            guard let record = rules[store]?.record(of: pass) else { continue }
            writes.append(RecordWrite(.save(record), in: shelves.passes))
        }
        for shopper in Set(changed.shoppers).sorted() {
            writes.append(RecordWrite(.save(rules.record(of: shopper)), in: shelves.shoppers))
        }
        writes += changed.visits.map { RecordWrite(.save($0), in: shelves.visits) }
        writes += changed.ended.map { RecordWrite(.remove($0), in: shelves.passes) }
        writes += changed.goneStores.map { RecordWrite(.remove($0), in: shelves.stores) }
        writes += changed.goneShoppers.map { RecordWrite(.remove($0), in: shelves.shoppers) }
        let forgotten = changed.goneShoppers.flatMap { visits?.forget($0) ?? [] } + (visits?.takeOld() ?? [])
        writes += forgotten.map { RecordWrite(.remove($0), in: shelves.visits) }
    }
}

/// What changed and is not handed over yet.
private struct Unsaved: Equatable {
    var stores: [StoreID] = []
    var passes: [PassID: StoreID] = [:]
    var shoppers: [ShopperID] = []
    var visits: [VisitRecord] = []
    var ended: [PassID] = []
    var goneStores: [StoreID] = []
    var goneShoppers: [ShopperID] = []
}

extension ShopperMessage {
    /// The store that the message names.
    fileprivate var store: StoreID? {
        switch self {
        case .select(let store, _), .join(let store, _, _), .findSlot(let store, _, _), .book(let store, _, _),
            .setFavourite(let store, _):
            store
        case .list, .listAt, .leaveQueue, .cancelBooking, .answerPostponement, .showOwn, .addWish, .removeWish: nil
        }
    }
}

extension StaffMessage {
    /// The store that the message names.
    fileprivate var store: StoreID? {
        switch self {
        case .removeStore(let store), .edit(let store, _), .viewStatistics(let store, _, _),
            .issuePriorityTicket(let store), .requestMaintenance(let store):
            store
        case .addStore: nil
        }
    }
}
