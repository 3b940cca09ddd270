// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityMap
import CityModel
import Testing

/// A place so many metres to the east.
func east(_ metres: Double) -> Place { Place(metresEast: metres, north: 0) }

/// The rules with a clock: tells them what happens, fires what falls due, and checks the rules and the invariants after each
/// call. Everybody lives on one line, and drives 10 m/s on it unless stated.
struct AmbulanceTown {
    private(set) var rules: AmbulanceRules
    private(set) var now = CityTime.epoch
    private(set) var notes: [(time: CityTime, event: AmbulanceEvent)] = []
    private(set) var orders: [AmbulanceID: CrewOrder] = [:]
    private(set) var answers: [SOSAnswer] = []
    private(set) var toAssess: [AmbulanceCallID] = []
    private(set) var violations: [AmbulanceViolation] = []
    private var audit: AmbulanceInvariants
    private var wakesAt = CityTime.never

    /// Ambulances at these metres, each of a station of its own, and hospitals.
    init(
        ambulances: [Double] = [], hospitals: [Double] = [], speed: Double = 10,
        _ change: (inout AmbulanceParameters) -> Void = { _ in }
    ) {
        var parameters = AmbulanceParameters()
        (parameters.siren, parameters.priorities) = (1, 3)
        change(&parameters)
        audit = AmbulanceInvariants(closesAfter: parameters.closesAfter)
        rules = AmbulanceRules(parameters, travel: StraightRouter(freeSpeed: speed))
        for place in hospitals { addHospital(at: place) }
        for place in ambulances { addAmbulance(at: place) }
    }

    mutating func addHospital(at metres: Double, hours: DailyHours = .always) {
        carryOut(rules.addHospital(at: east(metres), hours: hours))
    }

    mutating func addAmbulance(at metres: Double, hours: DailyHours = .always) {
        let station = AmbulanceStationID(rules.ambulanceCount + 1)
        carryOut(rules.addAmbulance(of: station, at: east(metres), hours: hours, at: now))
    }

    /// Goes on to an instant: fires what falls due before it.
    mutating func at(_ time: CityTime) {
        while wakesAt < time { fire() }
        now = time
    }

    /// Goes on to so many seconds.
    mutating func at(_ seconds: Int) { at(.seconds(seconds)) }

    /// Fires what falls due until now.
    mutating func fireDue() {
        while wakesAt <= now { fire() }
    }

    private mutating func fire() {
        now = max(now, wakesAt)
        wakesAt = .never
        carryOut(rules.due(at: now))
    }

    /// An SOS of a patient.
    mutating func sos(_ patient: Int, at metres: Double, priority: Int32 = 1) {
        take(.sos(PatientID(patient), east(metres), priority: priority))
    }

    /// A call of somebody, assessed at once.
    mutating func call(from metres: Double, priority: Int32 = 1) {
        take(.call(east(metres), priority: priority))
        if let call = toAssess.popLast() { take(.assessed(call)) }
    }

    mutating func report(_ ambulance: Int, _ reports: CrewReport...) {
        for report in reports { take(.report(AmbulanceID(ambulance), report)) }
    }

    mutating func take(_ message: AmbulanceMessage) { carryOut(rules.take(message, at: now)) }

    private mutating func carryOut(_ directives: [AmbulanceDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event):
                notes.append((now, event))
                violations += audit.take(event, at: now)
            case .assess(let call, _): toAssess.append(call)
            case .order(let ambulance, let order): orders[ambulance] = order
            case .answer(_, let answer): answers.append(answer)
            case .wake(let time): wakesAt = time
            }
        }
        violations += audit.endTurn()
        rules.checkInvariants()
    }

    // MARK: What happened

    /// The events of these names, with their seconds.
    func story(_ names: String...) -> [String] {
        notes.filter { names.contains($0.event.name) }.map { "\(Int($0.time.inSeconds)) \($0.event.name)" }
    }

    /// Which ambulances were sent to which calls.
    var sent: [String] {
        notes.compactMap { note in
            guard case .ambulanceSent(let ambulance, let call, _, let origin, _) = note.event else { return nil }
            return "\(Int(note.time.inSeconds)): \(ambulance) to \(call) from \(origin.word)"
        }
    }

    /// How calls ended.
    var closed: [String] {
        notes.compactMap { note in
            guard case .callClosed(let call, _, let ending) = note.event else { return nil }
            return "\(Int(note.time.inSeconds)): \(call) \(ending.word)"
        }
    }

    var last: AmbulanceEvent? { notes.last?.event }
}
