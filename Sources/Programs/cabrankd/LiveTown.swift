// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import Foundation
import StoreService
import WebInterface

/// A city that is served: on a thread of its own, at the pace of the clock on the wall, with an input log.
struct LiveTown: Sendable {
    let loop: CityLoop
    let client: CityClient
    let web: WebCity
    let inputs: LiveInputs
    let takenUp: TakenUp
    /// Kept as long as the city lives.
    private let kept: [any Sendable]
    /// How many requests of any kind one sender may send; nil for any number.
    let limit: CityGateway.RateLimit?
    /// Why the log cannot be written, or the city has ended by itself.
    let failures: AsyncStream<String>
    /// Ends when the city has ended, and all that it noted is on the disk.
    let ending: AsyncStream<Never>

    /// Ends the city: whoever waits for an answer is told. Returns when all is on the disk.
    func end() async {
        loop.stop()
        for await _ in ending {}
    }

    /// Waits until the log cannot be written or the city has ended by itself; nil when that is not so and nobody waits any more.
    func failure() async -> String? {
        for await failure in failures { return failure }
        return nil
    }

    /// Opens the city, takes up what its log holds, and lets its time run on to the present. Returns when it can be served.
    ///
    /// - Throws: `LogProblem` or what the log's file throws, when the city cannot go on from it; the log is as it was then.
    static func open(
        _ plan: CityPlan, log: LogFolder, origin: LogOrigin, mail: FileMailer, people: LivePeople, pages: WebPages
    ) async throws -> LiveTown {
        let (ending, ended) = AsyncStream.makeStream(of: Never.self)
        let (failures, failed) = AsyncStream.makeStream(of: String.self)
        let writing = WorkPool(threads: 1, waits: false)
        return try await withCheckedThrowingContinuation { opened in
            let thread = Thread {
                defer { ended.finish() }
                let host: CityHost
                let town: LiveTown
                do {
                    let (board, fingerprint) = (TaxiBoard(), Fingerprint(ofService: true))
                    host = CityHost(start: try LiveInputs.start(of: log.store) ?? now, observers: [board, fingerprint])
                    town = try open(
                        plan, in: host, log, origin, mail, people, fingerprint, writing, (ending, failures, failed)
                    ) {
                        client, inputs, takenUp, stores in
                        WebCity(
                            client, secrets: inputs.secrets, inputs: inputs, takenUp: takenUp,
                            devices: people.devices, board: WebBoard(board, of: host.log),
                            stores: stores.map { WebStores($0) },
                            pages: pages)
                    }
                    try catchUp(host.loop)
                    // What fell due meanwhile is told from now on, and stays so.
                    town.inputs.mark()
                } catch {
                    return opened.resume(throwing: error)
                }
                opened.resume(returning: town)
                var hasFailed = false
                do {
                    try host.loop.run(pace: .wall)
                } catch {
                    failed.yield("the city has ended: \(error)")
                    hasFailed = true
                }
                if !hasFailed { town.inputs.end() }
                // Who waits is told.
                host.loop.runTurn(at: host.loop.now) { town.client.onLoop { $0.close() } }
                host.close(at: host.loop.now)
                host.loop.tearDown()
                writing.waitForAll()
            }
            thread.name = "city"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    private typealias Ends = (
        ending: AsyncStream<Never>, failures: AsyncStream<String>, failed: AsyncStream<String>.Continuation
    )

    /// The time of this machine's calendar, by which a city's log begins and is taken up.
    static var now: CityTime {
        CityTime(nanoseconds: Int64(Date().timeIntervalSince1970 * 1000) * 1_000_000)
    }

    /// Lets the city's time run to that of the wall: what fell due while nobody served happens in its order. Time never runs back: where
    /// the clock of the machine is behind the log, it is waited for.
    private static func catchUp(_ loop: CityLoop) throws {
        // Looked at each second, because it may be set meanwhile; said each minute.
        var count = 0
        while loop.now > now {
            let seconds = (loop.now - now).inSeconds
            if count % 60 == 0 {
                Cabrankd.complain(
                    "the clock of this machine is \(Int(seconds.rounded(.up))) s behind the log: waiting")
            }
            count += 1
            Thread.sleep(forTimeInterval: min(seconds, 1))
        }
        // What falls due takes time, too.
        repeat { try loop.run(until: now) } while now - loop.now > .milliseconds(50)
    }

    private static func open(
        _ plan: CityPlan, in host: CityHost, _ log: LogFolder, _ origin: LogOrigin, _ mail: FileMailer,
        _ people: LivePeople, _ fingerprint: Fingerprint, _ writing: WorkPool, _ ends: Ends,
        _ web: (CityClient, LiveInputs, TakenUp, StoreService?) -> WebCity
    ) throws -> LiveTown {
        let parts = try LiveParts(
            plan, in: host, log.store, origin, mail: mail, texts: mail.path, staff: people.staff,
            identifiers: log.identifiers,
            writing: writing, fingerprint: fingerprint)
        mail.secrets = parts.inputs.secrets
        let takenUp = try parts.access.takeUp()
        parts.access.watchSessions()
        parts.goOn(after: takenUp)
        parts.inputs.whenFailed = { ends.failed.yield($0.description) }
        return LiveTown(
            loop: host.loop, client: parts.client, web: web(parts.client, parts.inputs, takenUp, parts.stores),
            inputs: parts.inputs, takenUp: takenUp, kept: parts.kept, limit: parts.limit, failures: ends.failures,
            ending: ends.ending)
    }
}

/// Who is there without having come by the network.
struct LivePeople: Sendable {
    let devices: WebDevices
    let staff: [StaffAccount]

    /// Reads keys and passwords.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong.
    init(_ config: ServerConfig) throws(InputErrors) {
        devices = try config.readDevices()
        staff = zip(config.staff, try config.readPasswords()).map { StaffAccount($0, $1) }
    }
}
