// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Many small random stores. The rules check their state after every call; the invariants follow the events.
struct RandomStoreTests {
    @Test("1,000 random stores with trouble break no invariant, and nobody is left over", arguments: 0..<10)
    func randomStores(_ hundred: Int) {
        for seed in (hundred * 100)..<(hundred * 100 + 100) {
            var stores = RandomStores(seed: seed)
            for _ in 0..<80 { stores.step() }
            #expect(stores.city.violations.isEmpty, "seed \(seed)")
            stores.end()
            #expect(stores.city.violations.isEmpty, "seed \(seed)")
            #expect(stores.city.rules.floors.allSatisfy { $0.openPasses.isEmpty && $0.inside == 0 }, "seed \(seed)")
            #expect(stores.city.shelf.passes.isEmpty, "seed \(seed)")
        }
    }

    @Test("Equal seeds give equal facts")
    func repeatable() {
        for seed in 0..<10 {
            var (first, second) = (RandomStores(seed: seed), RandomStores(seed: seed))
            for _ in 0..<80 {
                first.step()
                second.step()
            }
            #expect(first.city.notes.map(\.event) == second.city.notes.map(\.event), "seed \(seed)")
        }
    }

    @Test("The random stores are worth it: every fact about passes, every cause and most refusals happen often")
    func coverage() {
        var counts: [String: Int] = [:]
        for seed in 0..<300 {
            var stores = RandomStores(seed: seed)
            for _ in 0..<80 { stores.step() }
            for note in stores.city.notes {
                guard let words = note.event.words?.split(separator: " ") else { continue }
                counts[String(words[0]), default: 0] += 1
                if let reason = words.first(where: { $0.count > 3 && Int($0) == nil && $0 != words[0] }) {
                    counts["\(words[0]) \(reason)", default: 0] += 1
                }
            }
        }
        let wanted = [
            "issued", "called", "called normal", "called priority", "called booking", "left", "removed noShow",
            "removed closing", "removed delay", "removed storeClosed", "estimate", "advised", "delay", "booked",
            "cancelled user", "cancelled delay", "cancelled storeRemoved", "cancelled limitLowered", "lapsed", "asked",
            "void", "postponed", "in", "delayed", "out", "freed", "noTicket alreadyPending", "noTicket closed",
            "noTicket noQuota", "noTicket closing", "noTicket priorityClosed", "noBooking slotFull",
            "noBooking noPlace",
            "noBooking notASlot", "noBooking closed", "noEntry unknownCode", "noEntry usedCode", "noEntry notCalled",
            "noEntry tooEarly", "noEntry tooLate", "noEntry cancelled", "noEntry alreadyScanned", "noEntry closed",
            "noExit tooSoon",
        ]
        for word in wanted { #expect(counts[word, default: 0] >= 5, "\(word) \(counts[word, default: 0])") }
    }

    @Test(
        "AVAIL-07: a store read back from its records has the same tickets, and decides as one that went on",
        arguments: 0..<4)
    func restored(_ fifty: Int) {
        // What a look at the estimates gives depends on when it was last looked at; a scan of an ended code is refused by both.
        let silent = ["estimate", "delay", "advised", "noEntry", "door"]
        for seed in (fifty * 50)..<(fifty * 50 + 50) {
            var going = RandomStores(seed: seed, isCalm: true)
            for _ in 0..<(40 + seed % 60) { going.step() }
            var restarted = going
            restarted.city.restart()
            // The restart has a look at once; this has one too.
            going.city.edit(.grace(going.city.rules.floors[0].settings.grace))
            for _ in 0..<60 {
                going.step()
                restarted.step()
            }
            let start = going.city.now
            let stories = [going, restarted].map { stores in
                stores.city.story(from: .epoch).filter { line in
                    !silent.contains { line.split(separator: " ").contains(Substring($0)) }
                }
            }
            #expect(stories[0] == stories[1], "seed \(seed) until \(start.short)")
            #expect(going.city.violations.isEmpty && restarted.city.violations.isEmpty, "seed \(seed)")
        }
    }
}
