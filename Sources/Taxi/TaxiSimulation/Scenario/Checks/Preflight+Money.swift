// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import ScenarioLanguage

extension Preflight {
    /// Costs are told as a part of income, of which nothing is told without fares.
    func checkMoney() {
        guard scenario.costs != nil, scenario.fares == nil else { return }
        error("costs", "`costs`: nothing is told of money without `fares`; allowed: with `fares`")
    }
}
