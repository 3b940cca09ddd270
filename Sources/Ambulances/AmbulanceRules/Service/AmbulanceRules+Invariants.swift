// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension AmbulanceRules {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        precondition(queue.isEmpty || freeAmbulances == 0, "\(queue.count) calls wait, \(freeAmbulances) are free")
        var waiting: [AmbulanceCallID] = []
        var patients = 0
        for (id, call) in calls {
            if let patient = call.patient {
                patients += 1
                precondition(callOfPatient[patient] == id, "patient \(patient) has another call than \(id)")
            }
            switch call.phase {
            case .received: break
            case .waiting: waiting.append(id)
            case .assigned(let ambulance):
                precondition(ambulances[ambulance.index - 1].call == id, "\(ambulance) does not serve call \(id)")
            }
        }
        precondition(callOfPatient.count == patients, "patients with a call that is closed")
        precondition(waiting.sorted() == queue.calls.sorted(), "\(waiting) wait, \(queue.calls) are queued")
    }
}

extension Ambulance {
    /// The call that it serves, which may be closed by time.
    fileprivate var call: AmbulanceCallID? {
        switch status {
        case .turningOut(let call), .onWay(let call), .onScene(let call), .transporting(let call, _),
            .atHospital(let call, _):
            call
        case .offDuty, .atStation, .returning: nil
        }
    }
}
