// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityLoop
import CityModel
import Synchronization

/// What one person is told on one device, as server-sent events (WHATWG HTML, section 9.2): each with the number of the notice as
/// its id, so that a browser that was cut off says how far it had read.
///
/// Nothing waits here for a slow reader: what comes meanwhile stays with the person's notices, of which the newest are kept.
package struct WebEvents: AsyncSequence, Sendable {
    /// The path.
    package static let path = WebCity.prefix + "/events"
    /// Says that the line is open, for whatever lies between the two and for the server, which learns so that nobody is there any more.
    static let pulse = TimeSpan.seconds(15)
    /// Streams that one session may have open: a device has one, and a browser one for each tab.
    static let mostOfSession = 8

    private let client: CityClient
    private let token: Token
    private let sender: RequestSender
    /// The number to read on from.
    private let after: Int64
    /// The number of the last notice when the stream was opened.
    private let last: Int64
    /// Held as long as somebody reads.
    private let place: Place

    /// How many streams each session has open.
    final class Places: Sendable {
        private let counts = Mutex<[Token: Int]>([:])

        /// A place for one more stream of a session; nil when it has enough.
        func take(_ token: Token) -> Place? {
            let isTaken = counts.withLock { counts in
                guard counts[token, default: 0] < mostOfSession else { return false }
                counts[token, default: 0] += 1
                return true
            }
            return isTaken ? Place(self, token) : nil
        }

        fileprivate func giveBack(_ token: Token) {
            counts.withLock { $0[token] = $0[token].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }

    /// A stream's place among those of its session.
    final class Place: Sendable {
        private let places: Places
        private let token: Token

        fileprivate init(_ places: Places, _ token: Token) { (self.places, self.token) = (places, token) }

        deinit { places.giveBack(token) }
    }

    /// The events of a request: those after the number of its `Last-Event-ID`, or after `after` behind the question mark; without
    /// either what comes from now on.
    ///
    /// - Throws: 401 without a session, 422 when the number is none.
    static func open(
        _ call: WebCall, _ client: CityClient, _ places: Places
    ) async throws(Problem) -> WebEvents {
        var form = FormReader(query: call.request.query)
        let numbers: ClosedRange<Int64> = 0...(1 << 53)
        let wanted = form.number("after", in: numbers)
        var after = wanted
        if let text = call.request.header("last-event-id") {
            guard let number = Int64(text), numbers.contains(number), String(number) == text else {
                throw Problem(
                    422, "badForm", "The number of the last event is wrong.",
                    faults: [.init(field: "Last-Event-ID", says: "must be the number of an event")])
            }
            // The browser has read on since the page was opened.
            after = number
        }
        try form.finish()
        let (token, sender) = (try call.token(), call.sender)
        do {
            let last = try await client.ask(from: sender) { try await $0.lastNotice(token) }
            guard let place = places.take(token) else { throw Refusals.manyStreams }
            return WebEvents(
                client: client, token: token, sender: sender, after: after ?? last, last: last, place: place)
        } catch {
            throw Refusals.of(error)
        }
    }

    private enum Next: Sendable {
        case news(NewsRead<any Sendable>)
        case quiet
        case over(String)
    }

    /// Reads on as fast as its reader does.
    package struct AsyncIterator: AsyncIteratorProtocol {
        let events: WebEvents
        /// The number of the last notice that was given; nil before the first text.
        private var position: Int64?
        private var isOver = false

        init(_ events: WebEvents) { self.events = events }

        /// The next text to send, of one event or several; nil at the end.
        package mutating func next() async -> String? {
            guard !isOver else { return nil }
            guard let position else {
                position = events.after
                return events.opening
            }
            while !Task.isCancelled {
                switch await events.next(after: position) {
                case .news(let read):
                    self.position = read.last
                    let text = events.text(of: read)
                    // What no client of the web can use is passed over.
                    return text.isEmpty ? await next() : text
                case .quiet: return ":\n\n"
                case .over(let why):
                    isOver = true
                    return WebEvents.text("end", position, ["reason": .text(why)])
                }
            }
            return nil
        }
    }

    /// A reader that begins at the number that was asked for.
    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    private var opening: String {
        "retry: 2000\n\n" + Self.text("open", after, ["now": .time(client.loop.now), "last": .whole(UInt64(last))])
    }

    private func text(of read: NewsRead<any Sendable>) -> String {
        var text = ""
        if read.hasGap {
            // Whoever is cut off between the gap and what is behind it reads that again.
            let before = read.news.first.map { $0.number - 1 } ?? read.last
            text += Self.text("gap", before, [:])
        }
        for told in read.news {
            guard let news = WebNews.told(told.news, client.layout) else { continue }
            text += Self.text(news.name, told.number, ["at": .time(told.time), "news": news.content])
        }
        return text
    }

    private func next(after number: Int64) async -> Next {
        await withTaskGroup(of: Next.self) { group in
            group.addTask {
                do {
                    return .news(
                        try await client.ask(from: sender) { try await $0.notices(token, after: number) })
                } catch {
                    return .over(Refusals.of(error).word)
                }
            }
            group.addTask {
                // When the city ends, the other one says so.
                try? await client.loop.ask { try await client.loop.sleep(for: Self.pulse) }
                return .quiet
            }
            let first = await group.next() ?? .quiet
            group.cancelAll()
            return first
        }
    }

    private static func text(_ name: String, _ number: Int64, _ content: JSONValue) -> String {
        "id: \(number)\nevent: \(name)\ndata: \(content.line)\n\n"
    }
}
