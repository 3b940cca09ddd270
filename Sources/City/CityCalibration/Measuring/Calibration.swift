// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import CitySimulation
public import CitySlices
import ScenarioFile

/// How far a calibration is.
public struct CalibrationProgress: Sendable {
    /// What is measured now.
    public let work: String
    /// The share of it that is done, 0 to 1.
    public let share: Double
}

/// Measures how long the real handlers of every kind of message take on this machine.
///
/// See the article <doc:CityCalibration> for what is measured and what is not.
public struct Calibration {
    /// How large the city is and how much is measured.
    public let size: CalibrationSize
    /// The services beside the taxi service whose messages are measured.
    public let services: [any ServiceSlice]
    /// Called now and then with how far the measuring is; false stops it.
    public var progress: (CalibrationProgress) -> Bool = { _ in true }

    /// Prepares a calibration.
    ///
    /// - Throws: `CalibrationProblem.size` when the size is out of range.
    public init(
        _ size: CalibrationSize, services: [any ServiceSlice] = Slices.all
    ) throws(CalibrationProblem) {
        if let problem = size.problem { throw .size(problem) }
        self.size = size
        self.services = services
    }

    /// The kinds that are measured.
    public var kinds: [MessageType] { services.keys.kinds }

    /// Measures every kind. The first pass of each work warms caches and is not counted.
    ///
    /// - Throws: `CalibrationProblem` when the work does not go as it should, `LoopError` when a loop failed.
    public func measure(_ clock: HostClock) throws -> Measurements {
        var measured = Measurements()
        try report("simulating the city", 0)
        let taxi = try measure(size.taxis, named: "taxi", services: [], clock, into: &measured)
        for service in services {
            guard let calibration = service.calibration(people: size.passengers) else { continue }
            _ = try measure(calibration, named: service.key.service.name, services: [service], clock, into: &measured)
        }
        try measureAccounts(after: taxi, clock, into: &measured)
        return measured
    }

    private func measure(
        _ calibration: SliceCalibration, named name: String, services: [any ServiceSlice], _ clock: HostClock,
        into measured: inout Measurements
    ) throws -> RecordedWork {
        let work = try RecordedWork(calibration, services: services)
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
        return work
    }

    private func measureAccounts(after taxi: RecordedWork, _ clock: HostClock, into measured: inout Measurements) throws
    {
        try report("enrolling accounts", 0)
        let accounts = try AccountWork(size, after: taxi)
        defer { accounts.end() }
        var discarded = Measurements()
        try accounts.register(clock, into: &discarded)
        try accounts.logIn(clock, into: &discarded)
        for _ in 0..<(size.repetitions / 20 + 1) {
            try accounts.visit(clock, into: &discarded)
            try accounts.logInByPhone(clock, into: &discarded)
        }
        for visit in 0..<size.repetitions {
            if visit.isMultiple(of: 256) { try report("profiles", Double(visit) / Double(size.repetitions)) }
            try accounts.visit(clock, into: &measured)
            try accounts.logInByPhone(clock, into: &measured)
        }
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
