// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A message inside the server.
struct InnerMessage: Sendable {
    var id = MessageID(0)
    var envelope: Envelope
    var kind = MessageType.registration
    var account: AccountID?
    var arrived = CityTime.epoch
    var started = CityTime.epoch
    /// When its patience ends, on a clock that stands still in outages.
    var patience = CityTime.never
    /// How many waited when it came.
    var waiting: Int32 = 0
    /// How long a worker is busy with it, set-up included; known from the beginning of its service.
    var service = TimeSpan.zero
    /// Whether its session was checked; not when it came in an outage.
    var isChecked = false

    /// Nothing: also what wipes a message that is gone, passwords included.
    static let blank = InnerMessage(envelope: Envelope(AccountMessage.done, from: .visitor(0)))
}

/// The messages inside the server: those that wait, in one line for each priority class, and those in service. All in
/// constant time; the memory of a message that is gone is used again.
struct WaitingLines: Sendable {
    private struct Slot: Sendable {
        var message: InnerMessage
        /// The next in its line, or the next free slot; -1 at the end.
        var next = -1
    }

    private struct Line: Sendable {
        var first = -1
        var last = -1
        var count = 0
    }

    private var slots: [Slot] = []
    private var firstFree = -1
    private var lines: [Line]

    /// How many messages wait, all classes together.
    private(set) var count = 0
    /// How many classes there are.
    var classCount: Int { lines.count }
    /// How many messages there was room for at most.
    var capacity: Int { slots.count }

    init(classes: Int) {
        lines = Array(repeating: Line(), count: classes)
    }

    /// A message by its slot.
    subscript(slot: Int) -> InnerMessage {
        _read { yield slots[slot].message }
        _modify { yield &slots[slot].message }
    }

    /// How many wait in a class.
    func count(in rank: UInt8) -> Int { lines[Int(rank)].count }

    /// The first of a class.
    func first(in rank: Int) -> Int? { lines[rank].first >= 0 ? lines[rank].first : nil }

    /// All that wait, class by class.
    var waitingSlots: [Int] {
        lines.flatMap { line in
            Array(sequence(first: line.first) { slots[$0].next }.prefix { $0 >= 0 })
        }
    }

    /// Takes a message in, without a position in a line.
    mutating func admit(_ message: InnerMessage) -> Int {
        guard firstFree >= 0 else {
            slots.append(Slot(message: message))
            return slots.count - 1
        }
        let slot = firstFree
        firstFree = slots[slot].next
        slots[slot] = Slot(message: message)
        return slot
    }

    /// Forgets a message that is in no line.
    mutating func forget(_ slot: Int) {
        slots[slot] = Slot(message: .blank, next: firstFree)
        firstFree = slot
    }

    /// Puts a message at the end of a line.
    mutating func append(_ slot: Int, to rank: UInt8) {
        let rank = Int(rank)
        if lines[rank].last >= 0 { slots[lines[rank].last].next = slot } else { lines[rank].first = slot }
        lines[rank].last = slot
        lines[rank].count += 1
        count += 1
    }

    /// Takes the first out of a line.
    mutating func removeFirst(of rank: Int) -> Int? {
        guard let slot = first(in: rank) else { return nil }
        lines[rank].first = slots[slot].next
        if lines[rank].first < 0 { lines[rank].last = -1 }
        slots[slot].next = -1
        lines[rank].count -= 1
        count -= 1
        return slot
    }

    /// Takes out whose turn it is: the first of the first class that is not empty.
    mutating func removeNext() -> Int? {
        guard count > 0 else { return nil }
        for rank in lines.indices {
            if let slot = removeFirst(of: rank) { return slot }
        }
        return nil
    }
}
