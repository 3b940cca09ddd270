// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

// Delays of bookings (DEC-STORE-MAJOR-DELAY, DEC-STORE-POSTPONE). They are looked at by the timer only: after the arrivals and
// exits of an instant, so that whoever is named as the cause of a cancellation leaves later than the booked time.
extension StoreFloor {
    /// Looks at the delays at this time.
    mutating func planBookingReview(at time: CityTime) {
        guard time < bookingsAt, !bookings(until: time + parameters.forecast).isEmpty else { return }
        bookingsAt = time
        plan(.bookings, at: time)
    }

    /// Predicts the entry of each booking that is near, and decides on those whose time has come.
    mutating func reviewBookings(at now: CityTime, _ out: inout [StoreDirective]) {
        if bookingsAt <= now { bookingsAt = .never }
        let near = Array(bookings(until: now + parameters.forecast))
        guard !near.isEmpty else { return }
        let places = predictedPlaces(at: now)
        var entries: [CityTime] = []
        for (index, id) in near.enumerated() {
            guard let pass = passes.value(of: id.number) else { continue }
            // The k-th booking gets the k-th place; when there are fewer, one that an earlier booking leaves.
            let place =
                index < places.count
                ? places[index] : places.isEmpty ? nil : entries[index - places.count] + meanVisit
            entries.append(max(place ?? .never - meanVisit, pass.time))
            judge(pass, place: place, at: now, &out)
        }
        planBookingReview(at: now + parameters.overrunStep)
    }

    /// When each booking place is predicted to be free, the first first (DEC-STORE-MAJOR-DELAY).
    private func predictedPlaces(at now: CityTime) -> [CityTime] {
        let later = now + parameters.overrunStep
        var exits: [CityTime] = bookingVisitors.map { id in
            let exit = (passes.value(of: id.number)?.since ?? now) + meanVisit
            return exit > now ? exit : later
        }
        exits += Array(repeating: now + meanVisit, count: Int(occupancy.called.booking))
        exits.sort()
        let free = Int(settings.quotas.booking) - exits.count
        // When the quota was lowered, the first to leave make room for nobody.
        guard free > 0 else { return Array(exits.dropFirst(-free)) }
        // A free place of the quota is none while other classes have more than theirs inside.
        let open = occupancy.open(.booking, settings.quotas)
        return (Array(repeating: now, count: open) + Array(repeating: later, count: free - open) + exits).sorted()
    }

    /// Decides on one booking, for which a place is free from this time on; never, when nil.
    private mutating func judge(_ pass: Pass, place: CityTime?, at now: CityTime, _ out: inout [StoreDirective]) {
        let limits = settings.delays
        let isFree = place.map { $0 <= now } ?? false
        guard pass.proposal == nil else {
            if isFree { voidProposal(pass, at: now, &out) }
            return
        }
        guard let place else {
            if now >= pass.time { cancel(pass.id, .limitLowered, at: now, &out) }
            return
        }
        let entry = max(place, pass.time)
        // From the slot first booked, so that a delay cannot be postponed for ever.
        let delay = entry - pass.start
        let isDue = now >= pass.time && !isFree
        // Without a visitor who came before the booked time nobody is to blame, and nothing is proposed or cancelled
        // (INV-StoreNoUselessCancel).
        let cause = bookingVisitors.first.flatMap { passes.value(of: $0.number) }
            .flatMap { $0.since < pass.time ? $0.id : nil }
        if isDue, delay > limits.hopeless || !endsByClosing(entry, at: pass.start) {
            if let cause { return cancel(pass.id, .delay, visit: cause, at: now, &out) }
        }
        if (delay - pass.delay).magnitude >= limits.notice, let shopper = pass.shopper {
            set(pass.id, &out) { $0.delay = delay }
            out.append(.note(.delayNotified(store: id, pass: pass.id, shopper: shopper, delay: delay)))
            out.append(.notify(shopper, .delayed(pass.id, delay)))
        }
        guard isDue else { return }
        if delay > limits.major {
            if let cause { propose(pass, entry, delay, cause, at: now, &out) }
        } else if delay >= limits.notice, pass.scan == nil {
            postpone(pass.id, to: entry, isConfirmed: false, &out)
        }
    }

    private mutating func propose(
        _ pass: Pass, _ time: CityTime, _ delay: TimeSpan, _ visit: PassID, at now: CityTime,
        _ out: inout [StoreDirective]
    ) {
        let proposal = Pass.Proposal(time: time, until: now + parameters.answerTime, visit: visit)
        set(pass.id, &out) { $0.proposal = proposal }
        plan(.answer, pass.id, at: proposal.until)
        out.append(.note(.postponeProposed(store: id, pass: pass.id, delay: delay, time: time, visit: visit)))
        notify(pass, .postponeProposed(pass.id, to: time, answerBy: proposal.until), &out)
    }

    /// A place is free before the answer: the holder is admitted (DEC-STORE-POSTPONE).
    private mutating func voidProposal(_ pass: Pass, at now: CityTime, _ out: inout [StoreDirective]) {
        set(pass.id, &out) { $0.proposal = nil }
        out.append(.note(.proposalLapsed(store: id, pass: pass.id)))
        notify(pass, .proposalLapsed(pass.id), &out)
        // Who waits at the gate is in time already.
        guard pass.scan == nil else { return }
        if pass.time + settings.admissionWindow < now {
            // The window went by while the holder was asked: it counts from now.
            postpone(pass.id, to: now, isConfirmed: false, &out)
        } else {
            plan(.lapse, pass.id, at: pass.time + settings.admissionWindow)
        }
    }

    /// The shopper answers a proposal (STORE-R12); false when there is none.
    mutating func answer(
        _ id: PassID, accept: Bool, at now: CityTime, _ out: inout [StoreDirective]
    ) -> Bool {
        guard let pass = passes.value(of: id.number), let proposal = pass.proposal else { return false }
        if accept {
            // Whoever agrees to come later does not wait at the gate any more.
            gate.removeAll { $0 == id }
            set(id, &out) { ($0.proposal, $0.scan) = (nil, nil) }
            postpone(id, to: max(proposal.time, now), isConfirmed: true, &out)
            changed(at: now, &out)
        } else {
            cancel(id, .delay, visit: proposal.visit, at: now, &out)
        }
        return true
    }

    /// Nobody answered in time.
    mutating func endAnswerTime(_ id: PassID, at now: CityTime, _ out: inout [StoreDirective]) {
        guard let proposal = passes.value(of: id.number)?.proposal, proposal.until <= now else { return }
        cancel(id, .delay, visit: proposal.visit, at: now, &out)
    }

    private mutating func postpone(
        _ id: PassID, to time: CityTime, isConfirmed: Bool, _ out: inout [StoreDirective]
    ) {
        set(id, &out) { $0.time = time }
        guard let pass = passes.value(of: id.number) else { return }
        pending.removeAll { $0 == id }
        insertPending(pass)
        out.append(.note(.bookingPostponed(store: self.id, pass: id, time: time, isConfirmed: isConfirmed)))
        notify(pass, .postponed(id, to: time), &out)
    }

    private mutating func set(_ id: PassID, _ out: inout [StoreDirective], _ change: (inout Pass) -> Void) {
        guard let index = passes.index(of: id.number) else { return }
        change(&passes[index])
        out.append(.save(record.id, id))
    }
}
