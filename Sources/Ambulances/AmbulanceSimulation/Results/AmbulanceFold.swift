// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// Folds the events of the ambulance service to totals, and to the numbers of each ambulance.
final class AmbulanceFold: EventObserver {
    private(set) var totals: AmbulanceTotals
    private(set) var units: [UnitTotals] = []
    /// The names of the priorities, the most urgent first.
    let priorities: [String]
    /// Calls from the receipt to the first ambulance at the scene.
    private var book: CaseBook
    private(set) var hospitals = AmbulanceHospitals()
    private var calls: CaseResult?
    private var open: [AmbulanceCallID: CountedCall] = [:]
    private var sentAt: [AmbulanceID: CityTime] = [:]
    private let frame: CaseFrame
    private let measured: MeasuredTime
    let start: CityTime
    let end: CityTime
    let step: TimeSpan

    /// What is known of a call until its end.
    private struct CountedCall {
        let received: CityTime
        let priority: Int
        let isCounted: Bool
        /// Of the zone and the priority that are told of, whenever it was received.
        let isOfPart: Bool
        /// Since when it has waited for an ambulance.
        var queuedAt: CityTime?
        var isReached = false
    }

    /// What the coverage is worked out from.
    let section: AmbulancesSection
    let layout: (any ZoneLayout)?
    let travel: (any Router)?

    init(
        _ section: AmbulancesSection, _ frame: CaseFrame, layout: (any ZoneLayout)? = nil, travel: (any Router)? = nil
    ) {
        (self.section, self.layout, self.travel) = (section, layout, travel)
        priorities = section.priorities.map(\.name)
        (self.frame, measured, start, end) = (frame, frame.measured, frame.start, frame.end)
        book = CaseBook(section.callForm, frame)
        // Some hundred points whatever the length, in whole minutes.
        step = .minutes(max(1, Int((end - start) / .minutes(1) / 200)))
        totals = AmbulanceTotals(section.targets, frame, step: step)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    func finish(at end: CityTime) {
        // By number: the order of a dictionary is none.
        for (_, call) in open.sorted(by: { $0.key < $1.key }) where call.isCounted && !call.isReached {
            forResponse(of: call) { $0.miss(after: end - call.received) }
            if let queuedAt = call.queuedAt { totals.queueTime.add((end - queuedAt).nanoseconds) }
        }
        calls = book.finish(at: end)
        totals.busy.advance(to: end)
        totals.onDuty.advance(to: end)
        totals.waiting.advance(to: end)
        for index in units.indices {
            units[index].busy.change(to: false, at: end)
            units[index].onDuty.change(to: false, at: end)
        }
    }

    func take(_ event: AmbulanceEvent, at now: CityTime) {
        switch event {
        case .ambulanceAdded(_, let station, _):
            units.append(UnitTotals(from: frame.from))
            units[units.count - 1].station = station.number
        case .dutyChanged(let ambulance, let isOn):
            totals.onDuty.change(by: isOn ? 1 : -1, at: now)
            units[ambulance.index - 1].onDuty.change(to: isOn, at: now)
        case .callReceived(let call, let place, let priority, let patient):
            book.ask(
                call.number, Demand(who: patient?.number ?? 0, at: place, group: Int(priority) - 1), at: now)
            received(call, at: place, Int(priority) - 1, isSOS: patient != nil, at: now)
        case .sosSuppressed: if measured.holds(now) { totals.suppressed += 1 }
        case .callRefused: if measured.holds(now) { totals.refused += 1 }
        case .callAssessed(let call, let isQueued):
            if isQueued { book.enter(call.number, .inQueue, at: now) }
            assessed(call, isQueued, at: now)
        case .callClosed(let call, _, let ending):
            if open.removeValue(forKey: call)?.isCounted ?? false { totals.closed[Int(ending.number)] += 1 }
        case .ambulanceSent(let ambulance, let call, _, let origin, _):
            book.enter(call.number, origin == .station ? .turnOut : .drive, at: now)
            book.move(call.number, to: Int(units[ambulance.index - 1].station) - 1)
            sent(ambulance, to: call, origin, at: now)
        case .ambulanceDeparted(_, let call): book.enter(call.number, .drive, at: now)
        case .ambulanceArrived(_, let call):
            book.serve(call.number, at: now)
            arrived(call, at: now)
        case .hospitalAdded: hospitals.add()
        case .transportBegun(let ambulance, _, let hospital, _):
            hospitals.begin(ambulance, to: hospital, isCounted: measured.holds(now), at: now)
            if measured.holds(now) { totals.transports += 1 }
        case .hospitalReached(let ambulance, _, _): hospitals.reach(ambulance, at: now)
        case .ambulanceFreed(let ambulance, _, _):
            hospitals.free(ambulance, at: now)
            totals.busy.change(by: -1, at: now)
            units[ambulance.index - 1].busy.change(to: false, at: now)
            guard let since = sentAt.removeValue(forKey: ambulance), measured.holds(since) else { return }
            totals.jobTime.add((now - since).nanoseconds)
        case .ambulanceHeldUp(_, let time): if measured.holds(now) { totals.heldUp.add(time.nanoseconds) }
        case .ambulanceSlowed(_, let time): if measured.holds(now) { totals.slowed.add(time.nanoseconds) }
        case .ambulanceHome, .reportRefused: break
        }
    }

    /// What became of the calls; none before the end.
    var cases: [CaseResult] { calls.map { [$0] } ?? [] }

    private func received(
        _ call: AmbulanceCallID, at place: Place, _ priority: Int, isSOS: Bool, at now: CityTime
    ) {
        let isOfPart = frame.part.holds(group: priority) && frame.holds(place)
        let isCounted = isOfPart && measured.holds(now)
        open[call] = CountedCall(received: now, priority: priority, isCounted: isCounted, isOfPart: isOfPart)
        guard isCounted else { return }
        totals.all.calls += 1
        totals.byPriority[priority].calls += 1
        if isSOS { totals.sos += 1 }
    }

    private func assessed(_ call: AmbulanceCallID, _ isQueued: Bool, at now: CityTime) {
        let isCounted = open[call]?.isCounted ?? false
        if isCounted { totals.assessed += 1 }
        guard isQueued, open[call]?.isOfPart ?? true else { return }
        open[call]?.queuedAt = now
        totals.waiting.change(by: 1, at: now)
        if isCounted { totals.queued += 1 }
    }

    private func sent(
        _ ambulance: AmbulanceID, to call: AmbulanceCallID, _ origin: DispatchOrigin, at now: CityTime
    ) {
        sentAt[ambulance] = now
        totals.busy.change(by: 1, at: now)
        units[ambulance.index - 1].busy.change(to: true, at: now)
        if measured.holds(now), open[call]?.isOfPart ?? true {
            units[ambulance.index - 1].calls += 1
            totals.sent += 1
            if origin == .road { totals.sentFromRoad += 1 }
        }
        guard let seen = open[call], let queuedAt = seen.queuedAt else { return }
        open[call]?.queuedAt = nil
        totals.waiting.change(by: -1, at: now)
        if seen.isCounted { totals.queueTime.add((now - queuedAt).nanoseconds) }
    }

    private func arrived(_ call: AmbulanceCallID, at now: CityTime) {
        guard let seen = open[call], seen.isCounted else { return }
        open[call]?.isReached = true
        forResponse(of: seen) { $0.add(now - seen.received) }
    }

    private func forResponse(of call: CountedCall, _ change: (inout AmbulanceTotals.Response) -> Void) {
        change(&totals.all)
        change(&totals.byPriority[call.priority])
    }
}
