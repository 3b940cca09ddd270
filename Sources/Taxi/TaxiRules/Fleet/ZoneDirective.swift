// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of a zone tell the Zone actor to do, in order.
public enum ZoneDirective: Sendable, Equatable {
    /// Note a fact in the event log.
    case note(TaxiEvent)
    /// Show an offer to its driver, and wake the zone at its deadline.
    case offer(OfferCard)
    /// An offer ended without acceptance: drop its deadline; tell the driver when `notify` is true.
    case endOffer(OfferID, DriverID, notify: Bool)
    /// A driver accepted: the request leaves the zone.
    case assign(RequestID, DriverID, OfferID)
    /// Every eligible driver thinks about another offer (DEC-WAIT-PENDING).
    case waiting(RequestID)
    /// The request ended without a ride.
    case abort(RequestID, AbortReason)
    /// The offer of a watched request ended without acceptance.
    case offerEnded(RequestID)
    /// Nobody could be asked, or a round failed: the request stays open (TAXI-RESV-21).
    case keptOpen(RequestID, RoundFailure)
    /// A driver is asked again after that; counts from 1 (TAXI-RESV-11).
    case retried(RequestID, Int32)
    /// Begin the request's next round at this time, as a deadline (DEC-RESV-RETRY).
    case wakeForRound(RequestID, CityTime)
    /// The next round is not needed any more.
    case dropRound(RequestID)
    /// Pair requests and drivers at this time.
    case wakeForBatch(CityTime)
    /// Look at the request again at this time: from then on it may be put to zones around.
    case wakeToLookAround(RequestID, CityTime)
    /// Nobody is left here: put the request to the next of the zones around.
    case lookAround(RequestID)
}
