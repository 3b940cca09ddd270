// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody is told without having asked, until it is read. Holds the newest only, so many as were said.
struct NewsBox<News: Sendable> {
    private let most: Int
    private var unread: [News] = []
    private var waiting: [CheckedContinuation<News?, Never>] = []
    private var isClosed = false

    init(most: Int) { self.most = most }

    /// Takes news: to who waits longest, or into the box.
    mutating func put(_ news: News) {
        guard waiting.isEmpty else { return waiting.removeFirst().resume(returning: news) }
        if unread.count == most { unread.removeFirst() }
        unread.append(news)
    }

    /// The oldest news that nobody has read.
    mutating func take() -> News? { unread.isEmpty ? nil : unread.removeFirst() }

    /// Gets the next news; nil when there will be none.
    mutating func wait(_ reader: CheckedContinuation<News?, Never>) {
        if isClosed { reader.resume(returning: nil) } else { waiting.append(reader) }
    }

    /// News come again.
    mutating func open() { isClosed = false }

    /// No news will come.
    mutating func close() {
        isClosed = true
        for reader in waiting { reader.resume(returning: nil) }
        (waiting, unread) = ([], [])
    }
}
