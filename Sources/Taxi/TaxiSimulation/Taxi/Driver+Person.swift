// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import TaxiRules

/// When the taxi service has hold of the driver's person (DEC-ONE-PERSON): from the beginning of a shift until the taxi is back where
/// the next one begins, breaks included.
///
/// A driver whom another service holds when a shift should begin begins it late: as soon as that is over, to end when it would have.
/// A shift that is over by then is missed. The taxi waits where it was left. On a slow network a last ride may come after the
/// shift, which holds the driver as well.
extension Driver {
    /// Whether no other service has hold of the person.
    var isFree: Bool { person.onLoop { $0.isFree(for: TaxiMessage.service) } }

    /// Does something when no other service has hold of the person.
    func whenFree(_ call: @escaping @Sendable (isolated Driver) -> Void) {
        person.onLoop { $0.whenFree { [weak self] in self?.onLoop(call) } }
    }

    /// The service has hold of the person from now on, who is at the taxi; false when another one has.
    @discardableResult
    func takesPerson() -> Bool {
        guard isFree else { return false }
        let here = motion.place(at: loop.now)
        person.onLoop { person in
            guard person.holder == nil else { return }
            person.place = here
            person.begin(TaxiMessage.service)
        }
        return true
    }

    /// The shift and the way back are over: the person is free, where the taxi stands.
    func letsPersonGo() {
        let here = motion.place(at: loop.now)
        person.onLoop { if $0.holder == TaxiMessage.service { $0.end(TaxiMessage.service, at: here) } }
    }
}
