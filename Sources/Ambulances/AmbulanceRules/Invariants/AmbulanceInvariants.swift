// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A rule that the events of a log do not keep.
public struct AmbulanceViolation: Hashable, Sendable {
    /// The entry of the catalogue, such as "INV-AtMostOneAmbulance".
    public let rule: String
    /// The call that it is about, if it is about one.
    public let call: AmbulanceCallID?
    /// The ambulance that it is about, if it is about one.
    public let ambulance: AmbulanceID?
    /// When it was seen.
    public let time: CityTime
}

/// What must hold of the events of the ambulance service, whatever has noted them.
///
/// Takes one event after the other, and shares no code with the rules. An event costs constant time, but for the calls that
/// wait and the ambulances that are free.
public struct AmbulanceInvariants: Sendable {
    /// So long after an arrival a call closes without a report (DEC-HEALTH-ONE-CALL).
    public let closesAfter: TimeSpan
    var ambulances: [AmbulanceID: SeenAmbulance] = [:]
    var calls: [AmbulanceCallID: SeenCall] = [:]
    var callOfPatient: [PatientID: AmbulanceCallID] = [:]
    /// Calls without an ambulance, the next to be served first.
    var waiting: [SeenCall.Turn] = []
    /// Ambulances on duty that serve no call.
    var free: Set<AmbulanceID> = []
    private var lastCall: Int32 = 0
    private var found: [AmbulanceViolation] = []
    private(set) var now = CityTime.epoch

    /// Nothing has happened.
    public init(closesAfter: TimeSpan = .minutes(60)) { self.closesAfter = closesAfter }

    /// Takes the next event; returns what it breaks.
    public mutating func take(_ event: AmbulanceEvent, at now: CityTime) -> [AmbulanceViolation] {
        self.now = now
        look(at: event)
        defer { found = [] }
        return found
    }

    /// A turn of the loop is over: what must hold between turns is looked at.
    public mutating func endTurn() -> [AmbulanceViolation] {
        // A free ambulance would have been sent to a call that waits (DEC-HEALTH-AMBULANCE).
        if let first = waiting.first { check(free.isEmpty, "DEC-HEALTH-AMBULANCE", first.call, free.min()) }
        defer { found = [] }
        return found
    }

    mutating func check(
        _ holds: Bool, _ rule: String, _ call: AmbulanceCallID?, _ ambulance: AmbulanceID? = nil
    ) {
        if !holds {
            found.append(AmbulanceViolation(rule: rule, call: call, ambulance: ambulance, time: now))
        }
    }

    private mutating func look(at event: AmbulanceEvent) {
        switch event {
        case .ambulanceAdded(let ambulance, _, _):
            check(ambulances[ambulance] == nil, "HEALTH-SOS-AMBULANCE", nil, ambulance)
            ambulances[ambulance] = SeenAmbulance()
        case .dutyChanged(let ambulance, let isOn): dutyChanged(ambulance, isOn)
        case .callReceived(let call, _, let priority, let patient):
            check(call.number == lastCall + 1, "HEALTH-SOS-AMBULANCE", call)
            lastCall = call.number
            calls[call] = SeenCall(priority: priority, patient: patient)
            guard let patient else { return }
            check(callOfPatient[patient] == nil, "INV-AtMostOneAmbulance", call)
            callOfPatient[patient] = call
        case .sosSuppressed(let patient, let call):
            check(callOfPatient[patient] == call, "INV-AtMostOneAmbulance", call)
        case .callAssessed(let call, let isQueued): assessed(call, isQueued)
        case .callClosed(let call, let ambulance, let ending): closed(call, ambulance, ending)
        case .ambulanceSent(let ambulance, let call, _, _, _): sent(ambulance, call)
        case .ambulanceDeparted(let ambulance, let call): step(ambulance, call, from: .turningOut, to: .onWay)
        case .ambulanceArrived(let ambulance, let call):
            step(ambulance, call, from: .onWay, to: .onScene)
            calls[call]?.arrived = now
        case .transportBegun(let ambulance, let call, _, _):
            step(ambulance, call, from: .onScene, to: .transporting)
        case .hospitalReached(let ambulance, let call, _):
            step(ambulance, call, from: .transporting, to: .atHospital)
        case .ambulanceFreed(let ambulance, let call, _): freed(ambulance, call)
        case .ambulanceHome(let ambulance):
            check(ambulances[ambulance]?.phase == .returning, "HEALTH-SOS-AMBULANCE", nil, ambulance)
            ambulances[ambulance]?.phase = .atStation
        case .hospitalAdded, .callRefused, .reportRefused, .ambulanceHeldUp, .ambulanceSlowed: break
        }
    }
}

/// An ambulance as its events show it.
struct SeenAmbulance: Sendable {
    enum Phase: Sendable { case offDuty, atStation, turningOut, onWay, onScene, transporting, atHospital, returning }

    var phase = Phase.offDuty
    /// The call that it serves.
    var call: AmbulanceCallID?
}

/// An open call as its events show it.
struct SeenCall: Sendable {
    /// When a call that waits has its turn: the most urgent first, then in order of receipt.
    struct Turn: Comparable, Sendable {
        let priority: Int32
        let call: AmbulanceCallID

        static func < (left: Self, right: Self) -> Bool { (left.priority, left.call) < (right.priority, right.call) }
    }

    let priority: Int32
    let patient: PatientID?
    /// Whether an ambulance may be sent.
    var isAssessed = false
    var ambulance: AmbulanceID?
    var arrived: CityTime?
}
