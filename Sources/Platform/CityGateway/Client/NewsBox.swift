// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel

/// Something that somebody was told, with its number and its time.
public struct NumberedNews<News: Sendable>: Sendable {
    /// Counted from 1 on for each reader, without a gap.
    public let number: Int64
    /// When it was told.
    public let time: CityTime
    /// What was told.
    public let news: News
}

/// What a reader was told after a number.
public struct NewsRead<News: Sendable>: Sendable {
    /// The oldest first. Empty only with a gap.
    public let news: [NumberedNews<News>]
    /// Whether the reader missed some: what came after the number that was asked for is gone in part, or nobody ever gave that
    /// number. The reader looks at how things stand, then reads on.
    public let hasGap: Bool
    /// The number to read on from.
    public let last: Int64
}

/// What one reader is told without having asked: numbered, and read from a number. The newest are kept, so many as were said;
/// reading takes nothing away, so that each device of a person reads all.
struct NewsBox<News: Sendable> {
    /// Rings when there is something new, or will be nothing any more.
    let bell = Bell()
    private let most: Int
    private var kept: [NumberedNews<News>] = []
    private(set) var last: Int64 = 0
    /// Whether what is told is kept. It is counted all the same: a reader who comes back sees that there was something.
    private(set) var isOpen = true

    init(most: Int) { self.most = most }

    mutating func put(_ news: News, at time: CityTime) {
        last += 1
        guard isOpen else { return }
        if kept.count == most { kept.removeFirst() }
        kept.append(NumberedNews(number: last, time: time, news: news))
        bell.ring()
    }

    /// What was told after a number; nil when there is nothing new.
    func read(after number: Int64) -> NewsRead<News>? {
        let gone = last - Int64(kept.count)
        let isUnknown = number < 0 || number > last
        let from = isUnknown ? gone : max(number, gone)
        let hasGap = isUnknown || number < gone
        guard from < last || hasGap else { return nil }
        return NewsRead(news: kept.suffix(Int(last - from)), hasGap: hasGap, last: last)
    }

    mutating func open() { isOpen = true }

    /// Nothing is kept any more; whoever waits goes on.
    mutating func close() {
        (isOpen, kept) = (false, [])
        bell.ring()
    }
}
