// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An available driver in a zone queue.
public struct QueuedDriver: Sendable, Equatable {
    /// Who.
    public let driver: DriverID
    /// Seats of the taxi; fixed (TAXI-ASSUME-09).
    public let seats: Int32
    /// The taxi's last known position.
    public internal(set) var position: Place
    /// The offer that the driver thinks about; at most one (TAXI-QUEUE-06).
    public internal(set) var pending: OfferID?
    /// The request of that offer.
    public internal(set) var pendingRequest: RequestID?
    /// The last instant at which an answer to that offer counts (TAXI-OFFER-06).
    public internal(set) var pendingUntil: CityTime?

    /// A driver without a pending offer.
    public init(driver: DriverID, seats: Int32, position: Place) {
        self.driver = driver
        self.seats = seats
        self.position = position
    }
}
