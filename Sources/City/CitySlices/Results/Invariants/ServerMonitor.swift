// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// The server as the monitor sees it.
private struct WatchedServer {
    /// Messages that have their answer.
    var answered = SeenNumbers()
    var isDown = false
    /// The latest message by number, and when it arrived.
    var latest: Int32 = 0
    var latestArrival = Int64.min
}

/// Watches the laws of the gateway while the run goes on (SIM-07).
package final class ServerMonitor: ServiceMonitor {
    private var watch: LawWatch
    private var server = WatchedServer()

    /// Makes the monitor of a run.
    package init(_ context: RunContext) { watch = LawWatch(from: context.start) }

    /// The violations found, in order; the first 1000 are kept.
    package var violations: [Violation] { watch.violations }

    package func subscribe(to feed: EventFeed) {
        feed.on(ServerEvent.self) { [self] records in
            for index in records.indices {
                watch.goOn(to: records[index])
                take(records[index].event)
            }
        }
    }

    /// Nothing is left to judge.
    package func finish(at end: CityTime) {}

    private var now: CityTime { watch.now }

    private func report(_ id: String, _ actors: [any Concerned], _ message: String) {
        watch.report(id, actors, message)
    }

    private func take(_ event: ServerEvent) {
        switch event {
        case .messageAnswered(let message, let kind, _, let channel, _, let arrived, let started, let waiting):
            let actors: [any Concerned] = [message]
            if channel != .tls { report("SEC-01", actors, "a \(kind.word) was accepted over a plain channel") }
            if server.isDown { report("AVAIL-02", actors, "was answered while the server is down") }
            if !isInOrder(arrived, started) || waiting < 0 {
                report(
                    "DEC-PERF-MEASURE", actors,
                    "arrived at \(arrived), was begun at \(started) and answered at \(now), with \(waiting) before it")
            }
            answer(message, arrived, actors)
        case .messageRefused(let message, _, _, _, _, let arrived, let started, _):
            let actors: [any Concerned] = [message]
            if !isInOrder(arrived, started) {
                report(
                    "DEC-PERF-MEASURE", actors,
                    "arrived at \(arrived)\(started.map { ", was begun at \($0)" } ?? ""), but was refused at \(now)")
            }
            answer(message, arrived, actors)
        case .messageLeft(let message, _, _, _, _, let arrived, let started, let waiting):
            let actors: [any Concerned] = [message]
            if !isInOrder(arrived, started) || waiting < 0 {
                report(
                    "DEC-PERF-MEASURE", actors,
                    "arrived at \(arrived), but was inside at \(now), with \(waiting) before it")
            }
            answer(message, arrived, actors)
        case .serverDown:
            if server.isDown { report("AVAIL-02", [], "went down while it was down") }
            server.isDown = true
        case .serverUp:
            if !server.isDown { report("AVAIL-02", [], "came up without having been down") }
            server.isDown = false
        case .timersReleased:
            if server.isDown { report("AVAIL-02", [], "timers fired while the server is down") }
        }
    }

    /// Whether a message arrived before a worker took it, when one did, and both before now.
    private func isInOrder(_ arrived: CityTime, _ started: CityTime?) -> Bool {
        let begun = started ?? now
        return arrived <= begun && begun <= now
    }

    /// A message has one answer or is left once, and a later number arrived later.
    private func answer(_ message: MessageID, _ arrived: CityTime, _ actors: [any Concerned]) {
        if message.number <= 0 || !server.answered.insert(message.number) {
            report("AVAIL-02", actors, "was answered or refused a second time")
            return
        }
        let isLater = message.number > server.latest
        if isLater ? arrived.nanoseconds < server.latestArrival : arrived.nanoseconds > server.latestArrival {
            report(
                "DEC-PERF-MEASURE", actors,
                "arrived at \(arrived), which is \(isLater ? "before" : "after") message \(server.latest)")
        }
        guard isLater else { return }
        server.latest = message.number
        server.latestArrival = arrived.nanoseconds
    }
}
