// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation

/// Experiments that grow together: each has as many replications as the others, and one rule ends all of them.
struct ReplicationGroup {
    /// The experiments, the one that the others are compared with first.
    var members: [Replications]
    /// Where each keeps what is finished; nil keeps nothing.
    var journals: [ReplicationJournal?]
    /// How many replications.
    var rule: ReplicationRule

    /// An experiment alone.
    init(_ experiment: Replications, journal: ReplicationJournal?) {
        self.init([(experiment, journal)], rule: experiment.rule)
    }

    /// Experiments side by side.
    init(_ members: [(experiment: Replications, journal: ReplicationJournal?)], rule: ReplicationRule) {
        self.members = members.map(\.experiment)
        journals = members.map(\.journal)
        self.rule = rule
    }
}

/// A group on its way: what is finished, and what of it counts.
final class GroupCourse {
    private let group: ReplicationGroup
    /// All that are finished, by member; read by number only.
    private var done: [[Int: Replication]]
    /// By member, the finished ones in the order of their numbers, up to where the rule is met; all equally many.
    private(set) var rows: [[Replication]]
    private var isMet = false

    init(_ group: ReplicationGroup) {
        self.group = group
        rows = group.members.map { _ in [] }
        done = group.journals.map { journal in
            var done: [Int: Replication] = [:]
            for replication in journal?.finished ?? [] where replication.number < group.rule.most {
                done[replication.number] = replication
            }
            return done
        }
    }

    /// How many are finished.
    var finished: Int { done.reduce(0) { $0 + $1.count } }
    /// Whether no more are wanted.
    var isDone: Bool { isMet || rows[0].count >= group.rule.most }

    /// What is still to be run, number by number.
    func jobs(_ index: Int) -> JobCount {
        JobCount(
            group: index, members: group.members, finished: done.map { Set($0.keys) }, most: group.rule.most)
    }

    func take(_ replication: Replication, of member: Int) throws(JournalProblem) {
        try group.journals[member]?.add(replication)
        done[member][replication.number] = replication
    }

    /// Takes the next numbers while all members have them and they are still wanted.
    func extend() {
        while !isDone {
            let number = rows[0].count
            let next = done.compactMap { $0[number] }
            guard next.count == done.count else { return }
            for (member, replication) in next.enumerated() { rows[member].append(replication) }
            isMet = group.rule.isMet(by: rows)
        }
    }

    func sets(isStopped: Bool) -> [ReplicationSet] {
        let ending: ReplicationSet.Ending = isMet ? .complete : isStopped ? .stopped : .halfWidthNotReached
        return zip(group.members, rows).map { experiment, row in
            ReplicationSet(
                context: Simulation(experiment.plan, seed: experiment.seed).context, replications: row,
                ending: ending, level: experiment.level, rule: group.rule)
        }
    }
}
