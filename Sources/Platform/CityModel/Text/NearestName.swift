// SPDX-License-Identifier: GPL-3.0-or-later

/// The known name that a mistyped one most likely means: the one with the smallest edit distance, if that is at most a third
/// of the name's length (and at least one edit is always forgiven). Ties go to the earlier name.
package func nearestName(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in known {
        let distance = editDistance(wanted, Array(candidate.lowercased().unicodeScalars))
        let allowed = max(1, min(wanted.count, candidate.unicodeScalars.count) / 3)
        let isAlike = distance <= allowed && distance < min(wanted.count, candidate.unicodeScalars.count)
        if isAlike, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
}

/// Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var older = [Int](repeating: 0, count: right.count + 1)
    var old = Array(0...right.count)
    for i in 1...left.count {
        var new = [i] + [Int](repeating: 0, count: right.count)
        for j in 1...right.count {
            new[j] = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
            if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                new[j] = min(new[j], older[j - 2] + 1)
            }
        }
        older = old
        old = new
    }
    return old[right.count]
}
