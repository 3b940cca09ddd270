// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import StoreRules

/// What becomes of who got no notice (STORE-ASSUME-EXT): a look at the app, some time later, shows what the service knows.
extension Shopper {
    /// A notice was lost. Nobody knows that, but whoever waits looks at the app now and then.
    func missesNotice() {
        guard let visit, visit.glance == TimerHandle.none, let extras else { return }
        looksAtApp(at: loop.now + extras.looking.time(city.section.notices.looksAfter))
    }

    /// Plans a look at the app, unless the ticket or booking is on paper or has let its holder in.
    func looksAtApp(at time: CityTime) {
        guard let visit, visit.pass != nil, visit.step != .inside, visit.way == .phone || visit.way == .booking
        else { return }
        loop.cancel(visit.glance)
        self.visit?.glance = plan(.lookAtApp, at: time)
    }

    /// Looks at the own ticket or booking.
    func looksAtApp() {
        guard let visit, let pass = visit.pass, visit.step != .inside else { return }
        loop.cancel(visit.glance)
        self.visit?.glance = .none
        self.visit?.lookedAt = pass
        city.send(.shopper(id, request: 0, .showOwn))
    }

    /// The app shows the own ticket or booking, or that there is none any more.
    func sees(_ receipt: Receipt?) {
        guard let visit, let pass = visit.pass, visit.lookedAt == pass, visit.step != .inside else { return }
        guard let receipt, receipt.pass == pass else { return end(.ended) }
        if let slot = visit.slot {
            if receipt.time != slot { postponed(pass, to: receipt.time) }
        } else if receipt.calledUntil != nil {
            called(pass)
        } else {
            expect(pass, receipt.time)
        }
    }
}
