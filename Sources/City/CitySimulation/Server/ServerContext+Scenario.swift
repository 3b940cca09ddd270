// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityModel
import CitySlices
import Foundation
import Reporting

extension ServerContext {
    /// What reports say of a scenario's server.
    init(_ section: ServerSection, _ plan: CityPlan) {
        let cost = PasswordCost((plan.scenario.accounts ?? AccountsSection()).passwordCost)
        self.init(
            workers: section.workers, queueBound: section.queueLimit, serviceScale: section.serviceScale,
            calibration: Self.calibration(section.service, plan),
            rateLimit: section.rateLimit.map {
                RateLimit(perSecond: $0.perSecond, burst: $0.burst, anonymous: $0.anonymous)
            },
            accounts: Accounts(
                passwordCost: cost.description, isCostReduced: cost.isReduced, backOff: AccountParameters().backOff))
        maintenance = section.outages.map { $0.from..<$0.until }
    }

    private static func calibration(_ service: ServiceModel, _ plan: CityPlan) -> Calibration? {
        guard case .calibration(let path) = service, case .measured(let table) = plan.serviceTimes else { return nil }
        let added = table.additions.filter { plan.scenario.services[ServiceID($0.service)] != nil }
        return Calibration(
            name: URL(filePath: path).lastPathComponent,
            machine: "\(table.machine.processor), \(table.machine.cores) cores", build: table.build.version,
            date: table.date + added.map { ", \($0.service) on \($0.date)" }.joined())
    }
}
