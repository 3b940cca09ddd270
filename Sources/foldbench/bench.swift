import CityModel
import CityReports
func bench() {
    let clock = ContinuousClock()
    for size in [Int32(1), 20] {
        let c = SyntheticCity(zones: 20*size, drivers: 500*size, passengers: 1000*size, hours: 24, seed: 1)
        let n = c.records.count
        func time(_ name: String, _ o: any EventObserver) {
            let t = clock.now
            var i = 0
            while i < n {
                var j = min(n, i + 1000)
                while j < n && c.records[j].turn == c.records[j-1].turn { j += 1 }
                o.observe(c.records[i..<j]); i = j
            }
            o.finish(at: c.context.end)
            let d = clock.now - t
            print(size, name, n, "ns/event", Double(d.components.attoseconds)/1e9/Double(n) + Double(d.components.seconds)*1e9/Double(n))
        }
        time("fingerprint", Fingerprint())
        let m = TaxiMetrics(context: c.context)
        time("metrics", m)
        let i = InvariantMonitor(context: c.context)
        time("invariants", i)
        if let w = try? RideWriter(path: "/tmp/reports-helper/bench\(size).sqlite") { time("rides", w) }
        print(i.count, m.result.map { TextSummary(context: c.context, result: $0, violations: i.violations, fingerprint: "f").text } ?? "")
    }
}
