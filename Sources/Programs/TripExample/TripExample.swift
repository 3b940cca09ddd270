// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Foundation
import Journeys
import RecordStores
import Synchronization
import TripRules
import TripService

/// A live trip planner on encrypted files: `TripExample FOLDER`, with the key in `CABRANK_KEY_FILE` or `CABRANK_KEY`. Ends with 2 when
/// the key is missing or wrong.
///
/// A user plans a morning from a task on another thread than the city's: the app is recognised by the account of its phone, an event is
/// entered, and the planner says when it is time to leave. Started again on the same files it knows the user and what was entered.
@main
struct TripExample {
    static func main() {
        guard let folder = CommandLine.arguments.dropFirst().first else { end("TripExample FOLDER", with: 2) }
        do {
            try run(in: folder)
        } catch let error as RecordKeyError {
            end("\(error)", with: RecordKeyError.exitCode)
        } catch {
            end("\(error)", with: 1)
        }
    }

    private static func end(_ problem: String, with code: Int32) -> Never {
        FileHandle.standardError.write(Data("error: \(problem)\n".utf8))
        exit(code)
    }

    /// Monday at 8 o'clock, whatever the clock on the wall says.
    private static let morning = CityTime.seconds(4 * 86_400 + 8 * 3600)

    private static func run(in folder: String) throws {
        let key = try RecordKey.read(ProcessInfo.processInfo.environment)
        let files = try TripFiles(folder: folder, key: key)
        let host = CityHost(start: morning)
        var parameters = LiveTrips.Parameters()
        // Files are written on other threads than the city's.
        let writing = WorkPool(threads: 2, waits: false)
        parameters.writing = writing
        let trips = LiveTrips(
            in: host, parameters, files: files,
            journeys: CityJourneys(router: StraightRouter(freeSpeed: 10, circuity: 1.3)), secrets: SystemSecrets(),
            times: NoTimes())
        let client = CityClient(
            loop: host.loop, gateway: trips.access.gateway,
            layout: GridLayout(
                rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456)))
        try trips.connect(client)

        let loop = host.loop
        let problem = Mutex<(any Error)?>(nil)
        let outcome = Outcome(problem: problem)
        Task.detached {
            do {
                try await loop.ask { try await Self.plan(client) }
            } catch {
                outcome.problem.withLock { $0 = error }
            }
            loop.stop()
        }
        // Six hundred times as fast as the clock on the wall; `.wall` is the pace of a real service.
        try loop.run(pace: .scaled(600))
        host.close(at: loop.now)
        loop.tearDown()
        writing.waitForAll()
        if let problem = outcome.problem.withLock({ $0 }) { throw problem }
        let kept = try files.appointments(of: TripUserID(1), on: morning).map(\.description)
        print("on disk: \(kept.joined(separator: ", "))")
    }

    /// What the user does: opens the app, enters an event, looks at the day, and waits for the notice.
    private static func plan(_ city: CityClient) async throws {
        let phone = TripDeviceID(1)
        let token = try await city.openDevice("ada@cloud.example", on: .ios)
        let last = try await city.openPlanner(token, on: phone)
        print(last == 0 ? "the planner welcomes a new user" : "the planner knows the user: \(last) changes so far")
        try await city.permitPosition(token, on: phone, true)
        try await city.tellPosition(token, on: phone, Place(metresEast: 0, north: 0))
        // Each time half an hour later, as the day holds the earlier ones already.
        let start = morning + .minutes(30 + 30 * Int(last))
        let form = AppointmentForm(
            "meeting \(last + 1)", .standard(from: start, until: start + .minutes(20)),
            at: Place(metresEast: 900, north: 0), by: [TravelMeansSet(.walk)])
        let event = try await city.addEvent(token, DeviceChange(phone, last + 1), form)
        // The same again is taken once.
        do {
            _ = try await city.addEvent(token, DeviceChange(phone, last + 1), form)
        } catch .notTaken(.duplicate) {
            print("a change that is sent twice is made once")
        }
        let day = try await city.day(token, on: phone, of: morning)
        print("the day: \(day.rows.map(\.description).joined(separator: ", "))")
        while true {
            guard case .timeToLeave(let route) = try await city.nextTripNotice(token), route.key.id == event else {
                continue
            }
            let minutes = Int((start - route.leaveAt) / .minutes(1))
            print("time to leave, \(minutes) minutes before the start, by \(route.journey.legs.map(\.means.word))")
            break
        }
        try await city.closeDevice(token)
    }
}

/// How the story ended.
private final class Outcome: Sendable {
    let problem: Mutex<(any Error)?>
    init(problem: consuming sending Mutex<(any Error)?>) { self.problem = problem }
}
