// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        var (inside, called) = (ClassCounts(), ClassCounts())
        var numbers: Set<Int32> = []
        var (waiting, booked, atGate, visitors): (Int32, Int, Int, Int) = (0, 0, 0, 0)
        var lent: Int32 = 0
        for id in openPasses {
            guard let pass = passes.value(of: id.number) else { continue }
            precondition(pass.id == id && pass.store == self.id, "pass \(id) is kept as \(pass.id) of \(pass.store)")
            precondition(codes[pass.code] == .open(id), "the code of pass \(id) does not lead to it")
            if pass.scan != nil {
                atGate += 1
                precondition(gate.contains(id), "pass \(id) waits at no gate")
            }
            switch pass.phase {
            case .waiting:
                waiting += 1
                precondition((walkIn[id] != nil) != (priority[id] != nil), "ticket \(id) is not in one queue")
            case .called: called[pass.place] += 1
            case .booked:
                booked += 1
                precondition(pending.contains(id), "booking \(id) is not pending")
                precondition(slots.count(at: pass.start) > 0, "booking \(id) holds no place")
            case .inside:
                inside[pass.place] += 1
                precondition(numbers.insert(pass.number).inserted, "place \(pass.number) is held twice")
                if pass.place == .booking { visitors += 1 }
                if pass.isLent { lent += 1 }
            }
        }
        precondition(inside == occupancy.inside, "\(inside) are inside, counted as \(occupancy.inside)")
        precondition(called == occupancy.called, "\(called) are called, counted as \(occupancy.called)")
        precondition(numbers.count == occupancy.placesTaken, "the numbered places of store \(id) are wrong")
        precondition(lent == lentInside, "\(lent) places are lent inside, counted as \(lentInside)")
        precondition(waiting == queued, "\(waiting) wait, counted as \(queued)")
        precondition(booked == pending.count && atGate == gate.count && visitors == bookingVisitors.count)
        precondition(settings.quotas.sum == settings.limit, "the quotas of store \(id) do not sum to its limit")
        let times = pending.compactMap { passes.value(of: $0.number)?.time }
        precondition(times == times.sorted(), "the bookings of store \(id) are out of order")
        precondition(isOpen || (queued == 0 && called.sum == 0 && gate.isEmpty), "people wait at closed store \(id)")
    }
}
