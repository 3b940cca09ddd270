// SPDX-License-Identifier: GPL-3.0-or-later

/// What people, or devices, are told without having asked, each until it is read. The newest 100 of each are kept, or as many as
/// said.
///
/// Belongs to a `ClientPart`, and is used on its client.
public final class NewsBoxes<Reader: Hashable & Comparable & Sendable, News: Sendable> {
    private let most: Int
    private var boxes: [Reader: NewsBox<News>] = [:]

    /// Boxes for readers who are not known yet.
    public init(most: Int = 100) { self.most = most }

    /// Whether news are kept for a reader.
    public func isOpen(for reader: Reader) -> Bool { boxes[reader] != nil }

    /// From now on news are kept for a reader.
    public func open(for reader: Reader) { boxes[reader, default: NewsBox(most: most)].open() }

    /// Takes news for a reader: to who waits longest, or to be read later. Nothing is kept for a reader who is not known here.
    public func put(_ news: News, for reader: Reader) { boxes[reader]?.put(news) }

    /// The oldest news that was not read, or the next; nil when there will be none.
    public func next(for reader: Reader) async -> News? {
        if let news = boxes[reader]?.take() { return news }
        return await withCheckedContinuation { boxes[reader, default: NewsBox(most: most)].wait($0) }
    }

    /// A reader is gone: whoever waits there gets nothing, and nothing is kept.
    public func remove(_ reader: Reader) {
        boxes[reader]?.close()
        boxes[reader] = nil
    }

    /// No news will come to anybody.
    public func close() {
        // In a fixed order: the order of a dictionary differs from process to process.
        for reader in boxes.keys.sorted() { boxes[reader]?.close() }
    }
}
