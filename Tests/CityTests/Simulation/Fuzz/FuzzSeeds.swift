// SPDX-License-Identifier: GPL-3.0-or-later

/// What is broken: small scenarios that together use every section, and small maps.
enum FuzzSeeds {
    static let scenarios = [plain, served, modules, stores, races, emergencies, days]
    /// The same, and the rest of the keys.
    static let withEveryKey = scenarios + [habits, shopping]

    private static let days = """
        cabrank: 1
        name: days
        start: 2026-03-04 07:00
        length: 4 h
        city: {grid: {rows: 2, columns: 3, cell: 1 km}}
        drivers: [{name: cabs, count: 3}]
        passengers: [{name: callers, arrivals: {per-day: 100}}]
        people:
          - name: workers
            count: 12
            home: equal
            work: {2: 100%}
            bicycle: 40%
            car: 30%
            transit: 50%
            taxi: 60%
            shared-bicycle: 30%
            shared-car: 10%
            like: callers
            walk: 800 m
            cycle: 4 km
            early: {uniform: {from: 0 s, to: 10 min}}
            low-emission: 20%
            planner: 50%
            reserves: 30%
            lunch: {share: 70%, from: 12:00, until: 13:30, length: 20 min}
            dead-phones: {after: {exponential: 2 h}, length: {exponential: 10 min}}
            delay: 30 ms
            reaction: 2 min
            uses:
              - {service: stores, share: 80%, like: folk}
            days:
              - on: [mon, wed]
                activities:
                  - {name: work, place: work, start: {uniform: {from: 08:00, to: 09:00}}, length: 1 h}
                  - {name: lunch, place: near, share: 80%, window: {from: 09:30, until: 10:30}, length: 20 min}
                  - {name: shop, at: stores, share: 60%, window: {from: 08:30, until: 10:00}}
                  - {name: home, place: home, start: 10:40, length: 10 min}
        stores:
          groups: [{name: shop, count: 1, limit: 5, hours: "07:00-12:00"}]
          shoppers: [{name: folk, arrivals: {per-day: 50}}]
        trips:
          planner: true
          margin: 8 min
          engagements: true
          vehicles:
            - {provider: bikes, kind: bicycle, count: 6, zones: equal}

        """

    private static let plain = """
        cabrank: 1
        name: plain
        title: A town
        start: 2026-03-04 08:00
        holidays: {2026-03-04: sun}
        length: 1 h
        warm-up: 10 min
        seed: 1
        city: {grid: {rows: 2, columns: 3, cell: 2 km}, hysteresis: 20 m, gap-tolerance: 10 m}
        travel:
          free-speed: 28 km/h
          walking-speed: 4 km/h
          circuity: 1.3
          traffic: {mon-sat: 1, sun: {07:00-10:00: 0.8}}
          fixed-ride: {mon-sun: 90 s}
          ride-variability: {table: {0.8: 1, 1.2: 1}}
          variability: {gamma: {shape: 16, mean: 1}}
        dispatch: {policy: nearest, offer-deadline: 60 s, arrival-poll: 90 s, waiting-room: 3, shift-limit: 10 h}
        fleet: {drivers: 20}
        fares: {start: 3.10, per-km: {mon-sat: 1.4, sun: 1.9}, per-minute: 0.45, zones: {2: 2}, minimum-hourly: 12}
        costs: {per-km: 0.25}
        demand: {scale: 1.5}
        drivers:
          - name: cabs
            count: 5
            seats: {4: 80%, 6: 20%}
            start: {1: 50%, 2: 50%}
            answer: {reaction: {lognormal: {median: 8 s, sigma: 0.8}}, accept: 85%, refuse: 10%}
            boarding: {uniform: {from: 20 s, to: 60 s}}
            position-interval: 60 s
            idle: {cruise: {pause: 2 min, radius: 1 km}}
          - name: shifts
            count: 4
            shift: {start: {uniform: {from: 07:00, to: 08:30}}, length: 5 h, breaks: {after: 1 h, length: 10 min}}
            idle: {return: {zones: {3: 100%}, pause: 1 min}}
          - {name: station, count: 2, arrivals: {per-day: 50, rides: 2}}
          - name: curve
            count: 4
            on-duty: {mon-sun: 3}
            stint: {exponential: 20 min}
            turnaround: {exponential: 30 s}
            idle: {seek: {scale: 2 km, again: 5 min, weights: rides}}
          - {name: taught, count: 2, on-duty: 1, idle: {moves: ["mon-sun,0,24,1,2,3", "2026-03-04,0,24,1,4,1"]}}
        passengers:
          - name: residents
            population: {people: 20, thinking: {exponential: 30 min}}
            travelers: {1: 60%, 2: 25%, 5: 15%}
            destination: {gravity: {weights: area, scale: 2 km}}
            client: {gps-radius: {exponential: 15 m}, typing: 20 s, confirming: 5 s, web: 20%}
          - name: callers
            arrivals: {per-day: 400, people: 50, hourly: [0,0,0,0,0,0,0,3,5,4,4,5,6,5,4,4,5,6,4,1,0,0,0,0]}
            patience: {exponential: 5 min}
            call-again: 40%
            call-again-after: 60 s
            no-shows: 5%
            log-outs: 5%
          - name: recorded
            by: hail
            then: call
            patience: 4 min
            table: ["mon-sun,8,9,1,4,30", "2026-03-04,8,9,2,5,12.5", "2026-03-04,0,24,4,4,100"]
        changes:
          - {from: 08:10, until: 08:40, surge: {zones: [1, 2], factor: 3}}
          - {from: 08:20, until: 08:50, rain: {speed: 0.8, demand: 1.5, acceptance: 0.9}}
          - {from: 08:00, until: 08:30, closure: {zones: [5], factor: 2, emergency-factor: 1.5}}
        network: {delay: 40 ms, loss: 1%}
        record: {events: false, messages: true, invariants: true, level: error}
        budgets:
          - {name: wait, metric: wait.p95, at-most: 10 min}
          - {metric: calls.abortRate, below: 20%, judge: each}
        """

