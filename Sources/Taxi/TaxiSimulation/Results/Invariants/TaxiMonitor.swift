// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
package import TaxiRules

/// Watches the laws of the taxi service and its modules (`INV-*`), and a few rules that read as laws, while the run goes on (SIM-07).
///
/// What concerns one driver, passenger or ride is judged at once; relations between actors, such as "available if and
/// only if queued", when the turn ends. Each event costs constant time. Address and phone of INV-DriverMandatoryData are
/// not in the log and are judged where scenarios are read.
package final class TaxiMonitor: ServiceMonitor {
    private(set) var laws: TaxiInvariants

    /// Makes the monitor of a run.
    package init(_ context: RunContext) { laws = TaxiInvariants(context: context.taxiContext) }

    /// The violations found, in order; the first 1000 are kept.
    package var violations: [Violation] { laws.violations }
    /// How many there were, kept or not.
    package var count: Int { laws.count }

    /// The current entry of a driver's status log; nil while there is none (INV-TaxiCurrentLogIsLatest).
    package func currentEntry(of driver: DriverID) -> TaxiLogEntry? { laws.currentEntry(of: driver) }

    /// Reads the service and its modules.
    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { self.laws.take($0) }
        feed.on(ReservationEvent.self) { self.laws.take($0) }
        feed.on(SharingEvent.self) { self.laws.take($0) }
        feed.on(StreetEvent.self) { self.laws.take($0) }
        feed.afterBatch { self.settle() }
    }

    /// Judges the relations between actors: a turn is over.
    package func settle() { laws.settle() }

    /// Judges what must hold when a run is over.
    package func finish(at end: CityTime) { laws.finish(at: end) }
}

extension Tag.SharedRide: NamedThing {
    package static var word: String { "ride" }
}
