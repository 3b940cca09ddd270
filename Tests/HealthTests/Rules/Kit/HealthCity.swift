// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// A health service in a test: told what happens at given seconds, with the invariants checked after every step.
struct HealthCity {
    var rules: HealthRules
    private var invariants: HealthInvariants
    private(set) var events: [(time: CityTime, event: HealthEvent)] = []
    private(set) var texts: [SOSText] = []
    private(set) var notices: [WearerNotice] = []
    /// What was stored, and when; how far workers were, whenever that was said.
    private(set) var stored: [(time: CityTime, batch: HealthBatch)] = []
    private(set) var handled: [CityTime] = []
    private(set) var violations: [HealthViolation] = []
    private(set) var now = CityTime.epoch
    private var wakes = CityTime.never
    /// Whether the rules' own state is checked after every step that leads to something; with thousands of users that takes long.
    var checksRules = true

    static let key: UInt64 = 77
    static let start = CityTime.epoch

    init(_ parameters: HealthParameters = HealthParameters(), isStoring: Bool = false) {
        rules = HealthRules(parameters, isStoring: isStoring, at: .epoch)
        invariants = HealthInvariants(parameters)
        carryOut(rules.begin())
    }

    static func data(_ number: String = "RSSMRA") -> PersonalData {
        PersonalData(number: number, birth: CivilDate(1950, 1, 1), residence: .origin)
    }

    /// A batch of these heart rates in whole beats.
    static func batch(
        _ start: Double, _ end: Double, _ rates: [Int32] = [70], of wearer: Int = 1, by device: Int? = nil,
        at place: Place = .origin
    ) -> HealthBatch {
        HealthBatch(
            WearerID(wearer), DeviceID(device ?? wearer), from: .seconds(start), to: .seconds(end), at: place,
            rates.map { HealthValue(.heartRate, hundredths: $0 * 100) })
    }

    /// Moves the time, with all that falls due; at the instant itself what happens comes first.
    mutating func run(to second: Double, including: Bool = false) {
        let time = CityTime.seconds(second)
        while wakes < time || including && wakes == time {
            now = wakes
            wakes = .never
            carryOut(rules.due(at: now))
        }
        now = time
    }

    mutating func take(_ message: HealthMessage, at second: Double) {
        run(to: second)
        carryOut(rules.take(message, at: now))
    }

    mutating func take(_ wish: WearerWish, of wearer: Int = 1, at second: Double) {
        take(.wearer(WearerID(wearer), wish), at: second)
    }

    @discardableResult
    mutating func send(
        _ batch: HealthBatch, at second: Double, keptUntil place: Place? = nil, seal: UInt64? = nil,
        watch: Place? = nil
    ) -> BatchOutcome {
        run(to: second)
        let sent = SentBatch(batch, seal: seal ?? batch.seal(Self.key), keptUntil: place, watch: watch)
        let (outcome, isWaiting, directives) = rules.receive(sent, at: now)
        if case .stored(let isDangerous) = outcome {
            note(
                .batchReceived(
                    wearer: batch.wearer, device: batch.device, start: batch.start, end: batch.end,
                    values: Int32(batch.count), isDangerous: isDangerous, isDelayed: place != nil))
            if !isWaiting { stored.append((now, batch)) }
        }
        carryOut(directives)
        return outcome
    }

    /// Somebody who is registered and logged in, with the device of the same number.
    mutating func addWearer(_ number: Int = 1, at second: Double = 0) {
        take(.register(Self.data("N\(number)"), client: .android), at: second)
        take(.logIn(seal: Self.key), of: number, at: second)
        take(.permit(true), of: number, at: second)
        take(.link(DeviceID(number), isFound: true), of: number, at: second)
    }

    func times(_ name: String) -> [Double] { events.filter { $0.event.name == name }.map(\.time.inSeconds) }
    func count(_ name: String) -> Int { times(name).count }
    func has(_ event: HealthEvent) -> Bool { events.contains { $0.event == event } }

    mutating func end(at second: Double) {
        run(to: second)
        violations += invariants.finish(at: now)
    }

    private mutating func note(_ event: HealthEvent) {
        events.append((now, event))
        violations += invariants.take(event, at: now)
    }

    private mutating func carryOut(_ directives: [HealthDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): note(event)
            case .tell(let notice): notices.append(notice)
            case .send(let text): texts.append(text)
            case .store(let batch): stored.append((now, batch))
            case .handled(let time): handled.append(time)
            case .registered, .changed, .left, .service: break
            case .wake(let time): wakes = time
            }
        }
        if !directives.isEmpty && checksRules { rules.checkInvariants() }
    }
}