    private static let served = """
        cabrank: 1
        name: served
        length: 40 min
        city: {grid: {rows: 1, columns: 2, cell: 2 km}}
        server:
          workers: 2
          service: {laws: {other: 5 ms, login: {exponential: 60 ms}}}
          service-scale: 2
          queue-limit: 500
          time-out: 20 s
          rate-limit: {per-second: 5, burst: 20, anonymous: 10}
          tls-setup: 2 ms
          outages: [{from: 00:10, until: 00:12}]
          plain: 1%
          floods: [{from: 00:20, until: 00:21, who: anonymous, senders: 4, per-second: 20}]
        clients:
          mobile: {delay: {exponential: 40 ms}, input: {lognormal: {median: 9 s, sigma: 0.5}}}
          web: {delay: 20 ms, bandwidth: 2 Mb/s}
          adapted: 10%
        accounts:
          password-cost: reduced
          registered: 20
          wrong-passwords: 3%
          mail-delay: 10 s
          licence-left: {uniform: {from: 1 d, to: 150 d}}
          registrants: {per-day: 200, drivers: 10%, mistakes: {weak-password: 12%}, aborts: 3%, clicking: {exponential: 2 min}}
          lifetime: 20 min
          edit-pause: 5 min
        drivers: [{name: cabs, count: 4, position-interval: 30 s}]
        passengers: [{name: people, population: {people: 10, thinking: 20 min}}]
        record: {level: error}
        """

    private static let modules = """
        cabrank: 1
        name: modules
        start: 2026-03-04
        length: 5 h
        modules: [reservations, sharing]
        city: {grid: {rows: 2, columns: 2, cell: 1500 m, anchor: {longitude: 9.19, latitude: 45.46}}}
        reservations: {shortest-lead: 2 h, round-pause: 60 s, activation: 10 min}
        sharing: {detour: 1.3, cap: 4, mean-approach: 300 s}
        drivers: [{name: cabs, count: 6, seats: 6}]
        passengers:
          - name: callers
            arrivals: {per-day: 200}
            reserving: {share: 40%, lead: {uniform: {from: 2 h, to: 3 h}}, cancel: 10%, patience: 10 min, views: 10%}
            sharing: {willing: 50%, accept: 80%, per-minute: 2%, choosing: 10 s}
        record: {level: error}
        """

