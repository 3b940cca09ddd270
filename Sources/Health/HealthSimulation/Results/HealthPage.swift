// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension HealthFold {
    /// Episodes against SOS and calls: what was right, false and missed. People are counted beside dangers, as one of them has dozens.
    var pages: [String] {
        guard totals.episodes > 0 || totals.sos > 0 || dangers.inVain.contains(where: { $0 > 0 }) else { return [] }
        var rows: [(what: String, count: Int)] = [
            ("critical episodes that are over", dangers.endedEpisodes),
            ("of these, without any SOS", dangers.untoldEpisodes), ("SOS", totals.sos),
            ("of these, for values outside an episode: false ones", dangers.outside),
            ("SOS that called an ambulance", totals.replies[Int(RescueReply.taken.number)]),
            ("of these, for values outside an episode: false calls", dangers.callsOutside),
            ("SOS whose ambulance had been called before", totals.replies[Int(RescueReply.alreadyOpen.number)]),
            ("dangers that came while the service was down", totals.missed),
            ("people with an SOS", dangers.waits.count),
        ]
        for silence in DangerBook.Silence.allCases where dangers.inVain[silence.rawValue] > 0 {
            rows.append(("people in danger without an SOS: \(silence.words)", dangers.inVain[silence.rawValue]))
        }
        return [
            ShownTable.html(
                "Episodes, SOS and calls", rows, .text("what", "What was counted.") { $0.what },
                .count("how many", "After the warm-up.") { $0.count })
        ]
    }
}

extension DangerBook.Silence {
    var words: String {
        switch self {
        case .down: "the service was down"
        case .tooOld: "the danger was told too late"
        case .switchedOff: "the SOS service was off"
        case .unseen: "nothing of the episode was told"
        case .unsent: "no SOS had gone out when the run ended"
        }
    }
}
