// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The values of a parameter that are no danger: a closed range, of which either bound may be absent (DEC-HEALTH-THRESHOLD).
/// Hundredths of the parameter's unit.
public struct SafeRange: Hashable, Sendable, Codable {
    /// The lowest safe value; nil for none.
    public var low: Int32?
    /// The highest safe value; nil for none.
    public var high: Int32?

    /// From one to the other, both safe.
    public init(_ low: Int32?, _ high: Int32?) { (self.low, self.high) = (low, high) }

    /// Whether a value is no danger.
    public func contains(_ hundredths: Int32) -> Bool {
        hundredths >= low ?? .min && hundredths <= high ?? .max
    }
}

/// How many machines handle batches, and how their number follows the load (PERF-15).
public struct PoolParameters: Hashable, Sendable {
    /// The fewest workers, at least 1; the service starts with so many.
    public var least: Int32 = 2
    /// The most workers.
    public var most: Int32 = 64
    /// How long a worker needs for one batch.
    public var perBatch = TimeSpan.milliseconds(1)
    /// Time between two measurements of the load.
    public var look = TimeSpan.seconds(10)
    /// The share of the workers' time that batches are to take, in hundredths, 1 to 100.
    public var load: Int32 = 60
    /// Time until a new worker can work.
    public var startUp = TimeSpan.seconds(20)

    /// The defaults: assumptions, as the documents name no machines.
    public init() {}
}

/// The numbers of the health rules.
public struct HealthParameters: Hashable, Sendable {
    /// What is no danger, by parameter.
    public var ranges: [SafeRange]
    /// The longest time of a batch (INV-DataBatchShape).
    public var longest = TimeSpan.seconds(3)
    /// The longest time from the end of a batch to its SOS (INV-AmbulanceIffDanger).
    public var processing = TimeSpan.seconds(2)
    /// The longest time from the evaluation, and from the start of a batch, to its SOS (HEALTH-R18, INV-FastAmbulanceCall).
    public var reaction = TimeSpan.seconds(5)
    /// The oldest danger for which help is called, from the end of its batch to its receipt. An assumption: an hour later the person
    /// is well again, or was found without the watch.
    public var oldest = TimeSpan.hours(1)
    /// The machines.
    public var pool = PoolParameters()

    /// The defaults.
    ///
    /// Ranges: the values at which the National Early Warning Score 2 (Royal College of Physicians, 2017) gives a single parameter its
    /// highest score and asks for urgent review, widened where healthy people at exercise or asleep go: heart rate 40 to 180
    /// (score 3 below 41 and above 130; 130 is a brisk walk uphill), systolic pressure 90 to 220, saturation from 85 % (score 3
    /// below 92 %, which wrist sensors cannot tell from noise), temperature 35 to 41 °C, breathing 8 to 40. Diastolic pressure: 40 to 130,
    /// above which hypertension is an emergency.
    public init() {
        ranges = HealthParameter.allCases.map { parameter in
            switch parameter {
            case .heartRate: SafeRange(4000, 18_000)
            case .systolicPressure: SafeRange(9000, 22_000)
            case .diastolicPressure: SafeRange(4000, 13_000)
            case .oxygenSaturation: SafeRange(8500, nil)
            case .temperature: SafeRange(3500, 4100)
            case .breathingRate: SafeRange(800, 4000)
            }
        }
    }

    /// What is no danger for a parameter.
    public subscript(parameter: HealthParameter) -> SafeRange {
        get { ranges[Int(parameter.rawValue)] }
        set { ranges[Int(parameter.rawValue)] = newValue }
    }
}
