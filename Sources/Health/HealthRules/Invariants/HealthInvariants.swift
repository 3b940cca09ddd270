// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One breach of a rule of the health service.
public struct HealthViolation: Hashable, Sendable {
    /// The rule that was broken.
    public let rule: String
    /// When it was noticed.
    public let time: CityTime
    /// Whom it concerns; nil for nobody.
    public let wearer: WearerID?
}

/// The invariants of the health service, checked on its facts alone: each batch has one owner and lies behind the one before, and
/// an SOS goes out in time if and only if there is a danger.
public struct HealthInvariants: Sendable {
    private struct Seen: Sendable {
        var lastEnd = CityTime(nanoseconds: .min)
        var device = DeviceID(0)
        var isLoggedIn = false
        var isSOSOn = false
        var isGone = false
    }

    /// A dangerous batch whose SOS is to come.
    private struct Danger: Sendable {
        let wearer: WearerID
        let start: CityTime
        let end: CityTime
        let received: CityTime
        let isDelayed: Bool
    }

    private let longest: TimeSpan
    private let processing: TimeSpan
    private let reaction: TimeSpan
    private let oldest: TimeSpan
    /// By number, from 1.
    private var seen: [Seen] = []
    private var owners: [DeviceID: WearerID] = [:]
    private var dangers: [Danger] = []
    private var isUp = true
    private var violations: [HealthViolation] = []
    private var now = CityTime.epoch

    /// The invariants of a service with these numbers.
    public init(_ parameters: HealthParameters) {
        (longest, processing, reaction) = (parameters.longest, parameters.processing, parameters.reaction)
        oldest = parameters.oldest
    }

    /// Takes the next fact; returns what it breaks.
    public mutating func take(_ event: HealthEvent, at time: CityTime) -> [HealthViolation] {
        now = time
        violations = []
        switch event {
        case .wearerRegistered(let wearer, _):
            check(wearer.index == seen.count + 1, "ACCOUNT-TRACK-EXC", wearer)
            seen.append(Seen())
        case .wearerLeft(let wearer):
            change(wearer) { $0 = Seen(isGone: true) }
            dangers.removeAll { $0.wearer == wearer }
        case .wearerLoggedIn(let wearer): change(wearer) { $0.isLoggedIn = true }
        case .wearerLoggedOut(let wearer): change(wearer) { $0.isLoggedIn = false }
        case .deviceConnected(let wearer, let device): linked(wearer, device)
        case .sosEnabled(let wearer): change(wearer) { $0.isSOSOn = true }
        case .sosDisabled(let wearer): change(wearer) { $0.isSOSOn = false }
        case .batchReceived(let wearer, let device, let start, let end, let values, let isDangerous, let isDelayed):
            received(wearer, device, start, end, values)
            guard isDangerous, violations.isEmpty, seen[wearer.index - 1].isSOSOn else { break }
            dangers.append(Danger(wearer: wearer, start: start, end: end, received: time, isDelayed: isDelayed))
        case .dangerIgnored(let wearer, _):
            check(known(wearer) && !seen[wearer.index - 1].isSOSOn, "HEALTH-R25", wearer)
        case .dangerTooOld(let wearer, let start): tooOld(wearer, start)
        case .sosSent(let wearer, _, let start, let end, let received, let isDelayed):
            sent(wearer, start, end, received, isDelayed)
        case .serviceDown:
            check(isUp, "AVAIL-08", nil)
            isUp = false
            dangers = []
        case .serviceUp:
            check(!isUp, "AVAIL-08", nil)
            isUp = true
        case .signUpRefused, .personalDataChanged, .permissionAsked, .permissionGiven, .permissionRefused,
            .wearerRefused, .deviceConnectFailed, .helpLineCalled, .batchRejected, .tamperDetected, .sosAnswered,
            .dangerMissed, .scaleChanged, .loadMeasured:
            break
        }
        return violations
    }

    /// The run is over: no danger may be left whose SOS should have gone out.
    public mutating func finish(at end: CityTime) -> [HealthViolation] {
        (now, violations) = (end, [])
        for danger in dangers where danger.received + reaction < end {
            check(false, "INV-AmbulanceIffDanger", danger.wearer)
        }
        return violations
    }

    private func known(_ wearer: WearerID) -> Bool {
        seen.indices.contains(wearer.index - 1) && !seen[wearer.index - 1].isGone
    }

    private mutating func check(_ holds: Bool, _ rule: String, _ wearer: WearerID?) {
        if !holds { violations.append(HealthViolation(rule: rule, time: now, wearer: wearer)) }
    }

    private mutating func change(_ wearer: WearerID, _ body: (inout Seen) -> Void) {
        check(known(wearer), "HEALTH-BACKGROUND", wearer)
        if seen.indices.contains(wearer.index - 1) { body(&seen[wearer.index - 1]) }
    }

    private mutating func linked(_ wearer: WearerID, _ device: DeviceID) {
        check(known(wearer) && seen[wearer.index - 1].isLoggedIn, "HEALTH-R34", wearer)
        check(owners[device].map { $0 == wearer || seen[$0.index - 1].device != device } ?? true, "HEALTH-R34", wearer)
        owners[device] = wearer
        change(wearer) { $0.device = device }
    }

    private mutating func received(
        _ wearer: WearerID, _ device: DeviceID, _ start: CityTime, _ end: CityTime, _ values: Int32
    ) {
        check(isUp, "AVAIL-08", wearer)
        guard known(wearer) else { return check(false, "INV-DataOneIndividual", wearer) }
        let index = wearer.index - 1
        check(seen[index].device == device, "INV-DataOneIndividual", wearer)
        check(seen[index].isLoggedIn, "HEALTH-BACKGROUND", wearer)
        check(
            start < end && end - start <= longest && values >= 1 && values <= Int32(HealthBatch.mostValues),
            "INV-DataBatchShape", wearer)
        check(start >= seen[index].lastEnd, "INV-DataNoOverlap", wearer)
        seen[index].lastEnd = end
    }

    /// Nobody is sent for what is too old, and for nothing else.
    private mutating func tooOld(_ wearer: WearerID, _ start: CityTime) {
        let place = dangers.lastIndex { $0.wearer == wearer && $0.start == start && $0.received == now }
        guard let place else { return check(false, "INV-AmbulanceIffDanger", wearer) }
        check(now - dangers[place].end > oldest, "INV-AmbulanceIffDanger", wearer)
        dangers.remove(at: place)
    }

    private mutating func sent(
        _ wearer: WearerID, _ start: CityTime, _ end: CityTime, _ received: CityTime, _ isDelayed: Bool
    ) {
        check(isUp, "AVAIL-08", wearer)
        let place = dangers.firstIndex {
            $0.wearer == wearer && $0.start == start && $0.received == received && $0.isDelayed == isDelayed
        }
        guard let place else { return check(false, "INV-AmbulanceIffDanger", wearer) }
        dangers.remove(at: place)
        check(now - received <= reaction, "HEALTH-R18", wearer)
        check(received - end <= oldest, "INV-AmbulanceIffDanger", wearer)
        // Delayed ones are timed from their receipt, and counted apart.
        guard !isDelayed else { return }
        check(end < now && now - end <= processing, "INV-AmbulanceIffDanger", wearer)
        check(now - start <= reaction, "INV-FastAmbulanceCall", wearer)
    }
}
