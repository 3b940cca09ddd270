// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension StressResult {
    /// The table of tried loads, and the answer in sentences.
    package var text: String {
        func share(_ value: Double?) -> String { value.map(percent) ?? "-" }
        let table =
            [
                [
                    path, "messages/s", "under 5 s", "calls", "longest", "refused", "unanswered", "workers",
                    "busiest min", "hashing", "aborted", StressResource.scarce.word, "target",
                ]
            ]
            + points.map { point in
                [
                    MetricText.plain(point.factor), point.messagesPerSecond.map(MetricText.plain) ?? "-",
                    share(point.under5s), share(point.callsUnder5s),
                    point.longest.map { MetricText.text($0, unit: "s") } ?? "-", String(point.refused),
                    String(point.unanswered), share(point.utilisation), share(point.busiestMinute),
                    share(point.hashing),
                    share(point.abortRate), share(point.busy), point.isKept ? "kept" : "broken",
                ]
            }
        return TerminalTable.text(table) + "\n" + sentences.joined(separator: "\n") + "\n"
    }

    /// The answer in sentences.
    package var sentences: [String] {
        func number(_ value: Double) -> String { MetricText.plain(value) }
        var lines: [String] = []
        switch (kept, broken) {
        case (let kept?, let broken?):
            lines.append(
                "The target (95 % in under 5 s, all in under 10 s) is met at \(path)=\(number(kept)) and missed at "
                    + "\(number(broken)).")
        case (nil, let broken?):
            lines.append("The target is missed already at \(path)=\(number(broken)), the smallest load tried.")
        case (let kept?, nil):
            lines.append("The target is met up to \(path)=\(number(kept)), the largest load tried.")
        case (nil, nil): lines.append("Nothing was tried.")
        }
        if let point = causePoint, let cause = cause(point) { lines.append(cause) }
        if let short, let point = points.first(where: { $0.factor == short }) {
            let which = short < (broken ?? .infinity) ? "before the server" : "as well"
            lines.append(
                "\(StressResource.scarce.word.capitalisedFirst) run out \(which): at \(path)=\(number(short)) they are busy "
                    + "\(percent(point.busy ?? 0)) of their time and "
                    + "\(percent(point.abortRate ?? 0)) of the requests are aborted.")
        }
        for pair in inversions {
            lines.append(
                "Beware: \(number(pair.smaller)) misses the target and \(number(pair.larger)) meets it, so the limit is not "
                    + "sharp.")
        }
        lines.append("Each load is one run with the same seed.")
        return lines
    }

    private func cause(_ point: StressPoint) -> String? {
        let load = "At \(path)=\(MetricText.plain(point.factor))"
        let busy = percent(max(point.busiestMinute ?? 0, point.utilisation ?? 0))
        let hashing = percent(point.hashing ?? 0)
        return switch point.resource {
        case .workers:
            "What broke it: the workers. \(load) they are busy up to \(busy) of a minute, \(hashing) of that with hashing "
                + "passwords."
        case .hashing:
            "What broke it: hashing passwords. \(load) it takes \(hashing) of the workers' time, and they are busy up to "
                + "\(busy) of a minute."
        case .queue:
            "What broke it: the queue. \(load) \(point.refused) messages were refused for lack of room or time, though the "
                + "workers are busy no more than \(busy) of a minute."
        case .service:
            "What broke it: no resource. \(load) the workers are busy no more than \(busy) of a minute; single messages take "
                + "that long, or the server was down."
        case .scarce, nil: nil
        }
    }

    private func percent(_ share: Double) -> String { MetricText.text(share, unit: "share") }
}
