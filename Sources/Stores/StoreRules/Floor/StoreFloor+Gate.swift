// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// A code is shown at the gate (STORE-R10, STORE-R14): its holder enters, waits for a place, or is refused.
    mutating func scanIn(_ code: EntryCode, at now: CityTime, _ out: inout [StoreDirective]) {
        switch codes[code] {
        case nil: refuseEntry(nil, .unknownCode, &out)
        case .ended(let pass, let refusal): refuseEntry(pass, refusal, &out)
        case .open(let id):
            guard let pass = passes.value(of: id.number) else { return }
            if let refusal = entryRefusal(pass, at: now) {
                refuseEntry(id, refusal, &out)
                notify(pass, .entryRefused(id, refusal), &out)
            } else if hasRoom(pass) {
                enter(id, at: now, &out)
            } else {
                delay(id, &out)
            }
        }
    }

    private func refuseEntry(_ pass: PassID?, _ reason: EntryRefusal, _ out: inout [StoreDirective]) {
        out.append(.note(.entryRefused(store: id, pass: pass, reason: reason)))
        out.append(.answer(id, .entryRefused(reason)))
    }

    private func entryRefusal(_ pass: Pass, at now: CityTime) -> EntryRefusal? {
        if pass.phase == .inside { return .usedCode }
        guard isOpen else { return .closed }
        if pass.scan != nil { return .alreadyScanned }
        switch pass.phase {
        case .waiting: return .notCalled
        case .called, .inside: return nil
        case .booked:
            // A booking that was moved still admits in its first window to a free place (DEC-STORE-POSTPONE).
            let isInFirstWindow = (pass.start...pass.start + settings.admissionWindow).contains(now)
            if now < pass.time, !isInFirstWindow || !hasRoom(pass) { return .tooEarly }
            // Who is asked to come later may as well come now.
            return now <= pass.time + settings.admissionWindow || pass.proposal != nil ? nil : .tooLate
        }
    }

    private func hasRoom(_ pass: Pass) -> Bool {
        pass.phase == .called
            ? occupancy.admitsCalled(pass.place, settings.quotas) : occupancy.hasRoom(for: .booking, settings.quotas)
    }

    private mutating func delay(_ id: PassID, _ out: inout [StoreDirective]) {
        guard let index = passes.index(of: id.number) else { return }
        lastScan += 1
        passes[index].scan = lastScan
        gate.append(id)
        out.append(.save(record.id, id))
        out.append(.note(.entryDelayed(store: self.id, pass: id)))
        out.append(.answer(self.id, .delayed(id)))
        notify(passes[index], .entryDelayed(id), &out)
    }

    /// Those at the gate enter in the order of their scans, as far as their class has room (STORE-R13).
    mutating func admitFromGate(at now: CityTime, _ out: inout [StoreDirective]) {
        guard isOpen else { return }
        var index = 0
        while index < gate.count {
            if let pass = passes.value(of: gate[index].number), hasRoom(pass) {
                enter(pass.id, at: now, &out)
            } else {
                index += 1
            }
        }
    }

    private mutating func enter(_ id: PassID, at now: CityTime, _ out: inout [StoreDirective]) {
        guard let index = passes.index(of: id.number) else { return }
        var pass = passes[index]
        if pass.scan != nil { gate.removeAll { $0 == id } }
        if pass.phase == .called {
            occupancy.uncall(pass.place)
        } else {
            pass.place = .booking
            pending.removeAll { $0 == id }
            if pass.proposal != nil { out.append(.note(.proposalLapsed(store: self.id, pass: id))) }
        }
        pass.phase = .inside
        pass.proposal = nil
        pass.scan = nil
        pass.since = now
        pass.number = occupancy.enter(pass.place)
        passes[index] = pass
        if pass.place == .booking { bookingVisitors.append(id) }
        if pass.isLent { lentInside += 1 }
        history.note(inside, at: now, keeping: parameters.historyMemory)
        out.append(.save(record.id, id))
        out.append(
            .note(
                .entryGranted(
                    store: self.id, pass: id, shopper: pass.shopper, place: pass.place, number: pass.number)))
        out.append(.answer(self.id, .opened(id)))
        notify(pass, .entered(id, number: pass.number), &out)
        planQueueReview(at: now)
        if pass.place == .booking { planBookingReview(at: now) }
    }

    /// A code is shown at the exit (STORE-EXIT): the place is free for the next at once.
    mutating func scanOut(_ code: EntryCode, at now: CityTime, _ out: inout [StoreDirective]) {
        switch codes[code] {
        case nil: refuseExit(nil, .unknownCode, &out)
        case .ended(let pass, _): refuseExit(pass, .notInside, &out)
        case .open(let id):
            guard let pass = passes.value(of: id.number), pass.phase == .inside else {
                return refuseExit(id, .notInside, &out)
            }
            let duration = now - pass.since
            guard duration >= parameters.leastVisit else { return refuseExit(id, .tooSoon, &out) }
            occupancy.leave(pass.place, number: pass.number)
            if pass.place == .booking { bookingVisitors.removeAll { $0 == id } }
            if pass.isLent { lentInside -= 1 }
            record.visits.add(duration, keeping: parameters.visitsInMean)
            history.note(inside, at: now, keeping: parameters.historyMemory)
            out.append(
                .note(.visitEnded(store: self.id, pass: id, number: pass.number, duration: duration)))
            if pass.queue == nil {
                let old = now - settings.holding
                record.spent.removeAll { $0 <= old }
                record.spent.append(pass.start)
            }
            out.append(record.isRemoved && inside == 0 ? .eraseStore(self.id) : .saveStore(self.id))
            end(pass, .usedCode, at: now, &out)
            out.append(.answer(self.id, .exited(id)))
            notify(pass, .visitEnded(id), &out)
            changed(at: now, &out)
        }
    }

    private func refuseExit(_ pass: PassID?, _ reason: ExitRefusal, _ out: inout [StoreDirective]) {
        out.append(.note(.exitRefused(store: id, pass: pass, reason: reason)))
        out.append(.answer(id, .exitRefused(reason)))
    }
}
