// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import RandomStreams
import TaxiRules
import TaxiSharing

/// Times searches for a shared ride among very many pending ones.
///
/// A city of 88 squares of 2 km², as large as the 88 zones of Milan together; destinations anywhere in it. Half of the rides
/// are reserved for a time within the next 48 h, the others are immediate, unless a case says otherwise; a part of them has
/// been joined, and a part has a taxi on its way.
enum SharingBenchmark {
    /// Where the pending rides are.
    enum Case: String, CaseIterable {
        /// Spread over all zones.
        case spread
        case oneZone = "one-zone"
        /// All in one zone, and none reserved: every ride may leave as soon as the newcomer is there.
        case oneZoneNow = "one-zone-now"
    }

    /// What was measured.
    struct Figures {
        let rides: Int
        let candidates: Double
        let feasible: Double
        /// Host time of each search in microseconds, sorted.
        let times: [Double]

        /// The time that this share of the searches did not exceed.
        func quantile(_ share: Double) -> Double { times[min(times.count - 1, Int(Double(times.count) * share))] }
    }

    private static let rows = 8
    private static let columns = 11
    private static let side = 1435.0
    private static let now = CityTime.seconds(8 * 3600)

    /// Fills a city with pending rides, then times this many searches.
    static func measure(_ which: Case, rides count: Int, searches: Int, seed: UInt64) -> Figures {
        let key = StreamKey(seed: seed)
        var stream = RandomStream(key, for: .test, of: 0)
        var rules = RideRules(
            parameters: SharingParameters(), travel: StraightRouter(freeSpeed: 8, circuity: 1.3))
        let view = NobodyElse()
        var passenger: Int32 = 0
        while rules.pendingCount < count {
            passenger += 1
            let id = PassengerID(passenger)
            let wish = wish(which, of: id, &stream)
            if let pickUp = wish.pickUp {
                _ = rules.open(
                    ReservationID(passenger),
                    members: [SharedRider(wish.rider, from: wish.place, to: wish.destination)], zone: wish.zone,
                    place: wish.place, pickUp: pickUp)
                continue
            }
            let directives = rules.search(wish, at: now, view)
            guard case .notify(_, .proposals(let proposals)) = directives.last else { continue }
            if stream.chance(0.2) {
                _ = rules.join(proposals[0].ride, by: id, at: now, view)
            } else {
                _ = rules.decline(id, at: now, view)
            }
        }
        // Requests are numbered as passengers here; some of their taxis are known.
        for number in 1...passenger where stream.chance(0.3) {
            rules.accepted(
                RequestID(number), by: DriverID(number), seats: 4,
                arrival: now + .seconds(stream.uniform() * 600))
        }
        return time(which, &rules, view, searches, &stream)
    }

    private static func time(
        _ which: Case, _ rules: inout RideRules, _ view: NobodyElse, _ searches: Int, _ stream: inout RandomStream
    ) -> Figures {
        let clock = ContinuousClock()
        var times: [Double] = []
        var (candidates, feasible) = (0, 0)
        for number in 0..<searches {
            let wish = wish(which, of: PassengerID(1_000_000 + number), &stream)
            candidates += rules.pendingCount(in: wish.zone)
            let begin = clock.now
            let proposals = rules.proposals(for: wish, at: now, view)
            times.append((clock.now - begin).inSeconds * 1e6)
            feasible += proposals.count
        }
        return Figures(
            rides: rules.pendingCount, candidates: Double(candidates) / Double(searches),
            feasible: Double(feasible) / Double(searches), times: times.sorted())
    }

    private static func wish(_ which: Case, of passenger: PassengerID, _ stream: inout RandomStream) -> RideWish {
        let zone = which == .spread ? stream.index(rows * columns) : 40
        let (row, column) = (Double(zone / columns), Double(zone % columns))
        let isReserved = which != .oneZoneNow && stream.chance(0.5)
        return RideWish(
            rider: Rider(passenger: passenger, travelers: Int32(1 + stream.index(2))),
            place: Place(
                metresEast: (column + stream.uniform()) * side, north: (row + stream.uniform()) * side),
            zone: ZoneID(zone + 1),
            destination: Place(
                metresEast: stream.uniform() * Double(columns) * side, north: stream.uniform() * Double(rows) * side),
            pickUp: isReserved ? now + .seconds(7200 + stream.index(46 * 3600)) : nil)
    }
}

/// A service in which everybody may do everything, and taxis come when they were expected.
private final class NobodyElse: SharingView {
    private var requests: Int32 = 0

    func arrival(of request: RequestID) -> CityTime? { nil }
    func isLoggedIn(_ passenger: PassengerID) -> Bool { true }
    func isBusy(_ passenger: PassengerID) -> Bool { false }
    func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool { true }
    func newRequest() -> RequestID {
        requests += 1
        return RequestID(requests)
    }
}
