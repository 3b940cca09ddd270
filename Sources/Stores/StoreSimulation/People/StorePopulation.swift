// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import StoreRules
import StoreService

/// Everybody who shops in a city: brings what the service says to people, phones and devices. In simulation only.
final actor StorePopulation: CityActor, @preconcurrency DirectEntry, ErrandHost, StoreClients {
    nonisolated let loop: CityLoop
    nonisolated let section: StoresSection
    nonisolated let world: StoreWorld
    nonisolated private let places: [Place]
    nonisolated private let log: EventChannel<ShoppingEvent>
    nonisolated private let service: StoreService?
    /// Nil where messages reach the service at once.
    nonisolated let lines: StoreLines?
    nonisolated private let maps: SimulatedMaps?
    var stores: [KnownStore]
    private var shoppers = OpenTable<Shopper?>(blank: nil)
    /// Who holds a ticket or booking, by its number.
    private var holders = OpenTable<Shopper?>(blank: nil)
    /// What monitors show of tickets that nobody has yet: from a server a ticket may come after its own call.
    private var shown: [PassID: MonitorLine] = [:]
    /// Who stands before a totem or gate now: its answer comes in the same turn.
    private var atDevice: Shopper?
    private var sources: [ShopperSource] = []
    /// Numbers below are those of groups of known people; the others are given as people come.
    private var lastNumber: Int32
    /// How people shop who came with another role.
    private let guestHabits: [RoleName: (share: Double, habits: ShopperHabits)]
    private var guests: [PersonID: Shopper] = [:]
    /// How people shop whose day has time for it, by the name of the group that they are like.
    private let dayHabits: [String: ShopperHabits]

    /// The people around these stores; nobody has come yet. Without a service everybody stands in a line.
    init(
        _ world: StoreWorld, forms: [StoreForm], service: StoreService?, guests: [RoleName: Guests.Habit]
    ) {
        self.world = world
        self.service = service
        lines = world.served.map { StoreLines(world, $0) }
        section = world.section
        maps = service == nil ? nil : SimulatedMaps(world)
        // Passengers who live in the city have come before anybody else.
        lastNumber = Int32(world.section.peopleCount)
        loop = world.loop
        log = world.log.channel(ShoppingEvent.self)
        places = forms.map { $0.place ?? .origin }
        stores = forms.compactMap(\.settings).map { KnownStore($0) }
        guestHabits = guests.mapValues { guests in
            let groups = world.section.shoppers
            let number = groups.firstIndex { $0.name == guests.like }
            let group = number.map { groups[$0] } ?? ShopperGroup()
            return (guests.share, ShopperHabits(group, number: number ?? 0, pause: guests.pause))
        }
        dayHabits = Dictionary(
            world.section.shoppers.enumerated().map { ($1.name, ShopperHabits($1, number: $0, pause: nil)) },
            uniquingKeysWith: { first, _ in first })
        let maps = maps
        service?.onLoop { $0.connect(self, maps: maps) }
        lines?.onLoop { $0.begin(self, service) }
    }

    nonisolated var hasService: Bool { service != nil }
    nonisolated func note(_ event: ShoppingEvent) { log.note(event) }
    /// Hands a message to the service.
    nonisolated func send(_ message: StoreMessage) {
        if let lines { return lines.onLoop { $0.send(message) } }
        service?.onLoop { $0.take(message) }
    }
    /// Sends something to the accounts.
    nonisolated func send(_ message: PhoneMessage, of shopper: Shopper) {
        lines?.onLoop { $0.send(message, of: shopper) }
    }
    /// Whether a shopper's phone has no session.
    nonisolated func needsLogin(_ shopper: Shopper) -> Bool {
        section.accounts != nil && lines?.onLoop { $0.needsLogin(shopper) } == true
    }
    /// The way on foot.
    nonisolated func walk(from place: Place, to store: StoreID, leaving: CityTime) -> TimeSpan {
        world.travel.walk(from: place, to: places[store.index - 1], leaving: leaving).duration
    }
    nonisolated func place(of store: StoreID) -> Place { places[store.index - 1] }
    /// The address that somebody at a place types.
    nonisolated func address(at place: Place) -> String { maps?.onLoop { $0.typed(at: place) } ?? "" }

    // MARK: People

    /// The shoppers of the scenario come into the city.
    nonisolated func begin(among people: People) {
        onLoop { $0.makeShoppers(people) }
    }

    private func makeShoppers(_ people: People) {
        var first: Int32 = 1
        for (index, group) in section.shoppers.enumerated() {
            let homes = ZoneChooser(group.home, layout: world.layout)
            switch group.demand {
            case .population(let count, let pause):
                let habits = ShopperHabits(group, number: index, pause: pause)
                for member in 0..<count {
                    let shopper = Shopper(
                        .shopper(group: index, member: member), number: first + Int32(member), among: people,
                        homes: homes, habits: habits, city: self)
                    add(shopper)
                    shopper.onLoop { $0.begin() }
                }
                first += Int32(count)
            case .arrivals(let perDay, let hourly, let count):
                sources.append(
                    ShopperSource(
                        group: index, perDay: perDay, hourly: hourly, known: count.map { (count: $0, first: first) },
                        habits: ShopperHabits(group, number: index, pause: nil), homes: homes, people: people,
                        city: self))
                first += Int32(count ?? 0)
            }
        }
        for source in sources { source.onLoop { $0.begin() } }
        for edit in section.changes where edit.time >= loop.now {
            loop.schedule(at: edit.time, as: .stateChange) { self.onLoop { $0.carryOut(edit) } }
        }
    }

    /// A number for somebody whom no group counts.
    func nextNumber() -> Int32 {
        lastNumber += 1
        return lastNumber
    }

    func add(_ shopper: Shopper) { shoppers.open(shopper.id.number, shopper) }

    /// Somebody who came for one visit, or leaves the city, is done.
    func isDone(_ shopper: Shopper) {
        shoppers.close(shopper.id.number)
        if shopper.comesOnce { lines?.onLoop { $0.forget(shopper.id) } }
    }

    /// Somebody who is here.
    func shopper(_ id: ShopperID) -> Shopper? { shoppers.value(of: id.number) ?? nil }

    /// How many people are kept.
    var count: Int { shoppers.count }

    /// Somebody comes into the city with another role, who may shop as well.
    nonisolated func join(_ person: Person) -> Bool { onLoop { $0.welcomes(person) } }

    private func welcomes(_ person: Person) -> Bool {
        let named = person.uses[.stores].flatMap { dayHabits[$0] }.map { (share: 1.0, habits: $0) }
        guard let (share, habits) = named ?? guestHabits[person.role] else { return false }
        if let known = guests[person.id] {
            add(known)
            known.onLoop { $0.begin() }
            return true
        }
        var traits = person.stream(for: .shopperHome)
        guard traits.chance(share) else { return false }
        let guest = Shopper(ShopperID(nextNumber()), person, home: nil, habits: habits, city: self)
        guests[person.id] = guest
        add(guest)
        guest.onLoop { $0.begin() }
        return true
    }

    nonisolated var errandService: ServiceID { .stores }

    nonisolated func expect(_ errand: Errand, of person: PersonID) {
        onLoop { $0.guests[person] }?.onLoop { $0.expect(errand) }
    }

    nonisolated func begin(_ errand: Int32, of person: PersonID) {
        onLoop { $0.guests[person] }?.onLoop { $0.begin(errand) }
    }

    nonisolated func leave(_ person: Person) {
        onLoop { city in
            guard let guest = city.guests[person.id] else { return }
            guest.onLoop { $0.leave() }
            // Whoever has shopped is kept: the person may come again, and draws on then.
            if !guest.onLoop({ $0.hasShopped }) { city.guests[person.id] = nil }
            if guest.onLoop({ $0.visit == nil }) { city.isDone(guest) }
        }
    }

    nonisolated func end() {
        onLoop { city in
            city.shoppers = OpenTable(blank: nil)
            city.holders = OpenTable(blank: nil)
            city.shown = [:]
            city.guests = [:]
            for source in city.sources { source.onLoop { $0.end() } }
            city.lines?.onLoop { $0.end() }
            city.sources = []
            for index in city.stores.indices { city.stores[index].line = [] }
        }
    }

    // MARK: Tickets

    /// Somebody has a ticket from now on. The answer is what the monitor shows of it already.
    func hold(_ pass: PassID, _ shopper: Shopper) -> MonitorLine? {
        holders.open(pass.number, shopper)
        return shown.removeValue(forKey: pass)
    }

    func forget(_ pass: PassID) { holders.close(pass.number) }

    /// Somebody stands before the totem, and reads what it shows.
    func wakesTotem(_ shopper: Shopper, _ store: StoreID) { send(.totem(store, .wake), of: shopper) }

    func takesTicket(_ shopper: Shopper, _ store: StoreID, fromEmployee: Bool) {
        if fromEmployee { send(.totem(store, .wake)) }
        send(
            fromEmployee
                ? .staff(StoreWorld.employee(of: store), .issuePriorityTicket(store)) : .totem(store, .takeTicket),
            of: shopper)
    }

    func scans(_ shopper: Shopper, _ store: StoreID, _ code: EntryCode) {
        send(.totem(store, .scanIn(code)), of: shopper)
    }

    private func send(_ message: StoreMessage, of shopper: Shopper) {
        if let lines { return lines.onLoop { $0.send(message, of: shopper) } }
        atDevice = shopper
        send(message)
        atDevice = nil
    }

    // MARK: What the service says

    nonisolated func notify(_ shopper: ShopperID, _ notice: StoreNotice) {
        guard let person = onLoop({ $0.shopper(shopper) }) else { return }
        if notice.isNews, loses(to: person) { return person.onLoop { $0.missesNotice() } }
        if let lines { return lines.onLoop { $0.deliver(notice, to: person) } }
        person.onLoop { $0.take(notice) }
    }

    /// Whether a notice to somebody's phone is lost now.
    nonisolated private func loses(to shopper: Shopper) -> Bool {
        let share = section.notices.lost
        guard share > 0 else { return false }
        let owner = StubLuck.owner(shopper.person.id.key, at: loop.now)
        var stream = RandomStream(world.key, for: .noticeLosses, of: owner)
        guard stream.chance(share) else { return false }
        note(.noticeLost(person: shopper.person.id))
        return true
    }

    nonisolated func answer(_ store: StoreID, _ answer: GateAnswer) {
        // Also somebody who has waited at the gate.
        if case .opened(let pass) = answer {
            onLoop { $0.holders.value(of: pass.number) ?? nil }?.onLoop { $0.take(answer) }
        } else if let lines {
            lines.onLoop { $0.answered(answer) }
        } else {
            onLoop { $0.atDevice }?.onLoop { $0.take(answer) }
        }
    }

    nonisolated func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine) {
        let holder = onLoop { city in
            let holder = city.holders.value(of: pass.number) ?? nil
            if holder == nil, city.lines != nil { city.shown[pass] = line }
            return holder
        }
        holder?.onLoop { $0.take(line, pass) }
    }

    nonisolated func reply(_ staff: StaffID, _ answer: StaffAnswer) {
        guard case .joinRefused(let reason) = answer else { return }
        if let lines { return lines.onLoop { $0.answered(.joinRefused(reason)) } }
        onLoop { $0.atDevice }?.onLoop { $0.take(.joinRefused(reason)) }
    }

    // MARK: Stores as people know them

    /// Whether there is any store.
    var hasStores: Bool { stores.contains { !$0.isRemoved } }

    func hours(of store: StoreID) -> OpeningHours { stores[store.index - 1].hours }

    /// The nearest store that is open at a time.
    func nearest(to place: Place, at time: CityTime) -> StoreID? {
        var best: (distance: Distance, index: Int)?
        for (index, store) in stores.enumerated() {
            let distance = place.distance(to: places[index])
            if let best, best.distance <= distance { continue }
            if !store.isRemoved, store.hours.isOpen(at: time) { best = (distance, index) }
        }
        return best.map { StoreID($0.index + 1) }
    }

    /// A manager changes something, which the people learn as well.
    private func carryOut(_ edit: StoreEdit) {
        for number in section.stores(of: edit) {
            let store = StoreID(number)
            stores[number - 1].change(edit.change)
            if let change = edit.change {
                send(.staff(StoreWorld.manager, .edit(store, change)))
            } else {
                send(.staff(StoreWorld.manager, .removeStore(store)))
            }
            if !hasService { admitFromLine(store) }
        }
    }
}
