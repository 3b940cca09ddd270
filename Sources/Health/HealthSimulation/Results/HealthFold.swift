// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// Folds the events of the health service to totals, and to the numbers of each user.
final class HealthFold: EventObserver {
    /// What is counted of one user.
    struct UserTotals {
        var client = ClientSystem.unknown
        var batches: Int32 = 0
        var delayed: Int32 = 0
        var dangerous: Int32 = 0
        var sos: Int32 = 0
        /// The beginning of the last batch since the device was put on or its battery charged; the minimum for none.
        var last = CityTime(nanoseconds: .min)
        /// When that was: what began before belongs to a day or a charge that is over.
        var since = CityTime(nanoseconds: .min)
        /// The time between two batches while the app is in the background; nil in the foreground.
        var backgroundEvery: TimeSpan?
        /// A batch since the last one was refused, so that the next one tells of no gap.
        var isSpoiled = false
    }

    private(set) var totals: HealthTotals
    private(set) var users: [UserTotals] = []
    /// Batches, SOS and calls by step of time.
    private(set) var batchBins: [Int] = []
    private(set) var sosBins: [Int] = []
    private(set) var callBins: [Int] = []
    /// From the value to its SOS, of those that went out in a step, and the most work that waited in it.
    private(set) var delays: [Delay] = []

    struct Delay {
        var count = 0
        var sum = TimeSpan.zero
        var longest = TimeSpan.zero
        var work = TimeSpan.zero
    }

    var dangers: DangerBook { totals.dangers }
    let reaction: TimeSpan
    let hasData: Bool
    private let perBatch: TimeSpan
    private let frame: CaseFrame
    private let measured: MeasuredTime
    let start: CityTime
    let end: CityTime
    let step: TimeSpan
    private var workers: Int32
    private var isDown = false
    /// Whose facts say when help is there.
    private let rescues: [any RescueEvent.Type]

