// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import Journeys
import RandomStreams
import Roads
import Transit

extension BenchCommand {
    /// Plans over all means of a city: what a person's planner asks for.
    struct Plans: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "journeys", abstract: "Measure plans over all means on streets and a timetable.",
            discussion: """
                Draws as many pairs of corners and times between 7:00 and 20:00 as asked for, with 1,500 shared bicycles, 300 shared cars, \
                a bicycle and a car at the start, and hired vehicles that come after 4 minutes; half of the plans are for an arrival. Each \
                pair is planned once before it is measured, as people plan between the places that they know.
                """)

        @OptionGroup var network: NetworkArgument

        @Option(help: "The timetable, made by `cabrank transit import`.", completion: .file(extensions: ["timetable"]))
        var lines: String

        @Option(help: "The service day, such as 2025-06-12.")
        var date: String

        @Option(help: "How many plans.")
        var count = 1000

        @Flag(help: "Plan without cars and hired vehicles, so that more plans are by lines.")
        var withoutCars = false

        func validate() throws { _ = try TimetableArgument.day(date) }

        private final class Waits: WaitingTimes {
            func recentWait(at place: Place) -> TimeSpan { .minutes(4) }
        }

        func run() throws {
            try reportingErrors {
                let graph = try network.read().graph
                let streets = graph.network
                func middle(_ degrees: [Int32]) -> Double {
                    Double((degrees.min() ?? 0) / 2 + (degrees.max() ?? 0) / 2) / Globe.parts
                }
                let layout = GridLayout(
                    rows: 1, columns: 1, side: .metres(1000),
                    anchor: GeographicPoint(longitude: middle(streets.longitudes), latitude: middle(streets.latitudes)))
                var use = RoadRouter.Use()
                use.traffic = DayProfile((0..<24).map { [7, 8, 17, 18].contains($0) ? 0.7 : 1 })
                let router = RoadRouter(
                    RoadRoutes(RoadTimes(RoadSearch(graph))), layout: layout, use: use,
                    straight: StraightRouter(freeSpeed: 10, circuity: 1.3))
                let begin = HostUsage.cpuSeconds
                let stops = StopMap(
                    try TimetableFile(try fileBytes(lines)).timetable, layout: layout, router: router)
                let planner = CityJourneys(router: router, stops: stops, traffic: use.traffic)
                let ready = HostUsage.cpuSeconds - begin
                var stream = RandomStream(StreamKey(seed: 1), for: .test, of: 0)
                func place() -> Place {
                    let node = stream.index(streets.nodeCount)
                    return layout.place(
                        GeographicPoint(
                            longitude: Double(streets.longitudes[node]) / Globe.parts,
                            latitude: Double(streets.latitudes[node]) / Globe.parts))
                }
                let shared = VehicleStands(
                    (0..<1800).map {
                        ParkedVehicle(number: $0, means: $0 < 1500 ? .sharedBicycle : .sharedCar, place: place())
                    })
                let waits = Waits()
                let cars = TravelMeansSet(.ownCar).union(TravelMeansSet(.sharedCar)).union(TravelMeansSet(.hired))
                let midnight = try TimetableArgument.day(date).midnight
                var times: [Double] = []
                var (found, byLine, answers) = (0, 0, "")
                for index in 0..<count {
                    let (start, end) = (place(), place())
                    let time = midnight + .seconds(7 * 3600 + stream.index(13 * 3600))
                    var query = JourneyQuery(
                        from: start, to: end, index % 2 == 0 ? .leaving(time) : .arriving(time))
                    query.own = [
                        ParkedVehicle(number: 5000, means: .ownBicycle, place: start),
                        ParkedVehicle(number: 5001, means: .ownCar, place: start),
                    ]
                    (query.shared, query.waits) = (shared, waits)
                    if withoutCars { query.means.subtract(cars) }
                    _ = planner.options(query)
                    let begin = HostUsage.cpuSeconds
                    let options = planner.options(query)
                    times.append(HostUsage.cpuSeconds - begin)
                    found += options.count
                    answers = TextHash.hex(of: "\(answers)\(options)")
                    byLine += options.contains { !$0.means.isDisjoint(with: .transit) } ? 1 : 0
                }
                times.sort()
                func quantile(_ share: Double) -> Double { times[Int(Double(times.count - 1) * share)] }
                let figures = [
                    ("ready_seconds", ready), ("mean_seconds", times.reduce(0, +) / Double(max(count, 1))),
                    ("p50_seconds", quantile(0.5)), ("p99_seconds", quantile(0.99)), ("options", Double(found)),
                    ("with_lines", Double(byLine)), ("plans", Double(count)),
                ]
                // The same answers have the same hash.
                let parts = figures.map { "\"\($0.0)\":\($0.1)" } + ["\"answers\":\"\(answers)\""]
                print("{\(parts.joined(separator: ","))}")
            }
        }
    }
}
