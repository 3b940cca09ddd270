// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TaxiRules
import TaxiService

/// What the taxi service answers and tells, as JSON.
enum TaxiJSON {
    static func offer(_ offer: Offer, _ layout: any ZoneLayout) -> JSONValue {
        [
            "offer": JSONValue(offer.id), "passenger": .text(offer.passenger),
            "zone": JSONValue(offer.zone), "cell": WebPlace.json(offer.cell, layout),
            "travelers": JSONValue(offer.travelers), "meetingTime": .time(offer.meetingTime),
            "deadline": .time(offer.deadline),
        ]
    }

    static func ride(_ ride: RideToDrive, _ layout: any ZoneLayout) -> JSONValue {
        [
            "request": JSONValue(ride.request), "meeting": WebPlace.json(ride.meeting, layout),
            "travelers": JSONValue(ride.travelers),
            "pickUp": ride.pickUp.map { .time($0) } ?? .null,
        ]
    }

    static func ride(_ ride: TaxiRide, _ layout: any ZoneLayout) -> JSONValue {
        [
            "request": JSONValue(ride.request), "meeting": WebPlace.json(ride.place, layout),
            "travelers": JSONValue(Int(ride.travelers)), "pickUp": ride.pickUp.map { .time($0) } ?? .null,
            "isAboard": .flag(ride.isOnBoard), "isThere": .flag(ride.promptedAt != nil), "riders": riders(ride.riders),
        ]
    }

    static func proposal(_ ride: RideProposal, _ layout: any ZoneLayout) -> JSONValue {
        [
            "ride": JSONValue(ride.ride), "meeting": WebPlace.json(ride.meeting, layout),
            "time": .time(ride.time), "walkSeconds": .number(ride.walk.inSeconds),
            "taxiArrival": .time(ride.taxiArrival), "delaySeconds": .number(ride.delay.inSeconds),
            "detourMetres": .number(ride.detour.inMetres), "share": .number(ride.share), "saving": .number(ride.saving),
        ]
    }

    static func rider(_ rider: Rider) -> JSONValue {
        ["passenger": JSONValue(rider.passenger), "travelers": JSONValue(Int(rider.travelers))]
    }

    static func riders(_ riders: [Rider]) -> JSONValue { .list(riders.map { rider($0) }) }

    /// Shares of a fee, 0 to 1.
    static func shares(_ shares: [FeeShare]) -> JSONValue {
        .list(
            shares.map {
                [
                    "passenger": JSONValue($0.passenger), "travelers": JSONValue(Int($0.travelers)),
                    "metres": .number($0.distance.inMetres), "share": .number(Double($0.hundredths) / 10_000),
                ]
            })
    }

    static func state(_ state: PassengerState, _ layout: any ZoneLayout) -> JSONValue {
        [
            "call": state.call.map { call($0) } ?? .null,
            "sharedRide": state.sharedRide.map { sharedRide($0, layout) } ?? .null,
            "reports": JSONValue(Int(state.reports)),
        ]
    }

    private static func call(_ call: PassengerState.Call) -> JSONValue {
        [
            "request": JSONValue(call.request), "phase": .text(call.phase.rawValue),
            "taxi": call.taxi.map { JSONValue($0) } ?? .null, "expected": call.expected.map { .time($0) } ?? .null,
            "reason": call.reason.map { .text($0.word) } ?? .null,
        ]
    }

    private static func sharedRide(_ ride: PassengerState.SharedRide, _ layout: any ZoneLayout) -> JSONValue {
        [
            "ride": JSONValue(ride.ride), "meeting": ride.meeting.map { WebPlace.json($0, layout) } ?? .null,
            "time": ride.time.map { .time($0) } ?? .null, "owner": ride.owner.map { JSONValue($0) } ?? .null,
            "isOver": .flag(ride.isOver), "shares": shares(ride.shares),
        ]
    }

    static func state(_ state: DriverState, _ layout: any ZoneLayout) -> JSONValue {
        [
            "status": .text(state.status.word), "offer": state.offer.map { offer($0, layout) } ?? .null,
            "ride": state.ride.map { ride($0, layout) } ?? .null,
        ]
    }
}
