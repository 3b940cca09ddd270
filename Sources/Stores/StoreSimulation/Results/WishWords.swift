// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

/// What a wish to shop waits for, until its person is let in.
enum WishPhase: Int, CaseIterable {
    /// Looks for a store, and gets ready to go.
    case home
    /// Ready to go, and kept waiting for the turn, at home or wherever the person is.
    case turn
    case way
    case standing

    fileprivate var words: String {
        switch self {
        case .home: "at home"
        case .turn: "for the turn"
        case .way: "way"
        case .standing: "standing"
        }
    }
}

/// Why somebody who wanted to shop did not.
enum LossCause: Int, CaseIterable {
    case noStore, closed, longLine, noSlot, refused, impatient, uncalled, lapsed, delayed, ended

    /// In the name of its metric.
    var word: String {
        switch self {
        case .noStore: "noStore"
        case .closed: "closed"
        case .longLine: "longLine"
        case .noSlot: "noSlot"
        case .refused: "refused"
        case .impatient: "impatient"
        case .uncalled: "missedCall"
        case .lapsed: "lapsed"
        case .delayed: "delayed"
        case .ended: "ended"
        }
    }

    var words: String {
        switch self {
        case .noStore: "no store near"
        case .closed: "closed"
        case .longLine: "wait too long"
        case .noSlot: "no slot free"
        case .refused: "refused by the service"
        case .impatient: "lost patience"
        case .uncalled: "not there when called"
        case .lapsed: "too late for the booked time"
        case .delayed: "others stayed too long"
        case .ended: "ticket or booking ended"
        }
    }

    init(_ reason: GiveUpReason) {
        switch reason {
        case .noStore: self = .noStore
        case .closed: self = .closed
        case .longLine: self = .longLine
        case .noSlot: self = .noSlot
        case .refused: self = .refused
        case .ended, .noShow: self = .ended
        }
    }

    init(_ reason: TurnBackReason) {
        switch reason {
        case .longLine: self = .longLine
        case .impatient: self = .impatient
        case .ended: self = .ended
        case .refused: self = .refused
        case .closed: self = .closed
        }
    }

    init(_ reason: TicketRemoval) {
        switch reason {
        case .noShow: self = .uncalled
        case .closing, .storeClosed: self = .closed
        case .delay: self = .delayed
        }
    }
}

/// Where somebody was when a wish to shop came to nothing.
enum LossStage: Int, CaseIterable {
    case home, way, store

    /// In the name of its metric.
    var word: String {
        switch self {
        case .home: "atHome"
        case .way: "onTheWay"
        case .store: "atStore"
        }
    }

    var words: String {
        switch self {
        case .home: "at home"
        case .way: "on the way"
        case .store: "at the store"
        }
    }

    /// The number of a reason for a loss here.
    func reason(_ cause: LossCause) -> Int { rawValue * LossCause.allCases.count + cause.rawValue }
}

extension StoresSection {
    /// Wishes to shop as demands. Nobody is promised a time.
    var wishForm: CaseForm {
        CaseForm(
            "wishes", one: "shopper", many: "shoppers", who: "shoppers",
            wait: "from the wish or the booked time to the entry", served: "let in", withdrawn: "away by choice",
            groups: shoppers.count > 1 ? CaseForm.Names("group", shoppers.map(\.name)) : .none,
            sites: CaseForm.Names("store", storeNames),
            reasons: LossStage.allCases.flatMap { stage in
                LossCause.allCases.map { "\($0.words), \(stage.words)" }
            },
            phases: WishPhase.allCases.map(\.words))
    }
}

extension CasePart {
    /// How many were lost, for a cause, a stage, or both.
    func lost(_ cause: LossCause? = nil, _ stage: LossStage? = nil) -> Int {
        LossStage.allCases.filter { stage == nil || $0 == stage }.reduce(0) { sum, stage in
            LossCause.allCases.filter { cause == nil || $0 == cause }.reduce(sum) { sum, cause in
                let reason = stage.reason(cause)
                return sum + (reasons.indices.contains(reason) ? reasons[reason] : 0)
            }
        }
    }
}

// Words of the rules, for a reader.

extension TicketRemoval {
    var words: String { LossCause(self).words }
}

extension CancelCause {
    var words: String {
        switch self {
        case .user: "cancelled by the shopper"
        case .delay: "cancelled, as others stayed too long"
        case .storeRemoved: "cancelled, as the store was removed"
        case .limitLowered: "cancelled for want of places"
        }
    }
}

extension TicketClass {
    var words: String {
        switch self {
        case .walkIn: "normal queue"
        case .priority: "priority queue"
        }
    }
}

extension TicketChannel {
    var words: String {
        switch self {
        case .app: "by app"
        case .web: "on the web"
        case .totem: "at the totem"
        }
    }
}
