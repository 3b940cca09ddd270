// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Reporting
public import TaxiReports
public import TaxiRules

/// Watches the laws of the catalogue (`INV-*`) and a few rules that read as laws, while the run goes on (SIM-07).
///
/// What concerns one driver, passenger or ride is judged at once; relations between actors, such as "available if and
/// only if queued", when the turn ends. Each event costs constant time. Address and phone of INV-DriverMandatoryData are
/// not in the log and are judged where scenarios are read.
public final class InvariantMonitor: EventObserver {
    private(set) var fold: InvariantFold
    private let onViolation: ((Violation) -> Void)?
    private var reported = 0

    /// Makes the monitor of a run; `onViolation` is called once for each violation, in order, after the batch that shows it.
    public init(context: RunContext, onViolation: ((Violation) -> Void)? = nil) {
        fold = InvariantFold(context: context)
        self.onViolation = onViolation
    }

    /// The violations found, in order; the first 1000 are kept.
    public var violations: [Violation] { fold.taxi.violations }
    /// How many there were, kept or not.
    public var count: Int { fold.taxi.count }

    /// The current entry of a driver's status log; nil while there is none (INV-TaxiCurrentLogIsLatest).
    public func currentEntry(of driver: DriverID) -> TaxiLogEntry? {
        fold.taxi.currentEntry(of: driver)
    }

    /// Reads all services.
    public func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { self.fold.taxi.take($0) }
        feed.on(ReservationEvent.self) { self.fold.taxi.take($0) }
        feed.on(SharingEvent.self) { self.fold.taxi.take($0) }
        feed.on(AccountEvent.self) { self.fold.takeAll($0) { $0.take($1) } }
        feed.on(TaxiAccountEvent.self) { self.fold.takeAll($0) { $0.take($1) } }
        feed.on(ServerEvent.self) { self.fold.takeAll($0) { $0.take($1) } }
        // No distribution is about what clients do; their place in the order is judged.
        feed.on(ClientEvent.self) { self.fold.takeAll($0) { _, _ in } }
        feed.on(FleetEvent.self) { self.fold.takeAll($0) { _, _ in } }
        feed.afterBatch {
            self.fold.taxi.settle()
            self.report()
        }
    }

    /// Judges what must hold when a run is over.
    public func finish(at end: CityTime) {
        fold.taxi.finish(at: end)
        report()
    }

    private func report() {
        guard reported < fold.taxi.violations.count else { return }
        let news = fold.taxi.violations[reported...]
        reported = fold.taxi.violations.count
        guard let onViolation else { return }
        for violation in news { onViolation(violation) }
    }
}
