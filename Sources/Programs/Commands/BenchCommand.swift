// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CityLoop
import CityModel
import RandomStreams

/// Measures the machine, not the city: the only commands that look at host time.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure the speed of parts of the simulator on this machine.",
        subcommands: [
            Kernel.self, Plans.self, Records.self, Sharing.self, Store.self, Streets.self, Timetables.self, Trips.self,
        ])

    /// The kernel alone, after PHOLD (Fujimoto 1990): each agent waits an exponential time of mean 1 s, counts, and waits
    /// again.
    struct Kernel: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "kernel",
            abstract: "Measure events per second of the loop: agents that wait exponential times.")

        /// How the agents wait.
        enum Form: String, ExpressibleByArgument, CaseIterable {
            /// By timers on the actor.
            case timer
            /// By sleeping in a task.
            case task
        }

        @Option(help: "How the agents wait: timer or task.") var form = Form.timer
        @Option(help: "How many agents; at least 1.") var agents = 1_000
        @Option(help: "How many events in all; at least 1.") var events: Int64 = 5_000_000
        @Option(help: "The seed of the agents' random streams.") var seed: UInt64 = 1

        func validate() throws {
            guard agents >= 1, events >= 1 else { throw ValidationError("agents and events must be at least 1") }
        }

        func run() throws {
            let begin = HostUsage.cpuSeconds
            let loop = CityLoop()
            let key = StreamKey(seed: seed)
            var waiting: [WaitingAgent] = []
            waiting.reserveCapacity(agents)
            for number in 0..<UInt64(agents) {
                let stream = RandomStream(key, for: .test, of: number)
                let agent = WaitingAgent(loop, stream, limit: events)
                waiting.append(agent)
                switch form {
                case .timer: agent.onLoop { $0.begin() }
                case .task: loop.start(TaskName("agent", Int(number)), endless: true) { try await agent.live() }
                }
            }
            try loop.run()
            let seconds = HostUsage.cpuSeconds - begin
            print(
                """
                {"form":"\(form.rawValue)","agents":\(agents),"events":\(loop.turn),"cpu_seconds":\(seconds),\
                "events_per_second":\((Double(loop.turn) / seconds).rounded()),"peak_rss_bytes":\(HostUsage.peakBytes)}
                """)
            loop.tearDown()
        }
    }
}

extension BenchCommand {
    /// Searches for a shared ride among very many pending ones; see `SharingBenchmark`.
    struct Sharing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sharing", abstract: "Measure searches for a shared ride among many pending rides.")

        @Option(help: "How many rides are pending; at least 1.") var rides = 10_000
        @Option(help: "How many searches are timed; at least 1.") var searches = 2_000
        @Option(help: "The seed of locations and times.") var seed: UInt64 = 1

        func validate() throws {
            guard rides >= 1, searches >= 1 else { throw ValidationError("rides and searches must be at least 1") }
        }

        func run() throws {
            for which in SharingBenchmark.Case.allCases {
                let figures = SharingBenchmark.measure(which, rides: rides, searches: searches, seed: seed)
                func micros(_ share: Double) -> Double { (figures.quantile(share) * 10).rounded() / 10 }
                print(
                    """
                    {"case":"\(which.rawValue)","rides":\(figures.rides),"searches":\(searches),\
                    "rides_in_zone":\(figures.candidates),"feasible":\(figures.feasible),\
                    "median_us":\(micros(0.5)),"p99_us":\(micros(0.99)),"max_us":\(micros(1))}
                    """)
            }
        }
    }
}

/// An agent that waits and counts.
private final actor WaitingAgent: TimedActor {
    private static let distribution = Distribution.exponential(mean: 1)

    nonisolated let loop: CityLoop
    private let limit: Int64
    private var stream: RandomStream
    private var count = 0

    init(_ loop: CityLoop, _ stream: RandomStream, limit: Int64) {
        self.loop = loop
        self.stream = stream
        self.limit = limit
    }

    private func gap() -> TimeSpan { .seconds(stream.draw(Self.distribution)) }

    private func note() {
        count += 1
        if loop.turn >= limit { loop.stop() }
    }

    func begin() { loop.schedule(self, 0, at: loop.now + gap()) }

    func timerFired(_ tag: TimerTag) {
        note()
        loop.schedule(self, 0, at: loop.now + gap())
    }

    func live() async throws {
        while true {
            try await loop.sleep(for: gap())
            note()
        }
    }
}
