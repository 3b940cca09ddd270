// SPDX-License-Identifier: GPL-3.0-or-later

/// A network while it is read: nodes, arcs and bans, before nodes are split and parts are found.
struct StreetDraft {
    /// A ban: users who came along one arc may not go on along another.
    struct Ban: Hashable {
        let from: Int
        let to: Int
        let users: StreetUsers
    }

    var nodeIDs: [Int64] = []
    var longitudes: [Int32] = []
    var latitudes: [Int32] = []
    var tails: [UInt32] = []
    var heads: [UInt32] = []
    var millimetres: [UInt32] = []
    var edgeIDs: [Int64] = []
    /// Milliseconds of each arc by user.
    var times = [[UInt32]](repeating: [], count: StreetUser.allCases.count)
    var hours: [HourTable] = []
    var bans: [Ban] = []

    /// Adds an arc. `times` has an entry for each user.
    mutating func add(from tail: Int, to head: Int, millimetres length: Double, edge: Int64, times own: [UInt32]) {
        tails.append(UInt32(tail))
        heads.append(UInt32(head))
        // Two nodes at one place are a millimetre apart: an arc without length is a mistake of its reader's.
        millimetres.append(UInt32(min(max(length.rounded(), 1), 4e9)))
        edgeIDs.append(edge)
        for (index, time) in own.enumerated() { times[index].append(time) }
    }

    /// The network, with its nodes split and the parts found that are kept.
    consuming func network() -> StreetNetwork {
        var network = StreetNetwork()
        network.nodeIDs = nodeIDs
        network.longitudes = longitudes
        network.latitudes = latitudes
        network.tails = tails
        network.heads = heads
        network.millimetres = millimetres
        network.edgeIDs = edgeIDs
        network.hours = hours.sorted { $0.days.rawValue < $1.days.rawValue }
        for own in times {
            let index = network.times.firstIndex(of: own) ?? network.times.count
            if index == network.times.count { network.times.append(own) }
            network.timesOf.append(UInt8(index))
        }
        network.split(by: bans)
        network.keepLargestParts()
        return network
    }
}

extension StreetNetwork {
    /// Makes the links: an arc whose users may not turn everywhere leads to a copy of its end of its own, shared by those with
    /// the same bans.
    mutating func split(by bans: [StreetDraft.Ban]) {
        var usersOf: [Int: [Int: StreetUsers]] = [:]
        for ban in bans { usersOf[ban.from, default: [:]][ban.to, default: []].formUnion(ban.users) }
        // By node, then by arc, so that copies are numbered alike in every process.
        let banned = usersOf.keys.sorted { (heads[$0], $0) < (heads[$1], $1) }
        var copyOf: [Int: Int] = [:]
        var copies: [Int: [(point: Int, closed: [Int: StreetUsers])]] = [:]
        pointCount = nodeCount
        for arc in banned {
            let (node, closed) = (Int(heads[arc]), usersOf[arc] ?? [:])
            if let same = copies[node]?.first(where: { $0.closed == closed }) {
                copyOf[arc] = same.point
            } else {
                copies[node, default: []].append((pointCount, closed))
                copyOf[arc] = pointCount
                pointCount += 1
            }
        }
        for arc in 0..<arcCount {
            let head = UInt32(copyOf[arc] ?? Int(heads[arc]))
            add(link: (tails[arc], head), arc: UInt32(arc), closed: [])
            for copy in copies[Int(tails[arc])] ?? [] {
                add(link: (UInt32(copy.point), head), arc: UInt32(arc), closed: copy.closed[arc] ?? [])
            }
        }
        splitNodes = copies.keys.sorted().map { UInt32($0) }
        for node in splitNodes {
            splitExits.append(UInt32(pointCount))
            add(link: (node, UInt32(pointCount)), arc: Self.noArc, closed: [])
            for copy in copies[Int(node)] ?? [] {
                add(link: (UInt32(copy.point), UInt32(pointCount)), arc: Self.noArc, closed: [])
            }
            pointCount += 1
        }
    }

