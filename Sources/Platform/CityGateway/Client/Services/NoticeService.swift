// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What people are told without having asked, by whichever service, each in a value of the service's own type: `PassengerNotice`,
/// `StoreNotice` and so on.
public protocol NoticeService: Sendable {
    /// What the person of a token was told after a number, the oldest first: at once when there is something, else as soon as there
    /// is. 0 asks for all that is kept, which are the newest 100.
    ///
    /// Reading takes nothing away. Two devices of a person read the same, and who was cut off reads on from the last number that came.
    func notices(_ token: Token, after number: Int64) async throws(AccessError) -> NewsRead<any Sendable>
}
