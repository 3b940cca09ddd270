// SPDX-License-Identifier: GPL-3.0-or-later

public import Reporting
import TaxiReports

extension MetricsResult {
    /// What became of the calls, requests and offers, and of all that the modules, the server and the accounts of the run
    /// deal with; what the run does not have is left out.
    public var outcomeTables: [OutcomeTable] { Self.forms.compactMap { $0.filled { self[$0] } } }

    /// The table of one kind; nil when the run does not have it.
    func outcomes(of metric: String) -> OutcomeTable? {
        Self.forms.first { $0.metric == metric }?.filled { self[$0] }
    }

    /// Those of the taxi service, and those of the file `outcomes.txt` beside.
    private static let forms = TaxiPage.outcomes + OutcomeForm.all(PackageResources.outcomes_txt)
}
