// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A service as a run's results know it.
package struct ReportedService {
    let service: ServiceID
    let title: String
    let metrics: [MetricDescription]
    let headlines: [String]
    let fold: (any ServiceFold)?
    /// Counts its events, where its fold does not; nil where there is nothing to count.
    let counter: EventCounter?

    /// - Parameters:
    ///   - service: the service.
    ///   - title: what stands above its part of a page.
    ///   - metrics: its metrics.
    ///   - headlines: the names of those that summaries show.
    ///   - events: the types of its events, where its fold does not count them.
    ///   - fold: what folds its events; nil for nothing.
    package init(
        _ service: ServiceID, title: String, metrics: [MetricDescription] = [], headlines: [String] = [],
        counting events: [any Event.Type] = [], fold: (any ServiceFold)?
    ) {
        (self.service, self.title, self.metrics, self.headlines, self.fold) = (service, title, metrics, headlines, fold)
        counter = events.isEmpty ? nil : EventCounter(events)
    }
}

/// The results of all services of a run, folded from the event log in one pass.
package final class RunMetrics {
    private let services: [ReportedService]
    private let isDrawn: Bool

    /// Begins with the folds of a run's services; `isDrawn` says whether a page is made of the run.
    package init(_ services: [ReportedService], isDrawn: Bool = true) {
        (self.services, self.isDrawn) = (services, isDrawn)
    }

    /// What must observe the run.
    package var readers: [any EventObserver] {
        services.flatMap { service -> [any EventObserver] in
            let fold: [any EventObserver] = service.fold.map { [$0] } ?? []
            return service.counter.map { [$0] + fold } ?? fold
        }
    }

    /// Demands counted so far, for a line of progress.
    package var demandCount: Int { services.reduce(0) { $0 + ($1.fold?.demandCount ?? 0) } }

    /// What the services came to. Not asked for before the run is over.
    package lazy var result = MetricsResult(
        services.map { service in
            ServiceResult(
                service.service, title: service.title, metrics: service.metrics, headlines: service.headlines,
                fold: service.fold, eventCounts: service.counter?.counts ?? [:], isDrawn: isDrawn)
        })
}
