// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ZoneDispatch {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        let drivers = queue.map(\.driver)
        precondition(
            Set(drivers).count == drivers.count, "zone \(zone): a driver is queued twice (INV-OneQueuePerDriver)")
        let ids = requests.map(\.id)
        precondition(Set(ids).count == ids.count, "zone \(zone): a request is open twice")
        for driver in queue {
            guard let offer = driver.pending else {
                precondition(driver.pendingRequest == nil, "driver \(driver.driver): a request without an offer")
                continue
            }
            let request = requests.first { $0.pending == offer }
            precondition(
                request != nil && request?.id == driver.pendingRequest,
                "offer \(offer) of driver \(driver.driver) belongs to no open request")
            precondition(request.map { $0.travelers <= driver.seats } ?? false, "offer \(offer) needs more seats")
            precondition(
                request?.asked.contains(driver.driver) ?? false, "offer \(offer) was sent, yet not counted as asked")
        }
        var room = 0
        // Nobody is asked before the batch that is planned.
        let isCollecting = nextBatch != nil
        for request in requests {
            precondition(Set(request.asked).count == request.asked.count, "request \(request.id): a driver asked twice")
            if let offer = request.pending {
                precondition(queue.contains { $0.pending == offer }, "offer \(offer) is held by no queued driver")
            } else {
                // Waiting is right only while an eligible driver thinks about another offer (DEC-WAIT-PENDING), in the
                // waiting room, or for a request that stays open.
                let looksElsewhere =
                    switch request.looksAround {
                    case .after, .asked: true
                    case .no, .visiting, .done: false
                    }
                if !request.staysOpen, !isCollecting, !looksElsewhere,
                    !queue.contains(where: { $0.pending != nil && $0.isEligible(for: request) })
                {
                    room += 1
                    precondition(room <= parameters.waitingRoom, "request \(request.id) waits for nobody")
                }
                precondition(
                    isCollecting || !queue.contains { $0.pending == nil && $0.isEligible(for: request) },
                    "request \(request.id) waits though a driver is free")
            }
        }
        precondition(
            rounds.map(\.request).sorted() == requests.filter(\.staysOpen).map(\.id).sorted(),
            "zone \(zone): rounds of other requests than those that stay open")
        for round in rounds {
            precondition(
                round.pausedUntil == nil || round.failure == .allRefused,
                "request \(round.request) pauses, yet no round failed")
        }
    }
}
