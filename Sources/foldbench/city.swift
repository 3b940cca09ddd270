import CityModel
import CityReports
/// A context of zones Z1, Z2, ... with square outlines, from 0 s to one hour.
func city(
    zones: Int = 2, seats: [Int32] = [4, 4], hours: Int = 1, warmUp: TimeSpan = .zero, policy: String = "fifo"
) -> RunContext {
    RunContext(
        name: "hand-made", title: "A hand-made city", start: .epoch, end: .seconds(3600 * hours), warmUp: warmUp,
        seed: 42, policy: policy,
        zones: (0..<zones).map { index in
            let (west, south) = (9.1 + 0.02 * Double(index % 5), 45.4 + 0.02 * Double(index / 5))
            let ring = [(0.0, 0.0), (0.018, 0.0), (0.018, 0.018), (0.0, 0.018), (0.0, 0.0)].map {
                GeographicPoint(longitude: west + $0.0, latitude: south + $0.1)
            }
            return ZoneRecord(
                id: ZoneID(Int32(index + 1)), name: "Zone \(index + 1)", inside: .origin, area: 1e6, outline: [[ring]])
        },
        seats: seats, passengers: 10, version: "test", scenarioText: "name: hand-made\n", scenarioHash: "0",
        layoutSource: "squares")
}

