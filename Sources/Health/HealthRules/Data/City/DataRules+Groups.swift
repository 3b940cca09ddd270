// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Groups: who belongs to them, which are large enough, and what is told of them.
extension DataRules {
    private var least: Int { parameters.smallestGroup }

    // MARK: Requests

    mutating func ask(
        _ party: ThirdPartyID, _ query: GroupQuery, _ purpose: GroupPurpose, at now: CityTime,
        _ out: inout [DataDirective]
    ) {
        lastGroup += 1
        let id = GroupID(lastGroup)
        let criteria = query.criteria
        out.append(
            .note(
                .groupAsked(
                    group: id, party: party, purpose: purpose, youngest: criteria.youngest, oldest: criteria.oldest,
                    southWest: criteria.area?.southWest, northEast: criteria.area?.northEast, by: criteria.areaKind,
                    waits: query.waits)))
        let fault = !isUp ? .down : isKnown(party) ? query.fault(parameters) : .unknownParty
        // A request that breaks a rule tells nothing, so it costs nothing. One for too small a group is an answer too.
        let spent = fault == nil ? spend(party, query, purpose, at: now) : nil
        guard fault == nil, spent == nil, let clock = parameters.intervals.firstIndex(of: query.interval) else {
            return refuse(id, party, fault ?? spent ?? .badInterval, &out)
        }
        let group = WatchedGroup(id: id, party: party, query: query, purpose: purpose, phase: .frozen, clock: clock)
        let count = members.count { $0.belongs(to: criteria) }
        if count >= least {
            if purpose == .once {
                budgets[party.index - 1].use(query.cost(.once), at: now)
                return gather(group, at: now, &out)
            }
            let slot = watch(group)
            start(slot, at: now, &out)
        } else if query.waits {
            if purpose == .once { budgets[party.index - 1].use(query.cost(.once), at: now) }
            _ = watch(group)
            out.append(.note(.groupFrozen(group: id)))
            out.append(.tell(party, .groupFrozen(id)))
        } else {
            refuse(id, party, .tooFew, &out)
        }
    }

    /// Takes a request from the day's budget; why that has no room for it.
    private mutating func spend(
        _ party: ThirdPartyID, _ query: GroupQuery, _ purpose: GroupPurpose, at now: CityTime
    ) -> GroupRefusal? {
        let running = groups.reduce(into: Int64(0)) { sum, group in
            guard let group, group.party == party, group.purpose == .subscription else { return }
            sum += group.query.cost(.subscription)
        }
        return budgets[party.index - 1].take(query.cost(purpose), beside: running, parameters.limits, at: now)
    }

    private func refuse(
        _ group: GroupID, _ party: ThirdPartyID, _ reason: GroupRefusal, _ out: inout [DataDirective]
    ) {
        out.append(.note(.groupRefused(group: group, reason: reason)))
        out.append(.tell(party, .groupRefused(group, reason)))
    }

    /// One that waits can be stopped too, as it takes its share of the budget.
    mutating func stop(_ party: ThirdPartyID, _ id: GroupID, at now: CityTime, _ out: inout [DataDirective]) {
        let slot = groups.firstIndex { $0?.id == id && $0?.purpose == .subscription }
        guard isUp, let slot, let group = groups[slot], group.party == party else {
            let reason: GroupStopRefusal = !isUp ? .down : slot == nil ? .noSubscription : .notOwn
            out.append(.note(.groupStopRefused(group: id, party: party, reason: reason)))
            out.append(.tell(party, .groupStopRefused(id, reason)))
            return
        }
        budgets[party.index - 1].use(group.query.cost(.subscription), at: now)
        forget(slot)
        out.append(.note(.groupSubscriptionEnded(group: id)))
        out.append(.tell(party, .groupEnded(id)))
    }

    // MARK: Watching

