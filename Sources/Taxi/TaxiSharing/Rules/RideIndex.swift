// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// What a search must know of a pending ride before it looks closer.
struct RideEntry: Sendable, Equatable {
    let ride: SharedRideID
    /// Seats that joins may still take; 0 also when no further passenger may join.
    var freeSeats: Int32
    /// The meeting point.
    let place: Place
    /// When the taxi is expected, the pick-up time left aside; nil while no taxi is known.
    var arrival: CityTime?
    /// The request whose taxi is on its way, to ask for its arrival; nil before.
    var request: RequestID?
    /// The agreed pick-up time of a reserved ride.
    let pickUp: CityTime?
}

/// The pending rides of one zone: immediate ones by number, reserved ones by pick-up time and number.
struct ZoneRides: Sendable, Equatable {
    private(set) var immediate: [RideEntry] = []
    private(set) var reserved: [RideEntry] = []

    var count: Int { immediate.count + reserved.count }

    /// Puts an entry in, or replaces an earlier one of the same ride.
    mutating func put(_ entry: RideEntry) {
        guard let pickUp = entry.pickUp else {
            let index = immediate.firstSorted { $0.ride >= entry.ride }
            if index < immediate.count, immediate[index].ride == entry.ride {
                immediate[index] = entry
            } else {
                immediate.insert(entry, at: index)
            }
            return
        }
        let index = self.index(of: entry.ride, pickUp)
        if index < reserved.count, reserved[index].ride == entry.ride {
            reserved[index] = entry
        } else {
            reserved.insert(entry, at: index)
        }
    }

    /// Takes a ride out.
    mutating func remove(_ ride: SharedRideID, pickUp: CityTime?) {
        guard let pickUp else {
            let index = immediate.firstSorted { $0.ride >= ride }
            if index < immediate.count, immediate[index].ride == ride { immediate.remove(at: index) }
            return
        }
        let index = self.index(of: ride, pickUp)
        if index < reserved.count, reserved[index].ride == ride { reserved.remove(at: index) }
    }

    /// The reserved rides with a pick-up from the first to the last time, both included.
    func reserved(from first: CityTime, through last: CityTime) -> ArraySlice<RideEntry> {
        let begin = reserved.firstSorted { ($0.pickUp ?? .never) >= first }
        let end = reserved.firstSorted { ($0.pickUp ?? .never) > last }
        return reserved[begin..<max(begin, end)]
    }

    private func index(of ride: SharedRideID, _ pickUp: CityTime) -> Int {
        reserved.firstSorted { ($0.pickUp ?? .never, $0.ride) >= (pickUp, ride) }
    }
}

/// The pending rides by zone, so that a search looks at those of its own zone only (TAXI-SHARE-13).
struct RideIndex: Sendable {
    private var zones = OpenTable(blank: ZoneRides())

    subscript(zone: ZoneID) -> ZoneRides {
        zones.index(of: zone.number).map { zones[$0] } ?? ZoneRides()
    }

    mutating func put(_ entry: RideEntry, in zone: ZoneID) {
        let index = zones.index(opening: zone.number)
        zones[index].put(entry)
    }

    mutating func remove(_ ride: SharedRide) {
        guard let slot = zones.index(of: ride.zone.number) else { return }
        zones[slot].remove(ride.id, pickUp: ride.pickUp)
    }
}

extension Array {
    /// The index of the first element that holds, by bisection; the elements that hold are all at the end.
    fileprivate func firstSorted(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
