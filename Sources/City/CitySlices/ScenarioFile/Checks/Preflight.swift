// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

/// Checks of a scenario as a whole that need no map: those of the city here, those of a service in its room.
package struct Preflight {
    package let scenario: Scenario
    /// Takes what is wrong.
    package let reading: Reading
    /// Where the file begins.
    package let top: InputLocation

    func check() {
        if scenario.warmUp >= scenario.length {
            error(
                "warm-up",
                "`warm-up` (\(scenario.warmUp)) is not shorter than `length` (\(scenario.length)); nothing would "
                    + "be measured")
        }
        checkGrid()
        checkDays()
        checkChanges()
        checkTravel()
        checkServer()
        checkBudgets()
    }

    /// The location of a path, or of the nearest key above it that stands in a file.
    package func location(_ path: String) -> InputLocation { reading.locations.nearest(path) ?? top }

    /// Notes an error at a path.
    package func error(_ path: String, _ message: String) { reading.error(location(path), message) }
    /// Notes a warning at a path.
    package func warn(_ path: String, _ message: String) { reading.warn(location(path), message) }

    private func checkGrid() {
        if let fault = scenario.city.gridFault { error("city.grid", fault) }
    }

    /// Values by day need every day of the run, and a run that begins on a day that somebody chose.
    private func checkDays() {
        let mentions = reading.mentions(of: MentionedDays.self)
        for mention in mentions {
            guard let day = mention.subject.kinds.gap(from: scenario.start, to: scenario.end) else { continue }
            let weekday = DayKind.names[day.weekday]
            reading.error(
                mention.location,
                "`\(mention.subject.what)`: there are no values for \(day.date), a day of the run (\(weekday)); allowed: values "
                    + "for every day of the run, such as `mon-fri` and `sat-sun`")
        }
        guard let first = mentions.first, reading.locations["start"] == nil else { return }
        reading.warn(
            first.location,
            "`\(first.subject.what)` is given by day, but there is no `start`: the run begins on \(scenario.start.date), a "
                + DayKind.names[scenario.start.weekday])
    }

    private func checkChanges() {
        for (index, change) in scenario.changes.enumerated() {
            checkWindow("the change", "changes.\(index)", change.from, change.until)
        }
    }

    private func checkTravel() {
        guard scenario.travel.roads != nil else { return }
        let file = location("travel.roads").file
        if scenario.travel.table != nil {
            error("travel.table", "`table` and `roads` exclude each other: both say how long drives take")
        }
        // What an included scenario says of straight lines is for those who run it alone.
        for key in ["free-speed", "circuity"] where reading.locations["travel.\(key)"]?.file == file {
            warn("travel.\(key)", "`\(key)` has no effect with `roads`: the streets have their own speeds and lengths")
        }
    }

    /// A span of time in a message.
    package func words(_ span: TimeSpan) -> String { Quantity.time.write(span.inSeconds) }
}

extension [String: InputLocation] {
    /// The location of a path, or of the nearest one above it.
    package func nearest(_ path: String) -> InputLocation? {
        var steps = path.split(separator: ".")
        while !steps.isEmpty {
            if let location = self[steps.joined(separator: ".")] { return location }
            steps.removeLast()
        }
        return nil
    }
}

extension CitySection {
    /// What is wrong with the size of a grid: locations are whole millimetres in 32 bits, and what is left above the limit is room
    /// for those who leave the zones.
    var gridFault: String? {
        guard case .grid(let rows, let columns, let cell, _) = layout else { return nil }
        let side = cell.inMetres * Double(max(rows, columns)) / 1000
        guard side > ScenarioLimits.gridKilometres else { return nil }
        return
            "`grid`: \(rows) x \(columns) cells of \(numberText(cell.inMetres)) m are \(numberText(side)) km wide or "
            + "high; allowed: at most \(numberText(ScenarioLimits.gridKilometres)) km"
    }
}
