// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What `cabrank calibrate` measures of a service: the messages of a scenario in which all kinds come often are recorded once,
/// and fed to the service again, in the same states, one by one.
public struct SliceCalibration: Sendable {
    /// The kinds that are measured so.
    public let kinds: [MessageKind]
    /// The text of the scenario; it records its messages.
    public let scenario: String
    /// The kind of a recorded message; nil for one that is fed and not measured.
    public let kind: @Sendable (any RecordedInput) -> MessageKind?

    /// States all.
    public init(
        kinds: [MessageKind], scenario: String, kind: @escaping @Sendable (any RecordedInput) -> MessageKind?
    ) {
        self.kinds = kinds
        self.scenario = scenario
        self.kind = kind
    }
}
