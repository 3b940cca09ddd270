// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// Who waited where, from when to when, and whose taxi was coming.
struct WaitingCalls: Sendable {
    /// One passenger of a request, with the travelers brought along; or somebody on the street, who has none.
    struct Call: Sendable {
        /// Below 0 for who stands on the street: no two calls have the same number.
        let request: Int32
        let passenger: Int32
        let zone: Int32
        let people: Int32
        let since: Int32
        let east: Int32
        let north: Int32
        /// When a driver accepted, and who; -1 for never.
        var acceptedAt: Int32 = -1
        var driver: Int32 = 0
        /// When the wait ended; -1 for an open end.
        var endedAt: Int32 = -1
        var isAboard = false
        /// The call of the request before this one; -1 for none.
        var sibling: Int32 = -1
    }

    /// All calls, by the time of their beginning.
    private(set) var all: [Call] = []
    /// The last call of each request, while the request is open.
    private var open = OpenTable(blank: Int32(-1))

    /// Of those who stand on the street, the place in `all`, by passenger.
    private var standing = OpenTable(blank: Int32(-1))

    /// Bytes that all of them take on the page, about.
    var size: Int { all.count * 13 }

    /// A passenger begins to wait.
    mutating func begin(_ call: Call) {
        var call = call
        let last = open.value(of: call.request)
        if let last {
            call.sibling = last
            (call.acceptedAt, call.driver) = (all[Int(last)].acceptedAt, all[Int(last)].driver)
        }
        open.open(call.request, Int32(all.count))
        all.append(call)
    }

    /// One more passenger waits for the same request, where the first one does.
    mutating func join(_ request: RequestID, _ passenger: PassengerID, people: Int32, at second: Int) {
        guard let last = open.value(of: request.number) else { return }
        let first = all[Int(last)]
        begin(
            Call(
                request: request.number, passenger: passenger.number, zone: first.zone, people: people,
                since: Int32(second), east: first.east, north: first.north))
    }

    /// Where a request's passengers wait.
    func place(of request: RequestID) -> (east: Int, north: Int)? {
        open.value(of: request.number).map { (Int(all[Int($0)].east), Int(all[Int($0)].north)) }
    }

    /// A driver has accepted.
    mutating func accept(_ request: RequestID, by driver: DriverID, at second: Int) {
        change(request) { call in
            guard call.endedAt < 0 else { return }
            call.acceptedAt = Int32(second)
            call.driver = driver.number
        }
    }

    /// The wait of one passenger ends.
    mutating func end(_ request: RequestID, _ passenger: PassengerID, isAboard: Bool, at second: Int) {
        change(request) { call in
            guard call.passenger == passenger.number, call.endedAt < 0 else { return }
            call.endedAt = Int32(second)
            call.isAboard = isAboard
        }
    }

    /// The request is over, and with it every wait that has not ended.
    mutating func close(_ request: RequestID, at second: Int) {
        change(request) { if $0.endedAt < 0 { $0.endedAt = Int32(second) } }
        open.close(request.number)
    }

    /// Somebody begins to stand on the street.
    mutating func stand(_ passenger: PassengerID, in zone: Int, people: Int32, at second: Int, _ place: Place) {
        standing.open(passenger.number, Int32(all.count))
        all.append(
            Call(
                request: -passenger.number, passenger: passenger.number, zone: Int32(zone), people: people,
                since: Int32(second), east: Int32(place.metresEast.wholeMetres),
                north: Int32(place.metresNorth.wholeMetres)))
    }

    /// Somebody gets into a taxi on the street, or leaves; nil for who did not stand there.
    @discardableResult
    mutating func leaveStreet(_ passenger: PassengerID, isAboard: Bool, at second: Int) -> Call? {
        guard let index = standing.close(passenger.number) else { return nil }
        all[Int(index)].endedAt = Int32(second)
        all[Int(index)].isAboard = isAboard
        return all[Int(index)]
    }

    private mutating func change(_ request: RequestID, _ change: (inout Call) -> Void) {
        var index = open.value(of: request.number) ?? -1
        while index >= 0 {
            change(&all[Int(index)])
            index = all[Int(index)].sibling
        }
    }
}
