// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A stored request that no driver has accepted yet, as the zone of its pick-up holds it.
public struct OpenRequest: Sendable, Equatable {
    /// The request's number.
    public let id: RequestID
    /// Who called.
    public let passenger: PassengerID
    /// Travelers of all passengers on it; 1 or more.
    public internal(set) var travelers: Int32
    /// The exact pick-up position; told to the accepting driver only (TAXI-OFFER-07B).
    public let place: Place
    /// The agreed pick-up time of a reservation; nil for a call, which means as soon as possible.
    public let pickUp: CityTime?
    /// Whether it stays open when nobody is left to ask, and is put to the drivers again in rounds (DEC-RETRY-VS-ABORT).
    public let staysOpen: Bool
    /// Whether a module wants to know of its offers.
    public let isWatched: Bool
    // Most requests ask one driver, so the first needs no list.
    private var firstAsked: DriverID?
    private var laterAsked: [DriverID] = []
    /// The one pending offer, if any (TAXI-CALL-23).
    public internal(set) var pending: OfferID?
    /// Whether a driver refused, let an offer lapse or went off shift (DEC-ALL-REFUSED).
    public internal(set) var wasRefused = false
    /// Whether the passenger was notified that all drivers are thinking (DEC-WAIT-PENDING).
    public internal(set) var isWaiting = false
    /// The same in zones around its own: that takes no place in the waiting room of its own from it.
    var wasRefusedAround = false
    /// Whether it is put to zones around.
    var looksAround = LooksAround.no

    /// Makes a request that nobody was asked for yet.
    public init(
        id: RequestID, passenger: PassengerID, travelers: Int32, place: Place, pickUp: CityTime? = nil,
        staysOpen: Bool = false, isWatched: Bool = false
    ) {
        self.id = id
        self.passenger = passenger
        self.travelers = travelers
        self.place = place
        self.pickUp = pickUp
        self.staysOpen = staysOpen
        self.isWatched = isWatched
    }

    /// Drivers to whom an offer was sent, however it ended (DEC-SINGLE-DRIVER-REFUSAL), and those who had no way to come.
    public var asked: [DriverID] { firstAsked.map { [$0] + laterAsked } ?? [] }

    /// Whether anybody was asked or passed over.
    var askedAnybody: Bool { firstAsked != nil }

    /// Whether this driver was asked or passed over.
    @inline(__always)
    func wasAsked(_ driver: DriverID) -> Bool {
        firstAsked == driver || (!laterAsked.isEmpty && laterAsked.contains(driver))
    }

    /// A driver is asked.
    mutating func ask(_ driver: DriverID, _ offer: OfferID) {
        passOver(driver)
        pending = offer
        isWaiting = false
    }

    /// A driver is not asked in this round.
    mutating func passOver(_ driver: DriverID) {
        if firstAsked == nil { firstAsked = driver } else { laterAsked.append(driver) }
    }

    /// A new round begins: everybody may be asked again.
    mutating func beginRound() {
        firstAsked = nil
        laterAsked = []
        wasRefused = false
        wasRefusedAround = false
        isWaiting = false
    }

    /// Makes the zone's request of one that the rules of calls stored; `party` when a module placed it.
    public init(_ stored: LiveRequest, party: ModuleRequest? = nil) {
        self.init(
            id: stored.id, passenger: stored.passenger, travelers: stored.travelers, place: stored.place,
            pickUp: party?.pickUp, staysOpen: party?.roundPause != nil, isWatched: party != nil)
    }
}

/// What a driver is shown with an offer (TAXI-OFFER-05, TAXI-OFFER-07A to 07D).
public struct OfferCard: Sendable, Equatable {
    /// The offer's number, for the answer.
    public let offer: OfferID
    /// The request offered.
    public let request: RequestID
    /// Who is asked.
    public let driver: DriverID
    /// Who calls; the actor adds the username.
    public let passenger: PassengerID
    /// The zone whose drivers are asked: that of the pick-up, but for `TaxiParameters.neighbourRings`.
    public let zone: ZoneID
    /// Travelers.
    public let travelers: Int32
    /// When to meet the passenger: the agreed time, or as soon as the driver can be there.
    public let meetingTime: CityTime
    /// When this driver is expected at the meeting point.
    public let estimatedMeeting: CityTime
    /// The middle of the cell of the meeting point, never the exact position (DEC-OFFER-LOCATION).
    public let cell: Place
    /// The last instant at which an answer counts.
    public let deadline: CityTime

    /// Makes a card.
    public init(
        offer: OfferID, request: RequestID, driver: DriverID, passenger: PassengerID, zone: ZoneID, travelers: Int32,
        meetingTime: CityTime, estimatedMeeting: CityTime, cell: Place, deadline: CityTime
    ) {
        self.offer = offer
        self.request = request
        self.driver = driver
        self.passenger = passenger
        self.zone = zone
        self.travelers = travelers
        self.meetingTime = meetingTime
        self.estimatedMeeting = estimatedMeeting
        self.cell = cell
        self.deadline = deadline
    }
}
