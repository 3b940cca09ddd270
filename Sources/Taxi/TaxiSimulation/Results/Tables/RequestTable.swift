// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension RideTables {
    private typealias Column = ResultColumn<PlacedRequest>

    /// Every call, and everybody who asked on the street, whatever became of it. A driver is known from the acceptance on, the end of
    /// the way only of a ride that ended, zone and place of no call that was refused.
    static let requests = ResultTable<PlacedRequest>("requests") {
        Column.key("call", "the call's number, those that were refused and people on the street included, from 1") {
            $0.row.call
        }
        Column.integerOrNull(
            "request", "the request's number, which is the ride's too; null when refused, and on the street"
        ) {
            $0.row.request.orNull
        }
        Column.integer("passenger", "the passenger who called, or asked on the street") { $0.row.passenger }
        Column.word(
            "outcome",
            "fulfilled, aborted, abandoned, released, refused, open (at the end of the run), left (the street, in vain)"
        ) {
            $0.row.outcome
        }
        Column.textOrNull("reason", "why it was aborted or refused; `hail` or `rank` of those on the street") {
            $0.row.abort?.word ?? $0.row.refusal?.word ?? $0.row.manner?.word
        }
        Column.flag("counted", "1 when it was stored, refused, or made on the street, after the warm-up") {
            $0.isCounted
        }
        Column.integerOrNull("zone", "the zone of the pick-up; null when refused") { $0.row.zone.orNull }
        Column.degrees("longitude", "of the pick-up") { $0.from.longitude }
        Column.degrees("latitude", "of the pick-up") { $0.from.latitude }
        Column.realOrNull("east_m", in: .other("m"), "of the pick-up in the plane, where no map is known") {
            $0.from.east
        }
        Column.realOrNull("north_m", in: .other("m"), "of the pick-up in the plane, where no map is known") {
            $0.from.north
        }
        Column.integerOrNull("to_zone", "the zone where the ride ended; null without a ride, or outside all zones") {
            $0.toZone?.number
        }
        Column.degrees("to_longitude", "of where the ride ended") { $0.to.longitude }
        Column.degrees("to_latitude", "of where the ride ended") { $0.to.latitude }
        Column.realOrNull("to_east_m", in: .other("m"), "of where the ride ended, where no map is known") {
            $0.to.east
        }
        Column.realOrNull("to_north_m", in: .other("m"), "of where the ride ended, where no map is known") {
            $0.to.north
        }
        Column.integerOrNull("travelers", "travelers of the request; null when refused") { $0.row.travelers.orNull }
        Column.integer("offers", "offers made for it") { $0.row.offers }
        Column.integerOrNull("driver", "the driver who accepted, or who stopped on the street") { $0.row.driver.orNull }
        Column.seconds(
            "called_s",
            "when the call was confirmed, or the person asked on the street; of a reservation, when it became a request"
        ) { $0.row.calledAt }
        Column.seconds("stored_s", "when the request was stored; null when refused, and on the street") {
            $0.row.storedAt
        }
        Column.seconds("accepted_s", "when the driver accepted") { $0.row.acceptedAt }
        Column.seconds("told_arrival_s", "the arrival time given to the passenger at acceptance") {
            $0.row.notifiedArrival
        }
        Column.seconds(
            "prompted_s", "when the driver was asked to confirm boarding: the taxi is at the meeting point"
        ) { $0.row.promptedAt }
        Column.seconds("aboard_s", "when the passenger came aboard") { $0.row.aboardAt }
        Column.seconds("ended_s", "when the ride ended, or without one the call; null when open") { $0.row.endedAt }
        Column.realOrNull("wait_s", in: .minutes, "from the call, or the agreed pick-up, to boarding") {
            let row = $0.row
            return row.aboardAt == .min ? nil : tidy(Double(row.aboardAt - max(row.calledAt, row.pickUp)) * 1e-9)
        }
        Column.kilometres("ride_km", "distance from boarding to the end") {
            $0.row.endOdometer == .min ? .min : $0.row.endOdometer - $0.row.aboardOdometer
        }
        Column.realOrNull("fare", in: .money, "of the ride that ended; null where the scenario has no `fares`") {
            $0.fare
        }
    }
}

extension Int32 {
    /// A number; nil for 0, which no actor has.
    fileprivate var orNull: Int32? { self == 0 ? nil : self }
}
