// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation

/// Experiments that grow together: each has as many replications as the others, and one rule ends all of them. Says what is
/// still to be run, and what of the finished ones counts.
///
/// What is left is counted, number by number, and not stored ahead, so that a million millions of them take no memory before
/// they run. What counts depends on the replications by number only, never on the order of finishing.
struct ReplicationCourse: Sendable {
    /// The experiments, the one that the others are compared with first.
    let members: [Replications]
    private let rule: ReplicationRule
    /// All that are finished, by member; read by number only.
    private var done: [[Int: Replication]]
    /// By member, the finished ones in the order of their numbers, up to where the rule is met; all equally many.
    private(set) var rows: [[Replication]]
    private var isMet = false
    /// The next to be given out, if it is not finished.
    private var next = (number: 0, member: 0)
    /// How many are left to be given out; the largest number there is where there are more.
    private(set) var left: Int

    /// Begins with what was finished before, by member.
    init(_ members: [Replications], rule: ReplicationRule, finished: [[Replication]]) {
        self.members = members
        self.rule = rule
        rows = members.map { _ in [] }
        done = finished.map { replications in
            Dictionary(replications.filter { $0.number < rule.most }.map { ($0.number, $0) }) { $1 }
        }
        left = rule.most.timesOrMost(members.count)
        if left < .max { left -= finishedCount }
        extend()
    }

    /// How many are finished.
    var finishedCount: Int { done.reduce(0) { $0 + $1.count } }
    /// Whether no more are wanted.
    var isDone: Bool { isMet || rows[0].count >= rule.most }

    /// The next one to be run; nil when all are given out.
    mutating func claim() -> (member: Int, number: Int)? {
        while next.number < rule.most {
            let (number, member) = next
            next = member + 1 == members.count ? (number + 1, 0) : (number, member + 1)
            if done[member][number] != nil { continue }
            if left < .max { left -= 1 }
            return (member, number)
        }
        left = 0
        return nil
    }

    mutating func take(_ replication: Replication, of member: Int) {
        done[member][replication.number] = replication
        extend()
    }

    /// Takes the next numbers while all members have them and they are still wanted.
    private mutating func extend() {
        while !isDone {
            let number = rows[0].count
            let next = done.compactMap { $0[number] }
            guard next.count == done.count else { return }
            for (member, replication) in next.enumerated() { rows[member].append(replication) }
            isMet = rule.isMet(by: rows)
        }
    }

    /// What it gave so far.
    func sets(isStopped: Bool) -> [ReplicationSet] {
        let ending: ReplicationSet.Ending = isMet ? .complete : isStopped ? .stopped : .halfWidthNotReached
        return zip(members, rows).map { experiment, row in
            ReplicationSet(
                context: Simulation(experiment.plan, seed: experiment.seed).context, replications: row,
                ending: ending, level: experiment.level, rule: rule)
        }
    }
}
