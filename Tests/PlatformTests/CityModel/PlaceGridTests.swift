// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@Suite struct PlaceGridTests {
    @Test(
        "The nearest things and those around a place are those of a look at all of them, while things come and go",
        arguments: 0..<20)
    func plain(seed: Int) {
        var random = SplitMix64(seed: seed)
        var grid = PlaceGrid(side: .metres(100))
        var places: [Place?] = Array(repeating: nil, count: 60)
        func drawn() -> Place {
            // Few enough that some lie on each other and on the borders of cells.
            Place(east: Int32(random.number(-8...8) * 50_000), north: Int32(random.number(-8...8) * 50_000))
        }
        for _ in 0..<400 {
            let number = random.below(places.count)
            if let place = places[number] {
                grid.remove(Int32(number), at: place)
                places[number] = nil
            } else {
                let place = drawn()
                grid.insert(Int32(number), at: place)
                places[number] = place
            }
            let (middle, limit) = (drawn(), Distance.metres(random.number(0...500)))
            typealias Near = (far: Distance, rank: Int, number: Int32)
            let near = places.enumerated().compactMap { index, place -> Near? in
                guard let far = place?.distance(to: middle), far <= limit else { return nil }
                return (far, index % 3, Int32(index))
            }
            #expect(
                grid.nearest(to: middle, within: limit, rankOf: { Int($0) % 3 }, placeOf: { places[Int($0)] })
                    == near.min { ($0.far, $0.rank, $0.number) < ($1.far, $1.rank, $1.number) }?.number)
            let around = grid.numbers(within: limit, of: middle)
            #expect(around == around.sorted() && Set(near.map(\.number)).isSubset(of: around))
            #expect(around.allSatisfy { places[Int($0)] != nil })
        }
    }
}
