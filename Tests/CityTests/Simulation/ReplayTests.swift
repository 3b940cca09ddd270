// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
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
            let text = InputLogFile.text(run.messages)
            let messages = try InputLogFile.records(text, of: [TaxiMessage.self])
            #expect(messages == run.messages)
            #expect(messages.count > 200)
            let found = try Replay.fingerprint(messages, plan: city.plan, key: StreamKey(seed: seed))
            #expect(found == run.serviceFingerprint, "\(name), seed \(seed)")
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
        func agrees(_ messages: [InputRecord]) -> Bool {
            (try? Replay.fingerprint(messages, plan: city.plan, key: key)) == run.serviceFingerprint
        }
        #expect(agrees(run.messages))

        let answer = try #require(
            run.messages.firstIndex {
                if case .driver(_, .answer(_, true, _)) = $0.message as? TaxiMessage { true } else { false }
            })
        var turned = run.messages
        if case .driver(let driver, .answer(let offer, _, _)) = turned[answer].message as? TaxiMessage {
            turned[answer] = InputRecord(
                time: turned[answer].time, after: turned[answer].after,
                message: TaxiMessage.driver(driver, .answer(offer: offer, accept: false)))
        }
        #expect(!agrees(turned))

        var lost = run.messages
        lost.remove(at: answer)
        #expect(throws: Replay.Divergence.self) { try Replay.fingerprint(lost, plan: city.plan, key: key) }

        var late = run.messages
        late[answer] = InputRecord(
            time: late[answer].time + .milliseconds(1), after: late[answer].after, message: late[answer].message)
        #expect(!agrees(late))
    }

    @Test("The messages of an outage are written and read again")
    func outage() throws {
        let messages: [TaxiMessage] = [
            .control(.down), .control(.restarted),
            .control(.keptAnswer(driver: DriverID(1), offer: OfferID(2), accept: true, arrived: .seconds(110))),
            .control(.up),
            .driver(
                DriverID(1),
                .answer(
                    offer: OfferID(2), accept: true,
                    at: TaxiReading(place: Place(east: -5, north: 7), odometer: .metres(3)))),
            .control(
                .keptAnswer(
                    driver: DriverID(1), offer: OfferID(2), accept: true, arrived: .seconds(9),
                    at: TaxiReading(place: .origin, odometer: .zero))),
        ]
        let records = messages.map { InputRecord(time: .seconds(160), after: 5, message: $0) }
        #expect(try InputLogFile.records(InputLogFile.text(records), of: [TaxiMessage.self]) == records)
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
                TaxiMessage.passenger(PassengerID(1), .call(form: form)),
                .passenger(PassengerID(1), .shareSearch(form: ShareForm(call: form, destination: .origin))),
            ]
        }
        let records = messages.map { InputRecord(time: .seconds(160), after: 5, message: $0) }
        #expect(try InputLogFile.records(InputLogFile.text(records), of: [TaxiMessage.self]) == records)
    }

    @Test("A file of messages that is damaged names the line")
    func damage() {
        let login = #"{"after":0,"driver":1,"message":{"login":{}},"service":"taxi","time":0}"#
        let good = InputLogFile.header + "\n" + login + "\n"
        #expect(problem(good) == nil)
        #expect(problem("")?.hasPrefix("line 1:") == true)
        #expect(problem(#"{"format":"cabrank-input-log","version":3}"#)?.hasPrefix("line 1:") == true)
        #expect(problem(login)?.hasPrefix("line 1:") == true)
        for bad in [
            // Of a service that is not there, and without one.
            #"{"after":0,"driver":1,"message":{"login":{}},"service":"bakery","time":0}"#,
            #"{"after":0,"driver":1,"message":{"login":{}},"time":0}"#, "0", "{}", "{",
            #"{"after":0,"driver":1,"service":"taxi","time":0}"#,
            #"{"driver":1,"message":{"login":{}},"service":"taxi","time":0}"#,
            #"{"after":0,"driver":1,"message":{"login":{}},"service":"taxi"}"#,
            #"{"after":0,"driver":1,"message":{"login":{}},"service":"taxi","time":"x"}"#,
            #"{"after":0,"driver":1,"message":{"fly":{}},"service":"taxi","time":0}"#,
            // A passenger's message from a driver, a driver's without a sender, a form that is not whole.
            #"{"after":0,"driver":1,"message":{"prepareCall":{}},"service":"taxi","time":0}"#,
            #"{"after":0,"message":{"login":{}},"service":"taxi","time":0}"#,
            #"{"after":0,"message":{"call":{"form":{"client":0}}},"passenger":1,"service":"taxi","time":0}"#,
            #"{"after":0,"driver":1,"message":{"answer":{"accept":2,"offer":1}},"service":"taxi","time":0}"#,
            #"{"after":0,"driver":99999999999,"message":{"login":{}},"service":"taxi","time":0}"#,
            // Five passengers on one ride.
            #"{"after":0,"driver":1,"message":{"boardedEach":{"counts":["#
                + (1...5).map { #"{"passenger":\#($0),"travelers":1}"# }.joined(separator: ",")
                + #"],"odometer":{"millimetres":0},"request":1}},"service":"taxi","time":0}"#,
            // Before the record above it in time, or by the count of events.
            #"{"after":0,"driver":1,"message":{"login":{}},"service":"taxi","time":-5000000000}"#,
            #"{"after":-1,"driver":1,"message":{"login":{}},"service":"taxi","time":0}"#,
        ] {
            #expect(problem(good + bad + "\n")?.hasPrefix("line 3:") == true, "\(bad)")
        }
    }

    @Test("A file of before the JSON lines is refused as such")
    func older() {
        #expect(
            problem("cabrank-messages 1\n0,0,driverLogin,1\n") == "line 1: \(InputLogFile.olderFormat)")
        // Lines without the name of a service.
        let first = #"{"format":"cabrank-input-log","version":1}"#
        #expect(problem(first + "\n") == "line 1: \(InputLogFile.olderFormat)")
    }

    /// What is wrong with a text, or nil.
    private func problem(_ text: String) -> String? {
        do throws(InputLogFile.Damage) {
            _ = try InputLogFile.records(text, of: [TaxiMessage.self])
            return nil
        } catch {
            return error.description
        }
    }
}
