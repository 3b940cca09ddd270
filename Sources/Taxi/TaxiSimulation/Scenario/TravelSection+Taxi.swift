// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import ScenarioLanguage
import TaxiRules

/// What a scenario says of rides beside other drives.
struct RideTravel: Sendable {
    /// When set, the ride takes a drawn time in seconds, whatever the distance (reference models).
    var ride: Distribution?
    /// Seconds that every ride takes beside the drive, by hour of its begin; nil for none.
    var fixed: DayProfile?
    /// A factor on the time of a ride, in place of the one of other drives; nil for that.
    var variability: Distribution?
    /// Factors on the time of a ride by hour of its begin, in place of `variability`; nil for that.
    var factors: RideFactors?
    /// A zone-to-zone table of times of rides (path resolved); nil for those of other drives.
    var table: String?
}

extension TravelSection {
    /// What the scenario says of rides.
    var rides: RideTravel {
        get { services[TaxiMessage.service] as? RideTravel ?? RideTravel() }
        set { services[TaxiMessage.service] = newValue }
    }

    /// When set, the ride takes a drawn time in seconds, whatever the distance (reference models).
    package var ride: Distribution? {
        get { rides.ride }
        set { rides.ride = newValue }
    }

    static let taxiFields: [ServiceField<TravelSection>] = [
        ServiceField(
            Field(
                "ride", \.ride, ValueFormat<Distribution>.distribution(.time).orNone,
                "When set, every ride takes a time drawn from this, whatever the distance (reference models)."),
            behind: "approach"),
        ServiceField(
            Field(
                oneOf: "fixed-ride", \.rides.fixed, .hourTimes("ride-times", .zero ... .hours(2)),
                "A time that every ride takes beside the drive, by hour of its begin: getting in, paying, getting out. Approaches "
                    + "do not take it."), behind: "ride"),
        ServiceField(
            Field(
                oneOf: "ride-variability", \.rides.variability, .distribution(.factor),
                "A factor on the time of a ride, its fixed part included, drawn for each ride in place of `variability`; such as a "
                    + "table of what was recorded over what was expected. Approaches keep `variability`."),
            behind: "fixed-ride"),
        ServiceField(
            Field(
                oneOf: "ride-factors", \.rides.factors, RideFactors.format,
                "Factors on the time of a ride by hour of its begin, each equally likely, in place of `ride-variability`: a CSV file such as "
                    + "`ride-law.csv` of an import, or its lines."), behind: "ride-variability"),
        ServiceField(
            Field(
                oneOf: "ride-table", \.rides.table, .table("path of a CSV file"),
                "Zone-to-zone table of the times of rides, with the columns of `table`. Approaches and all other drives keep "
                    + "`table`, or distance and speed, which also decide the rides that it does not list."),
            behind: "ride-factors"),
    ]
}
