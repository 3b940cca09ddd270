// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import StoreRules

/// Brings people to stores as a Poisson stream whose rate changes over the day.
final actor ShopperSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let group: Int
    private let known: (count: Int, first: Int32)?
    private let habits: ShopperHabits
    private let homes: ZoneChooser?
    private let people: People
    private let city: StorePopulation
    private var arrivals: Arrivals
    private var callers: RandomStream
    private var visits = 0
    private var shoppers: [Int: Shopper] = [:]

    init(
        group: Int, perDay: Double, hourly: DayProfile, known: (count: Int, first: Int32)?, habits: ShopperHabits,
        homes: ZoneChooser?, people: People, city: StorePopulation
    ) {
        self.group = group
        self.known = known
        self.habits = habits
        self.homes = homes
        self.people = people
        self.city = city
        loop = city.loop
        let source = PersonID.shopper(group: group, member: 0)
        callers = RandomStream(people.key, for: .traits, of: source)
        let world = city.world
        arrivals = Arrivals(
            .daily(perDay, shares: hourly, from: world.start.midnight, until: world.end), from: world.start.midnight,
            RandomStream(people.key, for: .arrivals, of: source), start: world.start, end: world.end)
    }

    func begin() { planNext() }

    private func planNext() {
        if let next = arrivals.next() { loop.schedule(self, 0, at: next, as: .arrival) }
    }

    func timerFired(_ tag: TimerTag) {
        shopper().onLoop { $0.wish() }
        planNext()
    }

    /// Who comes: one of the known people, the same with the draws that follow, or somebody new.
    private func shopper() -> Shopper {
        let member = known.map { callers.index($0.count) } ?? visits
        visits += 1
        let shopper =
            shoppers[member]
            ?? Shopper(
                .shopper(group: group, member: member),
                number: known.map { $0.first + Int32(member) } ?? city.onLoop { $0.nextNumber() }, among: people,
                homes: homes, habits: habits, city: city)
        if known != nil { shoppers[member] = shopper }
        city.onLoop { $0.add(shopper) }
        return shopper
    }

    func end() { shoppers = [:] }
}

extension Shopper {
    /// A member of a group of shoppers, at home.
    init(
        _ id: PersonID, number: Int32, among people: People, homes: ZoneChooser?, habits: ShopperHabits,
        city: StorePopulation
    ) {
        var stream = RandomStream(people.key, for: .shopperHome, of: id)
        let home = homes?.place(ofMember: Int(id.key & 0xff_ffff_ffff), &stream) ?? .origin
        self.init(
            ShopperID(number), Person(id, as: .shopper, at: home, among: people), home: home, habits: habits, city: city
        )
    }
}