    init(_ section: HealthSection, _ frame: CaseFrame, rescues: [any RescueEvent.Type] = []) {
        self.rescues = rescues
        (reaction, perBatch, workers) = (
            section.rules.reaction, section.rules.pool.perBatch, section.rules.pool.least
        )
        hasData = section.hasData
        (self.frame, measured, start, end) = (frame, frame.measured, frame.start, frame.end)
        // Some hundred points whatever the length, in whole minutes.
        step = .minutes(max(1, Int((end - start) / .minutes(1) / 200)))
        totals = HealthTotals(frame, step: step, reaction: section.rules.reaction, hasRescue: !rescues.isEmpty)
        totals.workers.change(by: Int64(section.rules.pool.least), at: start)
        let count = Int((end - start) / step) + 1
        batchBins = [Int](repeating: 0, count: count)
        (sosBins, callBins) = (batchBins, batchBins)
        delays = [Delay](repeating: Delay(), count: count)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(HealthEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(DataEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(WearingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        for type in rescues { read(type, from: feed) }
    }

    private func read(_ type: (some RescueEvent).Type, from feed: EventFeed) {
        feed.on(type) { [self] records in
            for index in records.indices {
                guard let step = records[index].event.rescue else { continue }
                totals.rescues?.take(step, at: records[index].time)
            }
        }
    }

    func finish(at end: CityTime) {
        totals.workers.advance(to: end)
        totals.down.advance(to: end)
        totals.dangers.finish(at: end)
        totals.rescues?.finish(at: end)
        let owed = totals.dangers.owed(at: end)
        (totals.unsent, totals.unsentLate) = (owed.all, owed.late)
    }

    private func take(_ event: DataEvent, at now: CityTime) {
        if isDown && event.isService { totals.servedWhileDown += 1 }
        if measured.holds(now) { totals.data.take(event, at: now) }
    }

    private func bin(_ now: CityTime) -> Int { min(batchBins.count - 1, max(0, Int((now - start) / step))) }

    private func take(_ event: HealthEvent, at now: CityTime) {
        // Whose it is is asked of a part alone: a city has tens of millions of batches a day.
        let isOfPart = frame.part == nil || event.wearer.map(frame.isOfPart) ?? true
        let isCounted = isOfPart && measured.holds(now)
        switch event {
        case .batchReceived(let wearer, _, let begin, let end, _, let isDangerous, let isDelayed):
            if isDown { totals.servedWhileDown += 1 }
            received(wearer, begin, isDangerous, isDelayed, isCounted, at: now)
            if isDangerous { totals.dangers.received(wearer, begin, end, at: now) }
        case .wearerRegistered(_, let client):
            users.append(UserTotals(client: client))
            totals.dangers.addPerson(client)
            totals.rescues?.addPerson(client)
            totals.wearers += 1
            totals.clients[Int(client.number)] += 1
        case .wearerLeft(let wearer):
            totals.left += 1
            totals.dangers.left(wearer)
            totals.rescues?.left(wearer)
        case .signUpRefused: totals.signUpRefusals += 1
        case .permissionRefused: totals.permissionRefusals += 1
        case .wearerRefused: if isCounted { totals.refusals += 1 }
        case .deviceConnected: totals.connected += 1
        case .deviceConnectFailed: totals.connectFailures += 1
        case .helpLineCalled: totals.helpCalls += 1
        case .batchRejected(let wearer, _, let reason):
            if users.indices.contains(wearer.index - 1) { users[wearer.index - 1].isSpoiled = true }
            if isCounted { totals.rejected[Int(reason.number)] += 1 }
        case .tamperDetected: if isCounted { totals.rejected[Int(BatchRefusal.tampered.number)] += 1 }
        case .sosEnabled: if isCounted { totals.switchedOn += 1 }
        case .sosDisabled: if isCounted { totals.switchedOff += 1 }
        case .dangerIgnored(let wearer, let begin):
            totals.dangers.settle(wearer, begin, .switchedOff, at: now)
            if isCounted { totals.ignored += 1 }
        case .dangerTooOld(let wearer, let begin):
            totals.dangers.settle(wearer, begin, .tooOld, at: now)
            if isCounted { totals.tooOld += 1 }
        case .sosSent(let wearer, let place, let begin, let end, let received, let isDelayed):
            users[wearer.index - 1].sos += 1
            totals.dangers.sent(wearer, place, begin, end, received: received, isDelayed: isDelayed, at: now)
            totals.rescues?.sent(wearer, place, of: begin, at: now)
            guard isCounted else { break }
            let bin = bin(now)
            sosBins[bin] += 1
            delays[bin].count += 1
            delays[bin].sum += now - end
            delays[bin].longest = max(delays[bin].longest, now - end)
            if isDelayed {
                add(&totals.late, begin, end, received, now)
            } else {
                add(&totals.prompt, begin, end, received, now)
            }
        case .sosAnswered(let wearer, let reply):
            let sent = totals.dangers.answered(wearer, isCall: reply == .taken, at: now)
            totals.rescues?.answered(wearer, reply, at: now)
            guard isCounted else { break }
            totals.replies[Int(reply.number)] += 1
            if let sent { totals.receipt.add((now - sent).nanoseconds) }
            if reply == .taken { callBins[bin(now)] += 1 }
        case .dangerMissed(let wearer, let begin):
            totals.dangers.settle(wearer, begin, .down, at: now)
            if isCounted { totals.missed += 1 }
        case .serviceDown(let lost):
            isDown = true
            totals.outages += 1
            totals.lost += Int(lost)
            totals.down.change(by: 1, at: now)
            totals.rescues?.down(isDown: true, at: now)
        case .serviceUp:
            isDown = false
            totals.down.change(by: -1, at: now)
            totals.rescues?.down(isDown: false, at: now)
        case .scaleChanged(let workers, let before):
            self.workers = workers
            totals.workers.change(by: Int64(workers - before), at: now)
            if isCounted { totals.scalings += 1 }
        case .loadMeasured(_, let backlog):
            guard isCounted else { break }
            totals.largestBacklog = max(totals.largestBacklog, Int(backlog))
            totals.looks += 1
            let work = TimeSpan(nanoseconds: perBatch.nanoseconds * Int64(backlog) / Int64(workers))
            totals.longestWork = max(totals.longestWork, work)
            delays[bin(now)].work = max(delays[bin(now)].work, work)
        case .personalDataChanged, .wearerLoggedIn, .wearerLoggedOut, .permissionAsked, .permissionGiven: break
        }
    }

    private func take(_ event: WearingEvent, at now: CityTime) {
        switch event {
        // Batches need not follow on those of the day before, or of before a pause.
        case .devicePutOn(let wearer, _, _), .deviceTakenOff(let wearer), .batteryEmpty(let wearer, _):
            if case .devicePutOn(_, let isInBackground, let every) = event {
                users[wearer.index - 1].backgroundEvery = isInBackground ? every : nil
            }
            users[wearer.index - 1].last = CityTime(nanoseconds: .min)
            users[wearer.index - 1].since = now
            if case .batteryEmpty = event { totals.emptyBatteries += 1 }
        case .linkLost: totals.linkLosses += 1
        case .episodeBegan(let wearer, _, let length):
            totals.dangers.episode(wearer, now, now + length)
            totals.rescues?.began(wearer, until: now + length, at: now)
            if measured.holds(now), frame.isOfPart(wearer) { totals.episodes += 1 }
        case .batchesKept(let wearer, let count, _): if frame.isOfPart(wearer) { totals.keptAtEnd += Int(count) }
        case .managerInstalled, .restartOrdered: break
        }
    }

    @inline(__always)
    private func received(
        _ wearer: WearerID, _ begin: CityTime, _ isDangerous: Bool, _ isDelayed: Bool, _ isCounted: Bool,
        at now: CityTime
    ) {
        let index = wearer.index - 1
        if isCounted {
            totals.batches += 1
            users[index].batches += 1
            batchBins[bin(now)] += 1
            if isDangerous {
                totals.dangerous += 1
                users[index].dangerous += 1
            }
            if isDelayed {
                totals.delayed += 1
                users[index].delayed += 1
            }
            if !isDelayed, users[index].last.nanoseconds != .min {
                let gap = begin - users[index].last
                totals.largestGap = max(totals.largestGap, gap)
                if let every = users[index].backgroundEvery, !users[index].isSpoiled {
                    totals.backgroundPairs += 1
                    if gap > every { totals.backgroundGaps += 1 }
                }
            }
        }
        users[index].isSpoiled = false
        if begin >= users[index].since { users[index].last = begin }
    }

    private func add(
        _ delays: inout HealthTotals.Delays, _ begin: CityTime, _ end: CityTime, _ received: CityTime, _ now: CityTime
    ) {
        delays.evaluation.add((now - received).nanoseconds)
        delays.measurement.add((now - end).nanoseconds)
        delays.start.add((now - begin).nanoseconds)
        if now - received <= reaction { delays.inTime += 1 }
        if now - begin <= reaction { delays.inTimeFromStart += 1 }
    }
}

extension CaseFrame {
    /// Whether somebody is of the group that is counted.
    func isOfPart(_ wearer: WearerID) -> Bool {
        part == nil || part.holds(group: membership?.group(of: wearer.number, in: .health))
    }
}

extension HealthEvent {
    /// The user whom it is about; nil for nobody in particular.
    fileprivate var wearer: WearerID? {
        switch self {
        case .batchReceived(let wearer, _, _, _, _, _, _), .wearerRegistered(let wearer, _),
            .personalDataChanged(let wearer), .wearerLeft(let wearer), .wearerLoggedIn(let wearer),
            .wearerLoggedOut(let wearer), .permissionAsked(let wearer), .permissionGiven(let wearer),
            .permissionRefused(let wearer), .wearerRefused(let wearer, _), .deviceConnected(let wearer, _),
            .deviceConnectFailed(let wearer, _), .helpLineCalled(let wearer), .batchRejected(let wearer, _, _),
            .tamperDetected(let wearer, _), .sosEnabled(let wearer), .sosDisabled(let wearer),
            .dangerIgnored(let wearer, _), .sosSent(let wearer, _, _, _, _, _), .sosAnswered(let wearer, _),
            .dangerMissed(let wearer, _), .dangerTooOld(let wearer, _):
            wearer
        case .signUpRefused, .serviceDown, .serviceUp, .scaleChanged, .loadMeasured: nil
        }
    }
}
