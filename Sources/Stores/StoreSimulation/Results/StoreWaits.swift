// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting
import StoreRules

extension StoreFold {
    /// Standing before a store, whether it led inside or not.
    var waits: [WaitRow] {
        let reasons =
            zip(GiveUpReason.allCases, totals.gaveUp).compactMap { reason, count in reason.words.map { ($0, count) } }
            + zip(TurnBackReason.allCases, totals.turnedBack).map { ($0.words, $1) }
        return [
            WaitRow(
                "shoppers, standing outside a store", WaitRow.Waits(totals.physicalWait),
                unserved: reasons.reduce(0) { $0 + $1.1 },
                place: .init(
                    worstOf: sites.enumerated().map { index, site in
                        (name: "store \(index + 1)", count: site.stood, mean: site.standingMean)
                    }),
                reasons: reasons.map { (text: $0.0, count: $0.1) })
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
