// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting
import StoreRules

extension StoreFold {
    /// Who stood before a store, whether it led inside or not; and who never came to one.
    var waits: [WaitRow] {
        let stood = zip(TurnBackReason.allCases, totals.stoodInVain).map { (text: $0.words, count: $1) }
        let away =
            zip(GiveUpReason.allCases, totals.gaveUp).compactMap { reason, count in
                reason.words.map { (text: $0, count: count) }
            }
            + zip(TurnBackReason.allCases, zip(totals.turnedBack, totals.stoodInVain)).map {
                (text: $0.words, count: max(0, $1.0 - $1.1))
            }
        return [
            WaitRow(
                "shoppers, standing outside a store", WaitRow.Waits(totals.standingBeforeEntry),
                unserved: stood.reduce(0) { $0 + $1.count }, open: WaitRow.Open(totals.standingAtEnd),
                place: .init(
                    worstOf: sites.enumerated().map { index, site in
                        (name: "store \(index + 1)", count: site.stood, mean: site.standingMean)
                    }),
                reasons: stood),
            WaitRow(
                "shoppers who stayed at home or turned back on the way", nil,
                unserved: away.reduce(0) { $0 + $1.count },
                // Who has a ticket or booking and does not stand there yet; nobody is promised a time, so no age judges them.
                open: WaitRow.Open(max(0, totals.ticketsOpen + totals.bookingsOpen - totals.standingAtEnd)),
                reasons: away),
        ]
    }
}

extension GiveUpReason {
    /// For a reader; nil when nobody was let down.
    fileprivate var words: String? {
        switch self {
        case .noStore: "no store is near"
        case .closed: "closed"
        case .longLine: "the wait was too long"
        case .noSlot: "no slot was free"
        case .refused: "the service refused"
        case .ended: "the ticket or booking had ended"
        case .noShow: nil
        }
    }
}

extension TurnBackReason {
    /// For a reader.
    fileprivate var words: String {
        switch self {
        case .longLine: "the wait was too long"
        case .impatient: "lost patience"
        case .ended: "the ticket or booking had ended"
        case .refused: "the service refused"
        case .closed: "closed"
        }
    }
}