    private mutating func add(link: (tail: UInt32, head: UInt32), arc: UInt32, closed: StreetUsers) {
        linkTails.append(link.tail)
        linkHeads.append(link.head)
        linkArcs.append(arc)
        linkClosed.append(closed.rawValue)
    }

    /// Marks for each user the arcs of the largest part in which everything is reached from everywhere.
    mutating func keepLargestParts() {
        kept = [UInt8](repeating: 0, count: arcCount)
        var found: [(times: UInt8, closed: [Bool], part: [Bool])] = []
        for user in StreetUser.allCases {
            let closed = linkClosed.map { StreetUsers(rawValue: $0).has(user) }
            let index = timesOf[Int(user.rawValue)]
            let part: [Bool]
            if let same = found.first(where: { $0.times == index && $0.closed == closed }) {
                part = same.part
            } else {
                let open = times(for: user)
                part = largestPart { link in
                    let arc = linkArcs[link]
                    return arc != Self.noArc && open[Int(arc)] != Self.closed && !closed[link]
                }
                found.append((index, closed, part))
            }
            let open = times(for: user)
            for link in linkTails.indices where linkArcs[link] != Self.noArc && !closed[link] {
                let arc = Int(linkArcs[link])
                guard open[arc] != Self.closed, part[Int(linkTails[link])], part[Int(linkHeads[link])] else { continue }
                kept[arc] |= StreetUsers(user).rawValue
            }
        }
    }

    /// The points of the largest strongly connected part, of equal ones the one with the lowest point; nothing where no part has
    /// two points.
    ///
    /// Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972), without recursion.
    func largestPart(_ isOpen: (Int) -> Bool) -> [Bool] {
        let none = UInt32.max
        var first = [UInt32](repeating: 0, count: pointCount + 1)
        let open = linkTails.indices.filter(isOpen)
        for link in open { first[Int(linkTails[link]) + 1] += 1 }
        for point in 0..<pointCount { first[point + 1] += first[point] }
        var next = first
        var ends = [UInt32](repeating: 0, count: open.count)
        for link in open {
            let tail = Int(linkTails[link])
            ends[Int(next[tail])] = linkHeads[link]
            next[tail] += 1
        }
        next = first
        var number = [UInt32](repeating: none, count: pointCount)
        var lowest = number
        var part = number
        var stack: [Int] = []
        var path: [Int] = []
        var (count, parts) = (UInt32(0), UInt32(0))
        var sizes: [(size: Int, lowest: Int)] = []
        for root in 0..<pointCount where number[root] == none {
            path.append(root)
            while let point = path.last {
                if number[point] == none {
                    number[point] = count
                    lowest[point] = count
                    count += 1
                    stack.append(point)
                }
                if next[point] < first[point + 1] {
                    let end = Int(ends[Int(next[point])])
                    next[point] += 1
                    if number[end] == none {
                        path.append(end)
                    } else if part[end] == none {
                        lowest[point] = min(lowest[point], number[end])
                    }
                    continue
                }
                path.removeLast()
                if let before = path.last { lowest[before] = min(lowest[before], lowest[point]) }
                guard lowest[point] == number[point] else { continue }
                var size = (size: 0, lowest: Int.max)
                while let member = stack.popLast() {
                    part[member] = parts
                    size = (size.size + 1, min(size.lowest, member))
                    if member == point { break }
                }
                sizes.append(size)
                parts += 1
            }
        }
        guard
            let largest = sizes.indices.max(by: {
                (sizes[$0].size, -sizes[$0].lowest) < (sizes[$1].size, -sizes[$1].lowest)
            }), sizes[largest].size > 1
        else { return [Bool](repeating: false, count: pointCount) }
        return part.map { $0 == largest }
    }
}
