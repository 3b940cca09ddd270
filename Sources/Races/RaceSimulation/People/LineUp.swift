// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How long after the start of a race each runner crosses the start line, by position in line.
///
/// Waves start one after the other. In each the runners cross the line at one flow, and from some part of the wave on at
/// another: two flows describe the mass start of the Loch Ness marathon of 2018 best.
struct LineUp: Sendable {
    let race: PlannedRace
    let runners: Int

    /// The delay of the position in line, from 0 on.
    func delay(of position: Int) -> TimeSpan {
        let share = (Double(position) + 0.5) / Double(max(1, runners)) * Double(race.waves)
        let wave = min(race.waves - 1, Int(share))
        let inWave = share - Double(wave)
        let size = Double(runners) / Double(race.waves)
        let first = min(inWave, race.firstPart) / race.firstFlow
        let later = max(0, inWave - race.firstPart) / race.laterFlow
        return (race.waveEvery * wave + .seconds(size * (first + later))).roundedToMilliseconds
    }
}
