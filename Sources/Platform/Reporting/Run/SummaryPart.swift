// SPDX-License-Identifier: GPL-3.0-or-later

/// What a service adds to `summary.json` beside its metrics, judgements and demands: its keys stand among those of the file.
package protocol SummaryPart: Codable, Sendable {}
