// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import StoreRules
import StoreService

extension StoresSlice {
    /// Eight hours of stores that are always too small, with habits made up so that no type of message is rare. Without the
    /// files of a live service: what a disk takes is not in it.
    package func calibration(people: Int) -> SliceCalibration? {
        let edits = (0..<200).map { index in
            "    - {at: \"\(8 + index / 40):\(10 + index % 40)\", group: markets, limit: \(index.isMultiple(of: 2) ? 30 : 40)}"
        }
        return SliceCalibration(
            kinds: MessageType.ofStores,
            scenario: """
                cabrank: 1
                name: calibration
                start: 2026-03-07 08:00
                length: 8 h
                warm-up: 30 min
                seed: 1
                city: {grid: {rows: 4, columns: 5, cell: 2 km}}
                stores:
                  rules: {borrow-places: true}
                  groups:
                    - name: markets
                      count: \(max(1, people / 50))
                      limit: 40
                      quotas: {normal: 24, priority: 4, booking: 12}
                      slots: {every: 15 min, size: 3}
                      holding: 30 min
                      hours: always
                  shoppers:
                    - name: folk
                      population: {people: \(people), pause: {exponential: 30 min}}
                      without-phone: 20%
                      special-needs: 5%
                      books: 40%
                      totem: 10%
                      compares: 3
                      radius: 10 km
                      patience: {exponential: 40 min}
                      walk: {uniform: {from: 2 min, to: 10 min}}
                      visit: {gamma: {shape: 2, mean: 20 min}}
                      alternatives: 50%
                      favourites: 50%
                      booking: {ahead: {exponential: 1 h}, cancels: 20%}
                  changes:
                \(edits.joined(separator: "\n"))
                record: {messages: true, level: error}

                """
        ) { ($0 as? CodedMessage)?.message.kind }
    }
}
