// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// 10 s in steps of a tenth.
func tenths(_ count: Int) -> CityTime { CityTime(nanoseconds: Int64(count) * 100_000_000) }
