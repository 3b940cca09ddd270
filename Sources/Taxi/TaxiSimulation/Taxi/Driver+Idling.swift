// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// What an available driver does between rides.
extension Driver {
    func beginIdling() {
        stop()
        switch habits.group.idle {
        case .stay: break
        case .cruise(let pause, _), .returnTo(_, let pause):
            let span = max(PopulationCity.shortestPause, idling.time(pause))
            planMotion(.idle, at: loop.now + span, as: .arrival)
        case .seek, .moves: planMotion(.idle, at: loop.now + PopulationCity.shortestPause, as: .arrival)
        }
    }

    /// The pause is over: sets out.
    func idle() {
        guard status == .available else { return }
        switch habits.group.idle {
        case .stay: break
        case .cruise(_, let radius):
            if let target = target(within: radius) { cruise(to: target) } else { beginIdling() }
        case .returnTo:
            if let home = homePlace, home != motion.to { cruise(to: home) }
        case .seek, .moves: seek()
        }
    }

    /// The service knows a place where taxis are short: drives there, and goes on with its own habit then.
    func isSent(to place: Place) {
        guard status == .available, place != motion.to else { return }
        cruise(to: place)
    }

    /// Drives to a zone where rides are; where nothing draws the driver, the next try comes after the same time.
    private func seek() {
        guard let seeker = habits.seeker else { return }
        soughtAt = loop.now
        if let target = seeker.place(from: city.zone(at: motion.to), at: loop.now, &idling) {
            cruise(to: target)
        } else {
            planMotion(.idle, at: loop.now + seeker.again, as: .arrival)
        }
    }

    /// A place in the square around the taxi that lies in a zone; nil when four tries find none.
    private func target(within radius: Distance) -> Place? {
        let here = motion.place(at: loop.now)
        for _ in 0..<4 {
            let east = Double(radius.millimetres) * (2 * idling.uniform() - 1)
            let north = Double(radius.millimetres) * (2 * idling.uniform() - 1)
            let place = Place(east: here.east + Int32(east), north: here.north + Int32(north))
            if city.zone(at: place) != nil { return place }
        }
        return nil
    }

    private func cruise(to target: Place) {
        drive(to: target)
        crossings = motion.path.crossings(in: city.layout)
        crossingLine = crossings.isEmpty ? 0 : motion.path.line
        planStep()
    }

    /// The next border, or the end of the way.
    private func planStep() {
        if let next = crossings.first {
            planMotion(.crossing, at: timeBeyond(next), as: .stateChange)
        } else {
            planMotion(.arrived, at: motion.arrives, as: .arrival)
        }
    }

    /// When the taxi is beyond a border: two millimetres further, or more where the way meets the border at so low an angle
    /// that these still lie on it.
    private func timeBeyond(_ crossing: ZoneCrossing) -> CityTime {
        var time = motion.time(atShare: crossing.share)
        var step = 2.0
        while crossingLine > 0, step <= 2048 {
            time = motion.time(atShare: min(1, crossing.share + step / crossingLine))
            if city.zone(at: motion.place(at: time)) == crossing.zone { return time }
            step *= 2
        }
        return time
    }

    /// At a border: the report lets the service move the taxi to the other queue (TAXI-QUEUE-04).
    func cross() {
        guard status != .busy, !crossings.isEmpty else { return }
        crossings.removeFirst()
        report(isKept: true)
        // The report may have put the taxi out of service, which stops it.
        if motion.arrives > loop.now { planStep() }
    }

    func arrived() {
        guard status == .available else {
            guard status == .offShift else { return }
            if isOnShift {
                plan(.comeBack, after: idling.time(habits.group.returnToService))
            } else {
                letsPersonGo()
            }
            return
        }
        // With a hysteresis the report at the border alone moves no taxi to another queue; this one lies beyond it.
        if city.hasHysteresis {
            report(isKept: true)
            // The report may have put the taxi out of service.
            guard status == .available else { return }
        }
        switch habits.group.idle {
        case .stay, .returnTo: break
        case .cruise: beginIdling()
        case .seek, .moves:
            let again = soughtAt + (habits.seeker?.again ?? .zero)
            planMotion(.idle, at: max(again, loop.now + PopulationCity.shortestPause), as: .arrival)
        }
    }
}
