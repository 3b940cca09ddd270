// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityMap
package import CityModel
package import CitySlices
import Journeys
import Reporting
import Roads
import ScenarioLanguage
import Transit

/// A scenario with its map and router loaded and checked: all that replications share.
package struct CityPlan: Sendable {
    /// The scenario as it was read.
    package let read: ReadScenario
    /// The services of the city.
    package let slices: [any ServiceSlice]
    /// The zones of the service, and how they are made.
    package let made: MadeLayout
    /// The zones that the scenario's zone numbers mean and people's places are drawn in: the same ones, but for a plan that
    /// tries another layout.
    package let peopleLayout: any ZoneLayout
    /// Where the city ends; nil for the hull of the service's zones and 1 km around it.
    package let outline: CityOutline?
    /// Where the service's zones come from.
    package let layoutSource: LayoutSource
    /// The routes of the city, changes of speed included.
    package private(set) var travel: any Router
    /// The stops of its lines; nil without a timetable.
    let stops: StopMap?
    /// The zones of the service with what each street of the city meets of them; nil without streets, and where zones are tried.
    private let borders: StreetBorders?
    /// The service times of the server; nil without one.
    let serviceTimes: DrawnTimes.Model?
    /// What services found out about the scenario on its map, for its runs.
    let facts: [ServiceID: any Sendable]
    /// Doubts of the scenario and of its map, none of them an error.
    package private(set) var warnings: [InputProblem]

    /// The services that are in the city because the scenario names them.
    package var namedSlices: [any ServiceSlice] { slices.filter { !$0.key.isOfEveryCity } }

    /// The types of the messages that a run records.
    package var inputs: [any RecordedInput.Type] { slices.flatMap(\.inputs) }

    package var scenario: Scenario { read.scenario }

    /// What services judge the scenario by.
    package var planned: PlannedCity {
        PlannedCity(read: read, layout: layout, peopleLayout: peopleLayout, travel: travel, stops: stops)
    }

    /// The zones of the service.
    package var layout: any ZoneLayout { made.layout }
    /// The same for those who drive through them: what streets meet of them is known.
    var drivenLayout: any ZoneLayout { borders ?? layout }

    /// Loads the map and the tables that a scenario names.
    ///
    /// `services` are those that may be in the city.
    ///
    /// - Throws: `InputErrors` with everything that is wrong with the map, or with the scenario on this map.
    package init(_ read: ReadScenario, services: [any ServiceSlice] = Slices.all) throws(InputErrors) {
        let plan = try CityPlan(ofPeople: read, services: services)
        guard let zones = read.scenario.city.serviceZones else {
            self = plan
            return
        }
        try self.init(plan, tryingLayout: zones)
    }

    /// The same with the zones of the people for the service.
    private init(ofPeople read: ReadScenario, services: [any ServiceSlice]) throws(InputErrors) {
        slices = services.filter { $0.key.isIn(read.scenario) }
        let scenario = read.scenario
        var found: [InputProblem] = []
        var unlisted = 0
        /// Goes on after an error, so that all are reported at once.
        func noting<Part>(_ make: () throws(InputErrors) -> Part) -> Part? {
            do throws(InputErrors) {
                return try make()
            } catch {
                found += error.problems
                unlisted += error.errorCount - error.problems.count { $0.severity == .error }
                return nil
            }
        }
        let map = noting { () throws(InputErrors) in try Self.layout(scenario.city.layout, scenario.city) }
        if let map {
            found += read.layoutProblems(zones: map.zones)
            for slice in slices { found += slice.problems(in: read, layout: map) }
            found += read.guestProblems(slices)
        }
        let modules = slices.flatMap { $0.modules(in: scenario) }
        found += read.budgetProblems(metrics: BudgetMetric.all(with: services), modules: modules) { [slices] name in
            guard let map, let parted = PartedName(name) else { return nil }
            let finder = PartFinder(words: PartWords(slices: slices), scenario: scenario, zones: map.zones)
            do throws(PartProblem) {
                _ = try finder.find(parted)
                return nil
            } catch {
                return error.description
            }
        }
        let table = map.flatMap { map in
            noting { () throws(InputErrors) in try Self.table(scenario.travel.table, layout: map) }
        }
        let roads = map.flatMap { map in noting { () throws(InputErrors) in try Self.roads(read, layout: map) } } ?? nil
        if let roads { found += roads.doubts }
        let lines = noting { () throws(InputErrors) in try Self.timetable(read) } ?? nil
        if read.scenario.travel.timetable == nil {
            for (index, change) in scenario.changes.enumerated() {
                guard case .strike = change.kind else { continue }
                found.append(
                    InputProblem(
                        .error, at: read.location(of: "changes.\(index).strike"),
                        "`strike`: there are no lines; `travel.timetable` names some"))
            }
        }
        let outlined = map.flatMap { map in noting { () throws(InputErrors) in try Self.outline(read, map) } }
        let times = noting { () throws(InputErrors) in try Self.serviceTimes(read, services) }
        let errors = found.filter { $0.severity == .error }
        guard errors.isEmpty, let map, let times else {
            throw InputErrors(
                problems: Array(errors.prefix(InputErrors.mostListed)), errorCount: errors.count + unlisted)
        }
        self.read =
            roads == nil && lines == nil
            ? read
            : read.with {
                if let roads { $0.travel.roads?.hash = roads.hash }
                if let lines { $0.travel.timetable?.hash = lines.hash }
            }
        made = MadeLayout(map, .scenario)
        peopleLayout = map
        layoutSource = scenario.city.layout
        outline = outlined ?? nil
        let changes = scenario.changes + slices.flatMap { $0.changes(in: scenario, layout: map) }
        let router = Self.travel(scenario, layout: map, table: table ?? nil, roads: roads?.routes, changes: changes)
        travel = router
        stops = lines.map { lines in
            StopMap(
                lines.timetable, layout: map, router: router, walk: lines.section.walk, change: lines.section.change)
        }
        serviceTimes = times
        found += Self.tableDoubts(read, table ?? nil, map)
        borders = roads.map { StreetBorders(map, along: $0.routes.times.search.graph.network) }
        let city = PlannedCity(read: read, layout: borders ?? map, peopleLayout: map, travel: travel, stops: stops)
        var facts: [ServiceID: any Sendable] = [:]
        for slice in slices {
            let findings = slice.findings(in: city, table: table ?? nil)
            found += findings.doubts
            facts[slice.key.service] = findings.facts
        }
        self.facts = facts
        warnings = read.warnings + found.filter { $0.severity != .error } + Self.passwordDoubts(read, times)
    }

    /// The same city, people and routes with other zones of the service (SIM-05).
    ///
    /// Every place is drawn in the zones of the scenario, and weights, tables, surges and closures mean those; only the
    /// service, its queues and its reports have the new zones. The new map is laid out in the plane of the old one, so that
    /// a place is the same number of millimetres in both.
    ///
    /// - Throws: `InputErrors` with everything that is wrong with the map, or when it does not cover the scenario's zones.
    package init(_ plan: CityPlan, tryingLayout source: LayoutSource) throws(InputErrors) {
        try self.init(plan, trying: MadeLayout(.source(source), for: plan))
    }

    /// The same with zones that are made already.
    ///
    /// - Parameters:
    ///   - plan: the scenario.
    ///   - layout: the zones of the service. Those from no source of their own are said to come from where the plan's do.
    /// - Throws: `InputErrors` when it does not cover the scenario's zones.
    package init(_ plan: CityPlan, trying layout: MadeLayout) throws(InputErrors) {
        let source = if case .source(let own) = layout.making { own } else { plan.layoutSource }
        read = plan.read
        slices = plan.slices
        peopleLayout = plan.peopleLayout
        travel = plan.travel
        stops = plan.stops
        borders = nil
        serviceTimes = plan.serviceTimes
        // The city is that of the people, whatever the zones.
        outline = plan.outline ?? CityOutline(around: plan.peopleLayout)
        layoutSource = source
        made = layout
        facts = plan.facts
        let lost = slices.flatMap { $0.problemsOfOtherZones(in: plan.read) }
        guard lost.isEmpty else { throw InputErrors(problems: lost) }
        let bare = LayoutCover(layout: layout.layout, people: plan.peopleLayout)
        guard bare.uncovered.isEmpty else {
            throw InputErrors(problems: [InputProblem(.error, at: source.location, bare.description)])
        }
        warnings =
            bare.share < 1
            ? plan.warnings + [InputProblem(.warning, at: source.location, bare.description)] : plan.warnings
    }

    /// The same city with other routes, also for surges and closures: the router is asked as it is.
    package init(_ plan: CityPlan, travel router: any Router) {
        self = plan
        travel = router
    }

    private static func serviceTimes(
        _ read: ReadScenario, _ services: [any ServiceSlice]
    ) throws(InputErrors) -> DrawnTimes.Model? {
        guard let server = read.scenario.server else { return nil }
        switch server.service {
        case .distribution(let distribution): return .distributions(ServiceDistributions(other: distribution))
        case .distributions(let distributions): return .distributions(distributions)
        case .calibration(let path):
            let location = read.location(of: "server.service")
            let table = try CalibrationReader(
                version: cabrankVersion, acceptsOtherBuild: server.acceptsOtherBuild, services: services.keys
            ).read(file: path, namedAt: location)
            for key in services.keys where read.scenario.services[key.service] != nil {
                guard let kind = key.kinds.first(where: { !table.kinds.contains($0) }) else { continue }
                throw InputErrors(problems: [
                    InputProblem(
                        .error, at: location,
                        "the calibration has no times of \(kind.word), a message of `\(key.service)`; measure anew with "
                            + "`cabrank calibrate`")
                ])
            }
            return .measured(table)
        }
    }

    /// Service times of logins that were measured with a cheaper hash than that of the scenario.
    private static func passwordDoubts(_ read: ReadScenario, _ times: DrawnTimes.Model?) -> [InputProblem] {
        guard case .measured(let table) = times, let accounts = read.scenario.accounts else { return [] }
        let cost = PasswordCost(accounts.passwordCost)
        let measured = Int64(table.password.operations) * table.password.memory
        guard Int64(cost.passes) * Int64(cost.kibibytes) * 1024 > measured else { return [] }
        return [
            InputProblem(
                .warning, at: read.location(of: "accounts.password-cost"),
                "`password-cost`: the calibration's logins were measured with a cheaper hash (\(table.password.algorithm), "
                    + "\(table.password.operations) passes over \(table.password.memory / 1024) KiB): "
                    + "logins would take longer than in this run")
        ]
    }

    static func layout(
        _ source: LayoutSource, _ city: CitySection, planeCentre: GeographicPoint? = nil
    ) throws(InputErrors) -> any ZoneLayout {
        switch source {
        case .grid(let rows, let columns, let cell, let anchor):
            return GridLayout(rows: rows, columns: columns, side: cell, anchor: anchor)
        case .geoJSON(let path, let number, let name):
            return try layout(
                contents(of: path), fileName: path, number: number, name: name, city, planeCentre: planeCentre)
        }
    }

    static func layout(
        _ geoJSON: String, fileName: String, number: String, name: String?, _ city: CitySection,
        planeCentre: GeographicPoint?
    ) throws(InputErrors) -> any ZoneLayout {
        do {
            return try PolygonLayout(
                geoJSON: geoJSON, fileName: fileName, numberProperty: number, nameProperty: name,
                gapTolerance: city.gapTolerance, overlapTolerance: city.overlapTolerance, planeCentre: planeCentre)
        } catch {
            throw error.input
        }
    }

    private static func outline(
        _ read: ReadScenario, _ layout: any ZoneLayout
    ) throws(InputErrors) -> CityOutline? {
        let city = read.scenario.city
        guard let path = city.outline else { return nil }
        let text = try contents(of: path)
        let found: (outline: CityOutline, beyond: [CityOutline.Beyond])
        do {
            found = try CityOutline.read(
                geoJSON: text, fileName: path, around: layout, tolerance: city.gapTolerance)
        } catch {
            throw error.input
        }
        guard !found.beyond.isEmpty else { return found.outline }
        let shown = found.beyond.prefix(5).map { beyond in
            "zone \(beyond.zone.label) by \(Int(beyond.reach.inMetres.rounded(.up))) m"
        }
        let more = found.beyond.count > 5 ? " and \(found.beyond.count - 5) more" : ""
        throw InputErrors(problems: [
            InputProblem(
                .error, at: read.location(of: "city.outline"),
                "`outline`: the city's outline must contain all zones, but these extend beyond it: "
                    + shown.joined(separator: ", ") + more)
        ])
    }

    /// The zones of a city and what is wrong with its travel table, for a scenario that cannot be run.
    ///
    /// - Throws: `InputErrors` with everything that is wrong with the map.
    package static func map(of city: CitySection, table path: String?) throws(InputErrors) -> MapReading {
        let map = try layout(city.layout, city)
        var problems: [InputProblem] = []
        do throws(InputErrors) {
            _ = try table(path, layout: map)
        } catch {
            problems = error.problems
        }
        return MapReading(zones: map.zones, problems: problems)
    }

    private static func table(_ path: String?, layout: any ZoneLayout) throws(InputErrors) -> TravelTable? {
        guard let path else { return nil }
        return try TravelTable(csv: contents(of: path), fileName: path, layout: layout)
    }

    /// A table with columns that mean nothing, or that does not say how long each trip between two zones takes.
    private static func tableDoubts(
        _ read: ReadScenario, _ table: TravelTable?, _ layout: any ZoneLayout
    ) -> [InputProblem] {
        guard let table else { return [] }
        guard let pairs = table.unknownPairs else { return table.doubts }
        let keys = ZoneKeys(layout.zones)
        return table.doubts + [
            InputProblem(
                .warning, at: read.location(of: "travel.table"),
                "`table`: \(pairs.count) of \(pairs.all) trips between two zones have no time at some hour, the first from zone "
                    + "\(keys.key(of: pairs.from)) to zone \(keys.key(of: pairs.to)); distance and speed decide those")
        ]
    }

    /// A file that a command of the program made, and whose content has a hash.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - wanted: the hash that it must have; nil for any.
    ///   - noun: what it holds, for messages.
    ///   - location: where a key of its section stands.
    ///   - make: reads its bytes.
    ///   - hash: its hash.
    private static func madeFile<File, Fault: Error & CustomStringConvertible>(
        _ path: String, hash wanted: String?, a noun: String, at location: (_ key: String) -> InputLocation,
        _ make: ([UInt8]) throws(Fault) -> File, _ hash: (File) -> String
    ) throws(InputErrors) -> File {
        func fault(_ words: String, _ key: String = "file") -> InputErrors {
            InputErrors(problems: [InputProblem(.error, at: location(key), words)])
        }
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try InputFile.bytes(of: path))
        } catch {
            throw fault("\(error)")
        }
        let file: File
        do throws(Fault) {
            file = try make(bytes)
        } catch {
            throw fault("`\(path)`: \(error.description)")
        }
        guard let wanted, wanted != hash(file) else { return file }
        throw fault(
            "`\(path)` is another \(noun) than the one that is wanted: its hash is \(hash(file)), not \(wanted)", "hash"
        )
    }

    /// A network that was read, and what can be doubted of it.
    private struct ReadRoads {
        let routes: RoadRoutes
        let hash: String
        let doubts: [InputProblem]
    }

    /// The streets of a scenario that names some.
    ///
    /// - Throws: what is wrong with the file, or with it on this map.
    private static func roads(_ read: ReadScenario, layout: any ZoneLayout) throws(InputErrors) -> ReadRoads? {
        guard let section = read.scenario.travel.roads else { return nil }
        let file = try madeFile(
            section.file, hash: section.hash, a: "network", at: { read.location(of: "travel.roads.\($0)") },
            RoadFile.init, \.hash)
        let times = RoadTimes(RoadSearch(file.graph))
        let routes = RoadRoutes(times, offStreet: section.offStreet * 3.6)
        let check = RoadCheck(
            routes, layout: layout, at: read.location(of: "travel.roads.file"), user: .licensed)
        let errors = check.problems.filter { $0.severity == .error }
        guard errors.isEmpty else { throw InputErrors(problems: errors) }
        return ReadRoads(routes: routes, hash: file.hash, doubts: check.problems)
    }

    /// A timetable that was read.
    private struct ReadLines {
        let timetable: Timetable
        let hash: String
        let section: TimetableSection
    }

    /// The lines of a scenario that names some.
    ///
    /// - Throws: what is wrong with the file, or that it does not cover the run.
    private static func timetable(_ read: ReadScenario) throws(InputErrors) -> ReadLines? {
        guard let section = read.scenario.travel.timetable else { return nil }
        func fault(_ words: String, _ key: String = "file") -> InputErrors {
            InputErrors(problems: [InputProblem(.error, at: read.location(of: "travel.timetable.\(key)"), words)])
        }
        let file = try madeFile(
            section.file, hash: section.hash, a: "timetable", at: { read.location(of: "travel.timetable.\($0)") },
            TimetableFile.init, \.hash)
        let timetable = file.timetable
        let scenario = read.scenario
        let days = [scenario.start, max(scenario.start, scenario.end - .milliseconds(1))].map { ServiceDay(of: $0) }
        for day in days where !timetable.covers(day) {
            throw fault(
                "`\(section.file)` covers \(timetable.firstDay) to \(timetable.lastDay), but the run has \(day)")
        }
        for (index, late) in section.late.enumerated() {
            guard let name = late.line, !timetable.lineNames.contains(name) else { continue }
            let meant = nearestName(to: name, among: timetable.lineNames).map { "; did you mean `\($0)`?" } ?? ""
            throw fault("`line`: there is no line `\(name)`\(meant)", "late.\(index).line")
        }
        return ReadLines(timetable: timetable, hash: file.hash, section: section)
    }

    private static func travel(
        _ scenario: Scenario, layout: any ZoneLayout, table: TravelTable?, roads: RoadRoutes?, changes: [TimedChange]
    ) -> any Router {
        let section = scenario.travel
        var travel: any Router = StraightRouter(
            freeSpeed: section.freeSpeed, trafficFactors: section.traffic, circuity: section.circuity,
            walkingSpeed: section.walkSpeed)
        if let table { travel = TableRouter(table, layout: layout, fallback: travel) }
        var speeds: [SpeedChange] = []
        var closures: [ZoneClosure] = []
        for change in changes {
            switch change.kind {
            case .rain(let speed, _, _):
                speeds.append(SpeedChange(from: change.from, until: change.until, factor: speed))
            case .closure(let zones, let factor, let emergency):
                closures.append(
                    ZoneClosure(
                        zones: zones, from: change.from, until: change.until, detour: factor, emergencyDetour: emergency
                    ))
            case .surge, .strike: break
            }
        }
        if let roads {
            let use = RoadRouter.Use(
                traffic: section.traffic, walkingSpeed: section.walkSpeed, changes: speeds, closures: closures)
            travel = RoadRouter(roads, layout: layout, use: use, straight: travel)
        } else if !speeds.isEmpty || !closures.isEmpty {
            travel = TimedRouter(travel, layout: layout, changes: speeds, closures: closures)
        }
        guard section.approach != nil || section.longestApproach != nil else { return travel }
        return ApproachRouter(
            travel, expected: section.approach.map { .seconds(max(0, $0.mean)).roundedToMilliseconds },
            longest: section.longestApproach)
    }

    static func contents(of path: String) throws(InputErrors) -> String {
        do {
            return try InputFile.text(of: path)
        } catch {
            throw InputErrors(problems: [
                InputProblem(.error, at: InputLocation(file: path), error.description)
            ])
        }
    }
}
