// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules

/// Lists that wait until the maps say where a typed address is (STORE-R2).
struct AddressLookups: Sendable {
    /// One of them.
    struct Lookup: Sendable {
        let query: AddressQuery
        /// The answer that the gateway holds back meanwhile.
        let answer: HeldAnswer?
        /// Ends the wait for maps that say nothing.
        var limit = TimerHandle.none
    }

    private var last = 0
    private var open: [Int: Lookup] = [:]

    mutating func add(_ query: AddressQuery, _ answer: HeldAnswer?) -> Int {
        last += 1
        open[last] = Lookup(query: query, answer: answer)
        return last
    }

    /// Sets the timer of one that is not answered yet, and of no other.
    mutating func limit(_ number: Int, _ timer: () -> TimerHandle) {
        if open[number] != nil { open[number]?.limit = timer() }
    }

    /// Ends one; nil when it has ended before.
    mutating func end(_ number: Int) -> Lookup? { open.removeValue(forKey: number) }

    mutating func clear(_ loop: CityLoop) {
        for lookup in open.values { loop.cancel(lookup.limit) }
        open = [:]
    }
}

extension StoreService {
    /// Maps that have said nothing for so long have failed: an answer that comes later is for nobody. Short enough that a list
    /// is answered in the time that any message is (PERF-04).
    static let mapsLimit = TimeSpan.seconds(5)

    /// Asks the maps where an address is. Their answer comes back as a message, so that it stands in the input log.
    func lookUp(_ query: AddressQuery, _ answer: HeldAnswer?) {
        // The log has the answer that came then.
        guard !isReplay else { return }
        let number = lookups.add(query, answer)
        guard let maps else { return answered(number, .failed) }
        maps.find(query.address) { [weak self] found in self?.onLoop { $0.answered(number, found) } }
        lookups.limit(number) {
            loop.schedule(at: loop.now + Self.mapsLimit, as: .deadline) { [weak self] in
                self?.onLoop { $0.answered(number, .failed) }
            }
        }
    }

    private func answered(_ number: Int, _ found: AddressAnswer) {
        guard let lookup = lookups.end(number) else { return }
        loop.cancel(lookup.limit)
        take(CodedMessage(.place(lookup.query, found), nil), lookup.answer)
    }
}

extension StoreMessage {
    /// Whether the maps may be asked before it is answered.
    var asksMaps: Bool { if case .shopper(_, _, .listAt) = self { true } else { false } }
}
