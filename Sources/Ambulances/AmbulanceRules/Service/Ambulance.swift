// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// An ambulance as the service knows it from its crew's reports.
struct Ambulance: Sendable {
    /// What it does.
    enum Status: Sendable {
        /// Its shift has not begun, or is over.
        case offDuty
        case atStation
        /// It was sent, and does not drive yet.
        case turningOut(AmbulanceCallID)
        case onWay(AmbulanceCallID)
        case onScene(AmbulanceCallID)
        case transporting(AmbulanceCallID, HospitalID)
        case atHospital(AmbulanceCallID, HospitalID)
        /// On its way home since an instant, for so long.
        case returning(JourneyPath, since: CityTime, lasting: TimeSpan)
    }

    let id: AmbulanceID
    let station: AmbulanceStationID
    /// Where its station is.
    let home: Place
    /// Its shift.
    let hours: DailyHours
    var status = Status.offDuty
    /// Where it was last seen standing.
    var place: Place
    /// Since when nobody has needed it.
    var freeSince = CityTime.epoch

    /// Whether it can be sent.
    var isFree: Bool {
        switch status {
        case .atStation, .returning: true
        case .offDuty, .turningOut, .onWay, .onScene, .transporting, .atHospital: false
        }
    }

    /// Where it is: on its way home somewhere along the way, else where it was last seen.
    func place(at now: CityTime) -> Place {
        guard case .returning(let path, let since, let lasting) = status else { return place }
        return lasting > .zero ? path.place(at: min(1, (now - since) / lasting)) : home
    }
}

/// A hospital as the service knows it.
struct Hospital: Sendable {
    let place: Place
    let hours: DailyHours
}

/// A call that is open.
struct OpenCall: Sendable {
    /// How far it has come.
    enum Phase: Sendable {
        /// A call-taker listens.
        case received
        /// No ambulance was free.
        case waiting
        /// An ambulance was sent, or is there.
        case assigned(AmbulanceID)
    }

    let place: Place
    let priority: Int32
    let patient: PatientID?
    var phase = Phase.received
}

/// The calls that wait for an ambulance: the most urgent first, of those the one that was received first.
struct CallQueue: Sendable {
    private struct Entry: Comparable, Sendable {
        let priority: Int32
        let call: AmbulanceCallID

        static func < (left: Self, right: Self) -> Bool { (left.priority, left.call) < (right.priority, right.call) }
    }

    /// The next one last.
    private var entries: [Entry] = []

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// In the order in which they will be served.
    var calls: [AmbulanceCallID] { entries.reversed().map(\.call) }

    /// Adds a call; takes time in line with how many wait.
    mutating func insert(_ call: AmbulanceCallID, priority: Int32) {
        let entry = Entry(priority: priority, call: call)
        entries.insert(entry, at: entries.firstIndex { $0 < entry } ?? entries.count)
    }

    mutating func popFirst() -> AmbulanceCallID? { entries.popLast()?.call }
}
