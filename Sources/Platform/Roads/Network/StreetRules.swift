// SPDX-License-Identifier: GPL-3.0-or-later

/// What classes of streets, keys of OpenStreetMap, barriers and bans mean for each user: the text `streets.txt`, which says where
/// its numbers come from.
struct StreetRules: Sendable {
    /// What a class is to a user.
    struct Way: Hashable, Sendable {
        /// Kilometres an hour.
        let speed: Double
        /// Whether it may be used only where a tag says so.
        let onlyWhereTagged: Bool
    }

    /// The classes by name, each with what it is to the users in order; nil for never.
    private(set) var classes: [String: [Way?]] = [:]
    /// The names of classes in the order of the text.
    private(set) var classNames: [String] = []
    /// Kilometres an hour of a bicycle that is pushed.
    private(set) var pushed = 0.0
    private var allowed: Set<String> = []
    private var onlyOpens: Set<String> = []
    private var keys: [StreetUser: [String]] = [:]
    private var against: [StreetUser: [String]] = [:]
    /// Who is bound by bans on turns, with the words that free it.
    private var bound: [StreetUser: Set<String>] = [:]
    private var barriers: [String: StreetUsers] = [:]

    /// The rules of this program.
    static let own = StreetRules(String(decoding: PackageResources.streets_txt, as: UTF8.self))

    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            let rest = Array(words.dropFirst(2))
            switch words[0] {
            case "class":
                classNames.append(words[1])
                classes[words[1]] = rest.map(Self.way)
            case "pushed": pushed = Double(words[1]) ?? 0
            case "allowed": allowed = Set(words.dropFirst())
            case "only-opens": onlyOpens = Set(words.dropFirst())
            case "barrier": barriers[words[1]] = StreetUsers(rest.compactMap { StreetUser(named: $0) })
            default:
                guard let user = StreetUser(named: words[1]) else { preconditionFailure("streets.txt: \(line)") }
                switch words[0] {
                case "keys": keys[user] = rest
                case "against": against[user] = rest
                case "bound": bound[user] = Set(rest)
                default: preconditionFailure("streets.txt: \(line)")
                }
            }
        }
    }

    private static func way(_ word: String) -> Way? {
        let isBracketed = word.hasPrefix("(")
        let number = isBracketed ? String(word.dropFirst().dropLast()) : word
        return Double(number).map { Way(speed: $0, onlyWhereTagged: isBracketed) }
    }

    /// What the keys of a street or barrier say to a user; nil when they say nothing.
    func permission(_ tags: [String: String], _ user: StreetUser) -> Bool? {
        var answer: Bool?
        for key in keys[user] ?? [] {
            guard let value = tags[key] else { continue }
            let isAllowed = allowed.contains(value) || (user == .bicycle && value == "dismount")
            if isAllowed || !onlyOpens.contains(key) { answer = isAllowed }
        }
        return answer
    }

    /// The speed of a user on a street with these tags, in kilometres an hour; nil where it may not go.
    func speed(_ tags: [String: String], _ user: StreetUser) -> Double? {
        guard let name = tags["highway"], let way = classes[name]?[Int(user.rawValue)] else { return nil }
        let permission = permission(tags, user)
        // A foot way of which nothing else is said is closed to vehicles by its class, whatever `access` says of everybody.
        let isAllowed = way.onlyWhereTagged ? permission == true && isNamed(tags, user) : permission != false
        guard isAllowed else { return nil }
        if user == .bicycle, tags["bicycle"] == "dismount" { return pushed }
        guard StreetUser.motorised.contains(user), let limit = tags["maxspeed"].flatMap(Self.limit) else {
            return way.speed
        }
        return user == .siren ? limit * 0.8 * 4 / 3 : limit * 0.8
    }

    /// Whether a key is there that is about this kind of user, and not about everybody.
    private func isNamed(_ tags: [String: String], _ user: StreetUser) -> Bool {
        (keys[user] ?? []).contains { $0 != "access" && tags[$0] != nil }
    }

    /// Kilometres an hour of a limit: a number, perhaps with `mph`; nil for anything else, such as `signals`.
    static func limit(_ text: String) -> Double? {
        let isMiles = text.hasSuffix("mph")
        let digits = (isMiles ? Substring(text.dropLast(3)) : Substring(text)).filter { $0 != " " }
        guard let number = Double(digits), number >= 5, number <= 150 else { return nil }
        return isMiles ? number * 1.609344 : number
    }

    /// In which directions of its way users go: along it, and against it.
    func directions(_ tags: [String: String]) -> (along: StreetUsers, against: StreetUsers) {
        let isRound = tags["junction"].map { $0 == "roundabout" || $0 == "circular" } ?? false
        let isImplied = isRound || tags["highway"] == "motorway" || tags["highway"] == "motorway_link"
        let free: StreetUsers = StreetUsers(.foot)
        switch tags["oneway"] ?? (isImplied ? "yes" : "no") {
        case "yes", "true", "1": return (.all, freed(tags))
        case "-1", "reverse": return (freed(tags), .all)
        // Which direction is open changes with the hour: not for vehicles.
        case "reversible": return (free, free)
        default: return (.all, .all)
        }
    }

    /// Who may go against a one-way street with these tags.
    private func freed(_ tags: [String: String]) -> StreetUsers {
        var users = StreetUsers(.foot)
        for (user, keys) in against where keys.contains(where: { tags[$0] == "no" }) { users.formUnion(.init(user)) }
        if tags["cycleway"]?.hasPrefix("opposite") == true { users.formUnion(.init(.bicycle)) }
        return users
    }

    /// Whom a ban on turns binds, with the words of its `except`.
    func bound(except words: [String]) -> StreetUsers {
        StreetUsers(
            StreetUser.allCases.filter { user in
                bound[user].map { free in !words.contains(where: free.contains) } ?? false
            })
    }

    /// Whom a node with these tags stops.
    func stopped(at tags: [String: String]) -> StreetUsers {
        guard let barrier = tags["barrier"] else { return [] }
        return StreetUsers(
            StreetUser.allCases.filter { user in
                switch permission(tags, user) {
                case true?: false
                case false?: true
                case nil: barriers[barrier]?.has(user) ?? false
                }
            })
    }
}
