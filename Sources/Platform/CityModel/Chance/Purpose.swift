// SPDX-License-Identifier: GPL-3.0-or-later

/// What a random stream is for. One stream for each purpose and owner, so that changing one law leaves every other draw
/// as it was (SIM-02). The raw values are part of the streams' keys: never renumber, only add.
public enum Purpose: UInt64, Sendable, CaseIterable {
    /// Instants of demand (owner: a demand source).
    case arrivals = 1
    /// Where a call starts (owner: a passenger or a demand source).
    case origin = 2
    /// Where a call goes.
    case destination = 3
    /// Number of travelers.
    case travelers = 4
    /// Web or mobile, GPS error radius, typing delay.
    case client = 5
    /// How long a passenger is ready to wait.
    case patience = 6
    /// Time between two calls of one passenger.
    case thinking = 7
    /// A passenger's other choices: call again, call while waiting or riding.
    case passengerChoice = 8
    /// A driver's reaction time to an offer.
    case reaction = 9
    /// A driver's answer to an offer.
    case answer = 10
    /// A driver's idle behaviour: where to cruise, how long to pause.
    case idling = 11
    /// A driver's shift plan and breaks.
    case shift = 12
    /// Where a driver starts the shift.
    case startPlace = 13
    /// Chance of traffic on one drive (owner: a driver).
    case traffic = 14
    /// Length of the approach, where it is drawn (owner: a passenger's call).
    case approach = 15
    /// Length of the ride, where it is drawn.
    case ride = 16
    /// Time to confirm boarding, or to report an end.
    case boarding = 17
    /// Error of reported GPS positions.
    case gps = 18
    /// Delay and loss of messages on a link.
    case network = 19
    /// Seats, alert mode and other fixed traits given when the population is built.
    case traits = 20
    /// Free for tests.
    case test = 21
    /// Whether a trip is reserved, how long before, and what becomes of it.
    case reserving = 22
    /// Whether a trip is shared, which ride is chosen, the walk to it.
    case sharing = 23
    /// Points of an experiment's design, outside of every run (owner: a swept value).
    case design = 24
    /// How a person logs in: by name or address, with a wrong or forgotten password, through the provider.
    case credentials = 25
    /// What filling in a form takes, accessibility needs, changes of the language.
    case input = 26
    /// People who register: when, as what, with which mistakes, and what becomes of them.
    case newcomers = 27
    /// How long mail lies unread.
    case mail = 28
    /// How long drivers' licences are valid.
    case licences = 29
    /// Service times of the server (owner: a person's message).
    case service = 30
    /// Outages of the server (owner: 0).
    case outages = 31
    /// Tokens and salts of the account service (owner: 0).
    case secrets = 32
    /// Whether a client uses an encrypted channel.
    case channel = 33
    /// How long mail is under way (owner: a person's mail).
    case delivery = 34
    /// How long the identity provider takes (owner: a person's question).
    case provider = 35
    /// The systems of a person's phone and browser.
    case clientSystem = 36
}
