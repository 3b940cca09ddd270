// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
import CityModel
import TaxiRules

/// Sends free taxis to short zones from time to time: a thin shell around `FreeTaxis`. Begins with the first call, at the multiples of its
/// interval.
public final actor FreeTaxiDesk: TimedActor, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    private let interval: TimeSpan
    private var rules = FreeTaxis()
    private var isRunning = false
    private var dispatcher: Dispatcher?
    private let places: [ZoneID: Place]

    init(_ dispatcher: Dispatcher, every interval: TimeSpan) {
        loop = dispatcher.loop
        self.dispatcher = dispatcher
        self.interval = interval
        places = Dictionary(uniqueKeysWithValues: dispatcher.layout.zones.map { ($0.id, $0.inside) })
    }

    func called(in zone: ZoneID) {
        rules.called(in: zone, at: loop.now)
        if !isRunning { planNext() }
    }

    func forget(_ driver: DriverID) { rules.forget(driver) }

    private func planNext() {
        isRunning = true
        let next = (loop.now.nanoseconds / interval.nanoseconds + 1) * interval.nanoseconds
        loop.schedule(self, 0, at: CityTime(nanoseconds: next), as: .deadline)
    }

    /// It is time to look at the queues.
    public func timerFired(_ tag: TimerTag) {
        guard let dispatcher else { return }
        planNext()
        // A server that is down sends nobody.
        guard !dispatcher.timerHold.isOn else { return }
        let free = dispatcher.zones.map { zone in
            (zone: zone.id, drivers: zone.onLoop { $0.queue.filter { $0.pending == nil }.map(\.driver) })
        }
        let places = places
        let moves = rules.moves(of: free, at: loop.now) { from, to in
            places[from].flatMap { start in places[to].map { start.distance(to: $0) } } ?? .zero
        }
        for move in moves {
            guard let place = places[move.to] else { continue }
            dispatcher.onLoop { $0.send(move, to: place) }
        }
    }

    func close() { dispatcher = nil }
}
