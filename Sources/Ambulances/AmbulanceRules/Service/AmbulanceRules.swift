// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The ambulance service as a value: who is sent where, who waits, and when a call is over.
///
/// It is told what happens, with the time, and answers with directives. It draws nothing and never waits. Ambulances are a fleet of
/// their own (DEC-HEALTH-AMBULANCE), and each call gets the free one that is there first by the router's time with siren; of
/// several the one that has been free for longest. One on its way home is free, and is where it is by now. One that was sent
/// is not taken from its call for a more urgent one: no rule asks for that.
public struct AmbulanceRules: Sendable {
    /// The numbers of the rules.
    public let parameters: AmbulanceParameters
    let travel: any Router
    /// By number, from 1.
    var ambulances: [Ambulance] = []
    /// By number, from 1.
    var hospitals: [Hospital] = []
    /// By number.
    var calls: [AmbulanceCallID: OpenCall] = [:]
    /// The open call of each patient who has one.
    var callOfPatient: [PatientID: AmbulanceCallID] = [:]
    var queue = CallQueue()
    var deadlines = Deadlines()
    var lastCall: Int32 = 0
    private var wakesAt = CityTime.never

    /// A service without ambulances and hospitals; the router knows the ways.
    public init(_ parameters: AmbulanceParameters, travel: any Router) {
        self.parameters = parameters
        self.travel = travel
    }

    // MARK: Resources

    /// Adds a hospital that takes people at these hours.
    public mutating func addHospital(at place: Place, hours: DailyHours = .always) -> [AmbulanceDirective] {
        hospitals.append(Hospital(place: place, hours: hours))
        return [.note(.hospitalAdded(hospital: HospitalID(hospitals.count), place: place))]
    }

    /// Adds an ambulance at its station, on duty in these hours.
    public mutating func addAmbulance(
        of station: AmbulanceStationID, at home: Place, hours: DailyHours = .always, at now: CityTime
    ) -> [AmbulanceDirective] {
        let id = AmbulanceID(ambulances.count + 1)
        ambulances.append(Ambulance(id: id, station: station, home: home, hours: hours, place: home))
        var directives = [AmbulanceDirective.note(.ambulanceAdded(ambulance: id, station: station, place: home))]
        deadlines.add(.shift(id), at: hours.nextChange(after: now))
        if hours.contains(now) { begin(id, at: now, &directives) }
        return finish(directives)
    }

    // MARK: What happens

    /// Takes a message.
    public mutating func take(_ message: AmbulanceMessage, at now: CityTime) -> [AmbulanceDirective] {
        switch message {
        case .call(let place, let priority): call(from: place, priority: priority)
        case .sos(let patient, let place, let priority): callSOS(patient, at: place, priority: priority, at: now)
        case .assessed(let call): assessed(call, at: now)
        case .report(let ambulance, let report): reported(ambulance, report, at: now)
        }
    }

    /// A time asked for has come: shifts change, and calls without a report close.
    public mutating func due(at now: CityTime) -> [AmbulanceDirective] {
        var directives: [AmbulanceDirective] = []
        wakesAt = .never
        while let subject = deadlines.take(at: now) {
            switch subject {
            case .call(let call): timedOut(call, &directives)
            case .shift(let ambulance): changeShift(ambulance, at: now, &directives)
            }
        }
        return finish(directives)
    }

    /// The directives, with the time of the next call of `due` when that is another one now.
    mutating func finish(_ directives: [AmbulanceDirective]) -> [AmbulanceDirective] {
        guard deadlines.next != wakesAt else { return directives }
        wakesAt = deadlines.next
        return directives + [.wake(at: wakesAt)]
    }

    // MARK: What is known

    /// How many calls wait for an ambulance.
    public var queued: Int { queue.count }
    /// How many calls are open.
    public var openCalls: Int { calls.count }
    /// How many ambulances there are, on duty or not.
    public var ambulanceCount: Int { ambulances.count }
    /// How many ambulances can be sent now.
    public var freeAmbulances: Int { ambulances.count(where: \.isFree) }
    /// The open call of a patient.
    public func openCall(of patient: PatientID) -> AmbulanceCallID? { callOfPatient[patient] }
}
