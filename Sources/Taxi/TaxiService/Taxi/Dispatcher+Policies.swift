// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import TaxiRules

/// What policies ask of the dispatcher that leave a rule of the catalogue: calls that look around, and free taxis that are sent.
extension Dispatcher {
    /// A request has found nobody in the zone that it is in.
    func lookAround(for id: RequestID) {
        guard let request = rules.request(id), let here = entry(request.asksIn),
            let open = here.onLoop({ $0.request(id) })
        else { return }
        let around = around(request.zone)
        let (next, directives) = rules.handOver(id, around: around) { zone in
            entry(zone)?.onLoop { $0.canServe(open) } ?? false
        }
        carryOut(directives)
        guard let taken = here.onLoop({ $0.takeOut(id) }) else { return }
        (next.flatMap { entry($0) } ?? here).onLoop { $0.take(taken, isVisit: next != nil && next != request.zone) }
    }

    /// The zones around one, nearest first; found when they are first asked for.
    private func around(_ zone: ZoneID) -> [ZoneID] {
        let neighbours = neighbours ?? ZoneNeighbours(of: layout)
        self.neighbours = neighbours
        return neighbours.zones(around: zone, rings: neighbourRings)
    }

    /// Sends free taxis to short zones so often from now on.
    public func sendsFree(every interval: TimeSpan) { freeTaxis = FreeTaxiDesk(self, every: interval) }

    func send(_ move: TaxiMove, to place: Place) {
        log.note(.taxiSent(driver: move.driver, from: move.from, to: move.to))
        entry(move.driver)?.onLoop { $0.notify(.sent(move.to, place)) }
    }

    /// A driver stands in no queue any more, for another reason than a border.
    func leftQueue(_ driver: DriverID) { freeTaxis?.onLoop { $0.forget(driver) } }
}
