// SPDX-License-Identifier: GPL-3.0-or-later

/// The replications of a group that are still to be run, number by number: counted, not stored ahead, so that a million
/// millions of them take no memory before they run.
struct JobCount {
    let group: Int
    /// The experiments of the group.
    private let members: [Replications]
    /// The numbers that a journal has already, by member.
    private let finished: [Set<Int>]
    private let most: Int
    private var number = 0
    private var member = 0
    /// How many are left; the largest number there is where there are more.
    private(set) var left: Int

    init(group: Int, members: [Replications], finished: [Set<Int>], most: Int) {
        self.group = group
        self.members = members
        self.finished = finished
        self.most = most
        let (all, isTooMany) = most.multipliedReportingOverflow(by: members.count)
        left = isTooMany ? .max : all - finished.reduce(0) { $0 + $1.count }
    }

    /// The next one; nil when all are given out.
    mutating func next() -> JobBoard.Job? {
        while number < most {
            let job = JobBoard.Job(group: group, member: member, number: number, experiment: members[member])
            let isWanted = !finished[member].contains(number)
            member += 1
            if member == members.count {
                member = 0
                number += 1
            }
            guard isWanted else { continue }
            if left < .max { left -= 1 }
            return job
        }
        left = 0
        return nil
    }
}
