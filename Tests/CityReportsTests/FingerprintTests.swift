// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import Testing

@Suite struct FingerprintTests {
    private func records(_ events: [TaxiEvent], turn: Int64 = 1) -> [EventRecord] {
        records(events.map { .taxi($0) }, turn: turn)
    }

    private func records(_ events: [CityEvent], turn: Int64 = 1) -> [EventRecord] {
        events.enumerated().map {
            EventRecord(
                number: Int64($0.offset + 1), time: .seconds($0.offset + 1), turn: turn + Int64($0.offset),
                event: $0.element)
        }
    }

    private func hex(_ records: [EventRecord]) -> String {
        let fingerprint = Fingerprint()
        fingerprint.observe(records[...])
        return fingerprint.hex
    }

    @Test("Known answers: the empty log and one event of each kind")
    func knownAnswers() {
        #expect(hex([]) == "ff77693f1b10876e671f51340b791d83")
        // Worked out apart from this code: words 1 xor 8 << 56, 1 000 000 000, 1; factors of places 1 to 3.
        #expect(hex(records([.callPrepared(passenger: PassengerID(1))])) == "8b1efaf227c3e49c9a2239ad5057506c")
        // The 42 kinds that there were before modules: new kinds do not change their fingerprint.
        #expect(hex(records(Array(TaxiEvent.examples.prefix(42)))) == "ecd948186ae2e76a2baf51a4134d4394")
        // With the kinds of the modules, before there was a front door; with that, before there were travel planners; now.
        let before = CityEvent.examples.filter { $0.name != "tripTaxiRequested" }
        #expect(hex(records(before.filter { $0.code < 160 })) == "debc78ef04670cbd86224783317a40f4")
        #expect(hex(records(before)) == "75879b8ac41aaa6161442810e020b670")
        #expect(hex(records(CityEvent.examples)) == "4249fb4947840a3a269a9275a812aec3")
    }

    @Test("Turns and batches do not matter, order does")
    func order() {
        let all = records(CityEvent.examples)
        #expect(hex(all) == hex(records(CityEvent.examples, turn: 77)))
        let batched = Fingerprint()
        for record in all { batched.observe([record][...]) }
        batched.finish(at: .seconds(99))
        #expect(batched.hex == hex(all))
        for index in 0..<(CityEvent.examples.count - 1) {
            var swapped = CityEvent.examples
            swapped.swapAt(index, index + 1)
            #expect(hex(records(swapped)) != hex(all))
        }
    }

    @Test("Number and time are part of it")
    func numberAndTime() {
        let event = CityEvent.taxi(.callPrepared(passenger: PassengerID(1)))
        let one = EventRecord(number: 1, time: .seconds(1), turn: 1, event: event)
        let other = EventRecord(number: 2, time: .seconds(1), turn: 1, event: event)
        let later = EventRecord(number: 1, time: CityTime(nanoseconds: 1_000_000_001), turn: 1, event: event)
        #expect(Set([hex([one]), hex([other]), hex([later])]).count == 3)
    }

    @Test("Any single changed field of any event changes it")
    func everyField() throws {
        for event in CityEvent.examples {
            var seen: Set<String> = [hex(records([event]))]
            var changed = 0
            for variant in variants(of: event) {
                changed += 1
                #expect(seen.insert(hex(records([variant]))).inserted, "\(variant)")
            }
            var counter = FieldCounter()
            event.fields(&counter)
            // A place has two fields, and so two variants.
            #expect(changed == counter.count, "\(event.name)")
        }
    }
}

/// Counts the fields of an event.
private struct FieldCounter: EventFieldVisitor {
    var count = 0
    mutating func number(_ name: StaticString, _ value: Int64) { count += 1 }
    mutating func optionalNumber(_ name: StaticString, _ value: Int64?) { count += 1 }
    mutating func word<Word: EventWord>(_ name: StaticString, _ value: Word) { count += 1 }
    mutating func optionalWord<Word: EventWord>(_ name: StaticString, _ value: Word?) { count += 1 }
    mutating func flag(_ name: StaticString, _ value: Bool) { count += 1 }
}
