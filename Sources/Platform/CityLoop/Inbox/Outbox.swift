// SPDX-License-Identifier: GPL-3.0-or-later

/// Why something did not leave the city: an input that it may be built on could not be kept. Nobody is told what a restart might
/// not know any more (AVAIL-02).
public struct NotKept: Error, CustomStringConvertible {
    /// What the disk said, or whatever keeps the inputs.
    public let reason: any Error

    /// What happened, and what follows.
    public var description: String { "the server cannot keep what it is told, and answers nobody: \(reason)" }
}

/// What leaves a city, in the order in which it came about: answers to calls from outside, mail, text messages. Each waits until
/// the last input that had been processed when it came about is durable, and so all those before it.
///
/// A city without an input log of its own keeps nothing, and nothing waits.
///
/// `@unchecked Sendable`: used on the loop's thread only.
public final class Outbox: @unchecked Sendable {
    private struct Output {
        let input: Int64
        let send: @Sendable (NotKept?) -> Void
    }

    /// Why nothing leaves any more; nil while all is well.
    public private(set) var failure: NotKept?
    /// Whether the inputs of an earlier process are taken up again: what they brought has left before, or its receiver is gone.
    public var isReplaying = false
    /// The last input that was processed.
    public private(set) var processed: Int64 = 0
    /// The last input that is durable, and all before it.
    public private(set) var durable: Int64 = 0
    private var isOver = false
    private var waiting: [Output] = []
    /// How many of those at the front have left.
    private var sent = 0

    /// How many outputs wait.
    public var count: Int { waiting.count - sent }

    /// An input is being processed: what leaves from now on waits for it. Numbers rise.
    public func processes(_ input: Int64) {
        precondition(input > processed, "input \(input) came after input \(processed)")
        processed = input
    }

    /// Inputs up to this one are durable: what waited for them leaves.
    public func keeps(upTo input: Int64) {
        guard failure == nil else { return }
        durable = max(durable, input)
        while sent < waiting.count, waiting[sent].input <= durable {
            let output = waiting[sent]
            sent += 1
            output.send(nil)
        }
        // In pieces, so that each output is moved once or twice.
        if sent == waiting.count || sent > 1000 {
            waiting.removeFirst(sent)
            sent = 0
        }
    }

    /// An input cannot be kept: nothing that waits will leave, nor anything later.
    public func fails(_ reason: any Error) {
        guard failure == nil else { return }
        let failure = NotKept(reason: reason)
        self.failure = failure
        let left = waiting[sent...]
        (waiting, sent) = ([], 0)
        for output in left { output.send(failure) }
    }

    /// The run is over: who waits is not answered on what may not be durable.
    func end() {
        isOver = true
        let left = waiting[sent...]
        (waiting, sent) = ([], 0)
        for output in left { output.send(NotKept(reason: LoopError.ended)) }
    }

    /// Sends something as soon as all that it may be built on is durable: at once when it is. The call gets why it may not leave.
    public func send(_ output: @escaping @Sendable (NotKept?) -> Void) {
        if let failure { return output(failure) }
        if count == 0, durable >= processed { return output(nil) }
        guard !isOver else { return output(NotKept(reason: LoopError.ended)) }
        waiting.append(Output(input: processed, send: output))
    }
}
