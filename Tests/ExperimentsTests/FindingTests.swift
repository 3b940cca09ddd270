// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiSimulation
import Testing

@testable import Experiments

/// The sentences that open a comparison: in words about people, with their certainty, and with one share that weighs who got no
/// taxi beside who waits longer.
@Suite struct FindingTests {
    /// Four pairs whose difference is the mean and half widths of the t distribution with 3 degrees of freedom: the values of the
    /// second are `spread` times -1, 1, 1, -1 around its mean, so the standard deviation of the difference is
    /// `spread * sqrt(4 / 3)`, and the half width `3.18245 * spread * sqrt(4 / 3) / 2`.
    private func paired(_ metric: String, _ first: Double, _ second: Double, _ spread: Double) -> PairedDifference {
        PairedDifference(
            metric: metric, first: [Double](repeating: first, count: 4),
            second: [-1.0, 1, 1, -1].map { second + spread * $0 })
    }

    private func finding(
        people: (Double, Double), wait: (Double, Double), missed: (Double, Double),
        gained: (Double, Double)? = nil, lost: (Double, Double)? = nil, isOfSamePeople: Bool = true, hours: Double = 24,
        spreads: Double = 1
    ) -> ServiceFinding {
        ServiceFinding(
            name: "districts", base: "zones",
            people: paired("calls.fulfilled", people.0, people.1, 10 * spreads),
            wait: paired("wait.same", wait.0, wait.1, 3 * spreads),
            missed: paired("wishes.notInTimeShare", missed.0, missed.1, 0.002 * spreads),
            isOfSamePeople: isOfSamePeople, gained: gained.map { .init(some: $0.0, all: $0.1) },
            lost: lost.map { .init(some: $0.0, all: $0.1) }, hours: hours,
            words: ExperimentForm.words(limit: .minutes(10)).finding)
    }

