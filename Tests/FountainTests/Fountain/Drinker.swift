// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
import CityModel
import CitySlices
import RandomStreams

extension Purpose {
    /// When somebody is thirsty next, and whether at all.
    static let thirst = Purpose(200)
}

/// The role: somebody who drinks now and then, and stands at the fountain for a while.
final actor Drinker: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let person: Person
    private let habit: FountainParameters
    private let drink: @Sendable (PersonID) -> Void
    private var thirst: RandomStream
    private var isLeaving = false

    private enum Timer: TimerTag { case thirsty, done }

    init(_ person: Person, _ habit: FountainParameters, drink: @escaping @Sendable (PersonID) -> Void) {
        self.person = person
        self.habit = habit
        self.drink = drink
        loop = person.loop
        thirst = person.stream(for: .thirst)
    }

    func begin() {
        if thirst.chance(habit.share) { plan(.thirsty, after: thirst.time(habit.thirst)) }
    }

    func leave() { isLeaving = true }

    private func plan(_ timer: Timer, after span: TimeSpan) {
        loop.schedule(self, timer.rawValue, at: loop.now + span, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        switch Timer(rawValue: tag) {
        case .thirsty:
            guard !isLeaving else { return }
            // Who is in a taxi is thirsty for longer, unless the habit says otherwise, which is a fault.
            if habit.isPatient, !person.onLoop({ $0.isFree(for: .fountain) }) {
                person.onLoop {
                    $0.whenFree { [weak self] in self?.onLoop { $0.timerFired(Timer.thirsty.rawValue) } }
                }
                return
            }
            if habit.stay > .zero { person.onLoop { $0.begin(.fountain) } }
            drink(person.id)
            plan(.done, after: habit.stay)
        case .done:
            if habit.stay > .zero { person.onLoop { $0.end(.fountain, at: $0.place) } }
            plan(.thirsty, after: max(.seconds(1), thirst.time(habit.thirst)))
        case nil: break
        }
    }
}

/// Makes drinkers of the people of a city.
final actor Drinkers: CityActor, RoleSource {
    nonisolated let loop: CityLoop
    private let habit: FountainParameters
    private var drinkers: [PersonID: Drinker] = [:]
    private let drink: @Sendable (PersonID) -> Void

    init(_ habit: FountainParameters, loop: CityLoop, drink: @escaping @Sendable (PersonID) -> Void) {
        self.habit = habit
        self.loop = loop
        self.drink = drink
    }

    nonisolated func join(_ person: Person) -> Bool {
        onLoop { drinkers in
            let drinker = Drinker(person, drinkers.habit, drink: drinkers.drink)
            drinkers.drinkers[person.id] = drinker
            drinker.onLoop { $0.begin() }
            return true
        }
    }

    nonisolated func leave(_ person: Person) {
        onLoop { $0.drinkers.removeValue(forKey: person.id)?.onLoop { $0.leave() } }
    }

    nonisolated func end() {
        onLoop { $0.drinkers = [:] }
    }
}
