// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

@Suite struct MovingMapTests {
    /// Lays the squares of `city()` out: a degree is a kilometre.
    private static let plane: @Sendable (GeographicPoint) -> Place = {
        Place(metresEast: ($0.longitude - 9.1) * 1000, north: ($0.latitude - 45.4) * 1000)
    }

    private func map(
        _ script: EventScript, _ context: RunContext = city(), limit: Int = 1_000_000
    ) throws -> MovingMap {
        let fold = MovingMapFold(context: context.taxiContext, limit: limit, place: Self.plane)
        fold.observe(script.records[...])
        fold.finish(at: context.end)
        return try #require(fold.map)
    }

    private func report(_ driver: Int32, _ east: Double, _ north: Double) -> TaxiEvent {
        .positionReported(driver: DriverID(driver), place: Place(metresEast: east, north: north), odometer: .zero)
    }

    private func stored(_ request: Int32, _ passenger: Int32, _ east: Double, _ north: Double) -> TaxiEvent {
        .requestStored(
            request: RequestID(request), passenger: PassengerID(passenger), zone: ZoneID(2), travelers: 2, source: .gps,
            place: Place(metresEast: east, north: north))
    }

    private func status(_ from: DriverStatus, _ to: DriverStatus, _ cause: StatusCause) -> TaxiEvent {
        .statusChanged(driver: DriverID(2), from: from, to: to, cause: cause)
    }

