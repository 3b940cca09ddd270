// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An available driver in a zone queue.
///
/// 32 bytes, two on a cache line: a queue is searched at every change, which was a tenth of the memory traffic of a city
/// of 5000 taxis. So an absent offer is number 0, and shows as nil.
public struct QueuedDriver: Sendable, Equatable {
    /// Who.
    public let driver: DriverID
    /// Seats of the taxi; fixed (TAXI-ASSUME-09).
    public let seats: Int32
    /// The taxi's last known position.
    public internal(set) var position: Place
    private var offer: Int32 = 0
    private var request: Int32 = 0
    private var until = CityTime.epoch

    /// A driver without a pending offer.
    public init(driver: DriverID, seats: Int32, position: Place) {
        self.driver = driver
        self.seats = seats
        self.position = position
    }

    /// The offer that the driver thinks about; at most one (TAXI-QUEUE-06).
    public var pending: OfferID? { offer == 0 ? nil : OfferID(offer) }

    /// The request of that offer.
    public var pendingRequest: RequestID? { offer == 0 ? nil : RequestID(request) }

    /// The last instant at which an answer to that offer counts (TAXI-OFFER-06).
    public var pendingUntil: CityTime? { offer == 0 ? nil : until }

    /// Puts an offer before the driver.
    mutating func ask(_ offer: OfferID, for request: RequestID, until: CityTime) {
        self.offer = offer.number
        self.request = request.number
        self.until = until
    }

    /// Takes the offer away.
    mutating func clearOffer() {
        offer = 0
        request = 0
        until = .epoch
    }
}
