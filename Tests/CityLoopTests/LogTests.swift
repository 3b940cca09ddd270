// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityLoop

/// Danger: the log writes records as bytes, and hands them over in batches.
struct LogTests {
    /// Keeps all records, and how they were cut.
    private final class Reader: EventObserver {
        var records: [EventRecord] = []
        var turnsOfBatches: [Set<Int64>] = []

        func observe(_ records: ArraySlice<EventRecord>) {
            self.records += records
            turnsOfBatches.append(Set(records.map(\.turn)))
        }

        func finish(at end: CityTime) {}
    }

    @Test("the log hands over every fact as it was noted, whole turns at a time", arguments: [1, 3, 512])
    func facts(batchSize: Int) throws {
        let loop = CityLoop()
        let log = EventLog(loop, batchSize: batchSize)
        let reader = Reader()
        log.add(reader)
        var expected: [EventRecord] = []
        // One turn far larger than a batch and its room, and small ones around it.
        for (turn, count) in [3, 2_000, 1, 40, 700].enumerated() {
            let time = CityTime.epoch + .seconds(turn)
            loop.runTurn(at: time) {
                for index in 0..<count {
                    let event = TaxiEvent.examples[index % TaxiEvent.examples.count]
                    log.note(event)
                    expected.append(
                        EventRecord(
                            number: Int64(expected.count + 1), time: time, turn: Int64(turn + 1), event: .taxi(event)))
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

    @Test("a shared list comes back empty, and a second user at the same time gets another")
    func sharedList() {
        let list = SharedList<Int>()
        var first = list.take()
        first.append(1)
        var second = list.take()
        #expect(second.isEmpty)
        second.append(2)
        #expect(first == [1])
        list.keep(second)
        list.keep(first)
        #expect(list.take().isEmpty)
    }
}
