// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables that are filled while a run goes on. Times end in `_s`: seconds since 1970-01-01 00:00 of the city; spans too.
enum RideTables {
    static let offers = ResultTable<OfferRow>(
        "offers", .key("offer", "the offer's number") { $0.offer },
        .integer("request", "the request's number") { $0.request },
        .integer("driver", "the driver who was asked") { $0.driver },
        .integer("zone", "the zone whose queue the driver stood in") { $0.zone },
        .integer("place", "the driver's position in that queue, from 0") { $0.place },
        .integer("travelers", "travelers of the request") { $0.travelers },
        .instant("sent_s", "when it was sent") { $0.sentAt },
        .seconds("ended_s", "when it ended; null when it was open at the end of the run") { $0.endedAt },
        .text("ending", "accepted, refused, timedOut, withdrawn:reason, open") { $0.ending })

    static let reservations = ResultTable<ReservationRecord>(
        "reservations", .key("reservation", "the reservation's number") { $0.reservation },
        .integer("passenger", "its owner at the activation") { $0.passenger },
        .integer("zone", "the zone of the pick-up") { $0.zone },
        .integer("travelers", "travelers of the owner") { $0.travelers },
        .flag("shared", "1 when others may join") { $0.isShared },
        .instant("stored_s", "when it was stored") { $0.storedAt },
        .instant("pick_up_s", "the agreed pick-up") { $0.pickUp },
        .seconds("held_s", "when it was first held") { $0.heldAt },
        .seconds("activated_s", "when it became a request") { $0.activatedAt },
        .integerOrNull("request", "that request, in `requests`") { $0.request > 0 ? $0.request : nil },
        .integer("waits", "times it was kept open") { $0.waits },
        .integer("retries", "times a driver was asked again") { $0.retries },
        .seconds("arrived_s", "when the taxi was at the meeting point") { $0.arrivedAt },
        .seconds("aboard_s", "when the passenger came aboard") { $0.aboardAt },
        .realOrNull("lateness_s", in: .minutes, "arrived_s - pick_up_s; early is negative") {
            $0.arrivedAt == .min ? nil : tidy(Double($0.arrivedAt - $0.pickUp) * 1e-9)
        },
        .seconds("ended_s", "when it was settled") { $0.endedAt },
        .text("outcome", "fulfilled, cancelled, dropped, released, unserved, runEnded, open") { $0.outcome })

    static let sharedRides = ResultTable<ShareRecord>(
        "shared_rides", .key("ride", "the shared ride's number") { $0.ride },
        .integerOrNull("reservation", "its reservation; null for an immediate ride") {
            $0.reservation > 0 ? $0.reservation : nil
        }, .integer("owner", "the last owner") { $0.owner },
        .integer("zone", "the zone of the pick-up") { $0.zone },
        .integerOrNull("request", "its request, in `requests`") { $0.request > 0 ? $0.request : nil },
        .instant("created_s", "when it was made") { $0.createdAt },
        .seconds("closed_s", "when it was closed, at boarding") { $0.closedAt },
        .seconds("removed_s", "when it was removed") { $0.removedAt },
        .integer("joins", "passengers who joined") { $0.joins },
        .integer("passengers", "passengers taken aboard") { $0.riders.count { $0.entered > 0 } },
        .integer("travelers", "travelers taken aboard") { row in row.riders.reduce(0) { $0 + max(0, $1.entered) } },
        .kilometres("driven_km", "distance driven") { $0.driven },
        .kilometres("alone_km", "sum of its passengers' direct distances") { $0.alone },
        .text("removal", "ended, aborted, cancelled, dropped, released, runEnded, open") { $0.removal }
    )

    static let sharedRiders = ResultTable<(ride: Int32, rider: RiderRecord)>(
        "shared_riders", .integer("ride", "the shared ride's number") { $0.ride },
        .integer("passenger", "the passenger") { $0.rider.passenger },
        .integer("travelers", "travelers stated") { $0.rider.travelers },
        .instant("joined_s", "when the passenger joined") { $0.rider.joinedAt },
        .seconds("left_s", "when the passenger left, missed the taxi or was dropped off") { $0.rider.leftAt },
        .integerOrNull("aboard", "travelers entered by the driver; null before boarding") {
            $0.rider.entered < 0 ? nil : $0.rider.entered
        },
        .kilometres("driven_km", "distance driven with the passenger") { $0.rider.driven },
        .kilometres("direct_km", "the passenger's direct distance") { $0.rider.direct },
        .realOrNull(
            "delay_s", in: .minutes,
            "how much longer the planned trip takes than the trip alone, both as expected at boarding; 0 or more"
        ) { $0.rider.delay == .min ? nil : tidy(Double($0.rider.delay) * 1e-9) },
        .realOrNull("fee", in: .share, "of the fee, by driven distance") {
            $0.rider.fee < 0 ? nil : Double($0.rider.fee) / 10_000
        },
        .realOrNull("fee_direct", in: .share, "of the fee, by direct distance") {
            $0.rider.feeDirect < 0 ? nil : Double($0.rider.feeDirect) / 10_000
        },
        .text("ending", "dropped, missed, left:reason, open") { $0.rider.ending })
}
