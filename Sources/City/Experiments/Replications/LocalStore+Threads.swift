// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Foundation

extension LocalStore {
    /// How it went.
    enum Ending {
        case complete
        case stopped
        case failed(ReplicationError)
    }

    /// What is opened: experiments that grow together, with their journals, and the rule that ends them.
    typealias Opening = (members: [(experiment: Replications, journal: ReplicationJournal?)], rule: ReplicationRule)

    /// Runs courses on threads of its own: one experiment, several side by side, or many one after another.
    ///
    /// The calling thread opens the courses, reports the progress and takes what they gave; all else is the workers'.
    ///
    /// - Parameters:
    ///   - most: the largest number of replications, all courses together.
    ///   - open: gives a course; asked in order, on the calling thread, not before threads are about to want its work.
    ///   - progress: called now and then on the calling thread; false stops, and what is finished is kept.
    ///   - close: takes what a course gave. Courses come in the order of finishing. When stopped, open ones come too.
    static func run<Failure>(
        courses count: Int, most: Int, threads: Int, open: (Int) throws(Failure) -> Opening,
        progress: ((ReplicationProgress) -> Bool)?, close: (Int, [ReplicationSet]) -> Void
    ) throws(Failure) -> Ending {
        let store = LocalStore()
        let threadsRunning = DispatchGroup()
        var (workers, opened, closed) = (0, 0, 0)
        var (finished, finishedNow, notifiedNow) = (0, 0, 0)
        var ending = Ending.complete
        var crew: (any ReplicationCrew)?

        func look() -> News {
            let news = store.takeNews()
            finished += news.finished
            finishedNow += news.finished
            closed += news.closed.count
            for (index, course) in news.closed { close(index, course.sets(isStopped: false)) }
            return news
        }
        // Whatever happens, the threads are at their end before this returns.
        func endWorkers() -> News {
            store.end(workers)
            threadsRunning.wait()
            return look()
        }

        repeat {
            while opened < count, store.hasFewer(than: crew?.reach ?? threads) {
                do throws(Failure) {
                    let (members, rule) = try open(opened)
                    let course = ReplicationCourse(
                        members.map(\.experiment), rule: rule,
                        finished: members.map { $0.experiment.finished(in: $0.journal) })
                    finished += course.finishedCount
                    crew = members.first?.experiment.crew
                    store.open(opened, course, members.map(\.journal), threads: threads)
                } catch {
                    _ = endWorkers()
                    throw error
                }
                opened += 1
                _ = look()
            }
            // Nothing was left to be run.
            if closed == count, workers == 0 { break }
            while workers < (crew == nil ? max(1, min(threads, most)) : 1) {
                workers += 1
                threadsRunning.enter()
                let thread = Thread { [crew] in
                    if let crew { crew.work(for: ReplicationSource(store)) } else { store.work() }
                    threadsRunning.leave()
                }
                // As much as a main thread has: the depth of a run's calls is not bounded by half a megabyte.
                thread.stackSize = 8 << 20
                thread.start()
            }
            store.news.wait(seconds: 0.05)
            let news = look()
            if let failure = news.failure {
                ending = .failed(failure)
                break
            }
            let reported = ReplicationProgress(
                finishedNow: finishedNow, source: store, finished: finished, most: most, running: news.running,
                hasNew: finishedNow > notifiedNow, experimentsFinished: closed, experiments: count,
                workers: news.workers)
            notifiedNow = finishedNow
            // Told of the end as well; then its answer changes nothing.
            if let progress, !progress(reported), closed < count {
                ending = .stopped
                break
            }
        } while closed < count
        let last = endWorkers()
        if case .stopped = ending {
            if let failure = last.failure { return .failed(failure) }
            for (index, course) in store.rest { close(index, course.sets(isStopped: true)) }
        }
        return ending
    }
}
