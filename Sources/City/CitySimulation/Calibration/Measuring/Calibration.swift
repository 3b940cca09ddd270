// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
package import CityModel
package import CitySlices

/// How far a calibration is.
package struct CalibrationProgress: Sendable {
    /// What is measured now.
    package let work: String
    /// The share of it that is done, 0 to 1.
    package let share: Double
}

/// Measures how long the real handlers of every type of message take on this machine.
///
/// See the article <doc:MeasuringServices> for what is measured and what is not.
package struct Calibration {
    /// How large the city is and how much is measured.
    package let size: CalibrationSize
    /// The services beside the taxi service whose messages are measured.
    package let services: [any ServiceSlice]
    /// Nil, or the only service whose messages are measured.
    package let only: ServiceID?
    /// Called now and then with how far the measuring is; false stops it.
    package var progress: (CalibrationProgress) -> Bool = { _ in true }

    /// Prepares a calibration, of all messages or of one service.
    ///
    /// - Throws: `CalibrationProblem.size` when the size is out of range, `.service` when that service has no messages.
    package init(
        _ size: CalibrationSize, services: [any ServiceSlice] = Slices.all, only: ServiceID? = nil
    ) throws(CalibrationProblem) {
        if let problem = size.problem { throw .size(problem) }
        self.size = size
        self.services = services
        self.only = only
        if let only, kinds.isEmpty {
            throw .service(only.name, allowed: added.filter { !$0.kinds.isEmpty }.map(\.service.name))
        }
    }

    /// The kinds that are measured.
    package var kinds: [MessageType] {
        guard let only else { return services.keys.kinds }
        return added.filter { $0.service == only }.flatMap(\.kinds)
    }

    /// The services that can be measured alone: the calibration of a city always has the others.
    private var added: [ServiceKey] { services.keys.filter { !$0.isOfEveryCity } }

    /// Measures every kind. The first pass of each work warms caches and is not counted.
    ///
    /// - Throws: `CalibrationProblem` when the work does not go as it should, `LoopError` when a loop failed.
    package func measure(_ clock: HostClock) throws -> Measurements {
        var measured = Measurements()
        try report("simulating the city", 0)
        let taxi = try RecordedWork(size.taxis, services: [])
        if only == nil { try measure(taxi, named: "taxi", clock, into: &measured) }
        for service in services where only == nil || service.key.service == only {
            guard let calibration = service.calibration(people: size.passengers) else { continue }
            let work = try RecordedWork(calibration, services: [service])
            try measure(work, named: service.key.service.name, clock, into: &measured)
        }
        if only == nil || kinds.contains(.phoneLogin) { try measureAccounts(after: taxi, clock, into: &measured) }
        if kinds.contains(.deviceSession) { try measureDevices(clock, into: &measured) }
        return measured
    }

    private func measureDevices(_ clock: HostClock, into measured: inout Measurements) throws {
        try report("devices", 0)
        let devices = try DeviceWork()
        defer { devices.end() }
        var discarded = Measurements()
        for _ in 0..<(size.repetitions / 20 + 1) { try devices.open(clock, into: &discarded) }
        for _ in 0..<size.repetitions { try devices.open(clock, into: &measured) }
        try report("devices", 1)
    }

    private func measure(
        _ work: RecordedWork, named name: String, _ clock: HostClock, into measured: inout Measurements
    ) throws {
        let passes = (size.repetitions + work.leastCount - 1) / work.leastCount
        for pass in 0...passes {
            try report("\(name) messages", Double(pass) / Double(passes + 1))
            var discarded = Measurements()
            if pass == 0 {
                try work.pass(clock, into: &discarded)
            } else {
                try work.pass(clock, into: &measured)
            }
        }
        try report("\(name) messages", 1)
    }

    private func measureAccounts(after taxi: RecordedWork, _ clock: HostClock, into measured: inout Measurements) throws
    {
        try report("enrolling accounts", 0)
        let accounts = try AccountWork(size, after: taxi)
        defer { accounts.end() }
        let (isWhole, work) = only == nil ? (true, "profiles") : (false, "phones")
        // Beside one service only the messages that services share are measured.
        func round(into measured: inout Measurements) throws {
            if isWhole { try accounts.visit(clock, into: &measured) }
            try accounts.logInByPhone(clock, into: &measured)
        }
        var discarded = Measurements()
        if isWhole {
            try accounts.register(clock, into: &discarded)
            try accounts.logIn(clock, into: &discarded)
        }
        for _ in 0..<(size.repetitions / 20 + 1) { try round(into: &discarded) }
        for visit in 0..<size.repetitions {
            if visit.isMultiple(of: 256) { try report(work, Double(visit) / Double(size.repetitions)) }
            try round(into: &measured)
        }
        guard isWhole else { return try report(work, 1) }
        for hash in 0..<size.hashRepetitions {
            try report("passwords", Double(hash) / Double(size.hashRepetitions))
            try accounts.register(clock, into: &measured)
            try accounts.logIn(clock, into: &measured)
            // One in twenty people who log in changes the password.
            if hash.isMultiple(of: 20) { try accounts.changePassword(clock, into: &measured) }
        }
        try report("passwords", 1)
        measured.password = AccountWork.password
    }

    private func report(_ work: String, _ share: Double) throws(CalibrationProblem) {
        guard progress(CalibrationProgress(work: work, share: share)) else { throw .stopped }
    }
}
