// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules

/// What the service tells a driver's client.
public enum DriverNotice: Sendable, Equatable {
    /// An offer to answer, announced as the driver has chosen (TAXI-OFFER-01, TAXI-OFFER-03).
    case offer(OfferCard, username: Username, alert: AlertMode)
    /// The offer has ended; an answer would come too late.
    case offerEnded(OfferID)
    /// The driver's status changed.
    case status(DriverStatus, StatusCause)
    /// Going in service was refused.
    case statusRefused(StatusRefusal)
    /// The ride to drive now, with the exact meeting point (TAXI-CALL-11, TAXI-OFFER-07B).
    case ride(TaxiRide, username: Username)
    /// Confirm boarding (TAXI-CALL-16).
    case confirmBoarding(RequestID)
    /// The ride was released before boarding.
    case released(RequestID)
    /// Go to this place of a zone that is short of taxis; a driver who does not loses nothing by it.
    case sent(ZoneID, Place)
    /// Who is on the shared ride now, the owner first (TAXI-SHARE-04).
    case riders(RequestID, [Rider])
    /// The stops of the shared ride, in order; sent at boarding (TAXI-SHARE-21).
    case route(RequestID, [RideStop])
    /// Travelers aboard and the passenger of the next stop (TAXI-SHARE-06).
    case rideState(RequestID, aboard: Int32, nextStop: PassengerID?)
    /// All shares of the shared ride's fee (TAXI-SHARE-11).
    case feeShares(RequestID, [FeeShare])
    /// The answer to `DriverMessage.viewStatus` (API-05).
    case currentStatus(DriverStatus)
    /// A message was refused; only for clients that want to know.
    case refused(MessageRefusal)
}

/// How the service reaches a driver: a simulated agent or a live session.
///
/// `notify` returns at once and never calls back into the service before it returned: clients answer in a later turn. A client
/// that connected another one in its place then would be gone while it is told.
public protocol DriverClient: AnyObject, Sendable {
    /// Takes a notice. Called on the loop.
    func notify(_ notice: DriverNotice)
    /// Whether the client is told of refused messages. The phones of a population are not: they never send a wrong one on
    /// purpose.
    var wantsRefusals: Bool { get }
    /// A taxi's way in; never implement it.
    static func notify(_ client: Uncounted<AnyObject>, _ notice: DriverNotice)
}

/// The line to a driver's client, which must be held by something else: a notice counts no reference to it.
struct DriverLine {
    private let client: Uncounted<AnyObject>
    private let type: any DriverClient.Type

    init(_ client: any DriverClient) {
        self.client = Uncounted(client)
        type = Swift.type(of: client)
    }

    func notify(_ notice: DriverNotice) { type.notify(client, notice) }
}

/// The line to all passengers' clients. They are a constant, so that a notice counts no reference to them.
final class PassengersLine {
    let clients: any PassengerClients

    init(_ clients: any PassengerClients) {
        self.clients = clients
    }
}

extension DriverClient {
    /// Not told of refused messages.
    public var wantsRefusals: Bool { false }

    /// Tells the client, which is of this type.
    public static func notify(_ client: Uncounted<AnyObject>, _ notice: DriverNotice) {
        client.known(as: Self.self).with { $0.notify(notice) }
    }
}

/// How the service reaches a passenger: a simulated agent or a live session. The same rule as for `DriverClient`.
public protocol PassengerClient: AnyObject, Sendable {
    /// Takes a notice. Called on the loop.
    func notify(_ notice: PassengerNotice)
}

/// The name that a driver sees with an offer (TAXI-OFFER-07C). The event log holds the account's id instead.
public enum Username: Sendable, Equatable, CustomStringConvertible {
    /// A passenger without a registered name.
    case numbered(PassengerID)
    /// A registered name.
    case named(String)

    /// The name as shown.
    public var description: String {
        switch self {
        case .numbered(let id): "passenger\(id)"
        case .named(let name): name
        }
    }
}

/// All passengers' clients in one, for a population that finds its people by number.
public protocol PassengerClients: AnyObject, Sendable {
    /// Takes a notice for one passenger. Called on the loop; the same rule as for `PassengerClient`.
    func notify(_ passenger: PassengerID, _ notice: PassengerNotice)
}
