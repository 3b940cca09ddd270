// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

extension RuleCity {
    /// The queue of a zone, top first, as letters: `A B C`.
    func queue(_ zone: ZoneID = .z1) -> String {
        self.zone(zone).queue.map(\.driver.letter).joined(separator: " ")
    }

    /// The pending offers of a zone in queue order: `A:R1 B:R2`.
    func pending(_ zone: ZoneID = .z1) -> String {
        self.zone(zone).queue.compactMap { driver in
            driver.pendingRequest.map { "\(driver.driver.letter):R\($0)" }
        }.joined(separator: " ")
    }

    /// Every offer of the story: `0 A:R1, 10 B:R1`, times in seconds.
    var offers: String {
        notes.compactMap { note in
            guard case .offerSent(_, let request, let driver, _, _, _, _, _, _) = note.event else { return nil }
            return "\(seconds(note.time)) \(driver.letter):R\(request)"
        }.joined(separator: ", ")
    }

    /// Every stored request: `4 R1`.
    var stored: String {
        notes.compactMap { note in
            guard case .requestStored(let request, _, _, _, _, _) = note.event else { return nil }
            return "\(seconds(note.time)) R\(request)"
        }.joined(separator: ", ")
    }

    /// How every request of the story ended without a ride: `70 R1 allRefused`.
    var aborts: String {
        notes.compactMap { note in
            guard case .requestAborted(let request, _, let reason) = note.event else { return nil }
            return "\(seconds(note.time)) R\(request) \(reason)"
        }.joined(separator: ", ")
    }

    /// Which requests had to wait, and since when: `20 R2`.
    var waits: String {
        notes.compactMap { note in
            guard case .requestWaiting(let request, _) = note.event else { return nil }
            return "\(seconds(note.time)) R\(request)"
        }.joined(separator: ", ")
    }

    /// A driver's changes of status: `0 available, 7 busy`.
    func statuses(_ driver: DriverID) -> String {
        notes.compactMap { note in
            guard case .statusChanged(driver, _, let new, _) = note.event else { return nil }
            return "\(seconds(note.time)) \(new)"
        }.joined(separator: ", ")
    }

    /// When this fact was noted, in seconds.
    func times(_ event: TaxiEvent) -> [Double] {
        notes.filter { $0.event == event }.map(\.time.inSeconds)
    }

    /// Why calls were refused, in order.
    var callRefusals: [CallRefusal] {
        notes.compactMap { note in
            guard case .callRefused(_, let reason) = note.event else { return nil }
            return reason
        }
    }

    /// The offer that the driver's phone showed last.
    func lastCard(of driver: DriverID) -> OfferCard? {
        heard[driver.index].lazy.reversed().compactMap { heard in
            guard case .offer(let card) = heard else { return nil }
            return card
        }.first
    }

    /// The facts noted at an instant, in seconds, that satisfy a condition.
    func events(at seconds: Double) -> [TaxiEvent] {
        notes.filter { $0.time == .seconds(seconds) }.map(\.event)
    }

    private func seconds(_ time: CityTime) -> String {
        let span = TimeSpan(nanoseconds: time.nanoseconds).description
        return String(span.dropLast(2))
    }
}
