// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization
import WebInterface

/// The stream of events of one person's client: opened with a session, and again where it is cut.
final class PersonStream: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// The number of the last notice that was read.
        var lastNotice: Int64 = 0
        var hasRead = false
    }

    private let city: RemoteCity
    private let state = Mutex(State())

    init(_ city: RemoteCity) { self.city = city }

    /// Whether anything was ever read, be it that the stream is open.
    var hasRead: Bool { state.withLock { $0.hasRead } }

    /// Hangs up.
    func close() {
        state.withLock { state in
            state.task?.cancel()
            state.task = nil
        }
    }

    /// Opens the stream of a session in place of the one before; returns when it is open. `take` is called with each notice, one after the
    /// other.
    func open(
        _ secret: String, from source: SourceAddress, _ take: @escaping @Sendable (StreamEvent) async -> Void
    ) async {
        close()
        let (opened, isOpen) = AsyncStream.makeStream(of: Never.self)
        let task = Task {
            defer { isOpen.finish() }
            while !Task.isCancelled {
                let before = city.time
                do {
                    var reader = EventReader()
                    // The first stream tells what comes from now on; a later one goes on where the one before it was cut.
                    let last = state.withLock { $0.hasRead ? $0.lastNotice : nil }
                    let pieces = try await city.events(of: secret, after: last, from: source)
                    for try await bytes in pieces {
                        for event in reader.take(bytes) {
                            if event.name == "open" {
                                city.tally.opened(after: city.since(before))
                                isOpen.finish()
                            }
                            if event.name == "end" { return }
                            if note(event) { await take(event) }
                        }
                    }
                } catch is CancellationError {
                    return
                } catch {
                    if Task.isCancelled { return }
                    city.tally.cut()
                }
                isOpen.finish()
                try? await Task.sleep(for: .seconds(2))
            }
        }
        state.withLock { $0.task = task }
        for await _ in opened {}
    }

    /// Counts an event; whether it tells the person something.
    private func note(_ event: StreamEvent) -> Bool {
        guard event.name != "gap" else {
            city.tally.gap()
            return false
        }
        state.withLock { ($0.lastNotice, $0.hasRead) = (event.number, true) }
        guard event.name != "open" else { return false }
        if let at = city.answers.notices.time(event.content["at"]) {
            city.tally.told(event.name, after: city.since(at))
        }
        return true
    }
}
