// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

extension LoadEstimate {
    mutating func addServer(_ plan: CityPlan) {
        let read = plan.read
        var gateway = LoadPart(location: read.location(of: "server"), key: "server", asked: "the server")
        gateway.bytes = LoadFigures.server
        parts.append(gateway)
        for (index, flood) in (plan.scenario.server?.floods ?? []).enumerated() {
            let seconds = max(0, (min(flood.until, plan.scenario.end) - flood.from).inSeconds)
            var part = LoadPart(
                location: read.location(of: "server.floods.\(index).per-second"), key: "per-second",
                asked: "a flood of \(LoadText.count(flood.perSecond)) messages a second for \(LoadText.span(seconds))")
            part.events = flood.perSecond * seconds * (1 + LoadFigures.messageEvents)
            part.bytes =
                Double(flood.senders) * LoadFigures.sender + flood.perSecond * seconds * LoadFigures.message
            parts.append(part)
        }
        guard let accounts = plan.scenario.accounts else { return }
        if accounts.registered > 0 {
            let count = Double(accounts.registered)
            var part = LoadPart(
                location: read.location(of: "accounts.registered"), key: "registered",
                asked: "\(LoadText.count(count)) accounts")
            part.events = count
            part.bytes = count * LoadFigures.account
            part.seconds = count * (LoadFigures.enrolment - LoadFigures.event)
            parts.append(part)
        }
        if let registrants = accounts.registrants { parts.append(part(of: registrants, accounts, plan)) }
    }

    private func part(of registrants: Registrants, _ accounts: AccountsSection, _ plan: CityPlan) -> LoadPart {
        let count = registrants.perDay * plan.days
        var part = LoadPart(
            location: plan.read.location(of: "accounts.registrants.per-day"), key: "per-day",
            asked: "\(LoadText.count(registrants.perDay)) registrants a day for \(LoadText.days(plan.days))")
        var events = LoadFigures.registrant
        // Who comes back to the account is kept, with the client.
        let comesBack =
            accounts.editPause != nil || accounts.lifetime != nil
            || plan.slices.contains { $0.comesBackToAccounts(in: plan.scenario) }
        if let pause = accounts.editPause {
            let stays = min(accounts.lifetime?.mean ?? .infinity, plan.days * 86_400 / 2)
            events += stays / max(1e-3, pause.mean) * 8 * LoadFigures.messageEvents
        }
        part.events = count * events
        part.bytes = count * (LoadFigures.account + (comesBack ? LoadFigures.client : 0))
        part.bytes += part.events * LoadFigures.message
        part.seconds = count * LoadFigures.enrolment
        return part
    }
}

extension CityPlan {
    /// Days that a run lasts.
    fileprivate var days: Double { max(0, scenario.length.inSeconds) / 86_400 }
}
