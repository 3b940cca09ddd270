// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices
import ScenarioLanguage

/// The region that the planner serves, as a file draws it, with what is wrong with that (AVAIL-05).
struct PlannerRegion {
    /// Nil without a file, and where something is wrong with it.
    let outline: CityOutline?
    let problems: [InputProblem]

    /// Reads the file that the section names. It need not hold the whole city, but some of it.
    init(_ section: TripsSection, _ read: ReadScenario, layout: any ZoneLayout) {
        guard let path = section.region else {
            (outline, problems) = (nil, [])
            return
        }
        do {
            let text = try InputFile.text(of: path)
            let found = try CityOutline.read(geoJSON: text, fileName: path, around: layout, tolerance: .zero)
            guard found.beyond.count(where: \.isOutside) == layout.zones.count else {
                (outline, problems) = (found.outline, [])
                return
            }
            let problem = InputProblem(
                .error, at: read.location(of: "trips.region"),
                "`region`: nothing of the city is inside, so the planner would plan nothing; allowed: polygons that hold some of it"
            )
            (outline, problems) = (nil, [problem])
        } catch let error as LayoutProblems {
            (outline, problems) = (nil, error.input.problems)
        } catch {
            (outline, problems) = (nil, [InputProblem(.error, at: read.location(of: "trips.region"), "\(error)")])
        }
    }
}
