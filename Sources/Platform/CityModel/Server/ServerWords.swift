// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether a connection is encrypted (SEC-01, SEC-02).
public enum Channel: UInt8, EventWord {
    case tls, plain
}

/// The kinds of message that have a service time and a latency of their own.
public enum MessageKind: UInt8, EventWord {
    /// Registration, and the link of its mail.
    case registration
    /// A login, with the check of the password.
    case login
    case logout
    /// Any other message about the own account.
    case profile
    /// Opening the call form.
    case prepareCall
    case call
    case arrivalPoll
    case abandon
    /// A driver going in or off service.
    case status
    case position
    /// A phone reports that it shows an offer.
    case offerShown
    /// A driver's answer to an offer.
    case offerAnswer
    /// Boarding, or nobody at the meeting point.
    case boarding
    /// The end of a ride, or of one passenger's part.
    case rideEnd
    /// A reservation.
    case reservation
    /// Cancelling or viewing reservations.
    case reservationChange
    /// A search for shared rides.
    case shareSearch
    /// Joining or declining shared rides, and the driver's view of one.
    case shareChoice
}

/// Why the server refused a message before it reached its service; nothing was changed.
public enum ServerRefusal: UInt8, EventWord {
    /// SEC-02.
    case plainChannel
    /// ACCOUNT-REG-17: no session, or one that has ended.
    case notLoggedIn
    /// ACCOUNT-LOGIN-08.
    case wrongRole
    /// The message speaks for somebody else than the session's person (API-03).
    case wrongPerson
    /// ACCOUNT-LOGIN-04.
    case passwordChangeRequired
    /// API-10.
    case moduleOff
    /// The sender sends too much.
    case rateLimited
    /// The server's queue is full.
    case serverBusy
    /// The message waited longer than the server keeps one.
    case timedOut
}

/// What a user does with a client (UI-01).
public enum ClientActionKind: UInt8, EventWord {
    case loggedIn, loggedOut, formOpened, callConfirmed, callAbandoned, arrivalPolled, statusSet, offerAnswered
    case boardingConfirmed, rideEndConfirmed, reservationMade, reservationCancelled, reservationsViewed
    case rideSearched, rideChosen, registrationSent, linkFollowed, profileViewed, profileEdited, historyViewed
    case dashboardOpened, languageChanged, passwordForgotten, accountDeleted
}
