// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// The tables of the modules.
extension TaxiPageTables {
    var reservationOutcomes: String {
        guard let reservations = result.reservations else { return "" }
        var rows = ReservationOutcome.allCases.map {
            (TaxiCharts.words(of: $0), reservations.outcomes[$0])
        }
        if reservations.open > 0 { rows.append(("not settled", reservations.open)) }
        return ShownTable.html(
            "Reservations by outcome", rows, .text("outcome", "how a stored reservation ended") { $0.0 },
            .count("reservations", "how many") { $0.1 },
            .part("%", "in percent of those stored") { ($0.1, reservations.stored) }) + rejections(reservations)
    }

    /// The words of a list that occurred, and how often.
    private func reported<Word: EventWord>(_ counts: Counts<Word>) -> [(String, Int)] {
        counts.occurred.map { (Text.words($0.word.word), $0.count) }
    }

    /// Wishes of which nothing was stored; empty without any.
    private func rejections(_ reservations: ReservationResult) -> String {
        let all = reservations.rejected.total
        guard all > 0 else { return "" }
        return ShownTable.html(
            "Rejected reservation forms", reported(reservations.rejected),
            .text("reason", "why nothing was stored") { $0.0 }, .count("forms", "how many") { $0.1 },
            .part("%", "in percent of those rejected") { ($0.1, all) })
    }

    /// What the two ways of splitting the fee give (DEC-FEE-DISTANCE).
    var feeShares: String {
        guard let sharing = result.sharing, sharing.fee != nil else { return "" }
        let kinds = [
            ("by driven distance (paid)", sharing.fee), ("by direct distance", sharing.feeDirect),
            ("difference of the two", sharing.feeDifference),
        ]
        func share(_ title: String, _ hint: String, _ value: @escaping (SampleStatistics) -> Double) -> ShownColumn<
            (String, SampleStatistics)
        > {
            .number(title, "\(hint), in percent of the ride's fee", 2, scale: 100) { value($0.1) }
        }
        return ShownTable.html(
            "Fee shares", kinds.compactMap { name, found in found.map { (name, $0) } },
            .text("fee share", "how the fee of a ride is split") { $0.0 },
            .count("passengers", "passengers of rides with several aboard") { $0.1.count },
            share("mean %", "mean share") { $0.mean }, share("smallest %", "smallest share") { $0.min },
            share("p50 %", "half of the shares are at most this") { $0.p50 },
            share("p90 %", "90 % of the shares are at most this") { $0.p90 },
            share("largest %", "largest share") { $0.max })
    }

    var sharingReasons: String {
        guard let sharing = result.sharing else { return "" }
        let rows =
            reported(sharing.joinRefused).map { ("join refused: " + $0.0, $0.1) }
            + reported(sharing.left).map { ("left before boarding: " + $0.0, $0.1) }
            + reported(sharing.removed).map { ("ride removed: " + $0.0, $0.1) }
        guard !rows.isEmpty else { return "" }
        return ShownTable.html(
            "Shared rides and joins by reason", rows,
            .text("what", "what happened to a search or to a shared ride") { $0.0 },
            .count("times", "how many times") { $0.1 })
    }
}
