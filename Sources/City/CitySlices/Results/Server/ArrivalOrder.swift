// SPDX-License-Identifier: GPL-3.0-or-later

/// A message as a queue sees one.
struct QueuedMessage: Hashable {
    /// When it arrived, in nanoseconds.
    var arrived: Int64
    /// How long a worker was busy with it; negative when it came to no worker.
    var service: Int64
    /// Whether it is of the kind that is judged by itself.
    var isJudged: Bool
    /// What became of it.
    var fate = Fate.answered

    enum Fate {
        case answered, refused
        /// It was inside when the service ended.
        case left
    }
}

/// Brings answered messages back into the order of their arrival: their numbers count arrivals without gaps.
///
/// A ring that holds what came before its turn. Its size follows how far answers overtake each other and is bounded: a
/// message that is missed for longer than `limit` later ones is given up, and counted.
struct ArrivalOrder {
    private var ring: [QueuedMessage?]
    private let limit: Int
    /// The number that is due.
    private var due: Int32 = 1
    /// Numbers below this are not waited for.
    private var floor: Int32 = 1
    /// The highest number seen.
    private(set) var highest: Int32 = 0
    /// Messages given up and not seen since.
    private(set) var missing = 0
    /// Messages that came after they were given up.
    private(set) var late = 0
    /// The earliest arrival of a message that came right after a missing one, which therefore arrived no later.
    private(set) var earliestAfterGap = Int64.max
    private var isBehindGap = false

    /// At most this many messages are held back; a power of two.
    init(limit: Int = 1 << 18) {
        self.limit = limit
        ring = Array(repeating: nil, count: min(64, limit))
    }

    /// Makes room for a number; take what `next()` gives before `put`.
    mutating func reach(_ number: Int32) {
        highest = max(highest, number)
        let over = Int(number) - Int(due) - limit + 1
        if over > 0 { floor = max(floor, due + Int32(over)) }
    }

    mutating func put(_ number: Int32, _ message: QueuedMessage) {
        let ahead = Int(number) - Int(due)
        guard ahead >= 0 else {
            late += 1
            missing = max(0, missing - 1)
            return
        }
        while ahead >= ring.count { grow() }
        ring[Int(number) & (ring.count - 1)] = message
    }

    /// The next message in order of arrival, if it is there.
    mutating func next() -> QueuedMessage? {
        while due <= highest {
            let place = Int(due) & (ring.count - 1)
            if let message = ring[place] {
                ring[place] = nil
                due += 1
                if isBehindGap {
                    earliestAfterGap = min(earliestAfterGap, message.arrived)
                    isBehindGap = false
                }
                return message
            }
            guard due < floor else { return nil }
            missing += 1
            due += 1
            isBehindGap = true
        }
        return nil
    }

    /// No further message comes: what is missing is given up.
    mutating func close() { floor = .max }

    private mutating func grow() {
        var larger: [QueuedMessage?] = Array(repeating: nil, count: ring.count * 2)
        for ahead in 0..<ring.count {
            let number = Int(due) + ahead
            larger[number & (larger.count - 1)] = ring[number & (ring.count - 1)]
        }
        ring = larger
    }
}

extension ArrivalOrder {
    /// How many messages are held back.
    var held: Int { ring.count { $0 != nil } }
    /// How many there is room for without growing.
    var capacity: Int { ring.count }
}
