// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The users of the race service, with the races of each (INV-RaceBothWays).
struct UserBook: Sendable {
    /// In the order in which they came.
    private(set) var order: [RaceUserID] = []
    /// The races that each takes or took part in, in the order of joining.
    private var races: [RaceUserID: [RaceID]] = [:]
    /// Who wants to be notified of a new race, in the order of wishing (RACE-JOIN-EXC).
    private(set) var wishes: [RaceUserID] = []

    func knows(_ user: RaceUserID) -> Bool { races[user] != nil }
    func races(of user: RaceUserID) -> [RaceID] { races[user] ?? [] }
    func hasWish(_ user: RaceUserID) -> Bool { wishes.contains(user) }

    mutating func enrol(_ user: RaceUserID) {
        guard !knows(user) else { return }
        races[user] = []
        order.append(user)
    }

    mutating func add(_ race: RaceID, to user: RaceUserID) { races[user, default: []].append(race) }
    mutating func remove(_ race: RaceID, from user: RaceUserID) { races[user]?.removeAll { $0 == race } }
    mutating func addWish(of user: RaceUserID) { wishes.append(user) }
    mutating func removeWishes(of users: [RaceUserID]) {
        guard !users.isEmpty else { return }
        let gone = Set(users)
        wishes.removeAll { gone.contains($0) }
    }

    mutating func forget(_ user: RaceUserID) {
        races[user] = nil
        order.removeAll { $0 == user }
        wishes.removeAll { $0 == user }
    }
}
