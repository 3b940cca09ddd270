// SPDX-License-Identifier: GPL-3.0-or-later

package import Reporting

/// How taxis and their modules are told by their own texts.
package struct TaxiReport: ServiceReport {
    let context: TaxiContext
    let result: TaxiResult

    /// Nobody is promised a time.
    package var standing: ServiceStanding { .plain }
    package var facts: [(name: String, value: String)] {
        [("policy", ([context.policy] + context.leaves).joined(separator: "; ")), ("drivers", "\(context.drivers)")]
    }
    /// The file `outcomes.txt`: what becomes of calls, requests, offers, and of what the modules deal with.
    package var outcomes: [OutcomeForm] { Self.outcomes }
    private static let outcomes = OutcomeForm.all(PackageResources.outcomes_txt)
    /// Who was not aboard in time, who was not served, and how long the others waited.
    package var mainFigures: [String] { ["wishes.notInTimeShare", "calls.unservedShare", "wait.mean"] }

    /// Calls, who was served and how soon, and where and when it was worst; empty where nobody called, beside other services.
    package func finding(_ frame: ReportFrame) -> String {
        let isCalled = (frame.result["calls.stored"] ?? 0) > 0
        guard isCalled || !frame.result.told.contains(where: { $0.standing == .promising }) else { return "" }
        return TaxiFinding(context: context, result: result).text(value: { frame.result[$0] }, metric: frame.text)
    }

    package func page(_ frame: ReportFrame) -> ServicePage {
        TaxiPage(context: context, result: result, frame: frame).page
    }

    /// The file `summary.txt`.
    package func summary(_ frame: ReportFrame) -> String {
        // By time in service, like the busy share next to it.
        var withPassenger = "-"
        if let off = frame.result["drivers.share.offShift"], off < 1,
            let riding = frame.result["drivers.share.withPassenger"]
        {
            withPassenger = Text.percent(riding / (1 - off))
        }
        let parts = [
            "taxis": context.isTold ? "told" : "", "reservations": result.reservations == nil ? "" : "told",
            "sharing": result.sharing == nil ? "" : "told", "streets": result.streets == nil ? "" : "told",
            "money": result.hasFares ? "told" : "", "occupied": result.tellsOccupied ? "told" : "",
            "minimum": TaxiPage.minimum(context),
            "made": String(Int(frame.result["sharing.created"] ?? 0)), "withPassenger": withPassenger,
        ]
        return TextTemplate.filled(PackageResources.summary_txt) { parts[$0] ?? frame.text($0) }
    }
}
