// SPDX-License-Identifier: GPL-3.0-or-later

/// Steps of a service that wait because something that they concern is being stored, and may yet be refused: so nothing is built
/// on what nobody may ever be shown.
///
/// What concerns other things goes on. Steps that concern the same thing keep their order. Each call costs a look at all that
/// wait, which is little: a disk answers in milliseconds.
public struct WaitingSteps<Key: Hashable & Sendable, Step: Sendable>: Sendable {
    private var held: [Key: Int] = [:]
    private var waiting: [Step] = []

    /// Nothing is held, and nothing waits.
    public init() {}

    /// Whether nothing is held, so that every step may be taken.
    public var isIdle: Bool { held.isEmpty && waiting.isEmpty }

    /// Holds what concerns these until `release`.
    public mutating func hold(_ keys: [Key]) {
        for key in keys { held[key, default: 0] += 1 }
    }

    /// Lets go what `hold` held; then `next` gives what may go on.
    public mutating func release(_ keys: [Key]) {
        for key in keys {
            let left = (held[key] ?? 0) - 1
            held[key] = left > 0 ? left : nil
        }
    }

    /// Whether a step may be taken now; if not, it waits, and `next` gives it in its time. `keys` says what a step concerns now.
    public mutating func admits(_ step: Step, _ keys: (Step) -> [Key]) -> Bool {
        if isIdle { return true }
        let own = keys(step)
        if isFree(own, behind: waiting[...], keys) { return true }
        waiting.append(step)
        return false
    }

    /// The first step that may be taken now, which waits no more.
    public mutating func next(_ keys: (Step) -> [Key]) -> Step? {
        guard
            let index = waiting.indices.first(where: { index in
                isFree(keys(waiting[index]), behind: waiting[..<index], keys)
            })
        else { return nil }
        return waiting.remove(at: index)
    }

    /// Lets everything go, untaken.
    public mutating func clear() { (held, waiting) = ([:], []) }

    private func isFree(_ own: [Key], behind others: ArraySlice<Step>, _ keys: (Step) -> [Key]) -> Bool {
        guard !own.contains(where: { held[$0] != nil }) else { return false }
        return !others.contains { other in keys(other).contains { own.contains($0) } }
    }
}
