// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a task of the loop, for errors that say who: a kind and the number of its owner. Allocates nothing.
public struct TaskName: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    private let kind: StaticString
    private let number: Int?

    /// Names a task of one of many owners, such as `TaskName("passenger", 17)`.
    public init(_ kind: StaticString, _ number: Int? = nil) {
        self.kind = kind
        self.number = number
    }

    /// Names a task that there is only one of.
    public init(stringLiteral value: StaticString) {
        self.init(value)
    }

    /// The kind, and the number when there is one.
    public var description: String { number.map { "\(kind) \($0)" } ?? "\(kind)" }
}

/// A task that was started on a loop.
public struct StartedTask: Sendable {
    let task: Task<Void, Never>

    /// Cancels the task: its current sleep throws `CancellationError`, and so does every later one. Safe from any
    /// thread; from another one it takes effect between two turns.
    public func cancel() {
        task.cancel()
    }

    /// Whether the task was cancelled.
    public var isCancelled: Bool { task.isCancelled }
}
