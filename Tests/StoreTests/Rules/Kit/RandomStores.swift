// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import StoreRules

/// Small stores that live at random for a day or two, with all that can go wrong: full stores, no-shows, dead phones, outages,
/// restarts, changed limits, quotas and hours, a removed store. On a coarse grid of times, so that much happens at one instant.
struct RandomStores {
    var city: StoreCity
    private var chance: SplitMix64
    private let storeCount: Int
    private let shoppers: Int
    /// Leave out what a restarted service decides at other instants.
    let isCalm: Bool

    init(seed: Int, isCalm: Bool = false) {
        var chance = SplitMix64(seed: seed)
        self.isCalm = isCalm
        shoppers = chance.number(6...30)
        storeCount = isCalm ? 1 : chance.number(1...2)
        var parameters = StoreParameters()
        parameters.borrowsPlaces = chance.once(in: 3)
        parameters.estimateSpacing = chance.pick([.zero, .zero, .seconds(30)])
        parameters.visitsInMean = chance.pick([1, 5, 50])
        city = StoreCity(parameters: parameters, at: clock(7))
        for index in 0..<storeCount {
            var settings = StoreSettings.of(
                Int32(chance.number(1...3)), Int32(chance.number(0...2)), Int32(chance.number(0...3)))
            if !isCalm, !chance.once(in: 3) { settings.hours = .daily(.hours(8), .hours(chance.number(11...20))) }
            settings.slots = SlotGrid(
                every: chance.pick([.minutes(15), .minutes(30)]), size: Int32(chance.number(1...3)))
            settings.holding = chance.pick([.minutes(15), .minutes(15), .hours(2)])
            settings.expectedVisit = chance.pick([.minutes(5), .minutes(20), .minutes(60), .minutes(100)])
            if isCalm {
                settings.delays.major = .hours(23)
                settings.delays.hopeless = .hours(24)
            }
            city.add(settings, at: Place(metresEast: Double(index) * 500, north: 0))
        }
        self.chance = chance
        city.checks = false
    }

    /// One instant: some things happen, then what falls due.
    mutating func step() {
        let pause = chance.pick([1, 1, 2, 5, 5, 10, 15])
        let next = city.now + .minutes(pause)
        // An outage: nothing falls due before the service is back.
        if !isCalm, chance.once(in: 40) { city.jump(to: next + .minutes(30)) } else { city.at(next) }
        for _ in 0..<chance.number(1...4) { act() }
        city.run()
        if !isCalm, chance.once(in: 60) {
            city.restart()
            city.run()
        }
        city.rules.checkInvariants()
    }

    private mutating func act() {
        let store = chance.number(1...storeCount)
        let shopper = chance.number(1...shoppers)
        switch chance.number(1...20) {
        case 1, 2, 3: city.join(shopper, travel: chance.pick([0, 0, 5, 20]), store: store)
        case 4, 5: city.totemTicket(store: store)
        case 6: city.priorityTicket(store: store)
        case 7, 8:
            let minutes = chance.number(0...7) * 15
            city.book(shopper, city.now.midnight + city.now.quarter + .minutes(minutes), store: store)
        case 9: city.shopper(shopper, .leaveQueue(isConfirmed: !chance.once(in: 8)))
        case 10: city.shopper(shopper, .cancelBooking(isConfirmed: !chance.once(in: 8)))
        case 11: answer()
        case 12, 13, 14: scan(wanted: [.called])
        case 15, 16: scan(wanted: [.booked])
        case 17, 18: leave()
        case 19: if chance.once(in: 3) { scan(wanted: nil) }
        default: if chance.once(in: 2) { edit(store) }
        }
    }

    /// A pass that has not ended, in one of these phases.
    private mutating func pick(_ phases: [Pass.Phase]) -> Pass? {
        var found: [Pass] = []
        for floor in city.rules.floors {
            found += floor.openPasses.compactMap { floor.record(of: $0) }.filter { phases.contains($0.phase) }
        }
        return found.isEmpty ? nil : chance.pick(found)
    }

    private mutating func scan(wanted phases: [Pass.Phase]?) {
        if let phases {
            // A booked shopper comes about the right time.
            guard let pass = pick(phases), pass.phase == .called || pass.time - city.now < .minutes(3) else { return }
            city.scan(pass.id, store: pass.store.index)
        } else {
            city.scan(PassID(chance.number(1...max(1, Int(city.rules.lastPass)))), store: chance.number(1...storeCount))
        }
    }

    private mutating func leave() {
        // Visitors on booking places are slow, so that others wait for them.
        guard let pass = pick([.inside]), pass.place != .booking || chance.once(in: 3) else { return }
        city.exit(pass.id, store: pass.store.index)
    }

    private mutating func answer() {
        let asked = city.rules.floors.flatMap { floor in floor.openPasses.compactMap { floor.record(of: $0) } }
            .filter { $0.proposal != nil }
        guard !asked.isEmpty, let shopper = chance.pick(asked).shopper else { return }
        city.shopper(shopper.index, .answerPostponement(accept: !chance.once(in: 3)))
    }

    private mutating func edit(_ store: Int) {
        let settings = city.rules.floors[store - 1].settings
        switch chance.number(1...(isCalm ? 6 : 11)) {
        case 1, 2: city.edit(.limit(Int32(chance.number(1...8))), of: store)
        case 3, 4:
            let (place, balance) = (chance.pick(PlaceClass.allCases), chance.pick(PlaceClass.allCases))
            city.edit(.quota(place, Int32(chance.number(0...4)), balance: balance), of: store)
        case 5: city.edit(.admissionWindow(.minutes(chance.pick([0, 5, 15]))), of: store)
        case 6: city.edit(.grace(.minutes(chance.pick([1, 5, 10]))), of: store)
        case 7: city.edit(.holding(chance.pick([.minutes(15), .hours(1), .hours(2)])), of: store)
        case 8: city.edit(.priorityQueue(isOpen: !settings.hasPriorityQueue), of: store)
        case 9:
            city.edit(.openingHours(.daily(.hours(chance.number(6...9)), .hours(chance.number(10...20)))), of: store)
        case 10: city.edit(.slots(SlotGrid(every: .minutes(chance.pick([15, 45])), size: 2)), of: store)
        default: if chance.once(in: 6) { city.staff(.removeStore(StoreID(store))) }
        }
    }

    /// Everybody leaves, and what is booked lapses.
    mutating func end() {
        for _ in 0..<10 {
            city.at(city.now + .hours(1))
            for floor in city.rules.floors {
                for pass in floor.openPasses where floor.record(of: pass)?.phase == .inside {
                    city.exit(pass, store: floor.id.index)
                }
            }
            city.run()
        }
    }
}

extension CityTime {
    /// The next quarter of an hour, since midnight.
    var quarter: TimeSpan { .minutes((sinceMidnight.minutes + 15) / 15 * 15) }
}
