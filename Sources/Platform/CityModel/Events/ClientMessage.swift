// SPDX-License-Identifier: GPL-3.0-or-later

/// What a passenger's client sends with a call.
public struct CallForm: Hashable, Sendable {
    /// Mobile or web.
    public let client: ClientKind
    /// How the position was found.
    public let source: PositionSource
    /// Error radius of the GPS fix; zero for an address.
    public let radius: Distance
    /// The pick-up position; nil when the client has none.
    public let place: Place?
    /// Travelers, the passenger included.
    public let travelers: Int32
    /// The travel planner's own number of the trip leg that the taxi is for; nil for a call without a plan (API-11).
    public let reference: Int64?

    /// Makes a form.
    public init(
        client: ClientKind, source: PositionSource, radius: Distance, place: Place?, travelers: Int32,
        reference: Int64? = nil
    ) {
        self.client = client
        self.source = source
        self.radius = radius
        self.place = place
        self.travelers = travelers
        self.reference = reference
    }
}

/// A message of a client to the taxi service: the only way in, for synthetic people and for live ones.
///
/// Recorded messages, replayed without any agents, must give the same events (SIM-06).
public enum ClientMessage: Hashable, Sendable {
    /// A passenger's client opened a session.
    case passengerLogin(PassengerID, ClientKind)
    /// A passenger's client closed its session.
    case passengerLogout(PassengerID)
    /// A passenger opened the call form.
    case prepareCall(PassengerID)
    /// A passenger confirmed a call.
    case call(PassengerID, CallForm)
    /// A passenger's client asks for a new estimate of the arrival.
    case pollArrival(PassengerID, RequestID)
    /// A passenger gives up.
    case abandon(PassengerID, RequestID)
    /// A driver's client opened a session.
    case driverLogin(DriverID)
    /// A driver's client closed its session.
    case driverLogout(DriverID)
    /// A driver wants to be in service, or not.
    case setStatus(DriverID, inService: Bool, place: Place, odometer: Distance)
    /// A taxi's position, at an interval or at a border.
    case position(DriverID, place: Place, odometer: Distance)
    /// A driver's phone showed an offer.
    case notified(DriverID, OfferID)
    /// A driver's answer to an offer; one that accepts says where the taxi is, when the client knows.
    case answer(DriverID, OfferID, accept: Bool, at: TaxiReading? = nil)
    /// A driver confirms that the passenger is aboard, with this number of travelers.
    case boarded(DriverID, RequestID, travelers: Int32, odometer: Distance)
    /// A driver found nobody at the meeting point and has waited long enough.
    case nobodyHere(DriverID, RequestID, place: Place, odometer: Distance)
    /// A driver ended the ride here; `badCustomer` reports the passenger (TAXI-REPORT-01).
    case rideComplete(DriverID, RequestID, place: Place, odometer: Distance, badCustomer: Bool)
    /// A driver confirms boarding of a ride that several passengers share, with the travelers of each (TAXI-SHARE-08).
    case boardedEach(DriverID, RequestID, BoardCounts, odometer: Distance)
    /// A driver dropped a passenger of a shared ride at the own destination.
    case droppedOff(DriverID, RequestID, PassengerID, place: Place, odometer: Distance)
    /// A driver's client asks for the travelers aboard and the next stop (TAXI-SHARE-06).
    case viewRide(DriverID, RequestID)
    /// A passenger reserves a taxi for later (TAXI-RESV-01).
    case reserve(PassengerID, ReservationForm)
    /// A passenger cancels an own reservation, or leaves a shared one (TAXI-RESV-17).
    case cancelReservation(PassengerID, ReservationID)
    /// A passenger looks at the own reservations (TAXI-RESV-18).
    case viewReservations(PassengerID)
    /// The reserve button of a client was disabled (TAXI-RESV-19); noted for the count only.
    case reserveButtonDisabled(PassengerID)
    /// A passenger looks for a shared ride, after `prepareCall` when it is for now (TAXI-SHARE-02).
    case shareSearch(PassengerID, ShareForm)
    /// A passenger chooses a proposed ride (TAXI-SHARE-03).
    case joinRide(PassengerID, SharedRideID)
    /// A passenger declines all proposed rides and wants an own one (TAXI-SHARE-17).
    case declineRides(PassengerID)
    /// A driver's answer that the server kept while it was down or made up for an outage, and when it reached the server; put
    /// in the place of `answer` by the server (AVAIL-02).
    case keptAnswer(DriverID, OfferID, accept: Bool, arrived: CityTime, at: TaxiReading? = nil)
    /// The server goes down: the service's timers are held until `serviceUp` (AVAIL-02). From the server, not from a client.
    case serviceDown
    /// The server is up again: timers that fall due from now on fire, but for deadlines of offers made before, whose answer may
    /// still wait. The held ones wait for `serviceUp`.
    case serviceRestarted
    /// What waited through an outage is answered: the held timers fire.
    case serviceUp
    /// A driver asks for the own status (API-05). Notes nothing.
    case viewStatus(DriverID)
    /// A driver's licence is no longer valid, or is again (ACCOUNT-PROFILE-07). From the account service, not from a client.
    case licence(DriverID, isValid: Bool)
    /// Every reservation of a passenger that is not a request yet ends, also in its last 2 h (DEC-ACCOUNT-DELETE). From the
    /// account service.
    case cancelAllReservations(PassengerID)
    /// A passenger's account is gone: nothing is kept of the person (DEC-ACCOUNT-DELETE). From the account service.
    case forgetPassenger(PassengerID)
    /// The link lost a message of this sender (TAXI-ASSUME-01); noted for the count only.
    case lost(fromDriver: Bool, sender: Int32)
}

/// A message as it reached the service, for replay.
public struct MessageRecord: Hashable, Sendable {
    /// When it arrived.
    public let time: CityTime
    /// How many events the log held before it.
    public let after: Int64
    /// The message.
    public let message: ClientMessage

    /// Makes a record.
    public init(time: CityTime, after: Int64, message: ClientMessage) {
        self.time = time
        self.after = after
        self.message = message
    }
}
