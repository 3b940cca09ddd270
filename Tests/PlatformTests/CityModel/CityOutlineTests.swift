// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@Suite struct CityOutlineTests {
    private func km(_ east: Double, _ north: Double) -> Place { Place(metresEast: east * 1000, north: north * 1000) }

    @Test("a city without a file reaches 1 km beyond the hull of its zones, at corners in a circle")
    func hull() {
        // An L: the hull closes its corner.
        let city = CityOutline(around: [
            km(0, 0), km(4, 0), km(4, 1), km(1, 1), km(1, 4), km(0, 4), km(0.5, 2), km(0, 0),
        ])
        for place in [km(2, 2), km(-1, 2), km(2, -1), km(5, 1), km(4, 2), km(-0.7, -0.7)] {
            #expect(city.contains(place), "\(place)")
        }
        for place in [km(-1.001, 2), km(2, -1.001), km(5.001, 0), km(4, 3), km(-0.71, -0.71), km(2_000, 2_000)] {
            #expect(!city.contains(place), "\(place)")
        }
        #expect(!city.contains(Place(east: .max, north: .max)) && !city.contains(Place(east: .min, north: .max)))
    }

    @Test("the hull does not depend on the order of the places, nor on places in line")
    func order() {
        let corners = [km(0, 0), km(1, 0), km(2, 0), km(2, 2), km(1, 2), km(0, 2), km(0, 1), km(1, 1)]
        for turn in corners.indices {
            let city = CityOutline(around: Array(corners[turn...] + corners[..<turn]), margin: .zero)
            #expect(city.contains(km(0, 0)) && city.contains(km(2, 1)) && city.contains(km(1.5, 0.5)))
            #expect(!city.contains(Place(east: -1, north: 0)) && !city.contains(Place(east: 2_000_001, north: 5)))
        }
    }

    @Test("a city of one place is a circle around it, and one of none is nowhere")
    func few() {
        let one = CityOutline(around: [km(3, 3)])
        #expect(one.contains(km(3, 3)) && one.contains(km(4, 3)) && !one.contains(km(4.001, 3)))
        #expect(!CityOutline(around: []).contains(km(0, 0)))
        let line = CityOutline(around: [km(0, 0), km(2, 0)])
        #expect(line.contains(km(1, 1)) && !line.contains(km(1, 1.001)))
    }

    @Test("rings of a file: holes are outside, borders inside, and there is no margin")
    func rings() {
        func square(_ from: Double, _ to: Double) -> [Place] {
            [km(from, from), km(to, from), km(to, to), km(from, to), km(from, from)]
        }
        let city = CityOutline(rings: [square(0, 10), square(4, 6), square(20, 21)])
        #expect(city.contains(km(1, 5)) && city.contains(km(20.5, 20.5)) && city.contains(km(10, 5)))
        #expect(city.contains(km(4, 5)) && !city.contains(km(5, 5)) && !city.contains(km(15, 15)))
        #expect(!city.contains(Place(east: 10_000_001, north: 5_000_000)))
    }
}