    /// Driver 1 refuses, driver 2 has the ride of passengers 1 and 8, goes off duty and comes back.
    private var ride: EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        script.inService(10, driver: 1, zone: 2)
        script.inService(20.9, driver: 2, zone: 2, place: 1)
        script.at(60, report(2, 100, 50.4), report(1, -7, 0))
        script.at(400, stored(1, 1, 2000.6, 100), sent(1, 1, 1, zone: 2))
        script.at(410, refused(1, 1, 1), toBottom(1, zone: 2), sent(2, 1, 2, zone: 2))
        script.at(420, report(2, 1000, 0))
        script.accept(420, offer: 2, request: 1, passenger: 1, driver: 2, zone: 2, eta: 700)
        script.at(
            450, .passengerAttached(request: RequestID(1), passenger: PassengerID(8), travelers: 1),
            .passengerAttached(request: RequestID(1), passenger: PassengerID(9), travelers: 1))
        script.at(460, .passengerDetached(request: RequestID(1), passenger: PassengerID(9)))
        script.at(700, .boardingPrompted(request: RequestID(1), driver: DriverID(2)))
        script.board(710, request: 1, passenger: 1, driver: 2, travelers: 3, kilometres: 1)
        script.at(
            710, .companionAboard(request: RequestID(1), passenger: PassengerID(8), travelers: 1),
            .companionDropped(
                request: RequestID(1), passenger: PassengerID(8), driver: DriverID(2),
                place: Place(metresEast: 2001, north: 100), odometer: .zero))
        script.at(
            1000,
            .rideEnded(
                request: RequestID(1), passenger: PassengerID(1), driver: DriverID(2),
                place: Place(metresEast: 5000, north: -200), odometer: .zero), status(.busy, .offShift, .shiftLimit))
        script.at(1200, status(.offShift, .available, .byHand))
        script.at(1260, report(2, 7000, 0))
        script.at(1300, stored(2, 3, 0, 0))
        script.at(1310, .requestAborted(request: RequestID(2), zone: ZoneID(2), reason: .allRefused))
        script.at(1320, stored(3, 4, 0, 0))
        return script
    }

    @Test("The coded numbers read back as what the log says: places, steps, queues and who waited")
    func oneRide() throws {
        let read = ReadMap(try map(ride), zones: 2)
        // The label is at the origin; the corners of zone 2 are 20 to 38 metres east.
        #expect(read.zones[1] == [[[20, 0], [38, 0], [38, 18], [20, 18], [20, 0]]])
        #expect(read.taxis.map(\.number) == [1, 2])
        #expect(read.taxis[0].places == ["60 -7 0 apart"])
        #expect(
            read.taxis[1].places == [
                "60 100 50 apart", "420 1000 0", "710 2001 100", "1000 5000 -200", "1260 7000 0 apart",
            ])
        #expect(read.taxis[0].steps == ["10 onDuty 0", "400 offered 1", "410 refused 0"])
        #expect(
            read.taxis[1].steps == [
                "20 onDuty 0", "410 offered 1", "420 accepted 1", "700 atMeetingPoint 0", "710 aboard 3",
                "710 dropped 0", "1000 ended 0", "1000 offDuty 5", "1200 onDuty 0",
            ])
        // Zone 2 is the second of the head. 0 joins, 1 leaves, 2 goes to the bottom.
        #expect(read.queues == ["10 1 taxi 1: 0", "20 1 taxi 2: 0", "410 1 taxi 1: 2", "420 1 taxi 2: 1"])
        #expect(
            read.calls == [
                "400 request 1 zone 1 people 2 at 2001 100 accepted 420 by 2 ended 710 aboard",
                "450 request 1 zone 1 people 1 at 2001 100 accepted 450 by 2 ended 710 aboard",
                "450 request 1 zone 1 people 1 at 2001 100 accepted 450 by 2 ended 460",
                "1300 request 2 zone 1 people 2 at 0 0 ended 1310", "1320 request 3 zone 1 people 2 at 0 0",
            ])
        #expect(read.isAtEnd)
    }

    @Test("The head says how much there is to read")
    func head() throws {
        let head = try map(ride).head.line
        for text in [
            "\"start\":0", "\"length\":3600", "\"taxis\":2", "\"places\":6", "\"steps\":12", "\"queued\":4",
            "\"calls\":5", "\"zones\":[{\"id\":1,\"name\":\"Zone 1\"}", "\"causes\":[\"by hand\",",
        ] {
            #expect(head.contains(text), "\(text) in \(head)")
        }
    }

    @Test("Rides from the street are shown with passengers, then off duty, and who stands there as one who waits")
    func street() throws {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        script.inService(10, driver: 2, zone: 1)
        func asked(_ passenger: Int32, travelers: Int32) -> CityEvent {
            .street(
                .streetAsked(
                    passenger: PassengerID(passenger), zone: ZoneID(1), manner: .rank, travelers: travelers,
                    place: Place(metresEast: 100, north: 50.4)))
        }
        script.turn(
            100, asked(1, travelers: 2),
            .taxi(.statusChanged(driver: DriverID(2), from: .available, to: .offShift, cause: .streetRide)),
            .street(
                .streetBoarded(passenger: PassengerID(1), driver: DriverID(2), zone: ZoneID(1), odometer: .zero)))
        script.turn(400, asked(2, travelers: 1))
        script.turn(700, .street(.streetLeft(passenger: PassengerID(2), zone: ZoneID(1), calls: false)))
        script.turn(
            900,
            .street(
                .streetRideEnded(
                    passenger: PassengerID(1), driver: DriverID(2), place: Place(metresEast: 2000, north: 0),
                    odometer: .zero)),
            .taxi(.statusChanged(driver: DriverID(2), from: .offShift, to: .available, cause: .byHand)))
        let map = try map(script)
        let read = ReadMap(map, zones: 2)
        let cause = StatusCause.streetRide.rawValue
        #expect(
            read.taxis[1].steps == [
                "10 onDuty 0", "100 aboard 2", "900 ended 0", "900 offDuty \(cause)", "900 onDuty 0",
            ])
        #expect(read.taxis[1].places == ["100 100 50 apart", "900 2000 0"])
        #expect(
            read.calls == [
                "100 request -1 zone 0 people 2 at 100 50 ended 100 aboard",
                "400 request -2 zone 0 people 1 at 100 50 ended 700",
            ])
        // Maps without them keep their words.
        #expect(map.head.line.contains("\"street ride\"]") && read.isAtEnd)
        #expect(try !self.map(ride).head.line.contains("street ride"))
    }

    @Test("A place near the straight line between its neighbours is left out; one that is not stays")
    func straightLine() throws {
        var script = EventScript()
        script.open(zones: 1, seats: [4])
        // Evenly east, 3 m beside the line at 180 s; north from 240 s on.
        for (second, east, north) in [
            (60.0, 0.0, 0.0), (120, 1000, 0), (180, 2002, 3), (240, 3000, 0), (300, 3000, 500),
        ] {
            script.at(second, report(1, east, north))
        }
        let read = ReadMap(try map(script), zones: 2)
        #expect(read.taxis[0].places == ["60 0 0 apart", "240 3000 0", "300 3000 500"])
    }

    @Test("No sighting lies farther from the drawn way than the tolerance, whatever the way", arguments: 1...100)
    func tolerance(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var track = TaxiTrack()
        var sightings: [Sighting] = []
        var (second, east, north, speed) = (0, 0, 0, (0, 0))
        for _ in 0..<300 {
            if random.once(in: 4) { speed = (random.number(-10...10), random.number(-10...10)) }
            let pause = random.number(1...90)
            second += pause
            east += speed.0 * pause + random.number(-2...2)
            north += speed.1 * pause + random.number(-2...2)
            sightings.append(Sighting(second: second, east: east, north: north))
            track.see(sightings[sightings.count - 1])
        }
        track.codeHeld()
        var reader = NumberReader(track.places.bytes)
        let drawn = reader.places(track.placeCount)
        #expect(drawn.first?.sighting == sightings.first && drawn.last?.sighting == sightings.last)
        #expect(drawn.count < sightings.count)
        for sighting in sightings {
            let next = try #require(drawn.firstIndex { $0.sighting.second >= sighting.second })
            let (to, from) = (drawn[next].sighting, drawn[max(0, next - 1)].sighting)
            let span = Double(max(1, to.second - from.second))
            let share = next == 0 ? 1 : Double(sighting.second - from.second) / span
            let line = (
                Double(from.east) + share * Double(to.east - from.east),
                Double(from.north) + share * Double(to.north - from.north)
            )
            #expect(abs(line.0 - Double(sighting.east)) <= Double(TaxiTrack.tolerance) + 1e-6)
            #expect(abs(line.1 - Double(sighting.north)) <= Double(TaxiTrack.tolerance) + 1e-6)
        }
    }

    @Test("A map above its limit is given up, and page and program say how to get it")
    func tooLarge() throws {
        let given = try map(ride, limit: 20)
        #expect(given.exceeded == 20 && given.scripts == "")
        #expect(given.section.contains("left out") && given.section.contains("--replay-map"))
        #expect(!given.section.contains("<canvas"))
        #expect(try #require(given.remark).contains("--replay-map takes one of up to 100 MB"))
        let large = MovingMap(tooLargeFor: MovingMap.largest)
        #expect(try #require(large.remark).contains("more than 100 MB; a shorter run"))
        #expect(!large.section.contains("--replay-map") && large.section.contains("length=6 h"))
        #expect(try map(ride).remark == nil)
    }

    @Test("The report holds the numbers as base 64, the same in each run; without a wish it has no map")
    func report() throws {
        let temporary = try TemporaryFolder()
        // More than one piece.
        let synthetic = SyntheticCity(zones: 4, drivers: 300, passengers: 900, hours: 8, seed: 3, thinking: 900)
        for (name, wish) in [("a", MovingMapWish.small), ("b", .large), ("c", .never)] {
            let folder = try RunFolder(
                in: output(temporary.path + "/" + name), context: synthetic.context,
                movingMap: wish.limit.flatMap { TaxiSlice().movingMap(synthetic.context, limit: $0) })
            let run = try ObservedRun(synthetic.context, synthetic.records, also: folder.observers)
            try folder.close(
                result: run.result, violations: run.violations, fingerprint: run.fingerprint, run: run.runFile,
                assets: ReportAssets())
        }
        let page = try temporary.text("a/report.html")
        #expect(try page == temporary.text("b/report.html"))
        let fold = MovingMapFold(context: synthetic.context.taxiContext, limit: .max)
        fold.observe(synthetic.records[...])
        fold.finish(at: synthetic.context.end)
        let bytes = try #require(fold.map).bytes
        #expect(bytes.count > 50_000)
        let text = try #require(page.firstMatch(of: /id="moving-map-data">([^<]*)<\/script>/)).1
        #expect(Data(base64Encoded: String(text)) == Data(bytes))
        #expect(page.contains("<a href=\"#moving-map\">") && page.contains("<section id=\"moving-map\""))
        #expect(page.contains("</script>\n</body>\n</html>"))
        #expect(try !temporary.text("c/report.html").contains("moving-map"))
    }
}
