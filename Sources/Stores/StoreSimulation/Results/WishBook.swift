// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

/// Follows everybody who wants to shop, from the wish to the way out: what becomes of the wish, and where the person is meanwhile.
struct WishBook {
    private var book: CaseBook
    private var lives = OpenTable(blank: Life())
    private var numbers: [PersonID: Int32] = [:]
    private let hasService: Bool

    /// A wish that is under way, under the shopper's number: nobody has two at once.
    private struct Life {
        var place = Place.origin
        var group: Int32 = 0
        var wishedAt = CityTime.epoch
        /// When the person wants to be there; nil for as soon as may be.
        var wanted: CityTime?
        /// The time to get ready, and from when on nothing but the turn keeps the person; nil while that is not known.
        var ready = TimeSpan.zero
        var readyAt: CityTime?
        /// Whether the wish is in the book, which wants to know when it is due.
        var isAsked = false
        var step = Step.home
        /// Since when the person stands before the store, or is inside.
        var since = CityTime.epoch
        var store = StoreID(0)
        /// The shortest wait that was told of a store.
        var shortest: TimeSpan?
        /// How the ticket or booking ended, which its holder may not know yet.
        var ending: Ending?
    }

    private enum Step { case home, way, outside, inside }

    /// How a ticket or booking ended without an entry.
    enum Ending {
        /// By its holder, who does not want to shop any more.
        case cancelled
        case lost(LossCause)
    }

    init(_ section: StoresSection, _ frame: CaseFrame) {
        book = CaseBook(section.wishForm, frame)
        hasService = section.hasService
    }

    // MARK: The person

    /// Somebody wants to shop.
    mutating func wished(
        _ person: PersonID, _ shopper: ShopperID, at place: Place, group: Int32, ready: TimeSpan, wanted: CityTime?,
        now: CityTime
    ) {
        numbers[person] = shopper.number
        lives.open(
            shopper.number, Life(place: place, group: group, wishedAt: now, wanted: wanted, ready: ready))
    }

    /// Stays away from all stores.
    mutating func gaveUp(_ person: PersonID, _ reason: GiveUpReason) {
        guard let number = numbers.removeValue(forKey: person), let index = lives.index(of: number) else { return }
        ask(number, index, due: nil)
        lose(number, index, LossCause(reason), isOwnWill: reason == .noShow)
    }

    mutating func setOut(_ person: PersonID, to store: StoreID, at now: CityTime) {
        guard let number = numbers[person], let index = lives.index(of: number) else { return }
        // Without a service somebody who wants to come later waits for that at home, and for nothing else.
        ask(number, index, due: hasService ? nil : lives[index].wanted)
        lives[index].step = .way
        move(number, index, to: store)
        if let readyAt = lives[index].readyAt, readyAt < now {
            book.enter(number, phase: WishPhase.turn.rawValue, at: readyAt)
        }
        book.enter(number, phase: WishPhase.way.rawValue, at: now)
    }

    mutating func arrived(_ person: PersonID, at store: StoreID, at now: CityTime) {
        guard let number = numbers[person], let index = lives.index(of: number) else { return }
        (lives[index].step, lives[index].since, lives[index].store) = (.outside, now, store)
        book.enter(number, phase: WishPhase.standing.rawValue, at: now)
    }

    /// Goes in; since when the person has stood before the store.
    mutating func wentIn(_ person: PersonID, at now: CityTime) -> CityTime? {
        guard let number = numbers[person], let index = lives.index(of: number) else { return nil }
        defer { (lives[index].step, lives[index].since) = (.inside, now) }
        book.serve(number, at: now)
        return lives[index].since
    }

    /// Is out again; since when the person was inside.
    mutating func wentOut(_ person: PersonID) -> CityTime? {
        numbers.removeValue(forKey: person).flatMap { lives.close($0)?.since }
    }

    /// Goes home without having been inside; since when the person has stood before the store, nil from the way.
    mutating func turnedBack(_ person: PersonID, _ reason: TurnBackReason) -> CityTime? {
        guard let number = numbers.removeValue(forKey: person), let index = lives.index(of: number) else { return nil }
        let since = lives[index].step == .outside ? lives[index].since : nil
        lose(number, index, LossCause(reason), isOwnWill: false)
        return since
    }

