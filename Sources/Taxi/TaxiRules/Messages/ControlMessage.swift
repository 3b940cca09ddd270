// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the server and the account service say to the taxi service. No client may send it.
public enum ControlMessage: Hashable, Sendable, Codable {
    /// The server goes down: the service's timers are held until `up` (AVAIL-02).
    case down
    /// The server is up again: timers that fall due from now on fire, but for deadlines of offers made before, whose answer may
    /// still wait. The held ones wait for `up`.
    case restarted
    /// What waited through an outage is answered: the held timers fire.
    case up
    /// A driver's answer that the server kept while it was down or made up for an outage, and when it reached the server; put
    /// in the place of `DriverMessage.answer` by the server (AVAIL-02).
    case keptAnswer(driver: DriverID, offer: OfferID, accept: Bool, arrived: CityTime, at: TaxiReading? = nil)
    /// A driver's licence is no longer valid, or is again (ACCOUNT-PROFILE-07).
    case licence(driver: DriverID, isValid: Bool)
    /// Every reservation of a passenger that is not a request yet ends, also in its last 2 h (DEC-ACCOUNT-DELETE).
    case cancelReservations(passenger: PassengerID)
    /// A passenger's account is gone: nothing is kept of the person (DEC-ACCOUNT-DELETE).
    case forget(passenger: PassengerID)
    /// The link lost a message of this sender (TAXI-ASSUME-01); noted for the count only.
    case lost(fromDriver: Bool, sender: Int32)
}
