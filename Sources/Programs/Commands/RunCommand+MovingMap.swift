// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices
import Reporting

extension RunCommand {
    /// Bytes that an event takes in the moving map, as base 64 on the page: 1.6 in `city-sharing`, 2.2 in `city-weekday`, 4.1 in
    /// `taxi-x10`, where nobody reports a position.
    private static let bytesPerEvent = 2.0

    /// Whether the report gets a moving map.
    ///
    /// - Throws: when one is asked for that there cannot be.
    func movingMapWish(_ plan: CityPlan, isRepeated: Bool) throws -> MovingMapWish {
        guard let replayMap else { return .small }
        guard replayMap else { return .never }
        if isRepeated {
            throw ValidationError(
                "--replay-map: only the report of a single run has a moving map; leave out \(repeating.text)")
        }
        if noReport { throw ValidationError("--replay-map: the moving map is in the report; leave out --no-report") }
        let context = Simulation(plan).context
        guard plan.slices.contains(where: { $0.movingMap(context, limit: 1) != nil }) else {
            let whose = Slices.leading?.slice.title.lowercased() ?? "people"
            throw ValidationError("--replay-map: the moving map shows \(whose), and the scenario has none")
        }
        // An estimate lies within a factor of 3 of the truth: what may be small enough is tried.
        let bytes = LoadEstimate(plan).events * Self.bytesPerEvent
        if let limit = MovingMapWish.large.limit, bytes > 3 * Double(limit) {
            throw ValidationError(
                "--replay-map: the moving map would take about \(LoadText.bytes(bytes)) of the page, and at most "
                    + "\(LoadText.bytes(Double(limit))) are allowed; run a part of the time, such as --set \"length=6 h\", "
                    + "or leave the option out")
        }
        return .large
    }
}