    @Test("More are served and those served already wait longer: both are said, and one share weighs them")
    func mixed() {
        let found = finding(
            people: (15000, 15789), wait: (252, 336), missed: (0.143, 0.121), gained: (612, 644.2), lost: (1, 1000))
        #expect(
            found.text
                == "With districts, 789 +- 18 more people a day get a taxi than with zones: 612 of the 644 who got none "
                + "before (95.0 %) get one; those who were served already wait 1.4 +- 0.1 min longer (5.6 instead of 4.2). The two point in "
                + "opposite directions; weighed together, 12.1 % instead of 14.3 % of those who want a taxi are not aboard within "
                + "10 min (-2.2 +- 0.4 percentage points): the service is better.")
        #expect(found.verdict == .better)
    }

    @Test("More are served and yet more are not aboard in time: the worse-served variant is never argued for")
    func weighed() {
        let found = finding(
            people: (15000, 15789), wait: (252, 600), missed: (0.143, 0.39), gained: (2000, 2000), lost: (0, 9))
        #expect(found.verdict == .worse)
        #expect(found.text.contains(": 2 000 of the 2 000 who got none before (100.0 %) get one;"))
        #expect(found.text.hasSuffix("(24.7 +- 0.4 percentage points): the service is worse."))
        let fewer = finding(people: (15789, 15000), wait: (600, 252), missed: (0.121, 0.143), lost: (167, 6206))
        #expect(
            fewer.text.hasPrefix(
                "With districts, 789 +- 18 fewer people a day get a taxi than with zones: 167 of the 6 206 who got one before "
                    + "(2.7 %) get none; those who were served already wait 5.8 +- 0.1 min less (4.2 instead of 10.0). The two point in "
                    + "opposite directions; weighed together, 14.3 % instead of 12.1 %"))
        #expect(fewer.text.hasSuffix("the service is worse."))
    }

    @Test("Better in both, worse in both: no word of opposite directions")
    func agreeing() {
        let better = finding(
            people: (15000, 15789), wait: (336, 252), missed: (0.143, 0.121), gained: (3, 6), lost: (0, 9))
        #expect(
            better.text.contains(
                "3.0 of the 6.0 who got none before (50.0 %) get one; those who were served already wait 1.4 +- 0.1 min less"
            ))
        #expect(better.text.contains(". Weighed together, 12.1 % instead of 14.3 %") && better.verdict == .better)
        let worse = finding(people: (15789, 15000), wait: (252, 336), missed: (0.121, 0.143), lost: (5, 100))
        #expect(worse.text.contains(". Weighed together, 14.3 % instead of 12.1 %") && worse.verdict == .worse)
        #expect(!better.text.contains("opposite") && !worse.text.contains("opposite"))
    }

    @Test("Where an interval holds 0 the sentence says that no difference is shown, and gives the interval")
    func open() {
        let found = finding(people: (15000, 15005), wait: (252, 253), missed: (0.143, 0.1431), spreads: 1)
        #expect(
            found.text
                == "With districts, no difference from zones is shown in how many people get a taxi (5 +- 18 a day); for those who "
                + "were served already no difference in the wait is shown (0.017 +- 0.092 min). Weighed together, no difference is "
                + "shown: 14.3 % and 14.3 % of those who want a taxi are not aboard within 10 min (0.01 +- 0.37 percentage points)."
        )
        #expect(found.verdict == .open)
    }

    @Test("Of other people the wait is that of all who are served, and nothing is said of those who got none before")
    func otherPeople() {
        let found = finding(
            people: (15000, 15789), wait: (252, 336), missed: (0.143, 0.121), isOfSamePeople: false)
        #expect(found.text.contains("than with zones; those who are served (not the same people in both) wait 1.4"))
        #expect(!found.text.contains("before") && !found.text.contains("already"))
    }

    @Test("Runs of less than 20 h are told by their hours, longer ones by the day")
    func periods() {
        #expect(
            finding(people: (100, 200), wait: (60, 60), missed: (0.2, 0.2), hours: 3).text.hasPrefix(
                "With districts, 100 +- 18 more people in 3 h get"))
        // Two days: half of everything.
        #expect(
            finding(people: (100, 200), wait: (60, 60), missed: (0.2, 0.2), hours: 48).text.hasPrefix(
                "With districts, 50 +- 9 more people a day get"))
    }

    @Test("Where nothing was measured in both, nothing is claimed")
    func nothing() {
        let none = PairedDifference(metric: "calls.fulfilled", first: [nil, nil], second: [1, 2])
        let found = ServiceFinding(
            name: "a", base: "b", people: none, wait: none, missed: none, isOfSamePeople: false, gained: nil, lost: nil,
            hours: 24,
            words: ExperimentForm.words(limit: .minutes(10)).finding)
        #expect(found.text == "a and b cannot be compared: nothing was measured in both." && found.verdict == .open)
    }

    @Test("A difference that chance among several explains is said not to be sure, never to be none")
    func unsure() {
        func unsure(_ metric: String, _ first: Double, _ second: Double, _ spread: Double) -> PairedDifference {
            var found = paired(metric, first, second, spread)
            found.correctedPValue = 0.2
            return found
        }
        let found = ServiceFinding(
            name: "a", base: "b", people: unsure("calls.fulfilled", 200, 176, 8), wait: unsure("wait.mean", 60, 66, 2),
            missed: unsure("wishes.notInTimeShare", 0.1, 0.12, 0.005), isOfSamePeople: true, gained: nil, lost: nil,
            hours: 6, words: ExperimentForm.words(limit: .minutes(10)).finding)
        #expect(found.verdict == .open && !found.text.contains("no difference"))
        #expect(
            found.text.hasPrefix("With a, it is not sure that fewer people get a taxi than with b (-24 +- 15 in 6 h);"))
        #expect(found.text.contains("; it is not sure that those who were served already wait longer ("))
        #expect(found.text.contains("Weighed together, it is not sure that the service is worse: 12.0 % and 10.0 %"))
    }

    @Test("Three variants: their order, and which cannot be told apart")
    func ranking() {
        let order = [(name: "a", share: 0.081), (name: "b", share: 0.09), (name: "c", share: 0.14)]
        let head = "From best to worst by those not aboard within 10 min: a (8.1 %), b (9.0 %), c (14.0 %)."
        #expect(
            Comparison.ranking(order, alike: [], missed: "not aboard within 10 min") == head
                + " All differ from each other.")
        #expect(
            Comparison.ranking(order, alike: [("a", "b")], missed: "not aboard within 10 min") == head
                + " Not told apart: a and b.")
        #expect(
            Comparison.ranking(order, alike: [("a", "b"), ("a", "c"), ("b", "c")], missed: "not aboard within 10 min")
                == head + " No two of them can be told apart.")
    }

    @Test("Who is not aboard in time comes first in a comparison, then unserved requests, then the wait")
    func order() {
        #expect(
            Array(Comparison.measures.map(\.name).prefix(4)) == [
                "wishes.notInTimeShare", "calls.unservedShare", "wait.mean", "wait.same",
            ])
    }
}