    private static let stores = """
        cabrank: 1
        name: stores
        start: 2026-03-07 08:00
        length: 2 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        stores:
          service: true
          rules: {least-visit: 1 min, borrow-places: true, estimate-spacing: 30 s, longest-travel: 45 min}
          groups:
            - name: markets
              chain: green
              count: 2
              names: [Old Market, New Market]
              zones: equal
              limit: 9
              quotas: {normal: 5, priority: 1, booking: 3}
              hours: {sat: 08:00-09:30, mon: closed}
              slots: {every: 15 min, size: 2, first: 08:15, end: 09:15}
              admission-window: 10 min
              grace: 5 min
              holding: 30 min
              delays: {notice: 3 min, major: 20 min, hopeless: 1 h}
            - {name: corners, places: [{longitude: 0.001, latitude: 0.001}], limit: 2, hours: always, priority-queue: true}
          shoppers:
            - name: folk
              population: {people: 20, pause: {exponential: 30 min}}
              home: {1: 70%, 2: 30%}
              without-phone: 20%
              special-needs: 5%
              books: 20%
              compares: 3
              longest-line: {exponential: 20 min}
              patience: 30 min
              set-out: {uniform: {from: 0 s, to: 5 min}}
              visit: {gamma: {shape: 2, mean: 20 min}}
              visit-by-hour: {08:00-09:00: 0.5}
              no-shows: 5%
              lost-codes: 5%
              alternatives: 50%
              booking: {ahead: 30 min, own-time: 50%, late: 4 min, cancels: 10%, accepts: 50%, declines: 20%}
            - {name: guests, arrivals: {per-day: 300, people: 40}, walk: 2 min}
          passengers-shop: {share: 50%, like: folk, pause: 30 min}
          drivers-shop: {share: 30%, like: folk, pause: 2 h}
          changes:
            - {at: 08:40, group: markets, limit: 4}
            - {at: 09:00, store: 1, quotas: {normal: 2, priority: 1, booking: 1}}
            - {at: 09:10, store: 3, remove: store}
        drivers: [{name: cabs, count: 3}]
        passengers: [{name: people, population: {people: 10, thinking: 30 min}}]
        record: {level: error}
        """

    /// Races with all their keys.
    private static let races = """
        cabrank: 1
        name: races
        start: 2026-05-10 08:00
        length: 3 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        races:
          held: true
          rules: {interval: 30 s, reminder: 1 h, spectators: 5, named: 3}
          events:
            - name: dash
              organiser: 2
              created: 08:10
              start: 09:00
              end: 09:40
              maximum: 20
              spectators: 4
              track: [{longitude: 0.001, latitude: 0.001}, {longitude: 0.009, latitude: 0.001}, {longitude: 0.009, latitude: 0.01}]
              laps: 2
              track-defined: 08:40
              waves: 2
              wave-every: 1 min
              first-flow: 5
              later-flow: 2
              first-part: 60%
              day-factor: 1.02
              cut-offs: [{at: 2 km, after: 15 min}]
              closes: {before: 10 min, after: 5 min, factor: 3, emergency-factor: 1.5}
            - {name: never, start: 10:00, end: 10:30, maximum: 5, spectators: none}
          runners:
            - name: club
              people: 25
              race: dash
              looks-after: {exponential: 10 min}
              wishes: 50%
              consents: 90%
              withdraws: 5%
              no-shows: 5%
              pace: {least: 90 s, median: 280 s, sigma: 0.25}
              fade: {least: 0.8, median: 0.3, sigma: 0.3, with-pace: 40%}
              line-up: 50%
              drop-outs: 10%
              drop-out-at: {uniform: {from: 10%, to: 90%}}
              position-age: {uniform: {from: 0 s, to: 2 s}}
          watchers:
            - {name: friends, people: 10, race: dash, spectates: 50%, follows: 50%, opens-after: 5 min, stays: 10 min, statistics: 20%}
          passengers-run: {share: 40%, like: club}
          drivers-run: {share: 30%, like: club}
        drivers: [{name: cabs, count: 3}]
        passengers: [{name: people, population: {people: 10, thinking: 30 min}}]
        record: {level: error}
        """

