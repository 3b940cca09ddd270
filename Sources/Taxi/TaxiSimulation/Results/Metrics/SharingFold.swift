// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// A shared ride from its making to its removal.
struct OpenShare {
    /// Passengers and travelers taken aboard.
    var passengers: Int32 = 0
    var travelers: Int32 = 0
    /// Made after the warm-up.
    var counted = false
}

/// Sums of one hour of shared rides.
struct SharingTally {
    var rides = 0, together = 0
    var driven: Int64 = 0, alone: Int64 = 0
}

/// Folds the events of ride sharing into numbers. Memory follows the open rides and the hours of the run.
struct SharingFold {
    private let start: CityTime
    private let measured: MeasuredTime
    private var open = OpenTable(blank: OpenShare())
    /// Whether any event of the module occurred.
    private(set) var isUsed = false

    private(set) var searches = 0, successes = 0, candidates = 0, feasible = 0, proposed = 0, chosen = 0
    private(set) var declined = 0, created = 0, reserved = 0, joined = 0, joinedTravelers = 0
    private(set) var joinRefused = Counts<JoinRefusal>(), left = Counts<LeaveReason>()
    private(set) var removed = Counts<RideRemoval>()
    private(set) var ownerChanges = 0, missed = 0, mismatches = 0
    private(set) var withoutDestination = 0

    private(set) var sum = SharingTally()
    private(set) var passengers = 0, travelers = 0
    private(set) var byPassengers = Array(repeating: 0, count: BoardCounts.most)
    private(set) var byTravelers = Array(repeating: 0, count: 8)
    private(set) var hours: [SharingTally] = []
    private(set) var detour = Sample(exactLimit: 65_536), detourRatio = Sample(exactLimit: 65_536)
    private(set) var delay = Sample(exactLimit: 65_536), fee = Sample(exactLimit: 65_536)
    private(set) var feeDirect = Sample(exactLimit: 65_536), feeDifference = Sample(exactLimit: 65_536)
    private(set) var detourRatios = Bins(first: 1, step: 0.02, edges: 31)
    private(set) var delayMinutes = Bins(first: 0, step: 1, edges: 21)

    init(start: CityTime, measured: MeasuredTime) {
        self.start = start
        self.measured = measured
    }

    mutating func take(_ event: SharingEvent, at time: CityTime) {
        isUsed = true
        track(event, isMeasured: measured.holds(time))
        guard measured.holds(time) else { return }
        switch event {
        case .shareSearch(_, _, _, let candidates, let feasible):
            searches += 1
            self.candidates += Int(candidates)
            self.feasible += Int(feasible)
            if feasible > 0 { successes += 1 }
        case .shareProposed: proposed += 1
        case .shareChosen: chosen += 1
        case .shareDeclined: declined += 1
        case .rideCreated(_, _, _, _, let reservation):
            created += 1
            if reservation != nil { reserved += 1 }
        case .shareJoined(_, _, let travelers):
            joined += 1
            joinedTravelers += Int(travelers)
        case .joinRefused(_, _, let reason): joinRefused[reason] += 1
        case .shareLeft(_, _, let reason): left[reason] += 1
        case .ownerChanged: ownerChanges += 1
        case .boardMismatch: mismatches += 1
        case .sharedRideMissed: missed += 1
        case .travelersDropped(let ride, _, _, let distance, let direct, let delay):
            drop(from: ride, distance, direct, delay)
        case .feeShare(let ride, _, _, _, _, _, let hundredths, let directHundredths):
            guard isTogether(ride) else { return }
            fee.add(Int64(hundredths))
            feeDirect.add(Int64(directHundredths))
            feeDifference.add(abs(Int64(hundredths - directHundredths)))
        case .sharedRideEnded(_, _, let passengers, let travelers, let driven, let alone):
            end(passengers, travelers, driven, alone, at: time)
        case .rideRemoved, .rideRequested, .riderNotified, .rideDriverNotified, .shareClosed, .boardCount,
            .travelersBoarded,
            .routePlanned, .feeSharesReported, .rideStateViewed:
            break
        }
    }

