// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TaxiRules
import TaxiService

// Only facts are told; what answers a question of one device is none.

extension WebNews {
    /// What a passenger is told.
    static func of(_ notice: PassengerNotice, _ layout: any ZoneLayout) -> WebNews? {
        switch notice {
        case .call(let notice): of(notice, layout)
        case .reservation(let notice): of(notice)
        case .sharing(let notice): of(notice, layout)
        case .moduleOff: nil
        }
    }

    private static func of(_ notice: CallNotice, _ layout: any ZoneLayout) -> WebNews? {
        switch notice {
        case .stored(let request): WebNews("call.stored", ["request": JSONValue(request)])
        case .waiting(let request): WebNews("call.waiting", ["request": JSONValue(request)])
        case .accepted(let request, let taxi, let arrival, let place):
            WebNews(
                "call.accepted",
                [
                    "request": JSONValue(request), "taxi": JSONValue(taxi), "expected": .time(arrival),
                    "place": WebPlace.json(place, layout),
                ])
        case .aborted(let request, let reason):
            WebNews("call.aborted", ["request": JSONValue(request), "reason": .text(reason.word)])
        case .aboard(let request): WebNews("ride.aboard", ["request": JSONValue(request)])
        case .released(let request): WebNews("call.released", ["request": JSONValue(request)])
        case .rideEnded(let request): WebNews("ride.ended", ["request": JSONValue(request)])
        case .reported(let total): WebNews("person.reported", ["total": JSONValue(Int(total))])
        case .refused, .arrival: nil
        }
    }

    private static func of(_ notice: ReservationNotice) -> WebNews? {
        switch notice {
        case .stored(let reservation, let pickUp):
            WebNews("reservation.stored", ["reservation": JSONValue(reservation), "pickUp": .time(pickUp)])
        case .activated(let reservation, let request):
            WebNews("reservation.activated", ["reservation": JSONValue(reservation), "request": JSONValue(request)])
        case .held(let reservation): WebNews("reservation.held", ["reservation": JSONValue(reservation)])
        case .ended(let reservation, let outcome):
            WebNews("reservation.ended", ["reservation": JSONValue(reservation), "outcome": .text(outcome.word)])
        case .rejected, .cancelRefused, .list: nil
        }
    }

    private static func of(_ notice: SharingNotice, _ layout: any ZoneLayout) -> WebNews? {
        switch notice {
        case .created(let ride): WebNews("share.created", ["ride": JSONValue(ride)])
        case .joined(let ride, let meeting, let time, let reservation):
            WebNews(
                "share.joined",
                [
                    "ride": JSONValue(ride), "meeting": WebPlace.json(meeting, layout), "time": .time(time),
                    "reservation": reservation.map { JSONValue($0) } ?? .null,
                ])
        case .someoneJoined(let ride, let rider):
            WebNews("share.someoneJoined", ["ride": JSONValue(ride), "travelers": JSONValue(Int(rider.travelers))])
        case .someoneLeft(let ride, _): WebNews("share.someoneLeft", ["ride": JSONValue(ride)])
        case .owner(let ride, let owner):
            WebNews("share.owner", ["ride": JSONValue(ride), "passenger": JSONValue(owner)])
        case .takenOff(let ride, let reason):
            WebNews("share.takenOff", ["ride": JSONValue(ride), "reason": .text(reason.word)])
        case .missed(let ride): WebNews("share.missed", ["ride": JSONValue(ride)])
        case .removed(let ride, let reason):
            WebNews("share.removed", ["ride": JSONValue(ride), "reason": .text(reason.word)])
        case .feeShares(let ride, let shares):
            WebNews("share.fee", ["ride": JSONValue(ride), "shares": TaxiJSON.shares(shares)])
        case .proposals, .joinRefused: nil
        }
    }

    /// What a driver is told.
    static func of(_ notice: DriverNotice, _ layout: any ZoneLayout) -> WebNews? {
        switch notice {
        case .offer(let card, let username, let alert):
            WebNews(
                "offer.shown",
                [
                    "offer": TaxiJSON.offer(Offer(card, username), layout), "alert": .text(alert.word),
                ])
        case .offerEnded(let offer): WebNews("offer.ended", ["offer": JSONValue(offer)])
        case .status(let status, let cause):
            WebNews("status.changed", ["status": .text(status.word), "cause": .text(cause.word)])
        case .ride(let ride, let username):
            WebNews(
                "ride.given",
                ["ride": TaxiJSON.ride(ride, layout), "passenger": .text(username.description)])
        case .confirmBoarding(let request): WebNews("ride.confirmBoarding", ["request": JSONValue(request)])
        case .released(let request): WebNews("ride.released", ["request": JSONValue(request)])
        case .sent(let zone, let place):
            WebNews("driver.sent", ["zone": JSONValue(zone), "place": WebPlace.json(place, layout)])
        case .riders(let request, let riders):
            WebNews("ride.riders", ["request": JSONValue(request), "riders": TaxiJSON.riders(riders)])
        case .route(let request, let stops):
            WebNews(
                "ride.route",
                [
                    "request": JSONValue(request),
                    "stops": .list(
                        stops.map {
                            ["rider": TaxiJSON.rider($0.rider), "place": WebPlace.json($0.place, layout)]
                        }),
                ])
        case .rideState(let request, let aboard, let next):
            WebNews(
                "ride.state",
                [
                    "request": JSONValue(request), "aboard": JSONValue(Int(aboard)),
                    "nextStop": next.map { JSONValue($0) } ?? .null,
                ])
        case .feeShares(let request, let shares):
            WebNews("ride.fee", ["request": JSONValue(request), "shares": TaxiJSON.shares(shares)])
        case .statusRefused, .currentStatus, .refused: nil
        }
    }
}
