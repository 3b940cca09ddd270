// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension GatewayRules {
    /// An outage begins: work stops, and the services' timers are held (AVAIL-02). Nothing happens when there is one
    /// already.
    public mutating func goDown(at now: CityTime) -> [GatewayDirective] {
        var directives: [GatewayDirective] = []
        guard isUp else { return directives }
        isUp = false
        downSince = now
        directives.append(.note(.serverDown))
        for (worker, slot) in workers.enumerated() where slot >= 0 { directives.append(.stop(worker: worker)) }
        isHolding = true
        directives.append(.holdTimers)
        return directives
    }

    /// The outage is over: each worker takes its message up again, from the beginning, and free ones take the next that
    /// wait. The services' timers that fell due in the outage fire when all messages that are inside now have been answered or
    /// refused; those that fall due later do not wait for that, lest a long backlog stops the whole service.
    public mutating func comeUp(at now: CityTime, isOn: (ModuleName) -> Bool) -> [GatewayDirective] {
        var directives: [GatewayDirective] = []
        guard let began = downSince else { return directives }
        isUp = true
        downSince = nil
        downTime = downTime + (now - began)
        lastOfOutage = lastNumber
        leftOfOutage = inService + waiting
        directives.append(.note(.serverUp(waiting: Int32(leftOfOutage))))
        if leftOfOutage > 0 { directives.append(.restartTimers) }
        let busy = workers.indices.filter { workers[$0] >= 0 }
        for worker in busy.sorted(by: { lines[workers[$0]].id < lines[workers[$1]].id }) {
            directives.append(.resume(worker: worker, lines[workers[worker]].service))
        }
        let idle = freeWorkers
        freeWorkers = []
        for worker in idle.reversed() { takeNext(worker, at: now, isOn: isOn, &directives) }
        planWake(&directives)
        // Where messages were refused, the hold has ended with the last of them.
        if leftOfOutage == 0 { endHold(&directives) }
        return directives
    }

    mutating func endHold(_ directives: inout [GatewayDirective]) {
        guard isHolding else { return }
        isHolding = false
        directives.append(.releaseTimers)
    }
}
