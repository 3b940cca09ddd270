// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension AmbulanceInvariants {
    mutating func assessed(_ call: AmbulanceCallID, _ isQueued: Bool) {
        guard let seen = calls[call] else { return check(false, "HEALTH-SOS-AMBULANCE", call) }
        check(!seen.isAssessed, "HEALTH-SOS-AMBULANCE", call)
        calls[call]?.isAssessed = true
        // It waits while somebody is free, or is sent while nobody is.
        check(isQueued == free.isEmpty, "DEC-HEALTH-AMBULANCE", call)
        let turn = SeenCall.Turn(priority: seen.priority, call: call)
        // Also for the moment until the ambulance is sent, so that one that never is shows at the end of the turn.
        waiting.insert(turn, at: waiting.firstIndex { turn < $0 } ?? waiting.count)
    }

    mutating func sent(_ ambulance: AmbulanceID, _ call: AmbulanceCallID) {
        check(free.remove(ambulance) != nil, "DEC-HEALTH-AMBULANCE", call, ambulance)
        guard let seen = calls[call] else { return check(false, "HEALTH-SOS-AMBULANCE", call, ambulance) }
        check(seen.ambulance == nil, "INV-AtMostOneAmbulance", call, ambulance)
        check(seen.isAssessed, "HEALTH-SOS-AMBULANCE", call, ambulance)
        check(waiting.first?.call == call, "DEC-HEALTH-AMBULANCE", call, ambulance)
        waiting.removeAll { $0.call == call }
        calls[call]?.ambulance = ambulance
        ambulances[ambulance]?.phase = .turningOut
        ambulances[ambulance]?.call = call
    }

    /// The next step of an ambulance's life with a call.
    mutating func step(
        _ ambulance: AmbulanceID, _ call: AmbulanceCallID, from before: SeenAmbulance.Phase,
        to after: SeenAmbulance.Phase
    ) {
        let seen = ambulances[ambulance]
        check(seen?.phase == before && seen?.call == call, "HEALTH-SOS-AMBULANCE", call, ambulance)
        ambulances[ambulance]?.phase = after
    }

    /// A call closes by the report of the crew that came, or so long after its arrival, and never while it waits
    /// (DEC-HEALTH-ONE-CALL).
    mutating func closed(_ call: AmbulanceCallID, _ ambulance: AmbulanceID, _ ending: CallEnding) {
        guard let seen = calls.removeValue(forKey: call), seen.ambulance == ambulance, let arrived = seen.arrived
        else { return check(false, "DEC-HEALTH-ONE-CALL", call, ambulance) }
        if let patient = seen.patient { callOfPatient[patient] = nil }
        let phase = ambulances[ambulance]?.phase
        switch ending {
        case .handedOver: check(phase == .atHospital, "DEC-HEALTH-ONE-CALL", call, ambulance)
        case .noTransport: check(phase == .onScene, "DEC-HEALTH-ONE-CALL", call, ambulance)
        case .timedOut: check(now == arrived + closesAfter, "DEC-HEALTH-ONE-CALL", call, ambulance)
        }
        check(now <= arrived + closesAfter, "DEC-HEALTH-ONE-CALL", call, ambulance)
    }

    mutating func freed(_ ambulance: AmbulanceID, _ call: AmbulanceCallID) {
        let seen = ambulances[ambulance]
        let isDone = seen?.phase == .onScene || seen?.phase == .atHospital
        check(isDone && seen?.call == call, "HEALTH-SOS-AMBULANCE", call, ambulance)
        check(calls[call] == nil, "DEC-HEALTH-ONE-CALL", call, ambulance)
        ambulances[ambulance]?.phase = .returning
        ambulances[ambulance]?.call = nil
        free.insert(ambulance)
    }

    mutating func dutyChanged(_ ambulance: AmbulanceID, _ isOn: Bool) {
        if isOn {
            check(ambulances[ambulance]?.phase == .offDuty, "HEALTH-SOS-AMBULANCE", nil, ambulance)
            ambulances[ambulance]?.phase = .atStation
            free.insert(ambulance)
        } else {
            // Nobody stops in the middle of a call.
            check(free.remove(ambulance) != nil, "HEALTH-SOS-AMBULANCE", ambulances[ambulance]?.call, ambulance)
            ambulances[ambulance]?.phase = .offDuty
        }
    }
}
