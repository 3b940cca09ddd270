// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules
import Testing

/// Danger: the log writes records into raw memory, and hands them over in batches, each service by itself.
@Suite struct EventLogTests {
    /// Keeps the records of one service, and how they were cut.
    private final class Reader: EventObserver {
        var records: [Record<TaxiEvent>] = []
        var turnsOfBatches: [Set<Int64>] = []

        func subscribe(to feed: EventFeed) {
            feed.on(TaxiEvent.self) { batch in
                let new = batch.indices.map { batch[$0] }
                self.records += new
                self.turnsOfBatches.append(Set(new.map(\.turn)))
            }
        }
    }

    @Test("the log hands over every fact as it was noted, whole turns at a time", arguments: [1, 3, 512])
    func facts(batchSize: Int) throws {
        let loop = CityLoop()
        let log = EventLog(loop, batchSize: batchSize)
        let taxi = log.channel(TaxiEvent.self)
        let reader = Reader()
        log.add(reader)
        var expected: [Record<TaxiEvent>] = []
        let examples = TaxiEvent.examples
        // One turn far larger than a batch and its room, and small ones around it.
        for (turn, count) in [3, 2_000, 1, 40, 700].enumerated() {
            let time = CityTime.epoch + .seconds(turn)
            loop.runTurn(at: time) {
                for index in 0..<count {
                    let event = examples[index % examples.count]
                    taxi.note(event)
                    expected.append(
                        Record(number: Int64(expected.count + 1), time: time, turn: Int64(turn + 1), event: event))
                }
            }
        }
        log.finish(at: loop.now)
        #expect(reader.records == expected)
        #expect(log.count == Int64(expected.count))
        for (earlier, later) in zip(reader.turnsOfBatches, reader.turnsOfBatches.dropFirst()) {
            #expect(earlier.isDisjoint(with: later))
        }
    }

    /// Reads three services in one order, and all by their lines.
    private final class Law: EventObserver {
        var numbers: [Int64] = []
        var lines = ""
        var batches = 0

        func subscribe(to feed: EventFeed) {
            feed.on(TaxiEvent.self) { self.add($0) }
            feed.on(ToyRemark.self) { self.add($0) }
            feed.on(ToyEvent.self) { self.add($0) }
            feed.onEvery { self.lines += $0.lines }
            feed.afterBatch { self.batches += 1 }
        }

        private func add<Fact>(_ records: Span<Record<Fact>>) {
            for index in records.indices { numbers.append(records[index].number) }
        }
    }

    @Test("Whoever reads several services meets every number in order; one who reads one gets whole batches of it")
    func totalOrder() {
        let loop = CityLoop()
        let log = EventLog(loop, batchSize: 100)
        let (distribution, reader) = (Law(), Reader())
        log.add(distribution)
        log.add(reader)
        let (taxi, toy, remark) =
            (log.channel(TaxiEvent.self), log.channel(ToyEvent.self), log.channel(ToyRemark.self))
        var state: UInt32 = 7
        for turn in 1...200 {
            loop.runTurn(at: .seconds(turn)) {
                for _ in 0...turn % 5 {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    switch state >> 29 {
                    case 0: remark.note(.signed(fountain: 1, text: "long enough to lie on the heap", hint: nil))
                    case 1, 2: toy.note(.dry)
                    default: taxi.note(.zoneOpened(zone: ZoneID(1)))
                    }
                }
            }
        }
        log.finish(at: loop.now)
        #expect(distribution.numbers == Array(1...log.count))
        #expect(distribution.lines.split(separator: "\n").count == Int(log.count))
        #expect(reader.records.map(\.number) == reader.records.map(\.number).sorted())
        #expect(reader.turnsOfBatches.count <= distribution.batches && distribution.batches < 10)
    }

    @Test("A replay's count leaves out the facts that a replay does not give again")
    func replayedCount() {
        let loop = CityLoop()
        let log = EventLog(loop, batchSize: 2)
        let (toy, remark) = (log.channel(ToyEvent.self), log.channel(ToyRemark.self))
        for turn in 1...9 {
            loop.runTurn(at: .seconds(turn)) {
                toy.note(.dry)
                if turn % 3 == 0 { remark.note(.signed(fountain: 1, text: "", hint: nil)) }
            }
        }
        #expect(log.count == 12)
        #expect(log.replayedCount == 9)
    }

    @Test("A kind that is missing in the list of kinds is caught when it is noted (in a debug build)")
    func missingKind() async {
        #if DEBUG
            await #expect(processExitsWith: .failure) {
                let loop = CityLoop()
                loop.runTurn(at: .seconds(1)) {
                    EventLog(loop).channel(ForgetfulEvent.self).note(.forgotten(number: 1))
                }
            }
        #endif
        let loop = CityLoop()
        let log = EventLog(loop)
        loop.runTurn(at: .seconds(1)) { log.channel(ForgetfulEvent.self).note(.known(number: 1)) }
        #expect(log.count == 1)
    }
}
