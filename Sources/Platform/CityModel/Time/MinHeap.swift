// SPDX-License-Identifier: GPL-3.0-or-later

/// A binary heap with the smallest element first: what falls due, or who comes next. Logarithmic time.
public struct MinHeap<Element: Comparable & Sendable>: Sendable {
    @usableFromInline var elements: [Element] = []

    /// An empty heap.
    @inlinable
    public init() {}

    /// The smallest element; nil for none.
    @inlinable public var first: Element? { elements.first }

    /// Adds an element.
    @inlinable
    public mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes out the smallest element.
    @inlinable
    @discardableResult
    public mutating func popFirst() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        if elements.isEmpty { return first }
        elements[0] = last
        var index = 0
        while true {
            var least = index
            for child in (2 * index + 1)...(2 * index + 2)
            where child < elements.count && elements[child] < elements[least] {
                least = child
            }
            if least == index { return first }
            elements.swapAt(index, least)
            index = least
        }
    }
}
