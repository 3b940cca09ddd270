// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioFile
import TaxiReservations
import TaxiRules
import TaxiSharing

extension TaxiParameters {
    /// The parameters of a scenario (OPS-01).
    init(_ section: DispatchSection) {
        self.init()
        offerDeadline = section.offerDeadline
        gpsLimit = section.gpsLimit
        boardingRadius = section.boardingRadius
        offerCell = section.offerCell
        noShowWait = section.noShowWait
        shiftLimit = section.shiftLimit
        webPosition = section.webPosition
        waitingRoom = section.waitingRoom
        keepsLastZone = section.outsideZones == .keepZone
    }
}

extension ReservationParameters {
    /// The parameters of a scenario.
    init(_ section: ReservationSection, _ dispatch: DispatchSection) {
        self.init()
        shortestLead = section.shortestLead
        longestLead = section.longestLead
        cancelLimit = section.cancelLimit
        activation = section.activation
        apart = section.apart
        roundPause = section.roundPause
        holdLimit = section.holdLimit
        gpsLimit = dispatch.gpsLimit
        webPosition = dispatch.webPosition
    }
}

extension SharingParameters {
    /// The parameters of a scenario.
    init(_ section: SharingSection) {
        self.init()
        detour = section.detour
        longestDelay = section.longestDelay
        pickUpWindow = section.pickUpWindow
        cap = section.cap
        meanApproach = section.meanApproach
        walkSpeed = section.walkSpeed
    }
}
