// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Foundation

/// The threads that run replications: of one experiment, of several side by side, or of many one after another.
///
/// A thread takes the next job, runs it on a loop of its own, hands the result over, and so on. The calling thread opens
/// the groups, keeps the journals, asks the rules, and tells the progress. What a group gives depends on its replications by
/// number only, so neither the number of threads nor the order of finishing changes anything.
struct ReplicationPool {
    /// How it went.
    enum Ending {
        case complete
        case stopped
        case failed(group: Int, ReplicationError)
    }

    /// How many run at once.
    let threads: Int
    /// How many groups there are.
    let groups: Int
    /// The largest number of replications, all groups together.
    let most: Int

    /// Runs the groups.
    ///
    /// - Parameters:
    ///   - open: gives a group; asked in order, on the calling thread, not before threads are about to want its jobs.
    ///   - progress: told now and then on the calling thread; false stops, and what is finished is kept.
    ///   - close: takes what a group gave. Groups come in the order of finishing. When stopped, open ones come too.
    func run<Failure>(
        open: (Int) throws(Failure) -> ReplicationGroup, progress: ((ReplicationProgress) -> Bool)?,
        close: (Int, [ReplicationSet]) -> Void
    ) throws(Failure) -> Ending {
        let board = JobBoard()
        var workers = 0
        // Whatever happens, the threads are at their end before this returns.
        func endWorkers() -> [JobBoard.Finished] {
            board.end(workers)
            var last: [JobBoard.Finished] = []
            while workers > 0 {
                board.news.wait()
                let news = board.takeNews()
                workers -= news.ended
                last += news.finished
            }
            return last
        }

        var courses: [Int: GroupCourse] = [:]
        var (next, closed) = (0, 0)
        var (finished, finishedNow) = (0, 0)
        var shown: [[Replication]] = []
        var ending = Ending.complete

        func settle(_ index: Int, _ course: GroupCourse) {
            course.extend()
            guard course.isDone else { return }
            board.cancel(index)
            courses[index] = nil
            closed += 1
            close(index, course.sets(isStopped: false))
        }
        func keep(_ found: JobBoard.Finished) {
            // What comes in after its group is done is not wanted any more.
            guard let course = courses[found.job.group] else { return }
            do throws(JournalProblem) {
                try course.take(found.replication, of: found.job.member)
                finished += 1
                finishedNow += 1
            } catch {
                ending = .failed(group: found.job.group, .journal(error))
            }
        }

        repeat {
            while next < groups, board.hasFewer(than: threads) {
                let group: ReplicationGroup
                do throws(Failure) {
                    group = try open(next)
                } catch {
                    for last in endWorkers() { keep(last) }
                    throw error
                }
                let course = GroupCourse(group)
                courses[next] = course
                finished += course.finished
                settle(next, course)
                if courses[next] != nil { board.add(course.jobs(next), threads: threads) }
                next += 1
            }
            if courses.isEmpty { break }
            while workers < min(threads, most) {
                workers += 1
                let thread = Thread { board.work() }
                // As much as a main thread has: the depth of a run's calls is not bounded by half a megabyte.
                thread.stackSize = 8 << 20
                thread.start()
            }
            board.news.wait()
            let news = board.takeNews()
            workers -= news.ended
            if let failed = news.failure { ending = .failed(group: failed.group, failed.error) }
            for found in news.finished { keep(found) }
            for index in Set(news.finished.map(\.job.group)).sorted() {
                guard let course = courses[index] else { continue }
                settle(index, course)
                shown = course.rows
            }
            if case .failed = ending { break }
            let told = ReplicationProgress(
                finishedNow: finishedNow, rows: shown, finished: finished, most: most, running: news.running,
                hasNew: !news.finished.isEmpty, experimentsFinished: closed, experiments: groups)
            // Told of the end as well; then its answer changes nothing.
            if let progress, !progress(told), closed < groups {
                ending = .stopped
                break
            }
        } while closed < groups
        for last in endWorkers() { keep(last) }
        if case .stopped = ending {
            for index in courses.keys.sorted() {
                guard let course = courses[index] else { continue }
                course.extend()
                close(index, course.sets(isStopped: true))
            }
        }
        return ending
    }
}
