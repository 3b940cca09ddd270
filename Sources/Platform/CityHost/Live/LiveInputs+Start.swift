// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
public import CityModel

/// What a city took up from its log.
public struct TakenUp: Hashable, Sendable {
    /// How many inputs.
    public let inputs: Int
    /// How many at the end were cut off, because a write had been torn. Nobody was answered on them.
    public let cut: Int
    /// The time of the last one.
    public let last: CityTime
    /// The requests with a key, in the order in which they came.
    public let requests: [KeptRequest]
}

/// A request with a key that a log holds.
public struct KeptRequest: Hashable, Sendable {
    /// Its key.
    public let key: RequestKey
    /// When it came, or was answered.
    public internal(set) var time: CityTime
    /// What it was answered; nil when the process ended before that was durable. What it asked for was done, and nobody was told.
    public internal(set) var answer: String?
}

/// Why a city cannot go on from a log. The log is as it was.
public enum LogProblem: Error, Hashable, CustomStringConvertible {
    /// It does not begin like a log of inputs.
    case notALog
    /// It was written by a program with other versions of what a log holds.
    case schema(found: Int, wanted: Int)
    /// It was written by another build, whose rules may differ.
    case build(found: String, wanted: String)
    /// It is of a city that was opened with something else.
    case city(found: String, wanted: String)
    /// It begins at another time than this city.
    case start(found: CityTime, wanted: CityTime)
    /// An input is missing or was changed, and others follow it.
    case damaged(input: Int)
    /// An input holds a message of no service of this city.
    case unreadable(input: Int, why: String)
    /// The city that was taken up is not the one that ended: their services did other things.
    case otherCity(input: Int)
    /// An input found another city than it had found when it came.
    case diverged(input: Int, events: Int64, wanted: Int64)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notALog: "the file holds no inputs of a city"
        case .schema(let found, let wanted): "the log has version \(found), and this program reads version \(wanted)"
        case .build(let found, let wanted): "the log was written by build \(found), and this is build \(wanted)"
        case .city(let found, let wanted): "the log is of city \(found), and this is city \(wanted)"
        case .start(let found, let wanted):
            "the log begins at \(found.nanoseconds) ns, and the city at \(wanted.nanoseconds) ns"
        case .damaged(let input): "input \(input) of the log is missing or was changed"
        case .unreadable(let input, let why): "input \(input) of the log cannot be read: \(why)"
        case .otherCity(let input):
            "input \(input) of the log ended a city with another fingerprint than the one that was taken up"
        case .diverged(let input, let events, let wanted):
            "input \(input) of the log found \(events) events in the city; when it came there were \(wanted)"
        }
    }
}

extension LiveInputs {
    /// When the city of a log began, for the host that takes it up; nil for a log that holds nothing yet.
    ///
    /// - Throws: `LogProblem.notALog`, or what the store throws.
    public static func start(of store: any RecordStore<StoredInput>) throws -> CityTime? {
        guard let first = try store.load().open.first else { return nil }
        guard case .began = first.body else { throw LogProblem.notALog }
        return first.time
    }

    /// Begins a log, or takes up what it holds: feeds its inputs to the services at their times, with the timers between them.
    /// Nothing leaves the city meanwhile. Once, on the loop, when the clients are connected and before the first message; after it
    /// the loop runs on to the present, and what falls due on the way is done.
    ///
    /// - Throws: `LogProblem` when the log is not this city's or is damaged before its end, `LoopError` when the loop failed, or what
    ///   the store throws. Nothing was written then.
    @discardableResult
    func takeUp(
        _ serve: (Envelope, PasswordOutcome?) -> Void, heard types: [any RecordedInput.Type],
        _ hear: (any RecordedInput, Token?) -> Void,
        _ carry: (CarriedAccount) throws(CarryRefusal) -> Bool
    ) throws -> TakenUp {
        let (inputs, cut) = try Self.whole(try store.load())
        let noting: @Sendable ([UInt8]) -> Void = { [unowned self] in note($0) }
        guard let first = inputs.first, let last = inputs.last else {
            secrets.begin(again: [], note: noting)
            begin()
            return TakenUp(inputs: 0, cut: 0, last: loop.now, requests: [])
        }
        try check(first)
        secrets.begin(again: inputs.flatMap(\.drawn), note: noting)
        loop.outbox.isReplaying = true
        defer { loop.outbox.isReplaying = false }
        var left = secrets.leftCount
        for input in inputs {
            left -= input.drawn.count
            if case .brought(let brought) = input.body {
                try feed(input, brought, heard: types, hear)
            } else if case .carried(let carried) = input.body {
                try feed(input, carried, carry)
            } else {
                try feed(input, left, serve)
            }
        }
        guard secrets.leftCount == 0 else {
            throw LogProblem.diverged(input: inputs.count, events: log.replayedCount, wanted: last.after)
        }
        for input in cut { try store.remove(input) }
        goOn(after: last)
        return TakenUp(
            inputs: inputs.count, cut: cut.count, last: last.time, requests: Self.requests(in: inputs))
    }

