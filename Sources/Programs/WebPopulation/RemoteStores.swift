// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import CitySlices
import StoreRules
import StoreSimulation
import Synchronization
import WebInterface

/// The stores of a live server as simulated shoppers see them: it takes what their phones and the devices of stores send, and brings them
/// answers and notices.
final class RemoteStores: ServerGateway {
    let city: RemoteCity
    let requests: StoreRequests
    let answers: StoreAnswers
    let phones: PhoneOpener

    private let loop: CityLoop
    private let devices: StoreDevices
    private let storeCount: Int
    private let state = Mutex(State())

    private struct Line {
        let jobs: AsyncStream<RemoteShopper.Job>.Continuation
        let work: Task<Void, Never>
    }

    private struct State {
        weak var crowd: ShopperCrowd?
        var shoppers: [ShopperID: Line] = [:]
        /// Who came once and is gone: what their phones have still sent comes after that.
        var gone: Set<ShopperID> = []
        /// What devices send that is under way: each at once, whatever the others do.
        var underWay: [Int: Task<Void, Never>] = [:]
        var sent = 0
        /// Who reads what the devices of stores show.
        var readers: [Task<Void, Never>] = []
        var isOver = false
    }

    init(
        _ city: RemoteCity, loop: CityLoop, layout: any ZoneLayout, phones: PhoneOpener, devices: StoreDevices,
        stores: Int
    ) {
        (self.city, self.loop, self.phones, self.devices, storeCount) = (city, loop, phones, devices, stores)
        requests = StoreRequests(layout: layout)
        answers = StoreAnswers(city.answers)
    }

    /// Tells these people; before the run.
    func connect(_ crowd: ShopperCrowd) { state.withLock { $0.crowd = crowd } }

    /// Reads what the devices of all stores show, as a monitor before its people does.
    func watch() {
        let readers = (0..<storeCount).map { index in
            let store = StoreID(index + 1)
            return Task { await self.watch(store) }
        }
        state.withLock { $0.readers = readers }
    }

    // MARK: From people and devices

    func arrive(_ envelope: Envelope) {
        let role = envelope.connection.role
        if role.name == .shopper { return give((envelope, loop.now), to: ShopperID(role.number)) }
        if case .totem(let store, let message) = envelope.message as? StoreMessage {
            return send(envelope, message, at: store, due: loop.now)
        }
        // In a turn of its own, as every answer is.
        loop.schedule(at: loop.now, as: .arrival) { [self] in
            let refused = ServerAnswer.refused(envelope.message.kind, .moduleOff)
            state.withLock { $0.crowd }?.refuse(envelope.connection, refused, to: envelope.serial)
        }
    }

    func forget(_ connection: Connection) {
        let shopper = ShopperID(connection.role.number)
        // What is under way is finished first.
        state.withLock { state in
            state.gone.insert(shopper)
            state.shoppers[shopper]?.jobs.finish()
            state.shoppers[shopper] = nil
        }
    }

    private func give(_ job: RemoteShopper.Job, to shopper: ShopperID) {
        state.withLock { state in
            guard !state.isOver else { return }
            if let line = state.shoppers[shopper] {
                line.jobs.yield(job)
                return
            }
            let (jobs, line) = AsyncStream.makeStream(of: RemoteShopper.Job.self)
            let remote = RemoteShopper(shopper, self)
            let work = Task { await remote.work(jobs) }
            line.yield(job)
            if state.gone.contains(shopper) { return line.finish() }
            state.shoppers[shopper] = Line(jobs: line, work: work)
        }
    }

    private func send(_ envelope: Envelope, _ message: TotemMessage, at store: StoreID, due: CityTime) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.sent += 1
            let number = state.sent
            state.underWay[number] = Task {
                await self.carryOut(envelope, message, at: store, due, number)
                self.state.withLock { $0.underWay[number] = nil }
            }
        }
    }

    private func carryOut(
        _ envelope: Envelope, _ message: TotemMessage, at store: StoreID, _ due: CityTime, _ number: Int
    ) async {
        let (kind, tally) = (envelope.message.kind, city.counts(due) ? city.tally : nil)
        var (request, device) = StoreRequests.of(message, at: store)
        (request.device, request.source) = (devices.key(of: device), envelope.source)
        if request.isKeyed { request.key = "\(city.name)-\(envelope.connection.key)-\(number)" }
        var (said, taken): (GateAnswer?, ServerAnswer) = (nil, .refused(kind, .timedOut))
        if let answer = await city.ask(request) {
            if let refusal = answers.refusal(answer) {
                tally?.refused(kind, refusal.word)
                taken = .refused(kind, refusal)
            } else {
                if !answer.isGood { tally?.refused(kind, answer.word) }
                tally?.answered(kind, after: city.since(due))
                (said, taken) = (answers.device(message, answer), .taken(kind))
            }
        } else {
            tally?.lost(kind)
        }
        let (told, last) = (said, taken)
        await bring { crowd in crowd.answer(envelope.connection, told, as: last, to: envelope.serial) }
    }

    // MARK: What devices show

    private func watch(_ store: StoreID) async {
        var last: Int64 = 0
        while !Task.isCancelled {
            var request = PersonRequest(.get, "/totems/\(store.number)/displays?after=\(last)")
            request.device = devices.key(of: StoreDevice(.totem, of: store))
            guard let answer = await city.look(request), answer.isGood else {
                // Nothing was shown for as long as a request takes, or the server is not there.
                try? await Task.sleep(for: .seconds(1))
                continue
            }
            last = answer.content["last"]?.number.flatMap { Int64(exactly: $0) } ?? last
            for entry in answer.content["displays"]?.list ?? [] {
                guard let shown = entry["display"].flatMap({ answers.display($0) }) else { continue }
                await show(shown.line, of: shown.pass, at: store)
            }
        }
    }

    private func show(_ line: MonitorLine?, of pass: PassID, at store: StoreID) async {
        await bring { crowd in
            guard let line else { return crowd.opens(store, for: pass) }
            crowd.show(store, pass, line)
        }
    }

    // MARK: To people

    func answer(_ envelope: Envelope, _ answer: ServerAnswer) async {
        await bring { $0.answer(envelope.connection, answer, to: envelope.serial) }
    }

    /// Reads text messages, and hands them to whom they are for.
    func deliverTexts() async {
        for (shopper, code) in phones.read() { await bring { $0.receive(code: code, by: shopper) } }
    }

    /// Does something with those who live here; nothing after the end.
    func bring(_ tell: @escaping @Sendable (ShopperCrowd) -> Void) async {
        guard let crowd = state.withLock({ $0.crowd }) else { return }
        try? await loop.ask { tell(crowd) }
    }

    /// Lets everybody finish what is under way, then hangs up.
    func end() async {
        let (lines, underWay, readers) = state.withLock { state in
            state.isOver = true
            defer { (state.shoppers, state.readers) = ([:], []) }
            return (Array(state.shoppers.values), Array(state.underWay.values), state.readers)
        }
        for reader in readers { reader.cancel() }
        for line in lines { line.jobs.finish() }
        for line in lines { await line.work.value }
        for task in underWay { await task.value }
    }
}
