// SPDX-License-Identifier: GPL-3.0-or-later

/// The list for the directives of one call of a rule: the same memory serves call after call, when whoever carried the
/// directives out hands the list back. A list that is not handed back is replaced by a new one.
struct SpareList<Directive: Sendable>: Sendable {
    private var spare: [Directive] = []

    /// An empty list, with the room of the one that was handed back.
    @inline(__always)
    mutating func take() -> [Directive] {
        var list: [Directive] = []
        swap(&list, &spare)
        return list
    }

    /// Keeps a list for the next call.
    @inline(__always)
    mutating func takeBack(_ list: consuming [Directive]) {
        // Lists are short: this costs less than `removeAll(keepingCapacity:)`, which is made for long ones.
        while !list.isEmpty { list.removeLast() }
        swap(&list, &spare)
    }
}