    /// Takes what the core notes: a shared call without a destination (TAXI-SHARE-12).
    mutating func take(_ event: TaxiEvent, at time: CityTime) {
        if case .callRefused(_, .missingDestination) = event {
            isUsed = true
            if measured.holds(time) { withoutDestination += 1 }
        }
    }

    /// Keeps the open rides, of the warm-up too.
    private mutating func track(_ event: SharingEvent, isMeasured: Bool) {
        if case .rideCreated(let ride, _, _, _, _) = event {
            open.open(ride.number, OpenShare(counted: isMeasured))
        } else if case .travelersBoarded(let ride, _, let entered, _) = event {
            guard entered > 0, let slot = open.index(of: ride.number) else { return }
            open[slot].passengers += 1
            open[slot].travelers += entered
        } else if case .rideRemoved(let ride, let reason) = event {
            // A ride of the warm-up is none of those whose outcomes are told.
            if open.close(ride.number)?.counted == true { removed[reason] += 1 }
        }
    }

    private func isTogether(_ ride: SharedRideID) -> Bool { (open.value(of: ride.number)?.passengers ?? 0) > 1 }

    /// Who is alone aboard has no detour, and would hide those of the others.
    private mutating func drop(from ride: SharedRideID, _ driven: Distance, _ direct: Distance, _ delay: TimeSpan) {
        guard isTogether(ride) else { return }
        detour.add(driven.millimetres - direct.millimetres)
        self.delay.add(delay.nanoseconds)
        let minute = TimeSpan.minutes(1).nanoseconds
        delayMinutes.add(delay.nanoseconds, first: 0, step: minute)
        guard direct > .zero else { return }
        // In millionths.
        let ratio = Int64((Double(driven.millimetres) / Double(direct.millimetres) * 1e6).rounded())
        detourRatio.add(ratio)
        detourRatios.add(ratio, first: 1_000_000, step: 20_000)
    }

    private mutating func end(
        _ passengers: Int32, _ travelers: Int32, _ driven: Distance, _ alone: Distance, at time: CityTime
    ) {
        let hour = max(0, Int((time - start).nanoseconds / TimeSpan.hours(1).nanoseconds))
        while hours.count <= hour { hours.append(SharingTally()) }
        sum.add(passengers, driven, alone)
        hours[hour].add(passengers, driven, alone)
        self.passengers += Int(passengers)
        self.travelers += Int(travelers)
        byPassengers[min(max(Int(passengers), 1), byPassengers.count) - 1] += 1
        byTravelers[min(max(Int(travelers), 1), byTravelers.count) - 1] += 1
    }

    /// Rides that count and are not settled.
    var openCounted: Int { open.openNumbers.count { open.value(of: $0)?.counted == true } }

    var result: SharingResult {
        SharingResult(
            rides: sum.rides, together: sum.together, joinRefused: joinRefused,
            left: left, removed: removed,
            ridesByPassengers: byPassengers, ridesByTravelers: byTravelers,
            detour: detour.reported(1e-6), detourRatio: detourRatio.reported(1e-6),
            delay: delay.reported(1e-9), fee: fee.reported(1e-4),
            feeDirect: feeDirect.reported(1e-4),
            feeDifference: feeDifference.reported(1e-4), detourRatios: detourRatios,
            delayMinutes: delayMinutes,
            hours: hours.enumerated().map { index, hour in
                SharingHour(
                    hour: index, rides: hour.rides, together: hour.together, driven: tidy(Double(hour.driven) * 1e-6),
                    alone: tidy(Double(hour.alone) * 1e-6))
            })
    }
}

extension SharingTally {
    mutating func add(_ passengers: Int32, _ driven: Distance, _ alone: Distance) {
        rides += 1
        if passengers > 1 { together += 1 }
        self.driven += driven.millimetres
        self.alone += alone.millimetres
    }
}
