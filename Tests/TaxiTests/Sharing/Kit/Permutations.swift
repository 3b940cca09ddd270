// SPDX-License-Identifier: GPL-3.0-or-later

/// All orders of the numbers from 0 up to a count, the first numbers first.
func permutations(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return (0..<count).flatMap { first in
        permutations(of: count - 1).map { rest in [first] + rest.map { $0 >= first ? $0 + 1 : $0 } }
    }
}
