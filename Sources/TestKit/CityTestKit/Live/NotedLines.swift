// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Synchronization

/// Keeps what was noted of some types of events as it stands in the event log's file.
package final class NotedLines: EventObserver {
    private let text = Mutex("")
    private let types: [any Event.Type]

    /// Keeps events of these types.
    package init(_ types: [any Event.Type]) { self.types = types }

    /// All lines so far.
    package var lines: String { text.withLock { $0 } }

    package func subscribe(to feed: EventFeed) { for type in types { keep(type, feed) } }

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
