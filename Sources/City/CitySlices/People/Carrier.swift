// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A vehicle that somebody orders from a service that carries people (API-11).
package struct CarrierOrder: Hashable, Sendable {
    /// The number of whoever orders, by which the order is known and cancelled.
    package var reference: Int64
    /// Where it is to come.
    package var from: Place
    /// Where it is to go.
    package var to: Place
    /// The agreed time; nil for as soon as possible.
    package var pickUp: CityTime?
    /// Whose habits the customer has, by the name of one of the service's groups; nil for the first.
    package var habits: String?

    package init(_ reference: Int64, from: Place, to: Place, pickUp: CityTime? = nil, habits: String? = nil) {
        (self.reference, self.from, self.to, self.pickUp, self.habits) = (reference, from, to, pickUp, habits)
    }
}

/// What becomes of an order. The last four are the end of it.
package enum CarrierNews: Hashable, Sendable {
    /// A vehicle comes, and is expected at this time.
    case accepted(CityTime)
    /// The customer is in it.
    case aboard
    /// The customer is where the order said, and free.
    case arrived(Place)
    /// The service did not take the order.
    case refused
    /// Nobody came, or the customer did not want to wait any longer.
    case failed
    /// Whoever ordered cancelled.
    case cancelled
}

/// A service that carries people of a city who come from elsewhere, as others know it. Called on the loop.
///
/// The person must be free when a vehicle comes: the service holds the person on the way, and nobody else.
package protocol Carrier: AnyObject, Sendable {
    /// How far ahead a vehicle must be agreed at the least.
    var shortestLead: TimeSpan { get }
    /// Orders a vehicle; `news` tells what becomes of the order, in turns of the loop.
    func order(_ order: CarrierOrder, for person: Person, news: @escaping @Sendable (CarrierNews) -> Void)
    /// Cancels an order, where the service's rules still allow it; the news say whether.
    func cancel(_ reference: Int64, of person: PersonID)
}
