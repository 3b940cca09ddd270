// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import AmbulanceService
import CityLoop
import CityModel
import RandomStreams

/// The crews: what each is asked to do takes its time, and is reported then.
final actor AmbulanceCrews: TimedActor, @preconcurrency DirectEntry {
    /// What a crew does until its timer fires.
    private enum Step: UInt8 {
        case turningOut, driving, loading, clearing, transporting, handingOver, goingHome
    }

    /// What a crew knows of its last call.
    private struct Crew {
        var timer = TimerHandle.none
        /// The number by which the draws of its call are known.
        var number: UInt64 = 0
        var priority: Int32 = 1
    }

    nonisolated let loop: CityLoop
    private let priorities: [PriorityGroup]
    private let service: AmbulanceService
    private let key: StreamKey
    /// By number, from 1.
    private var crews: [Crew] = []
    /// The numbers of open calls in their stream.
    private var numbers: [AmbulanceCallID: UInt64] = [:]

    init(_ priorities: [PriorityGroup], service: AmbulanceService, key: StreamKey) {
        self.priorities = priorities
        self.service = service
        self.key = key
        loop = service.loop
    }

    /// A call is the one of this number in the stream of calls.
    func know(_ call: AmbulanceCallID, as number: UInt64) { numbers[call] = number }

    // MARK: Orders

    /// Takes an order, in place of the one before.
    func take(_ order: CrewOrder, _ ambulance: AmbulanceID) {
        while crews.count < ambulance.index { crews.append(Crew()) }
        loop.cancel(crews[ambulance.index - 1].timer)
        crews[ambulance.index - 1].timer = .none
        switch order {
        case .turnOut(let call, let priority, let origin):
            // An SOS has no number in the stream; its own is beyond all of them.
            let number = numbers.removeValue(forKey: call) ?? 1 << 40 | UInt64(UInt32(bitPattern: call.number))
            crews[ambulance.index - 1].number = number
            crews[ambulance.index - 1].priority = priority
            plan(.turningOut, ambulance, after: origin == .station ? draw(\.turnOut, .turnOut, ambulance) : .zero)
        case .drive(let expected):
            plan(.driving, ambulance, after: drawn(\.drive, .driveToScene, ambulance) ?? expected)
        case .transport(_, let expected):
            plan(.transporting, ambulance, after: drawn(\.transport, .driveToHospital, ambulance) ?? expected)
        case .goHome(let expected): plan(.goingHome, ambulance, after: expected)
        case .standDown: break
        }
    }

    private func plan(_ step: Step, _ ambulance: AmbulanceID, after time: TimeSpan) {
        let tag = TimerTag(UInt32(bitPattern: ambulance.number)) << 8 | TimerTag(step.rawValue)
        crews[ambulance.index - 1].timer = loop.schedule(self, tag, at: loop.now + time, as: .arrival)
    }

    // MARK: Reports

    /// A crew has done what it was asked to do.
    func timerFired(_ tag: TimerTag) {
        let ambulance = AmbulanceID(Int32(truncatingIfNeeded: tag >> 8))
        crews[ambulance.index - 1].timer = .none
        switch Step(rawValue: UInt8(truncatingIfNeeded: tag)) {
        case .turningOut: report(.departed, ambulance)
        case .driving:
            report(.arrived, ambulance)
            let group = group(of: ambulance)
            var transports = stream(.transports, ambulance)
            let isTransported = transports.chance(group.transported)
            plan(
                isTransported ? .loading : .clearing, ambulance,
                after: draw(isTransported ? \.scene : \.clearing, .atScene, ambulance))
        case .loading:
            var transports = stream(.transports, ambulance)
            // The first number said whether somebody is brought to a hospital.
            _ = transports.uniform()
            report(.loaded(siren: transports.chance(group(of: ambulance).sirenTransports)), ambulance)
        case .clearing: report(.cleared, ambulance)
        case .transporting:
            report(.atHospital, ambulance)
            plan(.handingOver, ambulance, after: draw(\.handover, .handover, ambulance))
        case .handingOver: report(.handedOver, ambulance)
        case .goingHome: report(.home, ambulance)
        case nil: break
        }
    }

    private func report(_ report: CrewReport, _ ambulance: AmbulanceID) {
        service.onLoop { $0.take(.report(ambulance, report)) }
    }

    // MARK: Draws

    private func group(of ambulance: AmbulanceID) -> PriorityGroup {
        priorities[Int(crews[ambulance.index - 1].priority) - 1]
    }

    private func stream(_ purpose: Purpose, _ ambulance: AmbulanceID) -> RandomStream {
        RandomStream(key, for: purpose, of: crews[ambulance.index - 1].number)
    }

    private func draw(
        _ path: KeyPath<PriorityGroup, Distribution>, _ purpose: Purpose, _ ambulance: AmbulanceID
    ) -> TimeSpan {
        var stream = stream(purpose, ambulance)
        return stream.time(group(of: ambulance)[keyPath: path])
    }

    private func drawn(
        _ path: KeyPath<PriorityGroup, Distribution?>, _ purpose: Purpose, _ ambulance: AmbulanceID
    ) -> TimeSpan? {
        guard let distribution = group(of: ambulance)[keyPath: path] else { return nil }
        var stream = stream(purpose, ambulance)
        return stream.time(distribution)
    }
}