    /// Counts a group from now on, in the first free slot.
    private mutating func watch(_ group: WatchedGroup) -> Int {
        let slot = groups.firstIndex { $0 == nil } ?? groups.count
        if slot == groups.count { groups.append(nil) }
        if slot >= flags.room { flags.widen() }
        var group = group
        for person in members.indices {
            let belongs = members[person].belongs(to: group.query.criteria)
            flags[person, slot] = belongs
            if belongs { group.count += 1 }
        }
        groups[slot] = group
        if group.query.criteria.followsPositions { moving.append(slot) }
        return slot
    }

    private mutating func forget(_ slot: Int) {
        let clock = groups[slot]?.phase == .frozen ? nil : groups[slot]?.clock
        groups[slot] = nil
        moving.removeAll { $0 == slot }
        guard let clock else { return }
        clocks[clock].users -= 1
        if clocks[clock].users == 0 { running.removeAll { $0 == clock } }
        clocks[clock].needed = groups.reduce(into: []) { needed, group in
            if let group, group.clock == clock, group.phase != .frozen { needed.formUnion(group.query.parameters) }
        }
    }

    /// A subscription begins: with the first interval that is not under way.
    private mutating func start(_ slot: Int, at now: CityTime, _ out: inout [DataDirective]) {
        guard let group = groups[slot] else { return }
        let clock = group.clock
        if clocks[clock].users == 0 {
            clocks[clock].open(at: now)
            running.append(clock)
            running.sort()
        }
        clocks[clock].users += 1
        clocks[clock].needed.formUnion(group.query.parameters)
        let number = clocks[clock].interval(of: now)
        groups[slot]?.first = clocks[clock].start(of: number) == now ? number : number + 1
        groups[slot]?.phase = .running
        out.append(.note(.groupSubscribed(group: group.id)))
        out.append(.tell(group.party, .groupSubscribed(group.id)))
    }

    // MARK: Changes

    /// Looks to which of these groups somebody belongs now.
    mutating func refresh(_ person: Int, _ slots: [Int], at now: CityTime, _ out: inout [DataDirective]) {
        var changed = false
        for slot in slots where change(person, slot) { changed = true }
        if changed { review(at: now, &out) }
    }

    /// Looks at one person and group; returns whether that changed.
    private mutating func change(_ person: Int, _ slot: Int) -> Bool {
        guard let belongs = groups[slot].map({ members[person].belongs(to: $0.query.criteria) }) else { return false }
        guard flags[person, slot] != belongs else { return false }
        flags[person, slot] = belongs
        groups[slot]?.count += belongs ? 1 : -1
        return true
    }

    /// A day begins: all who have a birthday are a year older at once, and only then it is looked which groups are large enough.
    mutating func haveBirthdays(_ day: CivilDate, at now: CityTime, _ out: inout [DataDirective]) {
        let aging = groups.indices.filter { groups[$0]?.query.criteria.followsAges ?? false }
        for person in members.indices where members[person].isHere {
            let age = members[person].age(on: day)
            guard age != members[person].age else { continue }
            members[person].age = age
            for slot in aging { _ = change(person, slot) }
        }
        review(at: now, &out)
    }

    /// Pauses and resumes subscriptions, and answers frozen requests, by what the groups count now.
    mutating func review(at now: CityTime, _ out: inout [DataDirective]) {
        guard isUp else { return }
        for slot in groups.indices {
            guard let group = groups[slot] else { continue }
            switch (group.phase, group.count >= least) {
            case (.running, false):
                groups[slot]?.phase = .paused
                out.append(.note(.groupSubscriptionPaused(group: group.id)))
                out.append(.tell(group.party, .groupPaused(group.id)))
            case (.paused, true):
                groups[slot]?.phase = .running
                out.append(.note(.groupSubscriptionResumed(group: group.id)))
                out.append(.tell(group.party, .groupResumed(group.id)))
            case (.frozen, true):
                if group.purpose == .subscription {
                    start(slot, at: now, &out)
                } else {
                    forget(slot)
                    gather(group, at: now, &out)
                }
            case (.running, true), (.paused, false), (.frozen, false): break
            }
        }
    }

    // MARK: Answers