    private static let kinds = [
        "registration", "login", "logout", "profile", "prepare-call", "call", "arrival-poll", "abandon", "status",
        "position",
        "offer-answer", "offer-shown", "boarding", "ride-end", "reservation", "reservation-change", "share-search",
        "share-choice",
        "queue-join", "phone-login", "group-data", "health-request", "personal-data", "data-consent", "store-search",
        "store-management", "store-wish", "slot-booking", "pass-change", "code-scan",
        "trip-change", "trip-view", "trip-report", "device-session",
    ]

    /// The lines of factors on rides.
    private static let factors = (0..<24).map { hour in
        "\"mon-sun,\(hour),\(Array(repeating: "1.1", count: 20).joined(separator: ","))\""
    }.joined(separator: ", ")

    /// What taxis, clients, accounts and the server have beside.
    private static let habits = """
        cabrank: 1
        name: habits
        start: 2026-03-04 08:00
        length: 1 h
        modules: [reservations, sharing]
        city: {grid: {rows: 2, columns: 2, cell: 2 km}, position-error: {exponential: 10 m}, overlap-tolerance: 2%}
        travel: {approach: 4 min, ride: 9 min, ride-factors: [\(factors)], longest-approach: 15 min}
        dispatch: {neighbours: {rings: 2, after: 20 s}, batch: 4 s, send-free: {every: 7 min}, undersupply-limit: 6%, same-wish: 10 min, no-show-wait: 4 min, outside-zones: keep-zone, web-position: true, boarding-radius: 25 m, gps-limit: 60 m, aboard-limit: 9 min, offer-cell: 200 m}
        reservations: {longest-lead: 3 d, hold-limit: 15 min, apart: 50 min, cancel-limit: 110 min}
        sharing: {longest-delay: 9 min, pick-up-window: 14 min, walking-speed: 5 km/h}
        server:
          service: {laws: {other: 4 ms, \(kinds.map { "\($0): 5 ms" }.joined(separator: ", "))}}
          priorities: [[login, logout], [call]]
          failures: {mtbf: 30 min, mttr: 1 min}
        clients: {phones: {android: 60%, ios: 40%}, browsers: {chrome: 70%, firefox: 30%}, adapted: 20%, adapted-factor: 2, language-changes: 5%, dashboards: 5%, actions: true}
        accounts:
          password-cost: reduced
          by-email: 20%
          early-retries: 5%
          forgotten-passwords: 3%
          mail-reading: 20 s
          provider: 10%
          provider-delay: 2 s
          expired-licences: 10%
          licence-renewal: 20 min
          edit-pause: 5 min
          wrong-edits: 10%
          abandoned-edits: 10%
          registrants: {per-day: 200, web: 40%, no-consent: 5%, silent: 5%, correction: 20 s, mistakes: {missing-field: 3%, duplicate-username: 3%, duplicate-email: 3%, duplicate-plate: 3%, duplicate-licence: 3%, bad-username: 3%, bad-email: 3%, bad-licence: 3%, bad-seats: 3%, licence-not-valid: 3%, password-mismatch: 3%}}
        drivers: [{name: cabs, count: 6, alert: both, bad-reports: 5%, return-to-service: 40 s, answer: {by-hour: {08:00-09:00: 0.9}, lost-per-kilometre: 5%}}]
        passengers:
          - {name: callers, arrivals: {per-day: 300}, origin: {1: 50%, 3: 50%}, impatient-calls: 5%, calls-aboard: 5%, mistakes: 5%, log-outs: 5%, logged-out-for: 40 s, client: {web: 30%, gps-permitted: 80%, typing: 10 s}, reserving: {share: 20%, lead: 2 h, lateness: 1 min, mistakes: 5%}, sharing: {willing: 30%, per-saving: 2, walking-speed: 5 km/h, lateness: 20 s}}
          - {name: recorded, trace: ["08:10:00,1,2,1,300,3000", "08:20:00,2,1,2,300,3000"]}
        budgets: [{metric: calls.abortRate, above: 0%, confidence: 0.9}, {metric: wait.mean, at-least: 1 s}]
        record: {level: error}
        """

