// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel

// What programs call: the fountain's part of the client of a live city.

/// What the fountain says to whoever stands there.
enum FountainNotice: Sendable {
    case drunk(left: Int32)
    case empty
    /// There is water again, for somebody who found none.
    case runs(since: CityTime)
}

/// Whom the service notifies. Called on the loop.
protocol FountainClients: AnyObject, Sendable {
    func notify(_ person: Role, _ notice: FountainNotice)
}

enum DrinkRefusal: Hashable, Sendable { case basinIsEmpty }

typealias DrinkError = RefusedError<DrinkRefusal>

extension CityClient: FountainClients {
    /// Draws a cup. Returns how many are left.
    func drink(_ token: Token) async throws(DrinkError) -> Int32 {
        let found = try await exchange(token, DrinkError.self) { session in
            FountainMessage.drink(PersonID(part: 0, group: 0, member: Int(session.role.number)))
        }
        let answer: Result<Int32, DrinkError>? = found.last { (notice: FountainNotice) in
            switch notice {
            case .drunk(let left): .success(left)
            case .empty: .failure(.refused(.basinIsEmpty))
            case .runs: nil
            }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// Waits until there is water again, for somebody who found none. Returns since when.
    func nextWater(_ token: Token) async throws(AccessError) -> CityTime {
        try await nextNotice(token) { (notice: FountainNotice) in
            if case .runs(let since) = notice { since } else { nil }
        }
    }

    /// Takes a notice.
    nonisolated func notify(_ person: Role, _ notice: FountainNotice) {
        onLoop { client in
            client.note(notice, for: Connection(person))
            if case .runs = notice { client.tell(notice, to: Connection(person)) }
        }
    }
}
