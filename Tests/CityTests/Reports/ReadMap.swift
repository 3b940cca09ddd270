// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

@testable import TaxiSimulation

/// Reads the numbers of a moving map, as the page's script does.
struct NumberReader {
    private var rest: ArraySlice<UInt8>
    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func whole() -> Int {
        var (number, shift) = (0, 0)
        while let byte = rest.popFirst() {
            number |= Int(byte & 127) << shift
            shift += 7
            if byte < 128 { break }
        }
        return number
    }

    mutating func signed() -> Int {
        let number = whole()
        return number % 2 == 0 ? number / 2 : -(number + 1) / 2
    }

    mutating func places(_ count: Int) -> [(sighting: Sighting, isApart: Bool)] {
        var last = Sighting(second: 0, east: 0, north: 0)
        return (0..<count).map { _ in
            let code = whole()
            last = Sighting(second: last.second + code / 2, east: last.east + signed(), north: last.north + signed())
            return (last, code % 2 == 1)
        }
    }
}

/// What a moving map says, in words.
struct ReadMap {
    struct Taxi {
        var number: Int
        var places: [String] = []
        var steps: [String] = []
    }

    private(set) var zones: [[[[Int]]]] = []
    private(set) var taxis: [Taxi] = []
    private(set) var queues: [String] = []
    private(set) var calls: [String] = []
    let isAtEnd: Bool

    init(_ map: MovingMap, zones count: Int) {
        var reader = NumberReader(map.bytes)
        func head(_ name: String) -> Int {
            guard case .object(let pairs) = map.head,
                case .number(let number)? = pairs.first(where: { $0.0 == name })?.1
            else { return 0 }
            return Int(number)
        }
        var labels: [(Int, Int)] = []
        for _ in 0..<count {
            var corner = (reader.signed(), reader.signed())
            labels.append(corner)
            zones.append(
                (0..<reader.whole()).map { _ in
                    (0..<reader.whole()).map { _ in
                        corner = (corner.0 + reader.signed(), corner.1 + reader.signed())
                        return [corner.0, corner.1]
                    }
                })
        }
        for _ in 0..<head("taxis") {
            var taxi = Taxi(number: reader.whole())
            taxi.places = reader.places(reader.whole()).map { place in
                let at = place.sighting
                return "\(at.second) \(at.east) \(at.north)\(place.isApart ? " apart" : "")"
            }
            var time = 0
            for _ in 0..<reader.whole() {
                let code = reader.whole()
                time += code / 16
                taxi.steps.append("\(time) \(TaxiStep(rawValue: code % 16).map { "\($0)" } ?? "?") \(reader.whole())")
            }
            taxis.append(taxi)
        }
        var time = 0
        for _ in 0..<head("queued") {
            time += reader.whole()
            let (zone, code) = (reader.whole(), reader.whole())
            queues.append("\(time) \(zone) taxi \(code / 4): \(code % 4)")
        }
        var request = 0
        time = 0
        for _ in 0..<head("calls") {
            time += reader.whole()
            request += reader.signed()
            let (zone, people) = (reader.whole(), reader.whole())
            let place = (labels[zone].0 + reader.signed(), labels[zone].1 + reader.signed())
            var call = "\(time) request \(request) zone \(zone) people \(people) at \(place.0) \(place.1)"
            let accepted = reader.whole()
            if accepted > 0 { call += " accepted \(time + accepted - 1) by \(reader.whole())" }
            let ended = reader.whole()
            if ended > 0 { call += " ended \(time + ended - 1)\(reader.whole() == 1 ? " aboard" : "")" }
            calls.append(call)
        }
        isAtEnd = reader.isAtEnd
    }
}
