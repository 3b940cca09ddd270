// SPDX-License-Identifier: GPL-3.0-or-later

/// The services of a scenario's city, opened for live clients: their rules, and nobody in them yet. A server keeps an input log, so
/// each keeps what it holds in memory, and draws what nobody may guess from the log's secrets.
enum LiveSlices {}
