// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// Keeps as many drivers of a group on duty as its curve wants: a thin shell around `DutyRoster`.
///
/// The time that a driver stays is drawn when the driver comes, from a stream of the driver's own.
actor DutyDesk: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private var roster: DutyRoster
    private var drivers: [DriverID: Driver]
    /// When another number is wanted, and how many.
    private let steps: [(from: CityTime, count: Int)]
    private var next = 0
    /// What is to be done in a turn of its own.
    private var waiting: [RosterDirective] = []
    /// The tags of the timers of another wanted number, and of what waits.
    private static let step: TimerTag = 0
    private static let others: TimerTag = 1

    init(_ curve: DayProfile, drivers: ArraySlice<Driver>, city: PopulationCity) {
        loop = city.loop
        roster = DutyRoster(drivers.map(\.id))
        self.drivers = Dictionary(uniqueKeysWithValues: drivers.map { ($0.id, $0) })
        var steps: [(from: CityTime, count: Int)] = []
        for step in curve.steps(from: city.start, to: city.end) {
            let count = Int(min(Double(drivers.count), step.value.rounded()))
            if steps.last?.count != count { steps.append((step.from, count)) }
        }
        self.steps = steps
    }

    func begin() { planNext() }

    private func planNext() {
        if next < steps.count { loop.schedule(self, Self.step, at: steps[next].from, as: .beginning) }
    }

    func timerFired(_ tag: TimerTag) {
        guard tag == Self.step else {
            let directives = waiting
            waiting = []
            carryOut(directives)
            return
        }
        let count = steps[next].count
        next += 1
        planNext()
        let drivers = drivers
        carryOut(roster.want(count, at: loop.now) { drivers[$0]?.onLoop { $0.status == .available } ?? false })
    }

    /// A driver has been on duty for as long as that one stays.
    func timeIsOver(of driver: DriverID) { carryOut(roster.timeIsOver(of: driver, at: loop.now)) }

    /// A driver is off shift. Who comes instead comes in a turn of its own: the service is still telling of this one.
    func takeBack(_ driver: DriverID) {
        let directives = roster.left(driver, at: loop.now)
        guard !directives.isEmpty else { return }
        waiting += directives
        loop.schedule(self, Self.others, at: loop.now, as: .stateChange)
    }

    private func carryOut(_ directives: [RosterDirective]) {
        for directive in directives {
            switch directive {
            case .call(let id): drivers[id]?.onLoop { $0.comeOnDuty(self) }
            case .release(let id): drivers[id]?.onLoop { $0.leaveDuty() }
            }
        }
    }

    func end() { drivers = [:] }
}