    /// What stores, races and health have beside.
    private static let shopping = """
        cabrank: 1
        name: shopping
        start: 2026-03-07 08:00
        length: 1 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        server: {}
        accounts: {password-cost: reduced}
        stores:
          service: true
          rules: {visits-in-mean: 40, answer-time: 9 min, overrun-step: 4 min, forecast: 50 min, booking-horizon: 13 d, estimate-step: 2 s, code-memory: 20 h, history-memory: 20 h, alternative-radius: 1 km, alternative-span: 1 h, alternatives-per-store: 2, most-alternatives: 5, most-wishes: 9, most-favourites: 9}
          groups:
            - {name: halls, count: 2, zones: equal, limit: 7, quotas: {normal: 4, priority: 1, booking: 2}, hours: {sat: 08:00-20:00, sun: closed, tue: 08:00-20:00, wed: 08:00-20:00, thu: 08:00-20:00, fri: 08:00-20:00}, totem-hours: 08:00-19:00, slots: {every: 15 min, size: 2, first: 08:15, end: 17:00}, expected-visit: 15 min}
          shoppers:
            - {name: folk, population: {people: 20, pause: {exponential: 20 min}}, totem: 20%, web: 30%, books: 20%, radius: 3 km, early: 3 min, favourites: 20%, wishes: 30%, without-position: 20%, booking: {ahead: 30 min, flexible: 20 min, early: 3 min, answers-after: 30 s}}
            - {name: guests, arrivals: {per-day: 200, hourly: even}}
          accounts: {delay: 4 s, lost: 3%, unreachable: 2%, typing: 9 s, mistakes: 4%, repeats: 50 s, most-codes: 3}
          maps: {failed: 5%}
          notices: {lost: 5%, looks-after: {exponential: 5 min}}
          changes:
            - {at: 08:10, store: 1, priority-queue: false}
            - {at: 08:15, store: 1, slots: {every: 30 min, size: 1}}
            - {at: 08:20, store: 1, admission-window: 10 min}
            - {at: 08:25, store: 2, grace: 8 min}
            - {at: 08:30, store: 2, hours: {sat: 08:00-18:00}}
        races:
          held: true
          events: [{name: short, start: 08:30, end: 08:50, maximum: 9, spectators: 5}]
          watchers: [{name: friends, people: 5, race: short, looks-after: 1 min}]
        health:
          rules: {oxygen-saturation: {low: 90}, systolic-pressure: {low: 90, high: 180}, diastolic-pressure: {high: 120}, breathing-rate: {low: 8, high: 24}}
          wearers: [{name: some, people: 5}]
          third-parties: [{name: firms, count: 1, group-requests: 50, age-range: {uniform: {from: 5, to: 20}}, side: {uniform: {from: 10%, to: 50%}}}]
        record: {level: error}
        """

    /// Ambulances and health with all their keys.
    private static let emergencies = """
        cabrank: 1
        name: emergencies
        start: 2026-03-07 07:00
        length: 1 h
        city: {grid: {rows: 2, columns: 2, cell: 2 km, anchor: {longitude: 9.1, latitude: 45.4}}, residents: {1: 500, 2: 900}}
        ambulances:
          siren: 1.3
          closes-after: 50 min
          stations:
            - {name: middle, zone: 4, units: 2}
            - {name: edge, place: {longitude: 9.11, latitude: 45.41}, units: 1, shift: 07:10-22:00}
          hospitals: [{name: large, zone: 1}, {name: small, place: {longitude: 9.11, latitude: 45.4}, hours: 08:00-20:00}]
          calls: {per-day: 150, hourly: even, zones: {1: 1, 4: 3}}
          targets: {soon: 9 min, soon-share: 60%, late: 18 min, late-share: 90%}
          priorities:
            - {name: urgent, share: 30%, handling: 80 s, turn-out: {exponential: 40 s}, transported: 70%, scene: {gamma: {shape: 4, mean: 15 min}}, clearing: 8 min, siren-transports: 10%, handover: {uniform: {from: 8 min, to: 20 min}}}
            - {name: other, share: 70%, siren: false, drive: 7 min, transport: 9 min}
        health:
          rules: {oldest: 1 h, longest: 3 s, processing: 2 s, reaction: 5 s, heart-rate: {low: 42, high: 128}, temperature: {low: 35.2, high: 39.5}}
          workers: {least: 2, most: 6, per-batch: 1 ms, look: 10 s, load: 70, start-up: 15 s}
          text-delay: 2 s
          failures: {at: [07:20], per-week: 5, repair: 4 min}
          keeps-data: true
          smallest-group: 20
          wearers:
            - name: patients
              people: 12
              homes: {1: 50%, 2: 50%}
              age: {normal: {mean: 66, sd: 9, min: 45, max: 90}}
              joins-after: 1 min
              joins-over: 5 min
              permits: 95%
              sos-on: 90%
              switches: 1
              values: [{parameter: heart-rate, mean: 70, between: 7, within: 3, memory: 15 s, swing: 4, peak: 16:00}, {parameter: temperature, mean: 36.7, between: 0.2, within: 0.2}]
              every: 1 min
              length: 3 s
              episodes: [{parameter: heart-rate, per-day: 3, length: 4 min, change: {normal: {mean: 40, sd: 5}}, falls: true}]
              worn-from: 05:00
              worn-for: 14 h
              works: 50%
              workplaces: area
              leaves: 07:15
              commute: 20 min
              works-for: 8 h
              moves-house: 0.2
              background: 80%
              background-every: 5 min
              link-after: 1 min
              link-failure: 5%
              retry: 1 min
              help-after: 3
              lost-links: 4
              lost-for: {exponential: 3 min}
              burst: 10
              resends: 10%
              empty-batteries: 1
              charges-for: 30 min
              faults: 1%
              tampering: 0.1%
          groups: {age-step: 2, grid: 250, least-interval: 1 min, requests-a-day: 90, intervals-a-day: 60}
          third-parties:
            - {name: insurers, count: 2, requests: 80, repeats: 5%, mistypes: 2%, subscribes: 50%, group-requests: 80, group-subscriptions: 2, ages: 50%, areas: 50%, positions: 50%, waits: 20%, interval: 1 min, intervals: 3}
          consent: {answered: 90%, agreed: 60%, delay: 2 min, withdrawals: 10}
        drivers: [{name: cabs, count: 3}]
        passengers: [{name: people, population: {people: 10, thinking: 30 min}}]
        record: {level: error}
        """

