// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables that are filled while a run goes on. Times end in `_s`: seconds since 1970-01-01 00:00 of the city; spans too.
enum RideTables {
    static let rides = ResultTable<RideRow>(
        "rides", .key("request") { $0.request }, .integer("passenger") { $0.passenger },
        .integer("driver") { $0.driver }, .integer("zone") { $0.zone }, .integer("travelers") { $0.travelers },
        .integer("offers") { $0.offers }, .seconds("called_s") { $0.calledAt }, .seconds("stored_s") { $0.storedAt },
        .seconds("accepted_s") { $0.acceptedAt }, .seconds("told_arrival_s") { $0.notifiedArrival },
        .seconds("prompted_s") { $0.promptedAt }, .seconds("aboard_s") { $0.aboardAt },
        .seconds("ended_s") { $0.endedAt },
        .realOrNull("wait_s") {
            $0.aboardAt == .min ? nil : tidy(Double($0.aboardAt - max($0.calledAt, $0.pickUp)) * 1e-9)
        },
        .kilometres("ride_km") { $0.endOdometer == .min ? .min : $0.endOdometer - $0.aboardOdometer },
        .text("outcome") { $0.outcome })

    static let offers = ResultTable<OfferRow>(
        "offers", .key("offer") { $0.offer }, .integer("request") { $0.request }, .integer("driver") { $0.driver },
        .integer("zone") { $0.zone }, .integer("place") { $0.place }, .integer("travelers") { $0.travelers },
        .instant("sent_s") { $0.sentAt }, .seconds("ended_s") { $0.endedAt }, .text("ending") { $0.ending })

    static let reservations = ResultTable<ReservationRecord>(
        "reservations", .key("reservation") { $0.reservation }, .integer("passenger") { $0.passenger },
        .integer("zone") { $0.zone }, .integer("travelers") { $0.travelers }, .flag("shared") { $0.isShared },
        .instant("stored_s") { $0.storedAt }, .instant("pick_up_s") { $0.pickUp }, .seconds("held_s") { $0.heldAt },
        .seconds("activated_s") { $0.activatedAt }, .integerOrNull("request") { $0.request > 0 ? $0.request : nil },
        .integer("waits") { $0.waits }, .integer("retries") { $0.retries }, .seconds("arrived_s") { $0.arrivedAt },
        .seconds("aboard_s") { $0.aboardAt },
        .realOrNull("lateness_s") { $0.arrivedAt == .min ? nil : tidy(Double($0.arrivedAt - $0.pickUp) * 1e-9) },
        .seconds("ended_s") { $0.endedAt }, .text("outcome") { $0.outcome })

    static let sharedRides = ResultTable<ShareRecord>(
        "shared_rides", .key("ride") { $0.ride },
        .integerOrNull("reservation") { $0.reservation > 0 ? $0.reservation : nil }, .integer("owner") { $0.owner },
        .integer("zone") { $0.zone }, .integerOrNull("request") { $0.request > 0 ? $0.request : nil },
        .instant("created_s") { $0.createdAt }, .seconds("closed_s") { $0.closedAt },
        .seconds("removed_s") { $0.removedAt }, .integer("joins") { $0.joins },
        .integer("passengers") { $0.riders.count { $0.entered > 0 } },
        .integer("travelers") { row in row.riders.reduce(0) { $0 + max(0, $1.entered) } },
        .kilometres("driven_km") { $0.driven }, .kilometres("alone_km") { $0.alone }, .text("removal") { $0.removal }
    )

    static let sharedRiders = ResultTable<(ride: Int32, rider: RiderRecord)>(
        "shared_riders", .integer("ride") { $0.ride }, .integer("passenger") { $0.rider.passenger },
        .integer("travelers") { $0.rider.travelers }, .instant("joined_s") { $0.rider.joinedAt },
        .seconds("left_s") { $0.rider.leftAt },
        .integerOrNull("aboard") { $0.rider.entered < 0 ? nil : $0.rider.entered },
        .kilometres("driven_km") { $0.rider.driven }, .kilometres("direct_km") { $0.rider.direct },
        .realOrNull("delay_s") { $0.rider.delay == .min ? nil : tidy(Double($0.rider.delay) * 1e-9) },
        .realOrNull("fee") { $0.rider.fee < 0 ? nil : Double($0.rider.fee) / 10_000 },
        .realOrNull("fee_direct") { $0.rider.feeDirect < 0 ? nil : Double($0.rider.feeDirect) / 10_000 },
        .text("ending") { $0.rider.ending })
}
