// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A place where a taxi is known to have been: whole seconds of the run, whole metres east and north.
struct Sighting: Hashable, Sendable {
    let second: Int
    let east: Int
    let north: Int

    init(second: Int, east: Int, north: Int) { (self.second, self.east, self.north) = (second, east, north) }

    init(_ place: Place, second: Int) {
        self.init(second: second, east: place.metresEast.wholeMetres, north: place.metresNorth.wholeMetres)
    }
}

extension Double {
    /// Whole metres; a half away from zero.
    var wholeMetres: Int { Int(rounded()) }
}

/// What a taxi does, as far as its story on the moving map tells it.
enum TaxiStep: Int {
    case offDuty, onDuty, offered, refused, timedOut, withdrawn, accepted, atMeetingPoint, aboard, dropped, ended,
        released
}

/// Where one taxi was seen, and what it did: coded as it comes, so that a day of a thousand taxis is some megabytes.
///
/// A sighting is left out when the straight line between its neighbours passes it within the tolerance at its time.
struct TaxiTrack: Sendable {
    /// How far a place that is left out lies from the line at most, in metres east and in metres north.
    static let tolerance = 5

    private(set) var places = CodedNumbers()
    private(set) var steps = CodedNumbers()
    private(set) var placeCount = 0
    private(set) var stepCount = 0

    /// The last sighting that is coded, and the last one of all, where that is a later one.
    private var coded: Sighting?
    private var held: Sighting?
    /// Nothing is known of the way to the next sighting.
    private var isApart = true
    private var steppedAt = 0
    /// The speeds from the last coded sighting, in metres a second, at which a line passes all sightings after it.
    private var eastward = -Double.infinity...Double.infinity
    private var northward = -Double.infinity...Double.infinity

    /// Bytes so far.
    var size: Int { places.bytes.count + steps.bytes.count }

    /// The taxi is at a place.
    mutating func see(_ sighting: Sighting) {
        guard !isApart, let last = coded, sighting.second > last.second else {
            // At one instant two places are known only where a report was wrong: both stand.
            codeHeld()
            if isApart || sighting != coded { code(sighting) }
            return
        }
        let seconds = Double(sighting.second - last.second)
        let (east, north) = (Double(sighting.east - last.east), Double(sighting.north - last.north))
        guard held == nil || eastward.contains(east / seconds) && northward.contains(north / seconds) else {
            codeHeld()
            see(sighting)
            return
        }
        let margin = Double(Self.tolerance)
        eastward = eastward.clamped(to: (east - margin) / seconds...(east + margin) / seconds)
        northward = northward.clamped(to: (north - margin) / seconds...(north + margin) / seconds)
        held = sighting
    }

    /// The taxi comes on duty: nobody knows where it was driven since it was seen last.
    mutating func comeOnDuty() {
        codeHeld()
        isApart = true
    }

    /// Codes a sighting that waits for the next one.
    mutating func codeHeld() {
        if let held { code(held) }
    }

    private mutating func code(_ sighting: Sighting) {
        places.add((sighting.second - (coded?.second ?? 0)) << 1 | (isApart ? 1 : 0))
        places.add(signed: sighting.east - (coded?.east ?? 0))
        places.add(signed: sighting.north - (coded?.north ?? 0))
        placeCount += 1
        (coded, held, isApart) = (sighting, nil, false)
        eastward = -.infinity ... .infinity
        northward = -.infinity ... .infinity
    }

    /// Adds a step to the story; `about` is a request, a number of people, or why the taxi goes off duty.
    mutating func add(_ step: TaxiStep, _ about: Int = 0, at second: Int) {
        steps.add((second - steppedAt) << 4 | step.rawValue)
        steps.add(about)
        steppedAt = second
        stepCount += 1
    }
}
