// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What the wait for an ambulance is made of.
enum CallPhase: Int, CaseIterable {
    /// The call-taker has not heard enough yet.
    case callTaking
    /// No ambulance is free.
    case inQueue
    /// The crew gets ready at its station.
    case turnOut
    /// On the way to the scene.
    case drive

    fileprivate var words: String {
        switch self {
        case .callTaking: "call-taking"
        case .inQueue: "no ambulance free"
        case .turnOut: "turn-out"
        case .drive: "drive"
        }
    }
}

extension AmbulancesSection {
    /// Calls as demands: nobody gives up, so none is lost.
    var callForm: CaseForm {
        CaseForm(
            "calls", one: "call", many: "calls", who: "callers of ambulances", wait: "from the call to the arrival",
            served: "reached", limit: targets.late,
            groups: CaseForm.Names("priority", priorities.map(\.name)),
            sites: CaseForm.Names("station", stations.map(\.name)), phases: CallPhase.allCases.map(\.words))
    }
}

extension CaseBook {
    /// Another phase of a call begins.
    mutating func enter(_ call: Int32, _ phase: CallPhase, at now: CityTime) {
        enter(call, phase: phase.rawValue, at: now)
    }
}
