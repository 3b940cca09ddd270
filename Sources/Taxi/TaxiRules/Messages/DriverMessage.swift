// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a driver's client sends to the taxi service.
public enum DriverMessage: Hashable, Sendable, Codable {
    /// Opens a session.
    case login
    /// Closes the session.
    case logout
    /// Asks to be in service, or not.
    case setStatus(inService: Bool, place: Place, odometer: Distance)
    /// Marks the taxi busy by hand, since somebody got in on the street (DEC-STATUS-NAMES).
    case streetRide(place: Place, odometer: Distance)
    /// Asks for the own status (API-05). Notes nothing.
    case viewStatus
    /// The taxi's position, at an interval or at a border.
    case position(place: Place, odometer: Distance)
    /// The phone showed an offer.
    case notified(offer: OfferID)
    /// Answers an offer; one that accepts says where the taxi is, when the client knows.
    case answer(offer: OfferID, accept: Bool, at: TaxiReading? = nil)
    /// Confirms that the passenger is aboard, with this number of travelers.
    case boarded(request: RequestID, travelers: Int32, odometer: Distance)
    /// Found nobody at the meeting point and has waited long enough.
    case nobodyHere(request: RequestID, place: Place, odometer: Distance)
    /// Ended the ride here; `badCustomer` reports the passenger (TAXI-REPORT-01).
    case rideComplete(request: RequestID, place: Place, odometer: Distance, badCustomer: Bool)
    /// Confirms boarding of a ride that several passengers share, with the travelers of each (TAXI-SHARE-08).
    case boardedEach(request: RequestID, counts: BoardCounts, odometer: Distance)
    /// Dropped a passenger of a shared ride at the own destination.
    case droppedOff(request: RequestID, passenger: PassengerID, place: Place, odometer: Distance)
    /// Asks for the travelers aboard and the next stop (TAXI-SHARE-06).
    case viewRide(request: RequestID)

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .login: MessageTraits(.login, .loggedIn)
        case .logout: MessageTraits(.logout, .loggedOut)
        case .setStatus, .streetRide: MessageTraits(.status, .statusSet)
        case .viewStatus: MessageTraits(.status, nil, isSentAgain: false)
        case .position: MessageTraits(.position, nil, isSentAgain: false)
        case .notified: MessageTraits(.offerShown, nil, isSentAgain: false)
        // Silence is a refusal (TAXI-OFFER-06).
        case .answer: MessageTraits(.offerAnswer, .offerAnswered, isSentAgain: false)
        case .boarded, .boardedEach, .nobodyHere: MessageTraits(.boarding, .boardingConfirmed)
        case .rideComplete, .droppedOff: MessageTraits(.rideEnd, .rideEndConfirmed)
        case .viewRide: MessageTraits(.shareChoice, nil, isSentAgain: false)
        }
    }
}
