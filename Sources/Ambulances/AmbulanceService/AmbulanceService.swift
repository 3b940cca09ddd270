// SPDX-License-Identifier: GPL-3.0-or-later

public import AmbulanceRules
public import CityLoop
public import CityModel

/// The ambulance service: a thin shell around `AmbulanceRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: notes facts, notifies call-takers
/// and crews, keeps one timer. Serves simulated and live crews alike.
public final actor AmbulanceService: TimedActor, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules, with all ambulances and open calls.
    public private(set) var rules: AmbulanceRules
    private let log: EventChannel<AmbulanceEvent>
    private let inputs: InputLog?
    private weak var clients: (any AmbulanceClients)?
    /// The answer to the last SOS.
    private var answered: SOSAnswer?
    private var timer = TimerHandle.none
    private var isClosed = false

    /// Opens the service without ambulances. `inputs` takes every message, for a replay.
    public init(
        _ parameters: AmbulanceParameters, travel: any Router, loop: CityLoop, log: EventLog, inputs: InputLog? = nil
    ) {
        self.loop = loop
        self.log = log.channel(AmbulanceEvent.self)
        self.inputs = inputs
        rules = AmbulanceRules(parameters, travel: travel)
    }

    /// Connects whom the service notifies; kept weakly.
    public func connect(_ clients: any AmbulanceClients) { self.clients = clients }

    /// Adds a hospital.
    public func addHospital(at place: Place, hours: DailyHours) {
        carryOut(rules.addHospital(at: place, hours: hours))
    }

    /// Adds an ambulance of a station.
    public func addAmbulance(of station: AmbulanceStationID, at place: Place, hours: DailyHours) {
        carryOut(rules.addAmbulance(of: station, at: place, hours: hours, at: loop.now))
    }

    /// Takes a message: from a caller's line, a crew, a health service, or an input log.
    public func take(_ message: AmbulanceMessage) {
        guard !isClosed else { return }
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        carryOut(rules.take(message, at: loop.now))
    }

    /// Takes an SOS of another service, and says what became of it.
    func take(sosOf patient: PatientID, at place: Place) -> RescueReply {
        answered = nil
        take(.sos(patient, place, priority: 1))
        switch answered {
        case .taken: return .taken
        case .alreadyOpen: return .alreadyOpen
        case .unknownPriority: return .refused
        case nil: return .nobody
        }
    }

    /// The time that the rules asked for has come.
    public func timerFired(_ tag: TimerTag) {
        timer = .none
        carryOut(rules.due(at: loop.now))
    }

    /// Ends the service: nothing is taken any more, and no timer fires.
    func close() {
        isClosed = true
        loop.cancel(timer)
        timer = .none
    }

    private func carryOut(_ directives: [AmbulanceDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .assess(let call, let priority): clients?.assess(call, priority: priority)
            case .order(let ambulance, let order): clients?.order(ambulance, order)
            case .answer(let patient, let answer):
                answered = answer
                clients?.answer(patient, answer)
            case .wake(let time):
                loop.cancel(timer)
                timer = time < .never ? loop.schedule(self, 0, at: time, as: .deadline) : .none
            }
        }
    }
}
