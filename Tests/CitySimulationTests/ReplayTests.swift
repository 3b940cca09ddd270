// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityReports
import CitySimulation
import CityTestKit
import EventTestKit
import Population
import RandomStreams
import ScenarioFile
import TaxiRules
import TaxiService
import Testing

/// Recorded messages, fed to the service without any agents, give the same events.
@Suite struct ReplayTests {
    @Test(
        "SIM-06: a replay of the messages alone gives the run's events",
        arguments: ["quickstart", "troubled", "slow network", "lossy network"])
    func replay(name: String) throws {
        let city = try city(name)
        for seed in [1, 2] as [UInt64] {
            let run = try Simulation(city.plan, seed: seed).run()
            let text = MessageFile.text(run.messages)
            let messages = try MessageFile.records(text)
            #expect(messages == run.messages)
            #expect(messages.count > 200)
            let found = try Replay.fingerprint(messages, plan: city.plan, key: StreamKey(seed: seed))
            #expect(found == run.fingerprint, "\(name), seed \(seed)")
        }
    }

    private func city(_ name: String) throws -> TestCity {
        switch name {
        case "quickstart": try TestCity(file: "Scenarios/quickstart.yaml")
        case "troubled": try TestCity(Cities.troubled)
        case "slow network":
            try TestCity(Cities.troubled, set: ["network.delay={uniform: {from: 0.1 s, to: 2 s}}"])
        default: try TestCity(Cities.troubled, set: ["network.delay=0.2 s", "network.loss=15%"])
        }
    }

    @Test("SIM-06: an answer turned round, a lost message or another moment is found")
    func altered() throws {
        let city = try TestCity(Cities.troubled)
        let run = try Simulation(city.plan, seed: 3).run()
        let key = StreamKey(seed: 3)
        func agrees(_ messages: [MessageRecord]) -> Bool {
            (try? Replay.fingerprint(messages, plan: city.plan, key: key)) == run.fingerprint
        }
        #expect(agrees(run.messages))

        let answer = try #require(
            run.messages.firstIndex { if case .answer(_, _, true, _) = $0.message { true } else { false } })
        var turned = run.messages
        if case .answer(let driver, let offer, _, _) = turned[answer].message {
            turned[answer] = MessageRecord(
                time: turned[answer].time, after: turned[answer].after,
                message: .answer(driver, offer, accept: false))
        }
        #expect(!agrees(turned))

        var lost = run.messages
        lost.remove(at: answer)
        #expect(throws: Replay.Divergence.self) { try Replay.fingerprint(lost, plan: city.plan, key: key) }

        var late = run.messages
        late[answer] = MessageRecord(
            time: late[answer].time + .milliseconds(1), after: late[answer].after, message: late[answer].message)
        #expect(!agrees(late))
    }

    @Test("The messages of an outage are written and read again")
    func outage() throws {
        let messages: [ClientMessage] = [
            .serviceDown, .serviceRestarted,
            .keptAnswer(DriverID(1), OfferID(2), accept: true, arrived: .seconds(110)), .serviceUp,
            .answer(
                DriverID(1), OfferID(2), accept: true,
                at: TaxiReading(place: Place(east: -5, north: 7), odometer: .metres(3))),
            .keptAnswer(
                DriverID(1), OfferID(2), accept: true, arrived: .seconds(9),
                at: TaxiReading(place: .origin, odometer: .zero)),
        ]
        let records = messages.map { MessageRecord(time: .seconds(160), after: 5, message: $0) }
        #expect(try MessageFile.records(MessageFile.text(records)) == records)
    }

    @Test("A call with and without a planner's number is written and read again, as a form for a shared ride too")
    func plannedCalls() throws {
        let forms = [Int64.min, 0, 4_711, nil].map { reference in
            CallForm(
                client: .web, source: .address, radius: .metres(3), place: Place(east: -5, north: 7), travelers: 2,
                reference: reference)
        }
        let messages = forms.flatMap { form in
            [
                ClientMessage.call(PassengerID(1), form),
                .shareSearch(PassengerID(1), ShareForm(call: form, destination: .origin)),
            ]
        }
        let records = messages.map { MessageRecord(time: .seconds(160), after: 5, message: $0) }
        #expect(try MessageFile.records(MessageFile.text(records)) == records)
    }

    @Test("A file of messages that is damaged names the line")
    func damage() {
        func problem(_ text: String) -> String? {
            do throws(MessageFile.Damage) {
                _ = try MessageFile.records(text)
                return nil
            } catch {
                return error.description
            }
        }
        let good = "cabrank-messages 1\n0,0,driverLogin,1\n"
        #expect(problem(good) == nil)
        #expect(problem("")?.hasPrefix("line 1:") == true)
        #expect(problem("cabrank-messages 2\n")?.hasPrefix("line 1:") == true)
        for bad in [
            "0,0", "x,0,driverLogin,1", "0,0,driverLogin", "0,0,driverLogin,1,2", "0,0,fly,1", "0,0,answer,1,1,2",
            "0,0,driverLogin,99999999999",
            // Before the record above it in time, or by the count of events.
            "-5000000000,0,driverLogin,1", "0,-1,driverLogin,1",
        ] {
            #expect(problem(good + bad + "\n")?.hasPrefix("line 3:") == true, "\(bad)")
        }
    }
}
