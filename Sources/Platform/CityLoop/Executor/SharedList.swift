// SPDX-License-Identifier: GPL-3.0-or-later

/// One list that all actors of a kind use in turn for what their rules tell them, so that its memory stays near: with a
/// list for each of 5000 taxis, every use found another one cold (6% of all misses of the processor's second cache).
///
/// `@unchecked Sendable`: actors of one city share it, on their loop's thread only.
public final class SharedList<Element>: @unchecked Sendable {
    @usableFromInline var spare: [Element] = []

    /// A spare list without memory yet.
    public init() {}

    /// The empty list with its memory; another one while that is in use.
    @inlinable
    public func take() -> [Element] {
        var list: [Element] = []
        exchange(&list)
        return list
    }

    /// Empties a list and keeps it for the next use.
    @inlinable
    public func keep(_ list: consuming [Element]) {
        // Lists are short: this costs less than `removeAll(keepingCapacity:)`, which is made for long ones.
        while !list.isEmpty { list.removeLast() }
        exchange(&list)
    }

    @inlinable
    func exchange(_ list: inout [Element]) { swap(&list, &spare) }
}
