// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel

/// What people, or devices, are told without having asked. The newest 100 of each are kept, or as many as said; each is numbered,
/// and nothing is taken by reading, so that a phone that hung up and came back has lost nothing.
///
/// Belongs to a `ClientPart`, and is used on its client.
public final class NewsBoxes<Reader: Hashable & Comparable & Sendable, News: Sendable> {
    private struct Device: Hashable {
        let reader: Reader
        let token: Token?
    }

    private let most: Int
    private var boxes: [Reader: NewsBox<News>] = [:]
    /// How far devices have read that do not say it themselves.
    private var positions: [Device: Int64] = [:]
    private var isClosed = false

    /// Boxes for readers who are not known yet.
    public init(most: Int = 100) { self.most = most }

    /// Whether news are kept for a reader.
    public func isOpen(for reader: Reader) -> Bool { !isClosed && boxes[reader]?.isOpen ?? false }

    /// From now on news are kept for a reader.
    public func open(for reader: Reader) { boxes[reader, default: NewsBox(most: most)].open() }

    /// Takes news for a reader, told at this time. Nothing is kept for a reader who is not known here.
    public func put(_ news: News, for reader: Reader, at time: CityTime) { boxes[reader]?.put(news, at: time) }

    /// What a reader was told after a number; nil when there is nothing new.
    public func read(for reader: Reader, after number: Int64) -> NewsRead<News>? {
        boxes[reader]?.read(after: number)
    }

    /// The number of the last news of a reader; 0 before the first.
    public func last(for reader: Reader) -> Int64 { boxes[reader]?.last ?? 0 }

    /// Waits until there may be something new for a reader, or will be nothing any more; false when the calling task was cancelled
    /// first. `loop` is that of the client.
    public func wait(for reader: Reader, on loop: CityLoop) async -> Bool {
        guard !isClosed, let bell = boxes[reader]?.bell else { return true }
        return await bell.wait(on: loop)
    }

    /// The oldest news that a device of a reader has not got by this call, or the next; nil when there will be none, or when the
    /// calling task was cancelled. Devices without a token share one position.
    public func next(for reader: Reader, of token: Token?, on loop: CityLoop) async -> News? {
        if boxes[reader] == nil { open(for: reader) }
        let device = Device(reader: reader, token: token)
        while isOpen(for: reader) {
            let position = positions[device] ?? 0
            // What is gone is gone: this call gives the oldest that is left.
            if let told = boxes[reader]?.read(after: position)?.news.first {
                positions[device] = told.number
                return told.news
            }
            guard await wait(for: reader, on: loop) else { return nil }
        }
        return nil
    }

    /// How many wait for a reader's news.
    func waiting(for reader: Reader) -> Int { boxes[reader]?.bell.count ?? 0 }

    /// Lets those look again who wait for a reader's news.
    public func wake(_ reader: Reader) { boxes[reader]?.bell.ring() }

    /// A reader is away: whoever waits there goes on, and nothing is kept. What is told meanwhile is counted.
    public func leave(_ reader: Reader) { boxes[reader]?.close() }

    /// A reader is gone for good: whoever waits there gets nothing, and nothing is left of it.
    public func remove(_ reader: Reader) {
        boxes[reader]?.close()
        boxes[reader] = nil
        positions = positions.filter { $0.key.reader != reader }
    }

    /// No news will come to anybody.
    public func close() {
        isClosed = true
        // In a fixed order: the order of a dictionary differs from process to process.
        for reader in boxes.keys.sorted() { boxes[reader]?.close() }
    }
}
