// SPDX-License-Identifier: GPL-3.0-or-later

/// How long people of one kind waited for a service in a run: a row of "Who waited, where and why", which puts the services of a
/// city side by side.
package struct WaitRow: Sendable {
    /// Who, and from when to when: "taxi callers, call to boarding".
    package let who: String
    /// The waits in seconds, of those that came to an end as wished; nil when there was none.
    package let waits: Waits?
    /// How many waited in vain, or were turned away; of those who still waited at the end, the ones who had waited too long.
    package let unserved: Int
    /// Whose wait was not over when the run ended: while there are some, nobody knows that none waits in vain.
    package let open: Open
    /// Where the mean wait was longest; nil when the service does not know places.
    package let place: Place?
    /// Why people waited in vain, or for long, with how many of them; in any order.
    package let reasons: [(text: String, count: Int)]

    /// Waits that were not over when the run ended.
    package struct Open: Sendable {
        package let count: Int
        /// How many of them are too young to judge: it is not known whether they are in vain. Nil where no limit says so.
        package let tooYoung: Int?

        package init(_ count: Int, tooYoung: Int? = nil) { (self.count, self.tooYoung) = (count, tooYoung) }

        /// Which of them are too young to judge: `, 4 of them too young to judge`.
        fileprivate var youngInWords: String {
            guard let tooYoung else { return "" }
            let who =
                tooYoung == 0 ? "none of them " : tooYoung < count ? "\(tooYoung) of them " : count > 1 ? "all " : ""
            return ", \(who)too young to judge"
        }

        /// `5 were still open when the run ended, 4 of them too young to judge`; nil when there is none.
        package var inWords: String? {
            guard count > 0 else { return nil }
            let were = count == 1 ? "was" : "were"
            return "\(Text.number(Double(count), 0)) \(were) still open when the run ended\(youngInWords)"
        }

        /// The same for a table.
        fileprivate var cell: String {
            guard count > 0, let tooYoung else { return Text.number(Double(count), 0) }
            return "\(Text.number(Double(count), 0)) (\(Text.number(Double(tooYoung), 0)) too young to judge)"
        }
    }

    /// Waits of one kind, in seconds.
    package struct Waits: Sendable {
        package let count: Int
        let mean: Double
        /// The least time that 95 % do not exceed.
        let p95: Double?
        let longest: Double?

        package init(count: Int, mean: Double, p95: Double?, longest: Double?) {
            (self.count, self.mean, self.p95, self.longest) = (count, mean, p95, longest)
        }

        /// Those of a sample of nanoseconds; nil when nothing came.
        package init?(_ sample: Sample) {
            guard let known = sample.statistics(scale: 1e-9) else { return nil }
            self.init(count: known.count, mean: known.mean, p95: known.p95, longest: known.max)
        }
    }

    /// A place with the mean of its waits, in seconds.
    package struct Place: Sendable {
        let name: String
        let mean: Double

        /// The place with the longest mean among those with at least twenty waits, so that no single wait makes a place the worst;
        /// of several the first. Nil without such a place.
        package init?(worstOf places: [(name: String, count: Int, mean: Double)]) {
            var worst: (name: String, count: Int, mean: Double)?
            for place in places where place.count >= 20 && place.mean > (worst?.mean ?? -1) { worst = place }
            guard let worst else { return nil }
            (name, mean) = (worst.name, worst.mean)
        }
    }

    /// A row; reasons that nobody had are left out.
    package init(
        _ who: String, _ waits: Waits?, unserved: Int, open: Open, place: Place? = nil,
        reasons: [(text: String, count: Int)] = []
    ) {
        self.who = who
        self.waits = waits
        self.unserved = unserved
        self.open = open
        self.place = place
        var sums: [(text: String, count: Int)] = []
        for reason in reasons where reason.count > 0 {
            if let known = sums.firstIndex(where: { $0.text == reason.text }) {
                sums[known].count += reason.count
            } else {
                sums.append(reason)
            }
        }
        self.reasons = sums.sorted { $0.count > $1.count }
    }

    /// A column of seconds.
    private static func time(
        _ title: String, _ hint: String, _ value: @escaping (WaitRow) -> Double?
    ) -> ShownColumn<WaitRow> {
        .cell(title, hint) { row in
            let value = value(row)
            return (value.map { shown($0) } ?? "–", value ?? -1)
        }
    }

    /// A time of seconds in words; from one minute on in minutes.
    package static func shown(_ seconds: Double) -> String {
        seconds < 60 ? "\(Text.number(seconds, 1)) s" : "\(Text.number(seconds / 60, 1)) min"
    }

    /// The row as a sentence: how many waited for how long, how many in vain and why most of them, how many waits were not over, and
    /// where it was longest. That nobody waited in vain is said only when every wait is over.
    package var sentence: String {
        func count(_ number: Int) -> String { Text.number(Double(number), 0) }
        var parts: [String] = []
        if let waits {
            let p95 = waits.p95.map { ", and 95 % of them at most \(Self.shown($0))" } ?? ""
            parts.append("\(count(waits.count)) waited \(Self.shown(waits.mean)) on average\(p95)")
        }
        let reason = reasons.first.map { ", most of all: \($0.text) (\(count($0.count)))" } ?? ""
        if unserved > 0 { parts.append("\(count(unserved)) in vain\(reason)") }
        if let open = open.inWords { parts.append(open) }
        if unserved == 0, open.count == 0 { parts.append("nobody waited in vain") }
        if let place { parts.append("longest in \(place.name), \(Self.shown(place.mean)) on average") }
        return who.prefix(1).uppercased() + who.dropFirst() + ": " + parts.joined(separator: "; ") + "."
    }

    /// The rows as a table.
    package static func html(_ rows: [WaitRow]) -> String {
        ShownTable.html(
            "Who waited, where and why", rows,
            .text("who", "Whose waits, and from when to when.") { $0.who },
            .count("waited", "How many waits ended as wished.") { $0.waits?.count ?? 0 },
            time("mean", "Their mean.") { $0.waits?.mean },
            time("p95", "95 % of them waited at most this.") { $0.waits?.p95 },
            time("longest", "The longest of them.") { $0.waits?.longest },
            .count("in vain", "How many were turned away, gave up or were given up.") { $0.unserved },
            .cell("open at the end", "Waits that were not over when the run ended.") {
                ($0.open.cell, Double($0.open.count))
            },
            .text("longest where", "Where the mean was longest, of places with at least 20 waits.") { row in
                row.place.map { "\($0.name): \(shown($0.mean))" } ?? "–"
            },
            .text("why", "The three most common reasons for waits in vain, or for long ones.") { row in
                let shown = row.reasons.prefix(3).map { "\($0.text) (\(Text.number(Double($0.count), 0)))" }
                return shown.isEmpty ? "–" : shown.joined(separator: ", ")
            })
    }
}
