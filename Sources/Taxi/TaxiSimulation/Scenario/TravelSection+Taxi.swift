// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import ScenarioLanguage
import TaxiRules

extension TravelSection {
    /// When set, the ride takes a drawn time in seconds, whatever the distance (reference models).
    package var ride: Distribution? {
        get { services[TaxiMessage.service] as? Distribution }
        set { services[TaxiMessage.service] = newValue }
    }

    static let taxiFields: [ServiceField<TravelSection>] = [
        ServiceField(
            Field(
                "ride", \.ride, ValueFormat<Distribution>.distribution(.time).orNone,
                "When set, every ride takes a time drawn from this, whatever the distance (reference models)."),
            behind: "approach")
    ]
}
