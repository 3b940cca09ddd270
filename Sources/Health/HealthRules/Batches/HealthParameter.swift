// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a device measures.
public enum HealthParameter: UInt8, EventWord, Codable {
    /// Beats a minute.
    case heartRate
    /// The higher blood pressure, in mmHg.
    case systolicPressure
    /// The lower blood pressure, in mmHg.
    case diastolicPressure
    /// The share of oxygen in the blood, in percent.
    case oxygenSaturation
    /// The temperature of the body, in degrees Celsius.
    case temperature
    /// Breaths a minute.
    case breathingRate
}

/// One value: a parameter and how much of it, in hundredths of its unit.
@frozen
public struct HealthValue: Hashable, Sendable, Codable {
    /// What was measured.
    public let parameter: HealthParameter
    /// Hundredths of the parameter's unit.
    public let hundredths: Int32

    /// States a value.
    @inlinable
    public init(_ parameter: HealthParameter, hundredths: Int32) {
        self.parameter = parameter
        self.hundredths = hundredths
    }
}
