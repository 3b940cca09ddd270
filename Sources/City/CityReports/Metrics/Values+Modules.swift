// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ModuleFolds {
    /// The values of the modules that are told, in the order of the registry. `rides` are all rides that ended.
    func values(rides: Int, at end: CityTime) -> [MetricValue] {
        var found: [String: Double] = [:]
        var descriptions: [MetricDescription] = []
        if tells(.reservations) {
            reservations.values(&found)
            descriptions += MetricDescription.reservations
        }
        if tells(.sharing) {
            sharing.values(&found, rides: rides)
            descriptions += MetricDescription.sharing
        }
        let modules = descriptions.map { MetricValue(name: $0.name, value: found[$0.name].map(tidy)) }
        return modules + serverValues(at: end)
    }
}

extension ModuleFolds {
    /// The values of the server and the accounts. Shares and largest values are not rounded to the nearest: they are judged
    /// against strict limits.
    private func serverValues(at end: CityTime) -> [MetricValue] {
        var found: [String: Double] = [:]
        var descriptions: [MetricDescription] = []
        if tellsServer {
            server.values(&found, at: end)
            descriptions += MetricDescription.server
        }
        if tellsAccounts {
            accounts.values(&found)
            descriptions += MetricDescription.accounts
        }
        return descriptions.map { MetricValue(name: $0.name, value: found[$0.name]) }
    }
}

private func ratio(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }

private func family(_ name: String, _ sample: Sample, _ scale: Double, _ values: inout [String: Double]) {
    let statistics = sample.statistics(scale: scale)
    values["\(name).count"] = Double(sample.count)
    values["\(name).mean"] = statistics?.mean
    values["\(name).sd"] = statistics?.sd
    values["\(name).p50"] = statistics?.p50
    values["\(name).p90"] = statistics?.p90
    values["\(name).p95"] = statistics?.p95
    values["\(name).p99"] = statistics?.p99
    values["\(name).max"] = statistics?.max
}

private func words<Word: EventWord>(
    _ name: String, _ type: Word.Type, _ counts: [Int], _ values: inout [String: Double]
) {
    for word in Word.allCases { values["\(name).\(word.word)"] = Double(counts[Int(word.rawValue)]) }
}

extension ReservationFold {
    fileprivate func values(_ values: inout [String: Double]) {
        let counts = [
            ("stored", stored), ("shared", shared), ("rejected", rejected.reduce(0, +)), ("cancelled", left),
            ("cancelRefused", cancelRefused.reduce(0, +)), ("activated", activated), ("held", held),
            ("waits", waits.reduce(0, +)), ("retries", retries), ("open", openCounted),
            ("viewed", viewed), ("buttonDisabled", disabled),
        ]
        for (name, count) in counts { values["reservations.\(name)"] = Double(count) }
        words("reservations.rejected", ReservationRefusal.self, rejected, &values)
        words("reservations.waits", RoundFailure.self, waits, &values)
        words("reservations.outcome", ReservationOutcome.self, outcomes, &values)
        values["reservations.retriesPerActivated"] = ratio(retries, activated)
        values["reservations.fulfilledShare"] = ratio(outcomes[Int(ReservationOutcome.fulfilled.rawValue)], stored)
        values["reservations.within10"] = ratio(inTime, lateness.count)
        values["reservations.within20"] = ratio(atLast, lateness.count)
        family("reservations.lateness", lateness, 1e-9, &values)
        family("reservations.boarding", boarding, 1e-9, &values)
        family("reservations.search", search, 1e-9, &values)
        family("reservations.lead", lead, 1e-9, &values)
    }
}

extension SharingFold {
    fileprivate func values(_ values: inout [String: Double], rides: Int) {
        // A choice without a search is refused before it counts as one.
        let unasked = joinRefused[Int(JoinRefusal.notSearched.rawValue)]
        let counts = [
            ("searches", searches), ("withoutDestination", withoutDestination), ("candidates", candidates),
            ("feasible", feasible), ("proposed", proposed), ("chosen", chosen), ("declined", declined),
            ("answered", chosen + declined + unasked), ("openAtEnd", openCounted),
            ("joined", joined), ("joinedTravelers", joinedTravelers), ("joinRefused", joinRefused.reduce(0, +)),
            ("created", created), ("created.reserved", reserved), ("left", left.reduce(0, +)),
            ("ownerChanges", ownerChanges), ("missed", missed), ("mismatches", mismatches), ("rides", sum.rides),
            ("together", sum.together),
        ]
        for (name, count) in counts { values["sharing.\(name)"] = Double(count) }
        words("sharing.joinRefused", JoinRefusal.self, joinRefused, &values)
        words("sharing.removed", RideRemoval.self, removed, &values)
        values["sharing.successShare"] = ratio(successes, searches)
        values["sharing.chosenShare"] = ratio(chosen, chosen + declined)
        values["sharing.togetherShare"] = ratio(sum.together, sum.rides)
        values["sharing.togetherOfAll"] = ratio(sum.together, rides)
        values["sharing.passengersPerRide"] = ratio(passengers, sum.rides)
        values["sharing.travelersPerRide"] = ratio(travelers, sum.rides)
        family("sharing.detour", detour, 1e-6, &values)
        family("sharing.detourRatio", detourRatio, 1e-6, &values)
        family("sharing.delay", delay, 1e-9, &values)
        family("sharing.fee", fee, 1e-4, &values)
        family("sharing.feeDirect", feeDirect, 1e-4, &values)
        family("sharing.feeDifference", feeDifference, 1e-4, &values)
        values["sharing.driven"] = Double(sum.driven) * 1e-6
        values["sharing.alone"] = Double(sum.alone) * 1e-6
        values["sharing.saved"] = Double(sum.alone - sum.driven) * 1e-6
        values["sharing.savedShare"] = sum.alone > 0 ? Double(sum.alone - sum.driven) / Double(sum.alone) : nil
    }
}