    private func feed(_ input: StoredInput, _ left: Int, _ serve: (Envelope, PasswordOutcome?) -> Void) throws {
        let number = Int(input.key.number)
        switch input.body {
        case .began, .answered, .brought, .carried: return
        case .drawn:
            // A timer drew them: it does again.
            while secrets.leftCount > left, try loop.runOneTurn(until: input.time) {}
            guard secrets.leftCount == left else {
                throw LogProblem.diverged(input: number, events: log.replayedCount, wanted: input.after)
            }
        case .reached:
            try reach(input)
            loop.runTurn(at: input.time) {}
        case .ended(let fingerprint):
            try reach(input)
            // What was begun within an instant ends within it.
            loop.runTurn(at: input.time) {}
            log.flush()
            guard let own = self.fingerprint?.hex, !fingerprint.isEmpty, own != fingerprint else { return }
            throw LogProblem.otherCity(input: number)
        case .served(let served):
            try reach(input)
            let envelope: Envelope
            do {
                envelope = try served.envelope(of: types)
            } catch {
                throw LogProblem.unreadable(input: number, why: "\(error)")
            }
            loop.runTurn(at: input.time) { serve(envelope, served.passwords.map { PasswordOutcome($0) }) }
        }
    }

    private func feed(
        _ input: StoredInput, _ brought: BroughtInput, heard types: [any RecordedInput.Type],
        _ hear: (any RecordedInput, Token?) -> Void
    ) throws {
        try reach(input)
        let message: any RecordedInput
        do {
            message = try brought.message(of: types)
        } catch {
            throw LogProblem.unreadable(input: Int(input.key.number), why: "\(error)")
        }
        loop.runTurn(at: input.time) { hear(message, brought.token) }
    }

    private func feed(
        _ input: StoredInput, _ carried: CarriedInput, _ carry: (CarriedAccount) throws(CarryRefusal) -> Bool
    ) throws {
        try reach(input)
        var refusal: CarryRefusal?
        loop.runTurn(at: input.time) {
            do throws(CarryRefusal) {
                _ = try carry(carried.account)
            } catch {
                refusal = error
            }
        }
        if let refusal { throw LogProblem.unreadable(input: Int(input.key.number), why: refusal.description) }
    }

    /// Lets the timers do what they had done before an input came.
    private func reach(_ input: StoredInput) throws {
        while log.replayedCount < input.after, try loop.runOneTurn(until: input.time) {}
        // Timers that noted nothing then note nothing now.
        while let next = loop.nextTime, next < input.time, try loop.runOneTurn(until: input.time) {}
        guard log.replayedCount == input.after, loop.now <= input.time else {
            throw LogProblem.diverged(
                input: Int(input.key.number), events: log.replayedCount, wanted: input.after)
        }
    }

    private func check(_ first: StoredInput) throws(LogProblem) {
        guard case .began(let found) = first.body else { throw .notALog }
        guard found.schema == origin.schema else { throw .schema(found: found.schema, wanted: origin.schema) }
        guard found.build == origin.build else { throw .build(found: found.build, wanted: origin.build) }
        guard found.city == origin.city else { throw .city(found: found.city, wanted: origin.city) }
        guard first.time == loop.now else { throw .start(found: first.time, wanted: loop.now) }
    }

    /// The requests with a key whose work was done.
    private static func requests(in inputs: [StoredInput]) -> [KeptRequest] {
        var (order, found): ([RequestKey], [RequestKey: KeptRequest]) = ([], [:])
        for input in inputs {
            let key: RequestKey
            var answer: String?
            switch input.body {
            case .began, .drawn, .reached, .ended, .carried: continue
            case .served(let served):
                guard let request = served.request else { continue }
                key = request
            case .brought(let brought):
                guard let request = brought.request else { continue }
                key = request
            case .answered(let answered):
                key = answered.key
                guard answered.answer != nil else {
                    found[key] = nil
                    continue
                }
                answer = answered.answer
            }
            if found[key] == nil { order.append(key) }
            found[key] = KeptRequest(key: key, time: input.time, answer: answer)
        }
        return order.compactMap { found.removeValue(forKey: $0) }
    }

    /// The inputs up to a torn write at the end, and the numbers of what is cut off there.
    private static func whole(
        _ found: StoredRecords<StoredInput>
    ) throws(LogProblem) -> (inputs: [StoredInput], cut: [ID<Tag.Input>]) {
        var link = Token(high: 0, low: 0)
        for (index, input) in found.open.enumerated() {
            guard input.key.number == Int32(index + 1), input.follows(link) else {
                // Whatever comes after the last whole input was written in one go with it or not at all.
                guard index == found.open.count - 1, index > 0 else { throw .damaged(input: index + 1) }
                return (Array(found.open.dropLast()), [input.key])
            }
            link = input.chain
        }
        return (found.open, [])
    }
}

extension StoredInput {
    /// The bytes that were drawn for it.
    fileprivate var drawn: [[UInt8]] {
        switch body {
        case .began, .answered, .reached, .ended: []
        case .served(let served): served.drawn
        case .drawn(let bytes): bytes
        case .brought(let brought): brought.drawn
        case .carried(let carried): carried.drawn
        }
    }
}
