// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Foundation
package import Reporting
import TaxiRules

/// The moving map of a run: every taxi, queue and waiting passenger at every time, as the event log has them.
///
/// Its numbers are one row of `CodedNumbers`, in this order. Each time is told as the difference to the one before it, each place
/// too, within its list.
///
/// - Zones, in the order of the head: the place of the label; the number of rings, and for each its number of corners and
///   the corners, each as the difference to the one before.
/// - Taxis: number, number of sightings, and for each twice its time, plus one where nothing is known of the way to it, then its
///   place; number of steps, and for each sixteen times its time plus the `TaxiStep`, then what it is about.
/// - Turns in queues: time, zone by its place in the head, four times the driver's number plus the kind of turn.
/// - Waiting calls: time, request as a difference, zone, people, place as the difference to the zone's label; 0 or the time from
///   the call to the acceptance plus one, then the driver's number; 0 or the time from the call to the end of the wait plus
///   one, then whether the passenger came aboard.
package struct MovingMap: MovingMapPart {
    /// How many bytes a map takes on a page at most.
    static let largest = MovingMapWish.large.limit ?? .max

    /// What a map that is too large would have taken more than; nil for a map that is there.
    package private(set) var exceeded: Int?
    /// What the page's script must know before it reads the numbers.
    let head: JSONValue
    private var parts: [[UInt8]] = []
    /// The streets below the zones; empty without any.
    private(set) var streets = ""

    /// A map that was given up.
    init(tooLargeFor limit: Int) {
        exceeded = limit
        head = .null
    }

    init(
        context: TaxiContext, end: Int, tracks: [TaxiTrack], queues: (numbers: CodedNumbers, count: Int),
        calls: [WaitingCalls.Call], streets: [StreetLine], hasStreetRides: Bool = false,
        place: ((GeographicPoint) -> Place)?
    ) {
        self.streets = MovingMapStreets(streets, zones: context.zones, place: place)?.drawing ?? ""
        let taxis = tracks.dropFirst()
        head = [
            "start": JSONValue(Int(context.start.nanoseconds / 1_000_000_000)), "length": JSONValue(end),
            "taxis": JSONValue(taxis.count), "places": JSONValue(taxis.reduce(0) { $0 + $1.placeCount }),
            "steps": JSONValue(taxis.reduce(0) { $0 + $1.stepCount }), "queued": JSONValue(queues.count),
            "calls": JSONValue(calls.count),
            "zones": .list(
                context.zones.map { ["id": JSONValue(Int($0.id.number)), "name": .text($0.name.shown)] }),
            // The last word is left out where nobody got in on the street, so that such maps keep their bytes.
            "causes": .list(
                StatusCause.allCases.filter { $0 != .streetRide || hasStreetRides }.map { .text(Text.words($0.word)) }),
        ]
        parts.append(Self.zones(context.zones, place))
        for (index, track) in taxis.enumerated() {
            var count = CodedNumbers()
            count.add(index + 1)
            count.add(track.placeCount)
            parts.append(count.bytes)
            parts.append(track.places.bytes)
            count = CodedNumbers()
            count.add(track.stepCount)
            parts.append(count.bytes)
            parts.append(track.steps.bytes)
        }
        parts.append(queues.numbers.bytes)
        parts.append(Self.calls(calls, context.zones))
    }

    /// The numbers as one row of bytes.
    var bytes: [UInt8] { parts.flatMap(\.self) }

    /// The numbers as text (base 64) for the page, piece by piece, so that a large map is never in memory as a whole text.
    package func eachPiece(_ body: (Data) throws(OutputProblem) -> Void) throws(OutputProblem) {
        // Three bytes make four letters: a piece of whole threes can be followed by another one.
        let whole = 3 << 14
        var waiting: [UInt8] = []
        for part in parts {
            waiting.append(contentsOf: part)
            var done = 0
            while waiting.count - done >= whole {
                try body(Data(waiting[done..<done + whole]).base64EncodedData())
                done += whole
            }
            waiting.removeFirst(done)
        }
        try body(Data(waiting).base64EncodedData())
    }

    private static func zones(_ zones: [ZoneRecord], _ place: ((GeographicPoint) -> Place)?) -> [UInt8] {
        var numbers = CodedNumbers()
        for zone in zones {
            var (east, north) = (zone.inside.metresEast.wholeMetres, zone.inside.metresNorth.wholeMetres)
            numbers.add(signed: east)
            numbers.add(signed: north)
            let rings = place.map { place in zone.outline.joined().map { $0.map(place) } } ?? []
            numbers.add(rings.count)
            for ring in rings {
                numbers.add(ring.count)
                for corner in ring {
                    let (nextEast, nextNorth) = (corner.metresEast.wholeMetres, corner.metresNorth.wholeMetres)
                    numbers.add(signed: nextEast - east)
                    numbers.add(signed: nextNorth - north)
                    (east, north) = (nextEast, nextNorth)
                }
            }
        }
        return numbers.bytes
    }

    private static func calls(_ calls: [WaitingCalls.Call], _ zones: [ZoneRecord]) -> [UInt8] {
        var numbers = CodedNumbers()
        var (time, request): (Int32, Int32) = (0, 0)
        for call in calls {
            let label = zones[Int(call.zone)].inside
            numbers.add(Int(call.since - time))
            numbers.add(signed: Int(call.request - request))
            numbers.add(Int(call.zone))
            numbers.add(Int(call.people))
            numbers.add(signed: Int(call.east) - label.metresEast.wholeMetres)
            numbers.add(signed: Int(call.north) - label.metresNorth.wholeMetres)
            // Who joins an accepted request has a taxi from the first instant.
            numbers.add(call.acceptedAt < 0 ? 0 : max(0, Int(call.acceptedAt - call.since)) + 1)
            if call.acceptedAt >= 0 { numbers.add(Int(call.driver)) }
            numbers.add(call.endedAt < 0 ? 0 : Int(call.endedAt - call.since) + 1)
            if call.endedAt >= 0 { numbers.add(call.isAboard ? 1 : 0) }
            (time, request) = (call.since, call.request)
        }
        return numbers.bytes
    }
}
