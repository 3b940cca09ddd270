// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension HealthRules {
    /// A batch has come from a phone. What it leads to beside the fact of its receipt is in the directives, which are empty for a
    /// batch without danger that no worker lets wait: nearly all are. A sound batch that waits comes back as `store`; any other is
    /// stored now.
    public mutating func receive(
        _ sent: SentBatch, at now: CityTime
    ) -> (outcome: BatchOutcome, isWaiting: Bool, directives: [HealthDirective]) {
        let batch = sent.batch
        let index = batch.wearer.index - 1
        guard isUp else { return (.unheard, false, missed(sent)) }
        guard wearers.indices.contains(index), !wearers[index].isGone else {
            return rejected(batch, .unknownPerson)
        }
        guard let key = wearers[index].seal else { return rejected(batch, .notLoggedIn) }
        guard batch.seal(key) == sent.seal else { return rejected(batch, .tampered) }
        guard wearers[index].isPermitted else { return rejected(batch, .notPermitted) }
        guard wearers[index].device == batch.device, batch.device != DeviceID(0) else {
            return rejected(batch, .notLinked)
        }
        guard hasShape(batch) else { return rejected(batch, .shape) }
        guard batch.end <= now else { return rejected(batch, .early) }
        guard batch.start >= wearers[index].lastEnd else { return rejected(batch, .overlap) }
        wearers[index].lastEnd = batch.end
        let isKept = sent.keptUntil != nil
        guard isDangerous(batch) else {
            let time = pool.take(isKept ? .kept : .new, at: now)
            guard isStoring else { return (.stored(isDangerous: false), false, []) }
            let isWaiting = waits(batch, isKept: isKept, for: time, at: now)
            return (.stored(isDangerous: false), isWaiting, isWaiting ? finish(behind()) : [])
        }
        let directives = danger(sent, at: now)
        guard isStoring else { return (.stored(isDangerous: true), false, finish(directives)) }
        // Its SOS overtakes what waits, but in the store it comes in its person's order.
        let isWaiting = waits(batch, isKept: isKept, for: pool.wait(isKept ? .kept : .new), at: now)
        return (.stored(isDangerous: true), isWaiting, finish(directives + (isWaiting ? behind() : [])))
    }

    // MARK: What waits for a worker

    /// Whether a batch waits before it is stored; then it is put in the row.
    private mutating func waits(_ batch: HealthBatch, isKept: Bool, for time: TimeSpan, at now: CityTime) -> Bool {
        let index = batch.wearer.index - 1
        if handOver.isEmpty, time <= HandOver.unnoticed { return false }
        let ready = max(now + time, wearers[index].storedAt)
        wearers[index].storedAt = ready
        handOver.add(batch, isKept: isKept, at: ready, received: now)
        return true
    }

    /// How far the workers are, when that is another time than was said last.
    private mutating func behind() -> [HealthDirective] {
        guard handOver.handled != saidHandled else { return [] }
        saidHandled = handOver.handled
        return [.handled(until: saidHandled)]
    }

    /// Workers are done with what waited.
    mutating func store(at now: CityTime, _ directives: inout [HealthDirective]) {
        guard handOver.next <= now else { return }
        while let next = handOver.take(at: now) {
            if let received = next.received { directives.append(.handled(until: received)) }
            directives.append(.store(next.batch))
        }
        saidHandled = handOver.handled
        directives.append(.handled(until: saidHandled))
    }

    /// The workers begin anew with what they had in hand: it was received, so it is not lost.
    mutating func storeAgain(at now: CityTime) {
        guard !handOver.isEmpty else { return }
        let (fresh, kept) = (Array(handOver.fresh.waiting), Array(handOver.kept.waiting))
        handOver = HandOver()
        for index in wearers.indices { wearers[index].storedAt = CityTime(nanoseconds: .min) }
        for (entries, urgency) in [(fresh, WorkerPool.Urgency.new), (kept, .kept)] {
            for entry in entries {
                let index = entry.batch.wearer.index - 1
                let time = max(now + pool.take(urgency, at: now), wearers[index].storedAt)
                wearers[index].storedAt = time
                handOver.add(entry.batch, isKept: urgency == .kept, at: time, received: entry.received)
            }
        }
    }

    /// What is wrong with a batch stands in the log; nothing of it does.
    private func rejected(
        _ batch: HealthBatch, _ reason: BatchRefusal
    ) -> (outcome: BatchOutcome, isWaiting: Bool, directives: [HealthDirective]) {
        let fact: HealthEvent =
            reason == .tampered
            ? .tamperDetected(wearer: batch.wearer, device: batch.device)
            : .batchRejected(wearer: batch.wearer, device: batch.device, reason: reason)
        return (.rejected(reason), false, [.note(fact)])
    }

    /// INV-DataBatchShape.
    func hasShape(_ batch: HealthBatch) -> Bool {
        batch.start < batch.end && batch.end - batch.start <= parameters.longest
            && (1...HealthBatch.mostValues).contains(Int(batch.count))
    }

    /// Whether a value is outside its safe range (DEC-HEALTH-THRESHOLD).
    public func isDangerous(_ batch: HealthBatch) -> Bool {
        for index in 0..<batch.valueCount {
            let value = batch[index]
            let parameter = Int(value.parameter.rawValue)
            if value.hundredths < lows[parameter] || value.hundredths > highs[parameter] { return true }
        }
        return false
    }

    // MARK: Danger

    private mutating func danger(_ sent: SentBatch, at now: CityTime) -> [HealthDirective] {
        let batch = sent.batch
        let isKept = sent.keptUntil != nil
        // Read at the evaluation (HEALTH-R25): what is switched off later does not call this one back.
        guard wearers[batch.wearer.index - 1].isSOSOn else {
            _ = pool.take(isKept ? .kept : .new, at: now)
            return [.note(.dangerIgnored(wearer: batch.wearer, start: batch.start))]
        }
        guard now - batch.end <= parameters.oldest else {
            _ = pool.take(.kept, at: now)
            return [.note(.dangerTooOld(wearer: batch.wearer, start: batch.start))]
        }
        let time = pool.take(isKept ? .keptDanger : .danger, at: now)
        sosCount += 1
        let sos = PendingSOS(
            time: now + time, order: sosCount, wearer: batch.wearer, place: sent.keptUntil ?? batch.place,
            start: batch.start, end: batch.end, received: now, isDelayed: sent.keptUntil != nil)
        var (low, high) = (0, pending.count)
        while low < high {
            let middle = (low + high) / 2
            if pending[middle] < sos { high = middle } else { low = middle + 1 }
        }
        pending.insert(sos, at: low)
        return []
    }

    func send(_ sos: PendingSOS, _ directives: inout [HealthDirective]) {
        // Who has left since has nobody called any more.
        guard let person = people[sos.wearer.index - 1] else { return }
        directives.append(
            .note(
                .sosSent(
                    wearer: sos.wearer, place: sos.place, start: sos.start, end: sos.end, received: sos.received,
                    isDelayed: sos.isDelayed)))
        directives.append(.send(SOSText(wearer: sos.wearer, person: person, place: sos.place)))
    }

    // MARK: Outages

    /// A batch that nobody hears. Its danger is counted, which only an observer of the whole city can (AVAIL-08).
    private mutating func missed(_ sent: SentBatch) -> [HealthDirective] {
        let index = sent.batch.wearer.index - 1
        guard wearers.indices.contains(index), !wearers[index].isGone, wearers[index].isSOSOn,
            let key = wearers[index].seal, sent.batch.seal(key) == sent.seal, wearers[index].isPermitted,
            hasShape(sent.batch), isDangerous(sent.batch)
        else { return [] }
        return missed(sent.batch.wearer, sent.batch.start)
    }

    /// A phone sends in order, so what began no later than the last one counted was counted.
    private mutating func missed(_ wearer: WearerID, _ start: CityTime) -> [HealthDirective] {
        guard start > wearers[wearer.index - 1].missedUntil else { return [] }
        wearers[wearer.index - 1].missedUntil = start
        return [.note(.dangerMissed(wearer: wearer, start: start))]
    }

    /// The service goes down, with what its workers had in hand; accounts and stored batches stay.
    mutating func crash() -> [HealthDirective] {
        guard isUp else { return [] }
        isUp = false
        var directives: [HealthDirective] = [.note(.serviceDown(lost: Int32(pending.count)))]
        // Whoever had to wait may be overtaken, so the order is not that of the values.
        for sos in pending.reversed() {
            directives.append(.note(.dangerMissed(wearer: sos.wearer, start: sos.start)))
            let index = sos.wearer.index - 1
            wearers[index].missedUntil = max(wearers[index].missedUntil, sos.start)
        }
        pending = []
        directives.append(.service(isUp: false))
        return directives
    }

    /// The system manager has restarted the service.
    mutating func restart(at now: CityTime) -> [HealthDirective] {
        guard !isUp else { return [] }
        isUp = true
        let before = pool.workers
        pool = WorkerPool(parameters.pool, at: now)
        var directives: [HealthDirective] = [.note(.serviceUp)]
        if before != pool.workers { directives.append(.note(.scaleChanged(workers: pool.workers, before: before))) }
        storeAgain(at: now)
        directives += [.service(isUp: true)] + behind()
        return directives
    }
}