    /// Asks for the stored batches of all who belong to the group now.
    private func gather(_ group: WatchedGroup, at now: CityTime, _ out: inout [DataDirective]) {
        let clock = clocks[group.clock]
        let end = clock.start(of: clock.interval(of: now))
        let people = members.indices.filter { members[$0].belongs(to: group.query.criteria) }
        out.append(
            .gather(
                GroupJob(
                    group: group.id, party: group.party, query: group.query, members: people.map { WearerID($0) },
                    start: end - group.query.interval * Int(group.query.count), end: end)))
    }

    /// The answer to a request was worked out; in the turn in which it was asked for.
    public func answer(_ job: GroupJob, _ parts: [GroupPart]) -> [DataDirective] {
        let answer = GroupAnswer(
            members: Self.told(job.members.count), interval: job.query.interval, parts: parts)
        var out = [
            DataDirective.note(
                .groupAnswered(group: job.group, members: answer.members, intervals: Int32(parts.count)))
        ]
        for part in parts { note(part, of: job.group, &out) }
        out.append(.tell(job.party, .group(job.group, answer)))
        return out
    }

    private static func told(_ count: Int) -> Int32 { Int32(clamping: count / 100 * 100) }

    private func note(_ part: GroupPart, of group: GroupID, _ out: inout [DataDirective]) {
        for value in part.values {
            out.append(
                .note(
                    .groupValue(
                        group: group, from: part.start, parameter: value.parameter, contributors: value.count,
                        mean: value.meanTenths, low: value.lowTenths, high: value.highTenths)))
        }
    }

    /// An interval is over: each group that is large enough gets its aggregate. People are sorted by their mean once for all groups.
    mutating func close(_ clock: Int, at now: CityTime, _ out: inout [DataDirective]) {
        let (number, start, end) = (
            clocks[clock].number, clocks[clock].start(of: clocks[clock].number), clocks[clock].end
        )
        let served = groups.indices.filter { slot in
            groups[slot].map { $0.clock == clock && $0.phase == .running && $0.first <= number } ?? false
        }
        var values: [[GroupValue]] = Array(repeating: [], count: served.count)
        if !served.isEmpty {
            for parameter in clocks[clock].needed.parameters {
                let means = clocks[clock].means(of: parameter)
                for (index, slot) in served.enumerated() {
                    guard groups[slot]?.query.parameters.contains(ParameterSet(parameter)) == true else { continue }
                    let own = means.compactMap { flags[$0.person, slot] ? $0.mean : nil }
                    if let value = GroupStatistics(sorted: own)?.published(parameter, least: least) {
                        values[index].append(value)
                    }
                }
            }
        }
        clocks[clock].open(at: min(now, handled))
        for (index, slot) in served.enumerated() {
            guard let group = groups[slot] else { continue }
            let part = GroupPart(start: start, values: values[index])
            let answer = GroupAnswer(
                members: Self.told(group.count), interval: group.query.interval, parts: [part])
            out.append(
                .note(
                    .groupDelivered(
                        group: group.id, from: start, to: end, members: answer.members,
                        values: Int32(part.values.count))))
            note(part, of: group.id, &out)
            out.append(.tell(group.party, .group(group.id, answer)))
        }
    }

    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        for slot in groups.indices {
            guard let group = groups[slot] else { continue }
            var count = 0
            for person in members.indices {
                let belongs = members[person].belongs(to: group.query.criteria)
                precondition(flags[person, slot] == belongs, "person \(person) is wrong in group \(group.id)")
                if belongs { count += 1 }
            }
            precondition(count == group.count, "group \(group.id) counts \(group.count) in place of \(count)")
            precondition(group.phase != .running || count >= least, "group \(group.id) runs with \(count)")
            precondition(group.phase == .running || count < least, "group \(group.id) waits with \(count)")
        }
        for person in members.indices {
            let pairs = consents.pairs(of: WearerID(person))
            precondition(
                pairs.count(where: \.isSubscribed) == Int(members[person].subscriptions),
                "person \(person) counts other subscriptions")
            precondition(
                pairs.allSatisfy { !$0.isSubscribed || $0.state == .accepted }, "person \(person): no consent")
        }
    }
}
