// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import HealthRules
import RandomStreams

/// Signing up, linking the device, and what people change.
extension HealthPopulation {
    /// How long somebody waits whom a service that is down does not answer.
    static let patience = TimeSpan.minutes(1)

    func habit(of index: Int) -> WearerGroup { groups[wearers[index].group].habit }

    /// Somebody signs up, logs in, and answers whether the app may read health data and position (SEC-10).
    func signsUp(_ index: Int) {
        let life = wearers[index]
        guard ask(.register(life.data, client: life.client)), let id = registered else {
            return plan(.signUp, index, at: loop.now + Self.patience)
        }
        wearers[index].id = id
        membership?.note(id.number, of: .health, group: life.group)
        while indices.count < id.index { indices.append(0) }
        indices[id.index - 1] = index
        _ = ask(.wearer(id, .logIn(seal: life.seal)))
        answersQuestion(index)
    }

    /// Somebody says whether the app may read health data and position (SEC-10), and what else is set at first.
    func answersQuestion(_ index: Int) {
        ask(index, .permit(wearers[index].permits)) { people, isHeard in
            guard isHeard else { return people.plan(.permit, index, at: people.loop.now + Self.patience) }
            people.setsUp(index)
        }
    }

    private func setsUp(_ index: Int) {
        let life = wearers[index]
        if !life.leavesSOSOn {
            ask(index, .setSOS(false)) { people, isHeard in if isHeard { people.wearers[index].isSOSOn = false } }
        }
        let group = groups[life.group]
        planSwitch(index, group.habit)
        planMove(index, group.habit)
        guard life.permits else { return }
        plan(.link, index, at: loop.now + wearers[index].links.time(group.habit.linkAfter))
    }

    /// The device is linked, or is not found (HEALTH-DEVICE-EXC).
    func links(_ index: Int) {
        let fails = wearers[index].links.chance(habit(of: index).linkFailure)
        ask(index, .link(wearers[index].device, isFound: !fails)) { people, isHeard in
            guard isHeard else { return people.plan(.link, index, at: people.loop.now + Self.patience) }
            people.linked(index, fails: fails)
        }
    }

    private func linked(_ index: Int, fails: Bool) {
        let habit = habit(of: index)
        guard fails else {
            wearers[index].isLinked = true
            wearers[index].failedLinks = 0
            drawLoss(index, after: loop.now)
            drawEmpty(index, after: loop.now)
            drawEpisode(index, after: loop.now)
            return beginsDay(index)
        }
        wearers[index].failedLinks += 1
        if wearers[index].failedLinks % habit.helpAfter == 0 { _ = ask(.wearer(wearers[index].id, .callHelpLine)) }
        plan(.link, index, at: loop.now + wearers[index].links.time(habit.retry))
    }

    // MARK: The day

    /// The device is put on, now or later today.
    func beginsDay(_ index: Int) {
        let habit = habit(of: index)
        let from = wearers[index].hours.time(habit.wornFrom)
        let length = wearers[index].hours.time(habit.wornFor)
        let isInBackground = wearers[index].hours.chance(habit.background)
        let start = loop.now.midnight + from
        wearers[index].wornUntil = length >= .hours(24) ? .never : start + length
        guard wearers[index].wornUntil > loop.now else {
            return plan(.day, index, at: loop.now.midnight + .hours(24))
        }
        let begins = length >= .hours(24) ? loop.now : max(start, loop.now)
        wearers[index].isInBackground = isInBackground
        note(.devicePutOn(wearer: wearers[index].id, isInBackground: isInBackground, every: habit.every))
        // Nothing is known of the time in between.
        wearers[index].measured = nil
        planBatch(index, from: begins + wearers[index].phase, groups[wearers[index].group])
    }

    /// The device is taken off for the night.
    func endsDay(_ index: Int) {
        note(.deviceTakenOff(wearer: wearers[index].id))
        flushLater(index, notBefore: loop.now)
        let until = wearers[index].wornUntil
        // Worn past midnight: the next day has begun already.
        plan(
            .day, index, at: max(loop.now, until.midnight + (until.sinceMidnight < .hours(4) ? .hours(4) : .hours(24))))
    }

    // MARK: What may befall

    func drawLoss(_ index: Int, after time: CityTime) {
        let habit = habit(of: index)
        guard let from = next(habit.lostLinks, after: time, &wearers[index].links) else { return }
        wearers[index].lost = (from, from + wearers[index].links.time(habit.lostFor))
    }

    func drawEmpty(_ index: Int, after time: CityTime) {
        let habit = habit(of: index)
        guard let from = next(habit.emptyBatteries, after: time, &wearers[index].hours) else { return }
        wearers[index].empty = (from, from + wearers[index].hours.time(habit.chargesFor))
    }

    func drawEpisode(_ index: Int, after time: CityTime) {
        let group = groups[wearers[index].group]
        guard let from = next(group.episodeRate, after: time, &wearers[index].episodes) else { return }
        let episode = group.habit.episodes[wearers[index].episodes.pick(weights: group.episodeWeights)]
        let length = wearers[index].episodes.time(episode.length)
        let change = max(0, wearers[index].episodes.draw(episode.change))
        let place = group.processes.firstIndex { $0.parameter == episode.parameter } ?? 0
        wearers[index].episode = (from, from + length, place, episode.falls ? -change : change)
        let (id, parameter) = (wearers[index].id, episode.parameter)
        loop.schedule(at: from, as: .arrival) { [self] in
            note(.episodeBegan(wearer: id, parameter: parameter, length: length))
        }
    }

    /// The next instant of a Poisson process of so many a day; nil for none.
    private func next(_ perDay: Double, after time: CityTime, _ stream: inout RandomStream) -> CityTime? {
        guard perDay > 0 else { return nil }
        return time + TimeSpan.seconds(stream.draw(.exponential(mean: 86_400 / perDay))).roundedToMilliseconds
    }

    // MARK: What people change

    private func planSwitch(_ index: Int, _ habit: WearerGroup) {
        if let time = next(habit.switches, after: loop.now, &wearers[index].choices) {
            plan(.switchSOS, index, at: time)
        }
    }

    /// Somebody switches the SOS service on or off (HEALTH-R26).
    func switchesSOS(_ index: Int) {
        let isOn = !wearers[index].isSOSOn
        ask(index, .setSOS(isOn)) { people, isHeard in if isHeard { people.wearers[index].isSOSOn = isOn } }
        planSwitch(index, habit(of: index))
    }

    private func planMove(_ index: Int, _ habit: WearerGroup) {
        if let time = next(habit.movesHouse / 365.2425, after: loop.now, &wearers[index].choices) {
            plan(.moveHouse, index, at: time)
        }
    }

    /// Somebody lives elsewhere, and says so (ACCOUNT-TRACK-R31).
    func movesHouse(_ index: Int) {
        let group = groups[wearers[index].group]
        let home = group.homes?.place(&wearers[index].choices) ?? .origin
        wearers[index].home = home
        wearers[index].data.residence = home
        _ = ask(.wearer(wearers[index].id, .change(wearers[index].data)))
        planMove(index, group.habit)
    }
}
