// SPDX-License-Identifier: GPL-3.0-or-later

package import CityLoop
package import CityModel
import CitySlices
package import RandomStreams

/// Feeds recorded messages to the services without any agents (SIM-06).
///
/// A message goes in when the log holds as many events as it did in the run, so what the rules' own timers did before
/// it is done again before it. The same messages must give the same events, number by number.
package struct Replay {
    /// Why a replay is not the run.
    package struct Divergence: Error, Sendable, CustomStringConvertible {
        /// The number of the message that found another log, counted from 1.
        package let message: Int
        /// How many events the log held in the run and in the replay.
        package let events: (run: Int64, replay: Int64)

        package var description: String {
            "message \(message) found \(events.replay) events in the log; in the run there were \(events.run)"
        }
    }

    /// Replays messages on a plan and returns the fingerprint of the events that came out.
    ///
    /// - Throws: `Divergence` at the first message that finds another log, `LoopError` when the loop failed.
    package static func fingerprint(_ messages: [InputRecord], plan: CityPlan, key: StreamKey) throws -> String {
        let fingerprint = Fingerprint(ofService: true)
        let city = SimulatedCity(plan, key: key, observers: [fingerprint], hasPopulation: false)
        defer { city.loop.tearDown() }
        for (index, record) in messages.enumerated() {
            guard record.time >= plan.scenario.start, record.time <= plan.scenario.end else {
                throw InputLogFile.Damage(line: index + 2, message: "the time is outside the run")
            }
            guard try city.reach(record) else {
                throw Divergence(message: index + 1, events: (record.after, city.log.replayedCount))
            }
            city.loop.runTurn(at: record.time) { city.feed(record.message) }
        }
        try city.run(until: plan.scenario.end)
        city.finish()
        return fingerprint.hex
    }
}

extension SimulatedCity {
    /// Lets the rules' own timers do what they did before a recorded message; false when the message then finds another log
    /// than it did in the run.
    package func reach(_ record: InputRecord) throws(LoopError) -> Bool {
        while log.replayedCount < record.after, try loop.runOneTurn(until: record.time) {}
        // Timers that noted nothing in the run note nothing now.
        while let next = loop.nextTime, next < record.time, try loop.runOneTurn(until: record.time) {}
        return log.replayedCount == record.after
    }
}
