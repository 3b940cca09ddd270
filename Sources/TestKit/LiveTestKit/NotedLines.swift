// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Synchronization

/// Keeps what was noted of some types of events as it stands in the event log's file.
public final class NotedLines: EventObserver {
    private let text = Mutex("")
    private let types: [any Event.Type]

    /// Keeps events of these types.
    public init(_ types: [any Event.Type]) { self.types = types }

    /// All lines so far.
    public var lines: String { text.withLock { $0 } }

    /// Reads the types.
    public func subscribe(to feed: EventFeed) { for type in types { keep(type, feed) } }

    private func keep<Fact: Event>(_: Fact.Type, _ feed: EventFeed) {
        feed.on(Fact.self) { [self] batch in
            for index in batch.indices {
                var line = EventText(Fact.self)
                line.line(batch[index])
                text.withLock { $0 += String(decoding: line.bytes, as: UTF8.self) }
            }
        }
    }
}
