// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The tables of the modules.
extension ReportTables {
    private func count(_ value: Int) -> (text: String, key: Double?) { (number(Double(value), 0), Double(value)) }

    private func share(_ part: Int, _ whole: Int) -> (text: String, key: Double?) {
        let share = whole > 0 ? Double(part) / Double(whole) : nil
        return (percent(share), share ?? -1)
    }

    var reservationOutcomes: String {
        guard let reservations = result.reservations else { return "" }
        let columns = [
            Column(title: "outcome", hint: "what became of a stored reservation", isText: true),
            Column(title: "reservations", hint: "how many"),
            Column(title: "%", hint: "in percent of the stored ones"),
        ]
        let outcomes = ReservationOutcome.allCases.map { outcome -> [(text: String, key: Double?)] in
            let found = reservations.outcomes[outcome.word] ?? 0
            return [(ReportCharts.words(of: outcome), nil), count(found), share(found, reservations.stored)]
        }
        let open: [(text: String, key: Double?)] = [
            ("not settled", nil), count(reservations.open), share(reservations.open, reservations.stored),
        ]
        return table("Reservations by outcome", columns, outcomes + (reservations.open > 0 ? [open] : []))
            + rejections(reservations)
    }

    /// Wishes of which nothing was stored; empty without any.
    private func rejections(_ reservations: ReservationResult) -> String {
        let all = reservations.rejected.values.reduce(0, +)
        guard all > 0 else { return "" }
        let columns = [
            Column(title: "reason", hint: "why nothing was stored", isText: true),
            Column(title: "wishes", hint: "how many"), Column(title: "%", hint: "in percent of the rejected ones"),
        ]
        let rows = ReservationRefusal.allCases.compactMap { reason -> [(text: String, key: Double?)]? in
            guard let found = reservations.rejected[reason.word], found > 0 else { return nil }
            return [(MetricLabels.words(reason.word), nil), count(found), share(found, all)]
        }
        return table("Rejected wishes to reserve", columns, rows)
    }

    /// What the two ways of splitting the fee give (DEC-FEE-DISTANCE).
    var feeShares: String {
        guard let sharing = result.sharing, sharing.fee != nil else { return "" }
        let columns = [
            Column(title: "fee share", hint: "how the fee of a ride is split", isText: true),
            Column(title: "passengers", hint: "passengers of rides with several aboard"),
            Column(title: "mean %", hint: "mean share, in percent of the ride's fee"),
            Column(title: "smallest %", hint: "smallest share, in percent of the ride's fee"),
            Column(title: "p50 %", hint: "half of the shares are at most this, in percent of the ride's fee"),
            Column(title: "p90 %", hint: "90 % of the shares are at most this, in percent of the ride's fee"),
            Column(title: "largest %", hint: "largest share, in percent of the ride's fee"),
        ]
        let kinds = [
            ("by driven distance (paid)", sharing.fee), ("by direct distance", sharing.feeDirect),
            ("difference of the two", sharing.feeDifference),
        ]
        let rows = kinds.compactMap { name, found -> [(text: String, key: Double?)]? in
            guard let found else { return nil }
            return [(name, nil), count(found.count)]
                + [found.mean, found.min, found.p50, found.p90, found.max].map { (number($0 * 100, 2), $0) }
        }
        return table("Fee shares", columns, rows)
    }

    var sharingReasons: String {
        guard let sharing = result.sharing else { return "" }
        let columns = [
            Column(title: "what", hint: "what happened to a wish to share or to a shared ride", isText: true),
            Column(title: "times", hint: "how often"),
        ]
        func rows<Word: EventWord>(
            _ type: Word.Type, _ what: String, _ counts: [String: Int]
        ) -> [[(text: String, key: Double?)]] {
            Word.allCases.compactMap { word in
                guard let found = counts[word.word], found > 0 else { return nil }
                return [("\(what): \(MetricLabels.words(word.word))", nil), count(found)]
            }
        }
        let all =
            rows(JoinRefusal.self, "join refused", sharing.joinRefused)
            + rows(LeaveReason.self, "left before boarding", sharing.left)
            + rows(RideRemoval.self, "ride removed", sharing.removed)
        return all.isEmpty ? "" : table("Shared rides and joins by reason", columns, all)
    }
}