    /// A wish came to nothing. Of a ticket or booking that ended, its end says why.
    private mutating func lose(_ number: Int32, _ index: Int, _ cause: LossCause, isOwnWill: Bool) {
        let stage: LossStage =
            switch lives[index].step {
            case .home: .home
            case .way: .way
            case .outside, .inside: .store
            }
        let ending = lives[index].ending
        lives.close(number)
        switch (cause, ending) {
        case _ where isOwnWill, (.ended, .cancelled?): book.withdraw(number)
        case (.ended, .lost(let cause)?), (.refused, .lost(let cause)?): book.lose(number, stage.reason(cause))
        case (let cause, _): book.lose(number, stage.reason(cause))
        }
    }

    // MARK: The service

    /// The app shows how long it may take at a store: who finds all too long has the shortest to say why.
    mutating func shown(_ shopper: ShopperID, _ store: StoreID, _ wait: TimeSpan) {
        guard let index = lives.index(of: shopper.number), lives[index].step == .home,
            wait < lives[index].shortest ?? .hours(1_000_000)
        else { return }
        lives[index].shortest = wait
        move(shopper.number, index, to: store)
    }

    /// The store refused a ticket or a booking.
    mutating func refused(_ shopper: ShopperID, _ store: StoreID) {
        if let index = lives.index(of: shopper.number), lives[index].step == .home {
            move(shopper.number, index, to: store)
        }
    }

    /// A ticket by phone.
    mutating func queued(_ shopper: ShopperID, _ store: StoreID, at now: CityTime) {
        guard let index = lives.index(of: shopper.number) else { return }
        ask(shopper.number, index, due: nil)
        lives[index].readyAt = now + lives[index].ready
        move(shopper.number, index, to: store)
    }

    /// A booking: the wish is due then.
    mutating func booked(_ shopper: ShopperID, _ store: StoreID, _ slot: CityTime) {
        guard let index = lives.index(of: shopper.number) else { return }
        ask(shopper.number, index, due: slot)
        lives[index].wanted = slot
        move(shopper.number, index, to: store)
    }

    /// A booking is for later than it was first: from then on it is the service that keeps its holder.
    mutating func postponed(_ shopper: Int32) {
        guard let index = lives.index(of: shopper) else { return }
        lives[index].readyAt = lives[index].readyAt ?? lives[index].wanted
    }

    /// A ticket or booking ended.
    mutating func ended(_ shopper: Int32, _ ending: Ending) {
        // Who stands before the store without it has lost the code, and another ticket.
        guard let index = lives.index(of: shopper), lives[index].step != .outside || !ending.isAbsence else { return }
        lives[index].ending = ending
    }

    // MARK: The book

    /// The store that was tried last.
    private mutating func move(_ number: Int32, _ index: Int, to store: StoreID) {
        lives[index].store = store
        if lives[index].isAsked { book.move(number, to: store.index - 1) }
    }

    /// The wish is a demand, now that it is known when it is due.
    private mutating func ask(_ number: Int32, _ index: Int, due: CityTime?) {
        let life = lives[index]
        guard !life.isAsked else { return }
        lives[index].isAsked = true
        book.ask(
            number,
            Demand(
                who: number, at: life.place, group: Int(life.group),
                site: life.store.number > 0 ? life.store.index - 1 : nil, due: due), at: life.wishedAt)
    }

    /// Since when each of those stands who stand before a store, and before which.
    var standing: [(since: CityTime, store: StoreID)] {
        lives.openNumbers.compactMap { number in
            lives.value(of: number).flatMap { $0.step == .outside ? ($0.since, $0.store) : nil }
        }
    }

    /// The run is over.
    mutating func finish(at end: CityTime) -> CaseResult {
        for number in lives.openNumbers { if let index = lives.index(of: number) { ask(number, index, due: nil) } }
        return book.finish(at: end)
    }
}

extension WishBook.Ending {
    /// Whether it ended because nobody came.
    fileprivate var isAbsence: Bool {
        switch self {
        case .lost(.uncalled), .lost(.lapsed): true
        case .lost, .cancelled: false
        }
    }
}

extension CancelCause {
    /// What it is to the holder.
    var ending: WishBook.Ending {
        switch self {
        case .user: .cancelled
        case .delay: .lost(.delayed)
        case .storeRemoved: .lost(.closed)
        case .limitLowered: .lost(.refused)
        }
    }
}
