// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService
import RandomStreams

/// What devices measure and phones send.
extension HealthPopulation {
    /// Plans the batch that begins at an instant: the phone is heard when it is over and has come over the link.
    func planBatch(_ index: Int, from start: CityTime, _ group: PreparedGroup) {
        wearers[index].nextStart = start
        let delay = fixedDelay ?? wearers[index].delay.time(world.delay)
        plan(.batch, index, at: max(loop.now, start + group.habit.length + delay))
    }

    /// A batch is over: it is sent, or kept until the phone has a link.
    func measures(_ index: Int) {
        let group = groups[wearers[index].group]
        let (start, length) = (wearers[index].nextStart, group.habit.length)
        let end = start + length
        if end > wearers[index].wornUntil { return endsDay(index) }
        if wearers[index].empty.until <= start {
            // It was empty and is charged again, while the device was not worn: nothing is missed.
            wearers[index].empty = (.never, .never)
            drawEmpty(index, after: start)
        }
        if end > wearers[index].empty.from { return battery(index, group) }
        // What is to come: an episode does not begin in the past.
        if start >= wearers[index].episode.until { drawEpisode(index, after: loop.now) }
        let values = wearers[index].measure(at: start, group)
        let place = wearers[index].place(at: end, group)
        let batch = HealthBatch(
            wearers[index].id, wearers[index].device, from: start, to: end, at: place, count: group.processes.count,
            values)
        if group.faultShare > 0 {
            transmit(spoiled(batch, index, group), index, group)
        } else {
            transmit(batch, index, group)
        }
        let interval = group.habit.interval(isInBackground: wearers[index].isInBackground)
        planBatch(index, from: start + interval, group)
    }

    /// The battery is empty: there is no batch until it is charged.
    private func battery(_ index: Int, _ group: PreparedGroup) {
        let (from, until) = wearers[index].empty
        note(.batteryEmpty(wearer: wearers[index].id, length: until - from))
        wearers[index].empty = (.never, .never)
        drawEmpty(index, after: until)
        flushLater(index, notBefore: until)
        let next = wearers[index].nextStart + group.habit.every
        planBatch(index, from: max(until + wearers[index].phase, next), group)
    }

    // MARK: The link

    /// No batch comes for a while, the device being off or its battery empty: what the phone keeps goes out by itself when its link is
    /// back, or on charging (HEALTH-APP).
    func flushLater(_ index: Int, notBefore time: CityTime) {
        guard !wearers[index].kept.isEmpty, !wearers[index].isFlushing else { return }
        wearers[index].isFlushing = true
        plan(.flush, index, at: linkBack(index, from: max(time, loop.now)))
    }

    /// The first instant from this one on at which the phone has a link.
    private func linkBack(_ index: Int, from time: CityTime) -> CityTime {
        let lost = wearers[index].lost
        return time >= lost.from && time < lost.until ? lost.until : time
    }

    /// A phone sends what it keeps without a new batch.
    func flushes(_ index: Int) {
        guard wearers[index].isFlushing else { return }
        wearers[index].isFlushing = false
        guard !wearers[index].kept.isEmpty else { return }
        let group = groups[wearers[index].group]
        // It may have lost its link anew.
        guard linkBack(index, from: loop.now) == loop.now else { return flushLater(index, notBefore: loop.now) }
        let isHeard = sendKept(index, group, from: wearers[index].place(at: loop.now, group))
        guard !wearers[index].kept.isEmpty else { return }
        wearers[index].isFlushing = true
        let pause = isHeard ? group.habit.every : Self.patience
        plan(.flush, index, at: linkBack(index, from: loop.now + pause))
    }

    /// The run is over: what phones still keep is counted.
    func countKept() {
        for wearer in wearers {
            guard let oldest = wearer.kept.first else { continue }
            note(.batchesKept(wearer: wearer.id, count: Int32(wearer.kept.count), oldest: oldest.end))
        }
    }

