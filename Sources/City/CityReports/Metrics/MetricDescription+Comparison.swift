// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers that only a comparison of variants has: made of several metrics, or of the zones that people's places are drawn
/// in, which are the same ones for every variant.
extension MetricDescription {
    /// All of them, in the order of the comparison.
    public static let comparison: [MetricDescription] = [
        MetricDescription("distance.empty", "km", "Way driven without a passenger."),
        MetricDescription(
            "fairness.placeUnservedMax", "share",
            "Largest unserved share of a zone that people's places are drawn in."),
        MetricDescription(
            "fairness.placeWaitSd", "s",
            "Standard deviation of the mean waits of the zones that people's places are drawn in."),
        MetricDescription(
            "fairness.placeWaitMax", "s", "Largest mean wait of a zone that people's places are drawn in."),
    ]
}
