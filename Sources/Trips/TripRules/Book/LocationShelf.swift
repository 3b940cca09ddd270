// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A place that appointments of a user are at (INV-LocationUsed).
public struct StoredLocation: Hashable, Sendable {
    /// Where.
    public let place: Place
    /// How many appointments are there, above zero.
    public internal(set) var uses: Int

    /// Takes both.
    public init(place: Place, uses: Int) { (self.place, self.uses) = (place, uses) }
}

/// The places of one user's appointments: each goes with its last one.
struct LocationShelf: Sendable {
    private(set) var all: [StoredLocation] = []

    mutating func use(_ place: Place?) {
        guard let place else { return }
        if let index = all.firstIndex(where: { $0.place == place }) {
            all[index].uses += 1
        } else {
            all.append(StoredLocation(place: place, uses: 1))
        }
    }

    mutating func leave(_ place: Place?) {
        guard let index = all.firstIndex(where: { $0.place == place }) else { return }
        all[index].uses -= 1
        if all[index].uses == 0 { all.remove(at: index) }
    }
}
