// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What the monitor knows of a person, from events alone.
struct SeenPerson: Sendable {
    /// The date of birth as yyyymmdd.
    var birth: Int32 = 0
    var residence = Place.origin
    var position = Place.origin
    var hasPosition = false
    var isHere = false
    /// When the last batch ended.
    var until = CityTime(nanoseconds: .min)

    /// Whether the person belongs to a group; two dates as yyyymmdd differ by ten thousand for each full year.
    func belongs(to group: SeenGroup, on day: Int32) -> Bool {
        guard isHere else { return false }
        let age = day >= birth ? (day - birth) / 10_000 : -1
        if age < group.youngest ?? .min || age > group.oldest ?? .max { return false }
        guard let low = group.southWest, let high = group.northEast else { return true }
        guard hasPosition || !group.isOfPosition else { return false }
        let place = group.isOfPosition ? position : residence
        return (low.east...high.east).contains(place.east) && (low.north...high.north).contains(place.north)
    }
}

/// A third party and a person.
struct SeenPair: Hashable, Comparable, Sendable {
    let party: ThirdPartyID
    let wearer: WearerID

    static func < (left: Self, right: Self) -> Bool { (left.party, left.wearer) < (right.party, right.wearer) }
}

/// What became of a third party's request.
struct SeenRequest: Sendable {
    var state = RequestState.pending
    var hasCollector = false
    var isSubscribed = false
}

/// What the monitor knows of a request for a group.
struct SeenGroup: Sendable {
    enum Phase: Sendable {
        case asked
        case frozen
        case running
        case paused
        case over
    }

    let party: ThirdPartyID
    let isSubscription: Bool
    let youngest: Int32?
    let oldest: Int32?
    let southWest: Place?
    let northEast: Place?
    let isOfPosition: Bool
    var phase = Phase.asked
    /// When the last interval that was delivered ended.
    var until: CityTime?

    /// Whether its size decides what is told now.
    var isWatched: Bool { phase == .frozen || phase == .running || phase == .paused }
}
