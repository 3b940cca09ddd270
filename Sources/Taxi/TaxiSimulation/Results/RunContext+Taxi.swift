// SPDX-License-Identifier: GPL-3.0-or-later

package import Reporting

extension RunContext {
    /// What is known of the taxis.
    package var taxi: TaxiRun {
        get { facts[TaxiRun.self] ?? TaxiRun() }
        set { facts[TaxiRun.self] = newValue }
    }

    /// What of the run concerns the taxi service.
    package var taxiContext: TaxiContext {
        var context = TaxiContext(
            start: start, end: end, measureStart: measureStart, zones: zones, layoutSource: layoutSource, taxis: taxi)
        (context.part, context.partLayout, context.membership) = (part, demandLayout, membership)
        context.cases = countsDemands && taxi.isTold ? caseFrame : nil
        return context
    }
}

extension MetricsResult {
    /// What the taxi service and its modules came to. Every run has it.
    package var taxi: TaxiResult {
        guard let detail = detail(TaxiResult.self) else {
            preconditionFailure("the run has no fold of the taxi service")
        }
        return detail
    }
}