    /// Four zones near Trento, one with a hole that another fills, one of two parts.
    static let map = """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": {"zone_id": 1, "name": "West"}, "geometry": {"type": "Polygon", "coordinates": [
            [[11.1000000, 46.0500000], [11.1200000, 46.0500000], [11.1200000, 46.0700000], [11.1000000, 46.0700000],
            [11.1000000, 46.0500000]],
            [[11.1050000, 46.0550000], [11.1050000, 46.0600000], [11.1100000, 46.0600000], [11.1100000, 46.0550000],
            [11.1050000, 46.0550000]]]}},
          {"type": "Feature", "properties": {"zone_id": 2, "name": "East"}, "geometry": {"type": "Polygon", "coordinates": [
            [[11.1200000, 46.0500000], [11.1400000, 46.0500000], [11.1400000, 46.0700000], [11.1200000, 46.0700000],
            [11.1200000, 46.0500000]]]}},
          {"type": "Feature", "properties": {"zone_id": 3, "name": "Inside"}, "geometry": {"type": "Polygon", "coordinates": [
            [[11.1050000, 46.0550000], [11.1100000, 46.0550000], [11.1100000, 46.0600000], [11.1050000, 46.0600000],
            [11.1050000, 46.0550000]]]}},
          {"type": "Feature", "properties": {"zone_id": 4, "name": "North"}, "geometry": {"type": "MultiPolygon",
            "coordinates": [[[[11.1000000, 46.0700000], [11.1200000, 46.0700000], [11.1100000, 46.0800000],
            [11.1000000, 46.0700000]]],
              [[[11.1200000, 46.0700000], [11.1400000, 46.0700000], [11.1300000, 46.0810000], [11.1200000, 46.0700000]]]]}}
        ]}
        """

    /// What runs on the map.
    static let onMap = """
        cabrank: 1
        name: mapped
        length: 20 min
        city: {zones: map.geojson, number: zone_id, name: name, service-zones: {file: map.geojson, number: zone_id, name: name}}
        drivers: [{name: cabs, count: 8, idle: {cruise: {pause: 10 s, radius: 2 km}}, position-interval: 60 s}]
        passengers: [{name: callers, arrivals: {per-day: 2000}}]
        people: [{name: folk, count: 3, planner: 100%, days: [{activities: [{name: walk, place: equal, start: "00:10", length: 5 min}]}]}]
        trips: {region: map.geojson}
        record: {level: error, invariants: true}
        """
}
