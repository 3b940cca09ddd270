// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// The places that a class waits for: how many there are, and how many of them are free.
    struct Capacity {
        let quota: Int64
        let free: Int64
        let meanVisit: TimeSpan

        /// The estimated wait with so many ahead (STORE-R6): (ahead + 1 - free places of the class) times mean visit, divided by
        /// the quota, not below 0.
        func wait(ahead: Int32) -> TimeSpan {
            let rank = Int64(ahead) + 1 - free
            guard rank > 0 else { return .zero }
            let (whole, rest) = meanVisit.nanoseconds.quotientAndRemainder(dividingBy: quota)
            return TimeSpan(nanoseconds: whole * rank + rest * rank / quota)
        }
    }

    /// What a class waits for now; nil without places of its own. Priority tickets without places of their own wait for normal
    /// ones. Booking places that are lent to tickets count as quota, and those that may be lent as free too
    /// (DEC-STORE-ESTIMATE).
    func capacity(_ queue: TicketClass, at now: CityTime) -> Capacity? {
        let place: PlaceClass = queue == .priority && settings.quotas.priority > 0 ? .priority : .normal
        let quota = settings.quotas[place]
        guard quota > 0 else { return nil }
        let (lent, lendable) = parameters.borrowsPlaces ? (lentPlaces, lendable(at: now)) : (0, 0)
        return Capacity(
            quota: Int64(quota + lent + lendable), free: Int64(max(0, quota - occupancy.used(place)) + lendable),
            meanVisit: meanVisit)
    }

    /// The estimated wait with so many ahead; nil without places.
    func wait(_ queue: TicketClass, ahead: Int32, at now: CityTime) -> TimeSpan? {
        capacity(queue, at: now)?.wait(ahead: ahead)
    }

    /// Whether a visit that begins then is expected to end by closing (DEC-STORE-CLOSING).
    func endsByClosing(_ entry: CityTime, at now: CityTime) -> Bool {
        let closing = settings.hours.closing(after: now)
        return closing == .never || entry + meanVisit <= closing
    }

    /// Looks at the estimates at this time, or as soon after the last look as the parameters allow.
    mutating func planQueueReview(at time: CityTime) {
        guard queued > 0 else { return }
        let time = max(time, lastQueueReview.map { $0 + parameters.estimateSpacing } ?? time)
        guard time < queueAt else { return }
        queueAt = time
        plan(.queue, at: time)
    }

    /// Tells all who wait what has changed for them (STORE-LIVE, STORE-R11), and asks those to leave who wait in vain
    /// (STORE-CLOSING, DEC-STORE-MAJOR-DELAY).
    mutating func reviewQueue(at now: CityTime, _ out: inout [StoreDirective]) {
        queueAt = .never
        lastQueueReview = now
        var removed: [(PassID, TicketRemoval)] = []
        var longest = review(.priority, behind: 0, at: now, &removed, &out)
        let gone = Int32(removed.count)
        longest = max(longest, review(.walkIn, behind: priority.count - gone, at: now, &removed, &out))
        for (id, reason) in removed {
            guard let pass = passes.value(of: id.number) else { continue }
            remove(pass, reason, at: now, &out)
        }
        // Nobody moves up by a removal more than was told here.
        planQueueReview(at: nextReview(longestWait: longest, at: now))
    }

    /// When to look again while nobody comes or goes: time alone moves what is expected. The latest then is when whoever waits
    /// longest would not be done by closing any more (STORE-CLOSING).
    func nextReview(longestWait: TimeSpan, at now: CityTime) -> CityTime {
        let usual = now + max(settings.delays.notice, parameters.estimateSpacing)
        let closing = settings.hours.closing(after: now)
        guard closing != .never else { return usual }
        let tooLate = closing - meanVisit - longestWait + TimeSpan(nanoseconds: 1)
        return tooLate > now ? min(usual, tooLate) : usual
    }

    /// Looks at one queue; the longest wait of those who stay in it.
    private mutating func review(
        _ queue: TicketClass, behind others: Int32, at now: CityTime, _ removed: inout [(PassID, TicketRemoval)],
        _ out: inout [StoreDirective]
    ) -> TimeSpan {
        var longest = TimeSpan.zero
        // Out of the store while it is walked, so that nothing is copied.
        var line = TicketQueue()
        swap(&line, &self[queue])
        let limits = settings.delays
        let capacity = capacity(queue, at: now)
        line.review { entry, ahead in
            let (pass, ahead) = (PassID(entry.pass), ahead + others)
            guard let wait = capacity?.wait(ahead: ahead) else {
                removed.append((pass, .delay))
                return false
            }
            let expected = max(now + wait, entry.ready)
            let delay = expected - entry.firstExpected
            if delay > limits.hopeless || !endsByClosing(expected, at: now) {
                removed.append((pass, delay > limits.hopeless ? .delay : .closing))
                return false
            }
            longest = max(longest, wait)
            let shopper = entry.channel.canBeNotified ? passes.value(of: entry.pass)?.shopper : nil
            if delay > limits.major, !entry.isAdvised {
                entry.isAdvised = true
                out.append(.note(.leaveAdvised(store: id, pass: pass, delay: delay)))
                if let shopper {
                    out.append(.notify(shopper, .leaveAdvised(pass, delay)))
                } else {
                    out.append(.show(id, pass, .leaveAdvised))
                }
            }
            guard let shopper else { return true }
            if ahead != entry.shownAhead || (expected - entry.shown).magnitude >= parameters.estimateStep {
                entry.shown = expected
                entry.shownAhead = ahead
                out.append(.note(.estimateUpdated(store: id, pass: pass, ahead: ahead, expected: expected)))
                out.append(.notify(shopper, .estimate(pass, ahead: ahead, expected: expected)))
            }
            if (expected - entry.notified).magnitude >= limits.notice {
                entry.notified = expected
                out.append(.note(.delayNotified(store: id, pass: pass, shopper: shopper, delay: delay)))
                out.append(.notify(shopper, .delayed(pass, delay)))
            }
            return true
        }
        swap(&line, &self[queue])
        return longest
    }

    private subscript(queue: TicketClass) -> TicketQueue {
        _read { yield queue == .priority ? priority : walkIn }
        _modify { if queue == .priority { yield &priority } else { yield &walkIn } }
    }
}

extension TimeSpan {
    var magnitude: TimeSpan { TimeSpan(nanoseconds: abs(nanoseconds)) }
}
