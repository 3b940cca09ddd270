// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules and decisions by their numbers, for reports. Made by `scripts/catalogue.py`; change the catalogue instead.
enum CatalogueTexts {
    /// A line for each: the number, a blank, the text.
    static let lines = #"""
        ACCOUNT-FB-01 A passenger (never a driver) may open an account through an external identity provider, reached by one button. The service first checks that the person is not yet a passenger; proof that the person exists is left to the provider. See DEC-FACEBOOK.
        ACCOUNT-FB-02 A passenger may log in through the external identity provider; the service relies on the provider for the identity check. Drivers cannot use this path.
        ACCOUNT-LOGIN-01 A login message carries a password and exactly one identifier: either the nickname (username) or the registration e-mail. Both or neither is a malformed login. See DEC-LOGIN-ID.
        ACCOUNT-LOGIN-02 Access is granted if and only if the identifier belongs to an existing confirmed account and the password is the one of that same account.
        ACCOUNT-LOGIN-03 When a user reports a forgotten password, a mail holding a reset link and a fresh temporary password goes to the registered address. The old password keeps working until the link is followed. See DEC-FORGOT-PASSWORD.
        ACCOUNT-LOGIN-04 Only following the link replaces the password by the temporary one. The first login afterwards must set a new password (strength rule and double entry apply) before any other action is allowed.
        ACCOUNT-LOGIN-05 After a wrong password, a further attempt for that account is possible only 10 s later. An earlier attempt is refused without checking the password and does not restart the wait (see DEC-LOGIN-BACKOFF).
        ACCOUNT-LOGIN-06 A failed login tells the user it failed and returns to the login step; nothing else changes.
        ACCOUNT-LOGIN-07 A successful login returns a session token that later messages carry, and opens the main menu from which every service is reached.
        ACCOUNT-LOGIN-08 Calling, reserving, sharing, answering offers and changing driver status all need a valid session of the right account type.
        ACCOUNT-LOGIN-09 The login screen has a name box, a password box, a submit button, links to both registrations and to password recovery. The simulator records the attempt, not the screen.
        ACCOUNT-MANAGER-01 Store managers log in to a web panel with username and password; wrong credentials are refused and the manager is told how to recover them. Manager credentials are stored encrypted, the password salted and hashed.
        ACCOUNT-MANAGER-02 Managers are set at deployment, any number of manager accounts may exist, and the right to manage a store is given to a chosen subset of them.
        ACCOUNT-PRIV-01 Personal data and cookies may be obtained, kept and used only after the user's permission. Compliance of the use with local law is the user's own duty.
        ACCOUNT-PROFILE-01 A logged-in passenger can read the profile, change any item, delete the account, see the latest taxi request and see the full list of past requests.
        ACCOUNT-PROFILE-02 A logged-in driver can read the profile, change any item, delete the account, see the last accepted request and the list of accepted requests (refused and timed-out offers are not listed).
        ACCOUNT-PROFILE-03 Three calendar months before the stored licence expires, a reminder mail goes to the driver, once per stored licence. If the licence is stored with less than three months left, the mail goes at once (see DEC-LICENCE-EXPIRY).
        ACCOUNT-PROFILE-04A Every user is offered deletion of the own account from the profile edit page.
        ACCOUNT-PROFILE-04B Deletion happens only after the user enters the right password and confirms with an explicit proceed. A wrong password returns to the edit page and deletes nothing.
        ACCOUNT-PROFILE-04C Deleting an account destroys all information tied to it. Open reservations are cancelled first; deletion is refused while the person waits for, rides in or drives a taxi; logs that law or the login-log rule keep are stripped to a pseudonym (see DEC-ACCOUNT-DELETE).
        ACCOUNT-PROFILE-05A Any profile item can be changed by its owner, username and e-mail included.
        ACCOUNT-PROFILE-05B A changed username must be free among all accounts.
        ACCOUNT-PROFILE-05C A changed username must match the same pattern as at registration: ^[a-zA-Z][a-zA-Z0-9]{2,20}$.
        ACCOUNT-PROFILE-05D A changed e-mail must be free among all accounts and pending e-mail changes; it is tested at done and again when the link is followed.
        ACCOUNT-PROFILE-05E A change of e-mail sends a confirmation mail to the new address.
        ACCOUNT-PROFILE-05F The new e-mail replaces the old one only when the link in that mail is followed; until then the old one stays in force for login and mail.
        ACCOUNT-PROFILE-05G A new password obeys the registration rule: 8 or more characters, one digit, one upper-case letter.
        ACCOUNT-PROFILE-05H A new password is taken only after the current one has been entered correctly.
        ACCOUNT-PROFILE-05I A password change carries the new password two times.
        ACCOUNT-PROFILE-05J Both entries of the new password must be equal, otherwise the change is refused.
        ACCOUNT-PROFILE-05K An edit can be abandoned at any moment with no effect on stored data.
        ACCOUNT-PROFILE-05L Stored values change only at the final done step, and all edited fields change together.
        ACCOUNT-PROFILE-06 If an edit breaks a uniqueness, pattern, pending-mail, strength, old-password or double-entry rule, the edited values are dropped, the user is told, and the edit page is shown again.
        ACCOUNT-PROFILE-07 A driver whose stored licence is not valid on the current virtual date cannot go in service. If it expires during a ride the ride is finished first, then the driver is set off shift (see DEC-LICENCE-EXPIRY).
        ACCOUNT-PROFILE-08 The personal page lists the user's data and how many bad-use reports drivers have filed against that passenger.
        ACCOUNT-PROFILE-09 Screens for load profile, modify and done are client matters; the history lets a user count own taxi uses in a period such as last month.
        ACCOUNT-R1 A shopper opens an account by giving a mobile phone number, receiving a one-time code by SMS and sending back that same code. Terms and privacy policy may be read first; making the account implies accepting them.
        ACCOUNT-REG-01 A person opening an account picks one of two account types: passenger or taxi driver. The type selects the form and the checks that apply, and it is fixed when the account is created.
        ACCOUNT-REG-02 A passenger form is complete only with e-mail, username, password, name and surname. Postal address and phone number may be left empty.
        ACCOUNT-REG-03 A driver form has only mandatory items: the five of the passenger form plus phone number, postal address, identifier and expiry date of the taxi licence, number plate (the rival document calls it taxi number) and the largest number of travelers the taxi can seat (an integer >= 1).
        ACCOUNT-REG-04 No two accounts, of either type, may share a username or an e-mail address. The test covers pending (unconfirmed) accounts as well as confirmed ones.
        ACCOUNT-REG-05 No two drivers may share a taxi licence identifier or a number plate.
        ACCOUNT-REG-06 A username must match, over its whole length, ^[a-zA-Z][a-zA-Z0-9]{2,20}$, that is 3 to 21 characters, starting with a letter, only letters and digits (see DEC-USERNAME-REGEX).
        ACCOUNT-REG-07 A password has at least 8 characters, at least one digit and at least one upper-case letter; this also satisfies the rival rule of 8 characters with digits and letters (see DEC-PASSWORD-RULE).
        ACCOUNT-REG-08 The registration form carries the password two times.
        ACCOUNT-REG-09 The password is taken only if both entries are equal character for character, case included; otherwise the form is returned.
        ACCOUNT-REG-10 Consent to personal-data processing is required. If it is refused the registration ends, all data entered are erased, and the form is not reloaded.
        ACCOUNT-REG-11 The person may break off registration at any step before it completes; a pending account is then removed together with its timers.
        ACCOUNT-REG-12A After an accepted form a confirmation mail with a link is sent. The account becomes usable only when the link is followed; until then login is refused.
        ACCOUNT-REG-12B If the link is not followed within 2 days (48 h of virtual time) after the first mail, one further confirmation mail is sent. The first link stays valid (see DEC-CONFIRM-TIMERS).
        ACCOUNT-REG-12C If there is still no confirmation 7 days (168 h) after the first mail, the pending account and all its data are deleted; the same person may register again with the same data.
        ACCOUNT-REG-13 Failures of uniqueness (users, drivers), username form, password strength or password mismatch return the person to the form with a message and keep the attempt alive. Refused consent and the 7-day expiry end the attempt and delete the data.
        ACCOUNT-REG-14 All entered data are checked for consistency as soon as the form is submitted; any missing mandatory field yields a warning naming it and no mail is sent until the form is complete and consent is given.
        ACCOUNT-REG-15 A person is registered as a driver only with proof of a taxi licence that is valid on the registration date. A licence is valid to the end of its expiry date.
        ACCOUNT-REG-16 An e-mail must have a local part, one @, and a dotted domain ending in a letters-only label of 2 or more letters. The seed pattern is malformed; use ^[^@\s]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$ (see DEC-EMAIL-REGEX).
        ACCOUNT-REG-17 Without an authenticated session only registration, login and password recovery are reachable; every other operation is refused, and the first screen offers login.
        ACCOUNT-REG-18 Registration screens show text boxes for username, two password boxes, e-mail, and for drivers licence and taxi number, plus a submit button. The simulator keeps only the submitted fields.
        ACCOUNT-REG-19 A supplied e-mail address that passes the format test is assumed to reach its owner, so simulated mail is never lost.
        ACCOUNT-SMS-01 Invalid or missing input yields a readable message. After a wrong or missing code the shopper may have a fresh SMS sent or correct the phone number. Only the latest code is valid.
        ACCOUNT-SMS-02 Login also verifies identity with an SMS code through an outside carrier, so a cellular link is needed at login time.
        ACCOUNT-SMS-03 The web and mobile store clients need an account; the totem needs none.
        ACCOUNT-TRACK-EXC Health sign-up fails with a notice and a new try when the person already has an account or when data are wrong or missing; login fails the same way for wrong credentials.
        ACCOUNT-TRACK-MANAGER A system manager maintains the health system, exists from installation and needs no registration.
        ACCOUNT-TRACK-R12 A person registering with the health service gives personal data including the social security number or fiscal code. The data supplied are assumed true.
        ACCOUNT-TRACK-R13 The person chooses a username and a password at health sign-up; after saving, login is possible.
        ACCOUNT-TRACK-R14 Health-service login needs a username and password that belong to one account; otherwise the user is told and may retry.
        ACCOUNT-TRACK-R15 Usernames of health-service users are unique.
        ACCOUNT-TRACK-R16 An organisation registers as a third party with its VAT number and a password; the data are assumed true.
        ACCOUNT-TRACK-R17 A third party logs in with VAT number and password of one account.
        ACCOUNT-TRACK-R31 A health-service user can change own personal data at any time.
        ACCOUNT-TRACK-R32 A health-service user can change the own password.
        ACCOUNT-TRACK-R33 A third party can change its password.
        ACCOUNT-TRIP-02 The cloud identifier recognises the same user after uninstall and reinstall, is kept secret, and is never used for promotion or any purpose other than identification.
        ACCOUNT-TRIP-R1 The calendar service has no login step. At first launch it takes the device account's unique cloud identifier (Apple or Google), recognises a new user and creates the user's record, mirrored on the phone.
        API-01 The programming interface offers creation of passenger and driver users, and raises a specific error for each broken registration rule.
        API-02 The interface authenticates users, raises an error on failure and returns a token on success that makes later calls stateful.
        API-03 The interface lets a logged-in user change own profile under the profile rules.
        API-04 The interface accepts location updates of the logged-in user as latitude and longitude.
        API-05 The interface lets a driver read and change status and send passenger on board and ride ended.
        API-06A The interface lets any logged-in passenger ask for a taxi at the present position.
        API-06B The call method waits until the request is settled: on acceptance it returns the ETA; on abort it ends with an error and its reason (see DEC-API-BLOCKING).
        API-06C The interface gives the updated ETA of an incoming taxi on demand.
        API-07 The interface lets a logged-in user reserve a taxi with start position, destination and meeting time, raising an error when any reservation rule is broken.
        API-08 The interface lets a passenger switch on sharing, give destination and seats, and choose a compatible ride or a new one.
        API-09 The interface lets a driver accept or refuse a pending offer.
        API-10 Optional modules (reservation, sharing, later payment) reach the core only through the public interface, which controls access and throws on illegal use.
        API-11 An interface is offered so that travel-planning systems can be connected. In this product the trip planner uses it to place taxi demand.
        AVAIL-01 The taxi service is available at least 98% of the time. Each service has its own figure (see DEC-AVAIL).
        AVAIL-02 The taxi service runs on a single server, so its reliability is that of the machine; distribution is a later possibility. Timers that fall due during an outage fire at its end, after the messages queued meanwhile; an answer that reached the server before its deadline then counts as in time.
        AVAIL-03 The taxi service is not life-critical; the health SOS is, so SOS traffic has its own path and its own limits.
        DEC-ACCOUNT-DELETE Refuse while a request or ride is open; cancel reservations not yet activated, also in their last 2 h; an available driver goes off shift first; keep ride and login rows under a random pseudonym, the login rows only until their 7 days end. The run's event log is the simulator's observation, not a store of the service: it names accounts by id, never by username, name or e-mail, and needs no erasing.
        DEC-ALL-REFUSED Live queue: the request is aborted at the first instant when no eligible, not yet asked driver is in the zone queue. Drivers who join meanwhile are asked; drivers who left are not waited for. Reason of the abort: allRefused if at least one asked driver refused, let the offer lapse or went off shift; otherwise noTaxiLargeEnough if drivers are queued but none has the seats; otherwise noDriver.
        DEC-API-BLOCKING It settles: ETA on acceptance, error with reason on abort.
        DEC-AVAIL One per service: 98% taxi, 100% outside announced maintenance for planner and store backend, none for health (downtime and missed SOS are reported).
        DEC-BAD-CUSTOMER A count shown to the passenger; restriction belongs to the future reliability extension.
        DEC-BLANK-SECTIONS Filled from its own goals, assumptions and screens, then from the first document; gaps in numbering get no invented rule beyond the goals; the cut sentence (late shopper) is completed as: the booking lapses.
        DEC-BOARD-COUNT Travelers, entered per registered passenger; fee shares use the entered numbers. More than the seats is refused; fewer than expected is logged as BoardMismatch, and absent passengers have no fee share.
        DEC-CALL-CANCEL Not a product rule. Off by default; a scenario may give passengers a patience distribution, which produces PassengerAbandoned events for study only. An abandoned request ends: a pending offer is withdrawn and its driver keeps the place; a driver already under way is released. Also by default: a driver who finds nobody of the request at the meeting point waits 5 min (parameter; counted from the arrival, for a reservation not before the pick-up time) and is released. Released (RideReleased) means available and last in the queue of the zone where the taxi is.
        DEC-CONFIRM-TIMERS Both from the first mail: reminder at 48 h, deletion at 168 h; both links work until deletion; a click at exactly 168 h still counts.
        DEC-CROSS-EVENTS Classes at equal time: answers and arrivals (messages that reach an actor, people who reach a place), then state changes (boarding, ride end, zone crossing, change of driver status), then deadlines and timers (offer deadline, activation, round, licence expiry), then reports; inside a class by sequence number.
        DEC-CURRENT-POSITION Both fields accept it when the fix is within 50 m.
        DEC-DISPATCH-POLICY FIFO is the rule; nearest-first is an optional policy for comparison runs.
        DEC-EMAIL-REGEX ^[^@\s]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$ applied to the whole string.
        DEC-ETA-POLL Client poll every 90 s counted from acceptance, until boarding; each poll is a request in the performance figures.
        DEC-FACEBOOK Extension with a stubbed identity provider that answers after a drawn delay.
        DEC-FEE-DISTANCE Driven from the common start to the own drop-off.
        DEC-FEE-ROUNDING Two decimals by the largest-remainder method per passenger, ties to the owner, then join order; exact fractions are kept in the log.
        DEC-FEE-ZERO Equal per traveler when the sum is zero; 100.00% when one passenger is left.
        DEC-FORGOT-PASSWORD When the link is followed; the temporary password then forces a change at first login. Links live 24 h (parameter).
        DEC-GPS-50M GPS allowed when error radius <= 50 m, address needed when above 50 m or no fix.
        DEC-INTERVALS Half-open [begin, end) for rides, batches, store visits and calendar events, so touching is allowed; closed for races, where touching counts as overlap.
        DEC-LICENCE-EXPIRY Same day number three calendar months earlier, or the last day of that month; sent at 00:00 of that day, once per licence. On expiry: off shift at once, or after the ride in progress; in service refused until renewed. A licence is valid to the end of its expiry date (24:00); a pending offer at that instant is treated as in DEC-OFFSHIFT-PENDING.
        DEC-LOGIN-BACKOFF Per account, no restart; an early attempt is refused without looking at the password and is logged as an attempt.
        DEC-LOGIN-ID Exactly one of the two.
        DEC-NOTIFY-LOGGED-OUT Hold and deliver at next login, with the delay recorded.
        DEC-OFFER-DEADLINE An answer at time <= 60.000 s counts: answers are ordered before deadlines at the same virtual time. A lapse has the full effect of a refusal, bottom of queue included.
        DEC-OFFER-LOCATION Meeting address (or a cell of 250 m) and username in the offer, exact coordinates only to the accepting driver.
        DEC-OFFSHIFT-PENDING Pending offer: treated as a refusal, then the driver leaves. Busy: the wish is kept and applied at the end of the ride.
        DEC-ONE-PER-HOUR Two reservations of one passenger must have pick-up times at least 60 min apart; joins to shared reservations count too. Cancelled and dropped ones do not count.
        DEC-ONE-PERSON One Person with up to one account per service; services never read another service's account, the link exists only in the simulator.
        DEC-ORDER-OF-ARRIVAL Per zone; a reservation arrives at its activation, 10 min before pick-up, with no priority over immediate calls. Each further round of a reservation (DEC-RESV-RETRY) counts as a new arrival at the start of that round. Only requests without a pending offer compete for a driver.
        DEC-OUT-OF-ZONE Out of service in both cases; back in service only by the driver's own action inside a zone. Only available drivers are put out of service at a border; a busy driver may cross gaps between zones.
        DEC-PARALLEL-OFFERS Parallel: the new request goes at once to the next driver without a pending offer; each driver holds at most one.
        DEC-PASSWORD-RULE Rule A.
        DEC-PERF-LOAD Reference load: 1000 sessions held for 1 h after a 30-min warm-up, 500 drivers in service; message mix stated in the scenario (calls, ETA polls, positions, logins, reservations). A stress scenario looks for the load where the targets break.
        DEC-PERF-MEASURE Virtual time from arrival of any client message at the server to the first system answer (for calls: first offer sent, abort, or RequestWaiting; the wait for drivers with pending offers and all human times are excluded). All message types count, and calls are also reported alone. Host time of the simulator is a separate CI budget.
        DEC-PLAIN-HTTP Refuse.
        DEC-PUNCTUALITY Measured; agreed time = ETA told at acceptance for calls, pick-up time for reservations. A scenario option truncates approach times at 20 min. A taxi that is early at a reservation waits: boarding is never before the pick-up time.
        DEC-RESV-BUSY-PASSENGER Hold until the passenger is free (the other ride ended or its request aborted); drop with a notice 20 min after pick-up time. The passenger then makes the own way to the origin. A shared reservation with a joiner who is free is not held: whoever is busy at activation, the owner included, is taken off it with a notice, the earliest free joiner becomes owner (DEC-SHARE-OWNER-LEAVES), and it is activated on time.
        DEC-RESV-CANCEL Up to and including 2 h before pick-up; later cancels are refused and logged. One exception: from the pick-up time on, a reservation that no driver has accepted may be withdrawn by its passenger.
        DEC-RESV-RETRY At once when a driver joins the zone queue, plus rounds. A driver joins by DriverEnqueued (start of service, ride end, zone change), never by the move to the bottom after a refusal. In a round each driver is asked at most once. A round fails when it has asked at least one driver and no eligible driver is left in the queue; the next round, in which earlier refusers may be asked again, starts exactly 60 s later. A driver not yet asked in the failed round who joins before that is asked at once, and a refusal starts the 60 s anew. A round that has found nobody to ask stays open and keeps its arrival time. It stops on acceptance, when the passenger withdraws it (DEC-RESV-CANCEL), or at the end of the run (ReservationUnserved, counted); no limit otherwise (scenario limit optional).
        DEC-RESV-WINDOW 2 h <= lead <= 48 h, both ends included; both bounds are scenario parameters.
        DEC-RETRY-VS-ABORT Abort immediate calls (also shared ones), retry reservations (also shared ones).
        DEC-SEAT-SKIP Passed over, place kept.
        DEC-SHARE-CAPACITY Scenario cap (default 4 travelers) until a taxi is assigned, and while an offer is pending also the offered taxi's seats, then that taxi's seats; the offer goes only to taxis with enough seats for the total at that time. The cap limits joins only; the owner may bring more. At most 4 passengers share a ride, whatever the taxi. The offered driver learns of a join during the offer with the answer to the acceptance.
        DEC-SHARE-CHOICE All feasible rides are proposed, sorted by the newcomer's own detour, then pick-up time, then ride id; the passenger chooses. The default synthetic passenger takes the first or declines with a set probability.
        DEC-SHARE-DROP-ORDER Shortest total route that keeps every detour limit; at most 24 orders for 4 destinations, tested exhaustively; ties by join order.
        DEC-SHARE-JOIN-WINDOW From submission until the driver confirms boarding.
        DEC-SHARE-LATE Not at the meeting point when the driver confirms boarding; the confirmation comes when the owner is aboard, and never before the announced time for reservations. An owner who is not there within the waiting time of the driver (5 min, DEC-CALL-CANCEL) counts as absent like a joiner; those present then board, and the earliest joiner present becomes owner.
        DEC-SHARE-MATCH Same origin zone; seats free; walk time <= time to the taxi's arrival; for every traveler driven distance <= 1.3 x direct and at most 10 min longer; pick-up times within 15 min of each other (an immediate request counts as now). The taxi's arrival is its ETA once assigned; before that the estimated meeting time in the pending offer, or without one now plus the scenario's mean approach time (default 300 s); never before the pick-up time of a reservation.
        DEC-SHARE-OWNER-LEAVES Ownership passes to the earliest joiner; meeting point and time stay; the others are told. A joiner may leave a shared reservation within the same time limit; the seats are free again and the others are told.
        DEC-SHARE-RACE First processed wins (sequence number), the other gets a refreshed list and may choose again. The same holds when the chosen ride has meanwhile boarded, been aborted or become infeasible: JoinRefused with that reason and a fresh list.
        DEC-SINGLE-DRIVER-REFUSAL Each driver is asked at most once per immediate request (once per round for a reservation). With one driver who refuses, the call is aborted with reason allRefused and the driver stays available. Asked means that an offer was sent, however it ended; leaving the queue and coming back does not change it.
        DEC-STATUS-NAMES Three: offShift (also called out of service or offline), available, busy. "In service" means available or busy. Where the seed changes the queue or the status of a driver in service at a zone border, it means an available driver. A driver who marks the taxi busy by hand (break, street hail) is offShift.
        DEC-SUPPLY Measure: abort rate and offered load per zone, flagged above 5% aborts (parameter).
        DEC-TRAVELERS-EXCEED-SEATS Abort at once with reason noTaxiLargeEnough for calls; a reservation keeps retrying, but one for more travelers than any registered taxi seats is rejected when it is made.
        DEC-USERNAME-REGEX ^[a-zA-Z][a-zA-Z0-9]{2,20}$ on the whole string, 3 to 21 characters, upper and lower case are different.
        DEC-WAIT-PENDING Wait: the request stays open and is acknowledged (RequestWaiting); it aborts only when no eligible unasked driver is left in the queue.
        DEC-WEB-LOCATION Always address on the web.
        DEC-ZONE-EXIT-PENDING Withdrawn at the crossing: the request goes to the next driver of the old zone; the driver joins the bottom of the new zone's queue (or goes off shift when outside all zones). It is not counted as a refusal by that driver.
        DEC-ZONE-FLICKER From true geometry by default, with an optional position error and a hysteresis distance (default 0 m) in the scenario. A point in several zones belongs to the one with the lowest number; overlaps up to 1% of the smaller zone are allowed. A point in no zone but at most 10 m from one (gap tolerance) belongs to the nearest. Both limits are parameters.
        INV-AvailableDriverInSomeQueue A driver's status is available if and only if the driver is in some zone queue.
        INV-BusyDuringRide From acceptance until the ride ends the driver's status is busy at every instant (interval closed at the start, open at the end, see DEC-INTERVALS).
        INV-DriverMandatoryData Each driver has exactly one address and one phone number, a licence number > 0 and seats > 0.
        INV-FeeSharesSum Fee shares of a shared ride sum to exactly 100.00% and each is >= 0.
        INV-MultiDestinationIsShared A ride with more than one destination is shared, and destinations <= registered passengers, so all travelers of one passenger share one destination.
        INV-MultiPassengerIsShared A ride with more than one registered passenger is a shared ride.
        INV-OneConcurrentRidePerDriver Rides of one driver never overlap in time.
        INV-OneConcurrentRidePerPassenger Rides of one passenger never overlap in time.
        INV-OneQueuePerDriver A driver is in at most one zone queue, and at most once in it. This is also the seed's only assertion.
        INV-PassengerOneRequest A passenger has at most one of: open request, incoming taxi, ride in progress.
        INV-QueueConservation At any instant offShift + available + busy = all drivers; nobody is lost in a hand-over.
        INV-RidePassengersWithinTravelers Passengers registered on a ride <= travelers on it, and every ride has at least one passenger.
        INV-RideSeats Travelers on a ride <= seats of its taxi.
        INV-RideStatusOrder A ride exists from acceptance, has exactly one driver, and passes waiting, onBoard, completed in this order.
        INV-RideTimes A ride starts at a time > 0 and starts strictly before it ends. Times are seconds since 1970-01-01 (virtual).
        INV-TaxiCurrentLogIsLatest A driver's current log entry is one of the driver's entries and none of them is later.
        INV-UniqueTaxiDrivers No two drivers share a licence number or a plate.
        INV-UniqueTaxiLog One driver has at most one log entry per time stamp; stamps are > 0. With several changes at one virtual instant the last one by sequence number is kept.
        INV-UniqueTaxiZone Zone numbers are unique and the zone to queue relation is one to one in both directions.
        INV-UniqueUsers No two users share a username or an e-mail; every user record has username, e-mail, password, name and surname, one confirmation flag, and optionally one address and one phone number.
        OPS-01 The backend is configured by a text file. In the simulator every parameter of every rule and load comes from a scenario text file.
        OPS-02 Code is documented, logging level is configurable, concerns are separated, build and unit tests are automated, and optional modules can be debugged apart from a stable core.
        OPS-03 The original backend targets Java SE 8 and MySQL 5.7 on any system with a Java machine, with no host-specific dependency. The simulator keeps the portability aim only: it builds on the Swift platforms named by the project.
        OPS-04 Original clients: current IE, Firefox, Chrome, Safari and Opera and the last two major Android and iOS versions; the rival text lists Safari 9.0.1, Firefox 41, Chrome 46, Edge 20, Android 4.4, iOS 9.1, Windows 10 mobile. In the simulator this is only an attribute of the client.
        OPS-05 The service must respect local taxi regulation; what that is, is outside the product.
        PERF-01 At least 1000 passengers can be connected at the same time, with all latency targets kept. The message mix is part of the scenario (see DEC-PERF-LOAD).
        PERF-02 At least 500 drivers can be active (available or busy) at the same time, together with the 1000 passengers of PERF-01.
        PERF-03 95% of requests are processed in less than 5 s (strictly). Processing time is virtual time from arrival at the server to the first system answer for that message, human reaction time excluded (see DEC-PERF-MEASURE).
        PERF-04 100% of requests are processed in less than 10 s (strictly).
        PERF-05 The number of registered users has no built-in limit.
        PERF-16 Operations of many users on stored data run in parallel and stay consistent.
        PERF-17 Clients must work in the worst case of a 2 Mb/s link (3G for mobile) with 100 MB free space and 2 GB memory on the phone, and 800x600 on the web.
        SEC-01 All client-server traffic is strongly encrypted (HTTPS, port 443).
        SEC-02 Any attempt to talk over a plain channel is refused. The rival text allows HTTP on port 80; the strict rule wins (see DEC-PLAIN-HTTP).
        SEC-03 Passwords are stored only as salted hashes.
        SEC-04 Every login attempt, good or bad, is logged with source IP address and kept for at least 7 days.
        SEC-05 Each optional module declares which data it reads and writes, and is held to that declaration.
        SIM-01 One virtual clock drives all services. Events run in order of (time, sequence number); nothing reads host time for a rule. Order among events at one instant is fixed by class (see DEC-CROSS-EVENTS).
        SIM-02 All randomness comes from GSL generators and distributions, one independent stream per purpose (arrivals, reaction, travel, mail delay and so on), so changing one stream leaves the others unchanged.
        SIM-03 A run is fully determined by scenario file, seed and program version.
        SIM-04 Scenario files state city, zones, fleets, populations, distributions, modules, run length, warm-up, replications and budgets. A run checks its budgets and exits with a status CI can read.
        SIM-05 Planners can run two or more zone layouts against the same demand and seed, and get differences with confidence intervals for wait, abort rate, queue time, empty distance and fairness.
        SIM-06 The rules under test are the product's rules, not copies: the simulator feeds messages to the same actors that would serve real clients.
        SIM-07 All INV entries are checked during the run; a violation stops a CI run and names the invariant, time and actors.
        SIM-08 The simulator itself must be fast enough for CI: the reference load (1000 connected passengers, 500 drivers, 2 h of virtual time) has a host-time and memory budget set in the scenario.
        SIM-09 Results are written as tables with mean, p50, p95, p99, max, count and confidence interval per metric, with warm-up removed.
        SIM-10 One population serves all services: the same Person may be passenger, shopper, calendar user, patient and runner, and is at one place at a time. See DEC-ONE-PERSON.
        SIM-11 Travel plans with a ride leg produce taxi demand: at time-to-leave, brought forward by the zone's recent mean taxi wait, the Person calls a taxi, or, when the plan is made with 2 h to 48 h of lead and the Person prefers it, reserves one (see DEC-TRIP-TAXI).
        SIM-12 Store visits and races are activities of the same day plan: a booked store slot or a joined race becomes a calendar event of that Person, so that travel and taxi demand follow from it; when it is postponed, cancelled or lapses, that event moves or goes.
        TAXI-ASSUME-01 All users have a stable Internet connection. The network model has delays but no loss unless a scenario switches loss on.
        TAXI-ASSUME-02 Every driver has and can use a smartphone with the driver client during working hours.
        TAXI-ASSUME-04 A working, idle taxi is in a zone queue; there is no idle in-service taxi outside queues (see INV-AvailableDriverInSomeQueue).
        TAXI-ASSUME-05 In 90% of cases the driver reaches the meeting point within 10 min of the agreed time. The simulator measures it and flags a breach, it does not force it (see DEC-PUNCTUALITY).
        TAXI-ASSUME-06 In all cases the driver reaches the meeting point within 20 min of the agreed time. Measured and flagged as above.
        TAXI-ASSUME-07 The passenger stays at the pick-up place until the taxi comes. Abandonment is off by default (see DEC-CALL-CANCEL).
        TAXI-ASSUME-08 Each driver owns and drives exactly one taxi, and each taxi has one driver.
        TAXI-ASSUME-09 The seat count of a taxi never changes during a run.
        TAXI-ASSUME-10 Each area has enough taxis for its demand. The simulator treats this as a question to answer: offered load and abort rate per zone are reported (see DEC-SUPPLY).
        TAXI-CALL-01 A taxi request is accepted only after the passenger's pick-up position is known. The four ways and limits are TAXI-CALL-01A to 01D.
        TAXI-CALL-01A Mobile client: if a GPS fix exists with an error radius of at most 50 m, the passenger may use it as the pick-up position.
        TAXI-CALL-01B Mobile client: with no fix, or an error radius above 50 m, the passenger must enter a valid address inside the city, see it on a map and confirm it (the seed writes of low precision in a misleading way, see DEC-GPS-50M).
        TAXI-CALL-01C Web client: the pick-up position always comes from a valid city address confirmed on a map, never from the browser's own position (see DEC-WEB-LOCATION).
        TAXI-CALL-01D The pick-up position must lie inside a taxi zone; otherwise no call is possible.
        TAXI-CALL-02 Once the position is known the passenger states the number of travelers (integer >= 1, the passenger included) before a request can be made.
        TAXI-CALL-03 The request is delivered only after an explicit confirmation by the passenger.
        TAXI-CALL-04 A confirmed request goes to the first driver in the queue of the pick-up zone who holds no pending offer and whose taxi has seats >= travelers. Drivers with too few seats are passed over and keep their place (see DEC-SEAT-SKIP).
        TAXI-CALL-05 Offers go only to drivers who are in service, not busy and located in the pick-up zone. Drivers of neighbouring zones are never asked.
        TAXI-CALL-06 Requests are handled in order of arrival within their zone. Of the open requests that have no pending offer, the oldest has first claim on a driver who is eligible for several (see DEC-ORDER-OF-ARRIVAL, DEC-PARALLEL-OFFERS).
        TAXI-CALL-07 An immediate request is aborted with an error to the passenger when the zone has no eligible driver, or when every eligible driver has refused or let the offer lapse. Each driver is asked at most once per request (see DEC-RETRY-VS-ABORT, DEC-SINGLE-DRIVER-REFUSAL). The driver set is the live queue (see DEC-ALL-REFUSED); while the only unasked drivers hold other pending offers, the request waits (see DEC-WAIT-PENDING).
        TAXI-CALL-08 On arrival of an offer the driver's phone shows a notification and plays a sound. The simulator records delivery.
        TAXI-CALL-09 For each offer the driver has exactly two answers: accept or refuse.
        TAXI-CALL-10 Accepting sets the driver's status to busy at that instant.
        TAXI-CALL-11 After acceptance the driver's phone maps the passenger and starts the driver's preferred navigation application. The simulator records that guidance began and gives the taxi the exact position.
        TAXI-CALL-12 After acceptance the passenger can follow the moving position of the incoming taxi.
        TAXI-CALL-13 On acceptance the passenger is told the estimated time of arrival.
        TAXI-CALL-14 From acceptance until the passenger is aboard, the client fetches a new ETA every 90 s (see DEC-ETA-POLL).
        TAXI-CALL-15 The ETA is computed from the taxi to passenger distance and the traffic at that time: now + distance / (free speed x traffic factor of the hour). ETA error (arrival minus estimate) is recorded.
        TAXI-CALL-16 When the taxi comes within 20 m of the passenger, the driver gets a prompt to confirm boarding.
        TAXI-CALL-17 The driver's confirmation marks the request fulfilled; no further waiting time or ETA is given to the passenger.
        TAXI-CALL-18 A passenger with an open taxi request or an assigned taxi on its way cannot place another call. A request of a shared ride counts for every passenger on it, a reservation counts from its activation.
        TAXI-CALL-19 A passenger who is aboard a taxi cannot call a taxi.
        TAXI-CALL-20 The acceptance notice to the passenger carries the identifying code of the taxi and the expected wait.
        TAXI-CALL-21 A confirmed request is stored durably before any driver is asked.
        TAXI-CALL-22 A mobile passenger's home page shows own position with one call button, and the GPS position travels with the call without typing.
        TAXI-CALL-23 After a refusal the same request goes to the next eligible driver of the same zone queue, repeatedly, until accepted or exhausted. A request has at most one pending offer at a time.
        TAXI-CALL-24 A request whose travelers exceed the seats of every taxi queued in the zone finds no eligible driver and is aborted at once with its own reason; it is not split over several taxis (see DEC-TRAVELERS-EXCEED-SEATS).
        TAXI-CALL-EXC The no-taxi case must reach the passenger as an error message with its reason, and the passenger returns to idle, free to call again.
        TAXI-DISPATCH-01 Alternative dispatch policy: among eligible drivers of the zone, offer first to the one with the best score of availability and nearness (shortest estimated approach time), ties by queue place. FIFO stays the default (see DEC-DISPATCH-POLICY).
        TAXI-EXT-01 Future: secure payment of rides with stored card data.
        TAXI-EXT-02 Future: passengers rate drivers and drivers comment on passengers (punctuality, behaviour).
        TAXI-EXT-03 Future: record no-shows and minutes of lateness per passenger and restrict access of unreliable ones.
        TAXI-EXT-04 Future: a loyalty score that grows with every ride in proportion to distance and unlocks offers.
        TAXI-OFFER-01 Every offer is made visible to the driver as a notification.
        TAXI-OFFER-02 The driver accepts or refuses an offer through the driver client; no other party may answer for the driver.
        TAXI-OFFER-03 Offers alert by sound, by visual signal or both, as the driver has chosen.
        TAXI-OFFER-04 No offer may stay pending without end: each offer has a deadline event.
        TAXI-OFFER-05 The driver is told when and where to meet the passenger.
        TAXI-OFFER-06 The driver has 60 s to answer, counted at the Zone from OfferSent to the arrival of the answer there, so that network and server delays lie inside the 60 s. At the deadline with no answer the offer counts as a refusal, with the same queue effect. An answer at exactly 60 s counts; a later one, or one to a withdrawn offer, is ignored (see DEC-OFFER-DEADLINE).
        TAXI-OFFER-07A The offer states the number of travelers.
        TAXI-OFFER-07B The offer states the passenger's location. Before acceptance it is the meeting address; the exact coordinates are given only to the accepting driver (see DEC-OFFER-LOCATION).
        TAXI-OFFER-07C The offer states the passenger's username.
        TAXI-OFFER-07D The offer states the estimated meeting time with the passenger.
        TAXI-OFFER-08 Notices reach a user while logged in; a notice raised while logged out is delivered at the next login. A driver who is logged out is not in service and gets no offers: logging out acts like going not in service (TAXI-QUEUE-13), for a busy driver after the ride. See DEC-NOTIFY-LOGGED-OUT.
        TAXI-OFFER-09 During a ride the driver page shows the customer's name and the origin, with end ride and report bad customer as the two actions.
        TAXI-OFFER-10 A driver sees only the requests that the service has offered to that driver; other passengers' requests and other drivers' offers are invisible.
        TAXI-QUEUE-01 The service knows each in-service taxi's position from its GPS (the driver's phone or a locator in the taxi), assumed always available.
        TAXI-QUEUE-02 The driver client offers two actions: change status (in service or not in service) and ride complete.
        TAXI-QUEUE-03 Going in service puts the driver at the bottom of the queue of the zone containing the taxi's GPS position. Going in service outside every zone is refused.
        TAXI-QUEUE-04 An available taxi is always in the queue of the zone where it is; when it changes zone its queue changes too. Crossings come from true geometry unless the scenario adds position error (see DEC-ZONE-FLICKER).
        TAXI-QUEUE-05 Each new request starts with the driver at the top of the queue (first eligible, see TAXI-CALL-04).
        TAXI-QUEUE-06 A driver with a pending offer keeps the place in the queue and is offered nothing else until it is answered or its 60 s pass; the lapse is an automatic refusal (see DEC-PARALLEL-OFFERS). A driver holds at most one pending offer at a time.
        TAXI-QUEUE-07 Zone queues are first in, first out: drivers join at the bottom and are served from the top; nobody overtakes except by the skip and move-to-bottom rules.
        TAXI-QUEUE-08 A busy driver's client offers the end-ride action; a driver who is not busy has no such action.
        TAXI-QUEUE-09 Ending a ride makes the driver available and puts the taxi at the bottom of the queue of the zone where it now is, found by GPS.
        TAXI-QUEUE-10 A driver who refuses, or lets the 60 s pass, goes to the bottom of the same zone's queue and stays available.
        TAXI-QUEUE-11 An available driver leaving one zone directly into another stays available, leaves the old queue and joins the bottom of the new one. If an offer was pending it is withdrawn and passed on in the old zone (see DEC-ZONE-EXIT-PENDING). A busy driver is in no queue, so crossing a border changes nothing for a busy driver.
        TAXI-QUEUE-12 An available driver leaving every zone is set out of service automatically and dequeued. On coming back into a zone the driver stays out of service until changing the status by hand. A busy driver may drive outside all zones and stays busy. A ride ending outside all zones has the same effect (see DEC-OUT-OF-ZONE).
        TAXI-QUEUE-13 Going not in service removes the driver from the queue at once. A pending offer is then treated as refused: it is recorded as OfferWithdrawn(offShift) and counts as a refusal by that driver. A busy driver goes off shift only after the ride ends (see DEC-OFFSHIFT-PENDING).
        TAXI-QUEUE-14 Acceptance takes the driver out of the queue wherever the driver stands in it at that moment.
        TAXI-QUEUE-15 A driver has one of three statuses: offShift, available, busy. Changes: offShift to available (in service), available to offShift (by hand or by leaving all zones), available to busy (accept), busy to available (ride ended). Asking for the status one already has changes nothing, not the place in the queue either. Drivers are assumed to report honestly (see DEC-STATUS-NAMES).
        TAXI-QUEUE-16 Queue management should be fair to drivers. Measured by drivers' waiting time from enqueue to accepted offer and by the spread of rides per driver hour.
        TAXI-REPORT-01 When ending a ride a driver may report the passenger for bad use. Reports are counted and shown to the passenger; they carry no automatic penalty (see DEC-BAD-CUSTOMER).
        TAXI-RESV-01 A logged-in passenger can reserve a taxi for later. Reservation is an optional module that a scenario can switch off.
        TAXI-RESV-02 A reservation names where the ride starts and where it ends.
        TAXI-RESV-03 A reservation states the total number of travelers. More travelers than the largest registered taxi seats are refused at once (see DEC-TRAVELERS-EXCEED-SEATS).
        TAXI-RESV-04 The passenger chooses per reservation whether the ride may be shared.
        TAXI-RESV-05 Origin and destination are valid addresses inside the city (and inside zones, TAXI-ZONE-01).
        TAXI-RESV-06 With a GPS fix of error radius <= 50 m the passenger may enter current position instead of an address; the seed names the destination field, the simulator allows it for origin and destination (see DEC-CURRENT-POSITION).
        TAXI-RESV-07 A reservation states date and time of pick-up.
        TAXI-RESV-08 Only dates and times that exist and lie in the future are accepted.
        TAXI-RESV-09 A reservation is accepted when the lead time (pick-up minus now) is at least 2 h and at most 48 h, both ends included (see DEC-RESV-WINDOW).
        TAXI-RESV-10 Ten minutes before the pick-up time the reservation becomes a request in the queue of the origin's zone, handled like an immediate call from that moment (its arrival time is that moment).
        TAXI-RESV-11 If no driver is available at activation, or all refuse, the reservation is not aborted: it is retried until a driver accepts (see DEC-RETRY-VS-ABORT, DEC-RESV-RETRY).
        TAXI-RESV-12 On acceptance the passenger gets the ETA and the position of the incoming taxi (and its code).
        TAXI-RESV-13 One passenger cannot hold two reservations whose pick-up times are less than 60 min apart (see DEC-ONE-PER-HOUR).
        TAXI-RESV-14 A reserved ride can be a shared one.
        TAXI-RESV-15 Other passengers with their travelers may join a shared reservation from the instant it is submitted.
        TAXI-RESV-16 All sharing rules (TAXI-SHARE-*) hold for shared reservations.
        TAXI-RESV-17 A passenger may cancel an own reservation up to and including 2 h before pick-up; later it cannot be cancelled, except that from the pick-up time on it may be withdrawn while no driver has accepted it. The seed leaves these numbered requirements blank, so this follows its assumptions and screen text (see DEC-RESV-CANCEL). Blank numbers are treated as in DEC-BLANK-SECTIONS.
        TAXI-RESV-18 A passenger can list own reservations, open the details, add a new one and cancel those still cancellable.
        TAXI-RESV-19 The reservation screen has two maps (origin, destination), a date field, a time field and a button that is active only when the lead time is at least 2 h.
        TAXI-RESV-20 A confirmed reservation is stored durably at once and survives a restart of the service.
        TAXI-RESV-21 After activation a reservation follows the call flow: offers in queue order, 60 s each, next driver on refusal, passenger aboard signalled by the driver. A reservation that finds no taxi is an exception event, but it stays open.
        TAXI-RESV-22 If at activation the passenger is still waiting for or riding in another taxi, activation is held until the passenger is free (ride ended or request aborted), then proceeds; 20 min after the pick-up time it is dropped with a notice (see DEC-RESV-BUSY-PASSENGER). Only a ride without joiners is held: in a shared one whoever is busy at activation is taken off it.
        TAXI-SHARE-01 Sharing proposals need the newcomer's start position. For each candidate the service estimates the walking time to its meeting point and compares it with the taxi's estimated arrival there; a ride the newcomer cannot reach in time is not proposed. For a ride without a taxi see DEC-SHARE-MATCH.
        TAXI-SHARE-02 Sharing can be switched on from the mobile and from the web client.
        TAXI-SHARE-03 The passenger chooses one of the proposed rides or a new taxi; nobody is merged into a ride without choosing it.
        TAXI-SHARE-04 A driver already assigned to the ride is told of each added passenger.
        TAXI-SHARE-05 The service always knows whether the driver has picked the travelers up; boarding closes the ride to newcomers. The driver is assumed to pick up the right passenger. See DEC-SHARE-JOIN-WINDOW.
        TAXI-SHARE-06 At any time the service can tell the number of travelers aboard and the next stop.
        TAXI-SHARE-07 Total travelers of all passengers on a ride never exceed the seats of its taxi. Before a taxi is assigned the cap is the scenario's shared-ride cap (default 4), and the offered taxi must seat the total; while an offer is pending, the offered taxi's seats bind as well (see DEC-SHARE-CAPACITY).
        TAXI-SHARE-08 At pick-up the driver enters how many travelers of each passenger were taken aboard (0 means absent); the service keeps the entered number and flags a difference from the expected one. A number above the seats is refused (see DEC-BOARD-COUNT).
        TAXI-SHARE-09 For every proposed shared ride the passenger is told the meeting place and time.
        TAXI-SHARE-10 At the end of a shared ride the cost is split among passengers by distance and by the number of travelers each one brought (details 10A to 10C).
        TAXI-SHARE-10A Shares are reported as percentages, because the service does not know fares and takes no part in payment. They are given with two decimals and sum to exactly 100.00 (see DEC-FEE-ROUNDING).
        TAXI-SHARE-10B Traveler share = distance driven with that traveler from the common start to the own destination, divided by the sum of such distances over all travelers (not over passengers). If the sum is zero, see DEC-FEE-ZERO.
        TAXI-SHARE-10C A passenger pays the sum of the shares of self and of all travelers brought along.
        TAXI-SHARE-11 All percentages go to the driver and to every passenger of the ride when it ends.
        TAXI-SHARE-12 A shared request must state its destination and the seats needed; the stated destination is assumed true.
        TAXI-SHARE-13 Before any taxi is allocated, the request is compared with all pending shared rides starting in the same area, and every feasible one is proposed, seats considered.
        TAXI-SHARE-14 The passenger who creates a shared ride is its owner. Declining all proposals, or having none, makes the passenger owner of a new ride.
        TAXI-SHARE-15 When someone joins, the owner is informed (not asked), and so is the driver if assigned; the newcomer gets the meeting place and time.
        TAXI-SHARE-16 A joined passenger and the travelers with them must be at the owner's meeting point in time; nobody waits for them. Absent when the driver confirms boarding means left behind, with no fee share (see DEC-SHARE-LATE).
        TAXI-SHARE-17 Declining leads to the standard call (or reservation) with the passenger's own new shared ride, which stays open to later newcomers.
        TAXI-SHARE-18 All passengers of a shared ride board together at the owner's starting point; there is no pick-up on the way.
        TAXI-SHARE-19 If no taxi can be had for an immediate shared ride, it is aborted like a call, all its passengers are told, and it leaves the set of pending rides. A shared reservation keeps retrying.
        TAXI-SHARE-20 Passengers accept a modest change of route. A ride is feasible only if no traveler's driven distance exceeds 1.3 times the own direct driven distance, nor adds more than 10 min (both set in the scenario, see DEC-SHARE-MATCH).
        TAXI-SHARE-21 Drop-offs follow the order with the shortest total route that keeps every detour limit; ties go to the passenger who joined first (see DEC-SHARE-DROP-ORDER).
        TAXI-SHARE-22 Two newcomers choosing the last free seat are served one after the other: the first message processed gets it, the second gets a refreshed list (see DEC-SHARE-RACE).
        TAXI-SHARE-23 Passenger locations and destinations are not shown to other passengers, except among people who chose to share.
        TAXI-SHARE-24 If the owner cancels a shared reservation in time, the earliest joiner becomes owner and the ride stays; with no joiner it is removed (see DEC-SHARE-OWNER-LEAVES).
        TAXI-ZONE-01 Rides start and end only inside taxi zones. A reservation or shared ride with origin or destination outside all zones is refused; for plain calls the origin is checked and synthetic passengers draw destinations inside zones.
        TAXI-ZONE-02 The city is divided into zones; every zone has exactly one queue and every queue exactly one zone. Real layouts touch imperfectly: an overlap of at most 1% of the smaller zone is allowed (see DEC-ZONE-FLICKER).
        TAXI-ZONE-03 Zone numbers are positive integers and unique.
        UI-01 Web pages follow HTML 5 and CSS standards and work in text browsers; mobile clients follow the iOS and Android guidelines.
        UI-02 Clients are accessible to disabled people and let the language be chosen at any time.
        UI-03 A home dashboard links every function and is reachable from every screen; a top bar shows the last taxi used and links to the reservation history.
        UI-04 Inputs use fitting controls (choices, date pickers, text fields), suited to screen and input device, with one look across clients and no manual needed.
        """#
}
