// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A free taxi that is to go to another zone.
public struct TaxiMove: Sendable, Equatable {
    /// Who goes.
    public let driver: DriverID
    /// In whose queue the driver stands.
    public let from: ZoneID
    /// Where taxis are short.
    public let to: ZoneID
}

/// Sends free taxis from zones that have many for their calls to zones that have few (issue: Real fleets). The catalogue knows nothing of it.
///
/// Of all free taxis each zone should have the share that it has of the calls of the last hour, in whole taxis, by the largest remainders. What a
/// zone has too many goes to those that have too few, the nearest pair of zones first; of a queue the last ones go, who lose least. Who was
/// sent counts where the way leads until there, so that nobody is sent twice for one call.
public struct FreeTaxis: Sendable {
    /// Calls count for so long.
    static let window = TimeSpan.hours(1)

    /// The last calls, oldest first; those before `first` count no more.
    private var calls: [(time: CityTime, zone: ZoneID)] = []
    private var first = 0
    private var counts: [ZoneID: Int] = [:]
    private var underWay: [DriverID: ZoneID] = [:]

    /// Nobody has called.
    public init() {}

    /// A call was stored.
    public mutating func called(in zone: ZoneID, at now: CityTime) {
        calls.append((now, zone))
        counts[zone, default: 0] += 1
    }

    /// A driver has a ride, or is off shift, and goes nowhere any more.
    public mutating func forget(_ driver: DriverID) { underWay[driver] = nil }

    /// Who goes where. `free` has the drivers of each zone who can be asked, top first, by rising number of the zone; `distance` is that
    /// between two zones.
    public mutating func moves(
        of free: [(zone: ZoneID, drivers: [DriverID])], at now: CityTime, distance: (ZoneID, ZoneID) -> Distance
    ) -> [TaxiMove] {
        forget(at: now)
        var places: [DriverID: ZoneID] = [:]
        for (zone, drivers) in free { for driver in drivers { places[driver] = zone } }
        underWay = underWay.filter { driver, to in places[driver].map { $0 != to } ?? false }
        let total = places.count
        guard total > 0, calls.count > first else { return [] }
        var have: [ZoneID: Int] = [:]
        for (driver, zone) in places { have[underWay[driver] ?? zone, default: 0] += 1 }
        let wanted = shares(of: total, among: free.map(\.zone))
        var short = free.map(\.zone).filter { wanted[$0, default: 0] > have[$0, default: 0] }
            .map { (zone: $0, count: wanted[$0, default: 0] - have[$0, default: 0]) }
        var over = free.compactMap { zone, drivers -> (zone: ZoneID, drivers: [DriverID])? in
            let many = have[zone, default: 0] - wanted[zone, default: 0]
            let staying = drivers.filter { underWay[$0] == nil }
            return many > 0 ? (zone, Array(staying.suffix(many).reversed())) : nil
        }
        let pairs = over.indices.flatMap { from in short.indices.map { (from: from, to: $0) } }
            .map { (distance: distance(over[$0.from].zone, short[$0.to].zone), from: $0.from, to: $0.to) }
            .sorted { ($0.distance, $0.from, $0.to) < ($1.distance, $1.from, $1.to) }
        var moves: [TaxiMove] = []
        for (_, from, to) in pairs {
            while short[to].count > 0, !over[from].drivers.isEmpty {
                let driver = over[from].drivers.removeFirst()
                short[to].count -= 1
                underWay[driver] = short[to].zone
                moves.append(TaxiMove(driver: driver, from: over[from].zone, to: short[to].zone))
            }
        }
        return moves
    }

    private mutating func forget(at now: CityTime) {
        while first < calls.count, calls[first].time + Self.window <= now {
            counts[calls[first].zone, default: 0] -= 1
            first += 1
        }
        if first > 1000, first > calls.count / 2 {
            calls.removeFirst(first)
            first = 0
        }
    }

    /// So many taxis by the shares of calls: whole ones first, then one each by the largest remainders, of equal ones by number. Zones
    /// without a queue get none.
    private func shares(of total: Int, among zones: [ZoneID]) -> [ZoneID: Int] {
        let all = zones.reduce(0) { $0 + counts[$1, default: 0] }
        guard all > 0 else { return [:] }
        var shares: [ZoneID: Int] = [:]
        var rests: [(rest: Int, zone: ZoneID)] = []
        for zone in zones {
            let product = total * counts[zone, default: 0]
            shares[zone] = product / all
            rests.append((product % all, zone))
        }
        let left = total - shares.values.reduce(0, +)
        for (_, zone) in rests.sorted(by: { ($1.rest, $0.zone.number) < ($0.rest, $1.zone.number) }).prefix(left) {
            shares[zone, default: 0] += 1
        }
        return shares
    }
}
