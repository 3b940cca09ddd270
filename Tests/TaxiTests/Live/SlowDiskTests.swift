// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import Foundation
import RuleTestKit
import Synchronization
import TaxiRules
import TaxiService
import Testing

@testable import CityHost

/// A live city, whose people are on other threads, on a disk that is slow or full.
@Suite(.serialized) struct SlowDiskTests {
    /// A driver in service and a passenger, who are logged in, on a loop that runs by the clock on the wall.
    private func live(
        _ disk: TestDisk, _ body: @escaping @Sendable (LoggedClient) async throws -> Void
    ) async throws {
        let city = try LoggedCity(
            disk, writing: WorkPool(threads: 1, waits: false), pool: WorkPool(threads: 1, waits: false))
        let (client, mail, loop) = (city.client, city.mail, city.host.loop)
        for type in [RoleName.passenger, .driver] {
            let form: RegistrationForm = type == .passenger ? .passenger(1) : .driver(1)
            let hash = city.inputs.hash.hash("Passw0rd1")
            city.access.registry.onLoop { _ = $0.enroll(form, person: 1, password: hash) }
        }
        let problem = Mailbox<any Error>()
        Task.detached {
            do {
                let (passenger, driver) = try await client.loop.ask {
                    (try await client.passenger(1), try await client.driverInService(1))
                }
                try await body(LoggedClient(client: client, mail: mail, passenger: passenger, driver: driver))
            } catch {
                problem.put(error)
            }
            loop.stop()
        }
        try await loop.runOnOwnThread(pace: .wall)
        if let problem = problem.value { throw problem }
        city.end()
    }

    /// What anybody was answered or told.
    private final class Heard: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ word: String) { list.withLock { $0.append(word) } }
    }

    struct LoggedClient: Sendable {
        let client: CityClient
        let mail: MailBox
        let passenger: Token
        let driver: Token
    }

    @Test("AVAIL-02: nobody is answered, and nobody else is told, before what it follows from is on the disk")
    func slow() async throws {
        let disk = TestDisk()
        try await live(disk) { city in
            let (client, passenger, driver) = (city.client, city.passenger, city.driver)
            let (begun, heard) = (Heard(), Heard())
            let before = disk.inputs.count
            let tasks = disk.whileSlow { () -> [Task<Void, any Error>] in
                let tasks: [Task<Void, any Error>] = [
                    Task.detached {
                        begun.add("request")
                        let request = try await client.loop.ask {
                            try await client.placeCall(passenger, at: meeting, travelers: 1)
                        }
                        heard.add("request \(request.number)")
                    },
                    Task.detached {
                        begun.add("offer")
                        let offer = try await client.loop.ask { try await client.nextOffer(driver) }
                        heard.add("offer \(offer.id.number)")
                    },
                    Task.detached {
                        begun.add("notices")
                        let read = try await client.loop.ask { try await client.notices(passenger, after: 0) }
                        heard.add("notices \(read.news.count)")
                    },
                    Task.detached {
                        begun.add("mail")
                        try await client.loop.ask { try await client.forgotPassword(email: "user1@example.org") }
                        heard.add("mail")
                    },
                ]
                // The threads of the pool may be busy with other tests.
                for _ in 0..<6000 where begun.all.count < tasks.count { Thread.sleep(forTimeInterval: 0.01) }
                Thread.sleep(forTimeInterval: 0.3)
                #expect(heard.all == [] && city.mail.all.isEmpty && disk.inputs.count == before)
                return tasks
            }
            for task in tasks { try await task.value }
            #expect(Set(heard.all).isSuperset(of: ["request 1", "offer 1", "mail"]))
            #expect(city.mail.all.count == 1)
            // What came while the disk was busy was written together.
            #expect(disk.groups.contains { $0 > 1 })
        }
    }

    @Test("A full disk: nothing leaves, the server says why, and after a restart it was never there")
    func full() async throws {
        let disk = TestDisk()
        let kept = Mailbox<[StoredInput]>()
        try await live(disk) { city in
            let (client, passenger, driver) = (city.client, city.passenger, city.driver)
            kept.put(disk.inputs)
            disk.isFull = true
            await #expect(throws: NotKept.self) {
                _ = try await client.loop.ask { try await client.placeCall(passenger, at: meeting, travelers: 1) }
            }
            // Room again: too late, what follows has no ground to stand on.
            disk.isFull = false
            await #expect(throws: NotKept.self) { _ = try await client.loop.ask { try await client.getStatus(driver) } }
            await #expect(throws: NotKept.self) {
                try await client.loop.ask { try await client.forgotPassword(email: "user1@example.org") }
            }
            #expect(city.mail.all.isEmpty)
        }
        #expect(disk.inputs == kept.value)
    }

    @Test("An input behind one that was not written is not written either")
    func noGap() throws {
        let disk = TestDisk()
        let store = UnbrokenStore(disk)
        func input(_ number: Int32) throws -> StoredInput {
            try StoredInput(number, .epoch, 0, .drawn([]), behind: Token(high: 0, low: 0))
        }
        try store.save(input(1))
        disk.isFull = true
        #expect(throws: TestDisk.Full.self) { try store.save(input(2)) }
        disk.isFull = false
        #expect(throws: UnbrokenStore.Gap.self) { try store.save(input(3)) }
        // To make a change twice is to make it once.
        try store.write([.save(input(1)), .save(input(2)), .save(input(3))])
        #expect(disk.inputs.map(\.key.number) == [1, 2, 3])
    }
}
