// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What `cabrank calibrate` measures of a service: the messages of a scenario in which all kinds come often are recorded once,
/// and fed to the service again, in the same states, one by one.
package struct SliceCalibration: Sendable {
    /// The kinds that are measured so.
    package let kinds: [MessageType]
    /// The text of the scenario; it records its messages.
    package let scenario: String
    /// The kind of a recorded message; nil for one that is fed and not measured.
    package let kind: @Sendable (any RecordedInput) -> MessageType?

    package init(
        kinds: [MessageType], scenario: String, kind: @escaping @Sendable (any RecordedInput) -> MessageType?
    ) {
        self.kinds = kinds
        self.scenario = scenario
        self.kind = kind
    }
}
