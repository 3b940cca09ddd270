// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension MessageType {
    /// Opening the call form.
    public static let prepareCall = MessageType(4, "prepareCall", request: 800, answer: 600)
    /// Confirming a call.
    public static let call = MessageType(5, "call", request: 1000, answer: 1000)
    /// Asking when the taxi comes.
    public static let arrivalPoll = MessageType(6, "arrivalPoll", request: 800, answer: 1000)
    /// Giving up.
    public static let abandon = MessageType(7, "abandon", request: 800, answer: 600)
    /// A driver going in or off service.
    public static let status = MessageType(8, "status", request: 800, answer: 400)
    /// A taxi's position.
    public static let position = MessageType(9, "position", request: 800, answer: 400)
    /// A phone reports that it shows an offer.
    public static let offerShown = MessageType(10, "offerShown", request: 800, answer: 400)
    /// A driver's answer to an offer.
    public static let offerAnswer = MessageType(11, "offerAnswer", request: 800, answer: 600)
    /// Boarding, or nobody at the meeting point.
    public static let boarding = MessageType(12, "boarding", request: 800, answer: 600)
    /// The end of a ride, or of one passenger's part.
    public static let rideEnd = MessageType(13, "rideEnd", request: 800, answer: 600)
    /// A reservation.
    public static let reservation = MessageType(14, "reservation", request: 1000, answer: 1000)
    /// Cancelling or viewing reservations.
    public static let reservationChange = MessageType(15, "reservationChange", request: 800, answer: 4000)
    /// A search for shared rides.
    public static let shareSearch = MessageType(16, "shareSearch", request: 1000, answer: 4000)
    /// Joining or declining shared rides, and the driver's view of one.
    public static let shareChoice = MessageType(17, "shareChoice", request: 800, answer: 1000)

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [
        .prepareCall, .call, .arrivalPoll, .abandon, .status, .position, .offerShown, .offerAnswer, .boarding, .rideEnd,
        .reservation, .reservationChange, .shareSearch, .shareChoice,
    ])
}

extension ClientActionKind {
    /// Form opened.
    public static let formOpened = ClientActionKind(2, "formOpened")
    /// Call confirmed.
    public static let callConfirmed = ClientActionKind(3, "callConfirmed")
    /// Call abandoned.
    public static let callAbandoned = ClientActionKind(4, "callAbandoned")
    /// Arrival polled.
    public static let arrivalPolled = ClientActionKind(5, "arrivalPolled")
    /// Status set.
    public static let statusSet = ClientActionKind(6, "statusSet")
    /// Offer answered.
    public static let offerAnswered = ClientActionKind(7, "offerAnswered")
    /// Boarding confirmed.
    public static let boardingConfirmed = ClientActionKind(8, "boardingConfirmed")
    /// Ride end confirmed.
    public static let rideEndConfirmed = ClientActionKind(9, "rideEndConfirmed")
    /// Reservation made.
    public static let reservationMade = ClientActionKind(10, "reservationMade")
    /// Reservation cancelled.
    public static let reservationCancelled = ClientActionKind(11, "reservationCancelled")
    /// Reservations viewed.
    public static let reservationsViewed = ClientActionKind(12, "reservationsViewed")
    /// Ride searched.
    public static let rideSearched = ClientActionKind(13, "rideSearched")
    /// Ride chosen.
    public static let rideChosen = ClientActionKind(14, "rideChosen")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [
        .formOpened, .callConfirmed, .callAbandoned, .arrivalPolled, .statusSet, .offerAnswered, .boardingConfirmed,
        .rideEndConfirmed, .reservationMade, .reservationCancelled, .reservationsViewed, .rideSearched, .rideChosen,
    ])
}