    private func transmit(_ batch: HealthBatch, _ index: Int, _ group: PreparedGroup) {
        let end = batch.end
        wearers[index].isFlushing = false
        if end >= wearers[index].lost.from {
            if end < wearers[index].lost.until {
                if wearers[index].kept.last.map({ $0.end < wearers[index].lost.from }) ?? true {
                    let length = wearers[index].lost.until - wearers[index].lost.from
                    note(.linkLost(wearer: wearers[index].id, length: length))
                }
                wearers[index].kept.append(batch)
                return
            }
            let until = wearers[index].lost.until
            wearers[index].lost = (.never, .never)
            drawLoss(index, after: until)
        }
        if !wearers[index].kept.isEmpty { return catchUp(batch, index, group) }
        deliver(batch, index, keptUntil: nil)
    }

    /// Sends what the phone had to keep, in its order and as much as it may at a time, then the new batch (HEALTH-APP).
    private func catchUp(_ batch: HealthBatch, _ index: Int, _ group: PreparedGroup) {
        let isHeard = sendKept(index, group, from: batch.place)
        guard wearers[index].kept.isEmpty else {
            // The new one is tried in vain as well, so that a danger that begins in an outage is counted (AVAIL-08).
            if !isHeard { _ = hears(batch, index, keptUntil: nil) }
            wearers[index].kept.append(batch)
            return
        }
        deliver(batch, index, keptUntil: nil)
    }

    /// Sends what the phone had to keep, in its order and as much as it may at a time; false when the service is down.
    private func sendKept(_ index: Int, _ group: PreparedGroup, from place: Place) -> Bool {
        var kept = wearers[index].kept
        wearers[index].kept = []
        var sent = 0
        var isHeard = true
        while sent < min(group.habit.burst, kept.count) {
            isHeard = hears(kept[sent], index, keptUntil: place)
            guard isHeard else { break }
            sent += 1
        }
        kept.removeFirst(sent)
        wearers[index].kept = kept
        guard kept.isEmpty else { return isHeard }
        let resends = wearers[index].links.chance(group.habit.resends)
        if resends, let last = wearers[index].lastStored { _ = hears(last, index, keptUntil: place) }
        return isHeard
    }

    private func deliver(_ batch: HealthBatch, _ index: Int, keptUntil place: Place?) {
        if !hears(batch, index, keptUntil: place) { wearers[index].kept.append(batch) }
    }

    /// Hands a batch to the service; false when that is down, so that the phone keeps the batch (AVAIL-08).
    private func hears(_ batch: HealthBatch, _ index: Int, keptUntil place: Place?) -> Bool {
        // A watch knows where it was charged; the phone's place counts (DEC-HEALTH-POSITION).
        let sent = SentBatch(
            batch, seal: batch.seal(wearers[index].seal), keptUntil: place, watch: wearers[index].home)
        switch monitor.onLoop({ $0.receive(sent) }) {
        case .stored:
            if habitResends(index) { wearers[index].lastStored = batch }
            return true
        case .rejected: return true
        case .unheard: return false
        }
    }

    private func habitResends(_ index: Int) -> Bool { groups[wearers[index].group].habit.resends > 0 }

    // MARK: Faults

    /// The batch as its device sends it: empty or too large when the device spoils it. One that somebody changes on the way reaches
    /// the service as well, before the true one (SEC-09).
    private func spoiled(_ batch: HealthBatch, _ index: Int, _ group: PreparedGroup) -> HealthBatch {
        let draw = wearers[index].faults.uniform()
        if draw < group.habit.faults {
            let isEmpty = wearers[index].faults.chance(0.5)
            let value = HealthValue(group.processes[0].parameter, hundredths: 0)
            return HealthBatch(
                batch.wearer, batch.device, from: batch.start, to: batch.end, at: batch.place,
                [HealthValue](repeating: value, count: isEmpty ? 0 : HealthBatch.mostValues + 1))
        }
        guard draw < group.faultShare else { return batch }
        let changed = HealthBatch(
            batch.wearer, batch.device, from: batch.start, to: batch.end, at: batch.place,
            [HealthValue(group.processes[0].parameter, hundredths: 0)])
        let sent = SentBatch(changed, seal: batch.seal(wearers[index].seal))
        monitor.onLoop { _ = $0.receive(sent) }
        return batch
    }
}
