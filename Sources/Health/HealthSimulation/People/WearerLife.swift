// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import HealthRules
import RandomStreams

/// Somebody who wears a device, with the phone and what lies ahead. A plain value: a city has tens of thousands.
struct WearerLife {
    let person: Person
    let group: Int
    /// The user's number; 0 before signing up.
    var id = WearerID(0)
    let device: DeviceID
    /// The key of the phone's session (SEC-09).
    let seal: UInt64
    var data: PersonalData
    let client: ClientSystem
    var home: Place
    /// Nil for somebody who does not work.
    let work: Place?
    /// After midnight.
    let leaves: TimeSpan
    /// When within the time between two batches this phone's begin.
    let phase: TimeSpan
    let permits: Bool
    let leavesSOSOn: Bool
    var isSOSOn = true
    var failedLinks = 0
    var isLinked = false
    /// Whether the app is in the background today (HEALTH-BACKGROUND).
    var isInBackground = false

    // MARK: What lies ahead

    var nextStart = CityTime.never
    var wornUntil = CityTime.never
    var lost: (from: CityTime, until: CityTime) = (.never, .never)
    var empty: (from: CityTime, until: CityTime) = (.never, .never)
    var episode: (from: CityTime, until: CityTime, place: Int, shift: Double) = (.never, .never, 0, 0)
    /// What the phone keeps, the oldest first (HEALTH-APP).
    var kept: [HealthBatch] = []
    /// Whether a timer runs to send that without a new batch.
    var isFlushing = false
    /// The last batch that the service took.
    var lastStored: HealthBatch?

    // MARK: Values

    /// Departures of the values from their means, and the means: one for each value of a batch.
    var departures: InlineArray<5, Double> = InlineArray(repeating: 0)
    var means: InlineArray<5, Double> = InlineArray(repeating: 0)
    /// When they were looked at last.
    var measured: CityTime?

    // MARK: Draws

    var values: RandomStream
    var hours: RandomStream
    var links: RandomStream
    var episodes: RandomStream
    var choices: RandomStream
    var faults: RandomStream
    var delay: RandomStream

    /// A member of a group: who that is, is drawn now.
    init(_ person: Person, _ index: Int, group: Int, of prepared: PreparedGroup, in world: HealthWorld) {
        self.person = person
        self.group = group
        device = DeviceID(index + 1)
        let habit = prepared.habit
        var traits = person.stream(for: .wearing)
        home = prepared.homes?.place(&traits) ?? .origin
        let place = prepared.workplaces?.place(&traits) ?? .origin
        work = traits.chance(habit.works) ? place : nil
        leaves = traits.time(habit.leaves)
        let age = traits.draw(habit.age)
        // The number is made up: it has the form of none, and is unique.
        data = PersonalData(
            number: "SSN" + String(10_000_000 + index), birth: Self.birth(age, at: world.start), residence: home)
        client = world.systems[traits.pick(weights: world.systems.map(\.weight))].system
        phase = TimeSpan(nanoseconds: Int64(Double(habit.every.nanoseconds) * traits.uniform())).roundedToMilliseconds
        seal = UInt64(traits.uniform() * 4_294_967_296) << 32 | UInt64(traits.uniform() * 4_294_967_296)
        permits = traits.chance(habit.permits)
        leavesSOSOn = traits.chance(habit.sosOn)
        values = person.stream(for: .healthValues)
        hours = person.stream(for: .wornHours)
        links = person.stream(for: .deviceLinks)
        episodes = person.stream(for: .episodes)
        choices = person.stream(for: .healthChoices)
        faults = person.stream(for: .batchFaults)
        delay = person.stream(for: .batchDelay)
        for (place, process) in prepared.processes.enumerated() { means[place] = process.mean(&values) }
    }

    /// The day on which somebody of this age in years was born.
    private static func birth(_ age: Double, at now: CityTime) -> CivilDate {
        CivilDate(now - TimeSpan.hours(24) * Int(max(0, age) * 365.2425))
    }

    /// Where the phone is.
    func place(at now: CityTime, _ group: PreparedGroup) -> Place {
        // Who is in another service's hands is where that one says.
        let held = person.onLoop { $0.holder == nil ? nil : $0.place }
        if let held { return held }
        guard let work else { return home }
        let clock = now.sinceMidnight - leaves
        let way = group.habit.commute
        let back = way + group.habit.worksFor
        if clock < .zero || clock >= back + way { return home }
        if clock < way { return home.along(clock / way, to: work) }
        if clock < back { return work }
        return work.along((clock - back) / way, to: home)
    }

    /// The values of a batch that begins now.
    mutating func measure(at start: CityTime, _ prepared: PreparedGroup) -> InlineArray<5, HealthValue> {
        let span = measured.map { start - $0 }
        measured = start
        let hour = start.hourOfDay
        let isCritical = start >= episode.from && start < episode.until
        var list = InlineArray<5, HealthValue>(repeating: HealthValue(.heartRate, hundredths: 0))
        for place in prepared.processes.indices {
            departures[place] = prepared.processes[place].next(departures[place], after: span, &values)
            let shift = isCritical && episode.place == place ? episode.shift : 0
            list[place] = prepared.processes[place].value(means[place] + shift, departures[place], hour: hour)
        }
        return list
    }
}
