// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// One store with all that is known of it when the run is over.
struct ListedStore {
    let number: Int
    let name: String
    let group: String
    let chain: String?
    let point: GeographicPoint?
    let site: SiteTotals
    /// The wishes of those who tried it last.
    let wishes: CasePart

    fileprivate var mainLoss: String {
        let known = LossCause.allCases.map { (cause: $0, count: wishes.lost($0)) }
        guard let most = known.max(by: { ($0.count, $1.cause.rawValue) < ($1.count, $0.cause.rawValue) }),
            most.count > 0
        else { return "–" }
        return "\(most.cause.words) (\(Text.number(Double(most.count), 0)))"
    }
}

extension StoreFold {
    /// The stores, by number.
    var stores: [ListedStore] {
        let names = section.storeNames
        let groups = section.groups.flatMap { Array(repeating: $0, count: $0.size) }
        return sites.enumerated().map { index, site in
            let group = index < groups.count ? groups[index] : nil
            let parts = wishes?.sites.parts ?? []
            return ListedStore(
                number: index + 1, name: index < names.count ? names[index] : "store \(index + 1)",
                group: group?.name ?? "", chain: group?.chain,
                point: site.place.flatMap { place in layout.map { $0.geographic(place) } }, site: site,
                wishes: index < parts.count ? parts[index] : CasePart())
        }
    }

    static let table = ResultTable<ListedStore>(
        "stores", .key("store") { $0.number }, .text("name") { $0.name }, .text("store_group") { $0.group },
        .textOrNull("chain") { $0.chain }, .degrees("longitude") { $0.point?.longitude },
        .degrees("latitude") { $0.point?.latitude }, .integer("people_limit") { $0.site.limit },
        .integer("places_used") { $0.site.placesUsed }, .realOrNull("places_taken") { $0.site.occupancy },
        .real("held_in_vain_s") { Double($0.site.heldInVain) / 1e9 }, .integer("tickets") { $0.site.tickets },
        .integer("bookings") { $0.site.bookings }, .integer("slots_kept") { $0.site.slotsKept },
        .integer("slots_lapsed") { $0.site.slotsLapsed }, .integer("entered") { $0.site.entered },
        .integer("visits") { $0.site.visits }, .realOrNull("wait_mean_s") { $0.site.waitMean },
        .integer("wishes") { $0.wishes.asked }, .integer("served") { $0.wishes.served },
        .integer("lost") { $0.wishes.lost }, .realOrNull("bias_phone_s") { $0.site.byPhone.bias },
        .realOrNull("bias_totem_s") { $0.site.atTotem.bias })

    /// What a manager of stores asks of each, beside what became of its shoppers.
    var storePage: String {
        let stores = stores
        var columns: [ShownColumn<ListedStore>] = [.text("store", "Its name.") { $0.name }]
        if section.groups.count > 1 { columns.append(.text("group", "Its group in the scenario.") { $0.group }) }
        if stores.contains(where: { $0.chain != nil }) {
            columns.append(.text("chain", "The chain that it belongs to.") { $0.chain ?? "–" })
        }
        columns += [
            .count("people limit", "The most people inside, at the end of the run.") { Int($0.site.limit) },
            .count("visits", "Visits that ended after the warm-up.") { $0.site.visits },
        ]
        if hasService {
            columns += [
                .percent("places taken (%)", "People inside, as a share of the limit while the store was open.") {
                    $0.site.occupancy
                }
            ]
        }
        columns.append(.text("most lost to", "Why most of those were lost who tried it last.") { $0.mainLoss })
        if hasService {
            columns += [
                .number(
                    "held in vain (h)", "How long called tickets that came to nothing held a place, all together.", 1,
                    scale: 1 / 3600.0
                ) { Double($0.site.heldInVain) / 1e9 },
                .count("slots kept", "Bookings for the measured time, neither cancelled nor lapsed.") {
                    $0.site.slotsKept
                },
                .count("slots lapsed", "Bookings for which nobody came in time.") { $0.site.slotsLapsed },
                Self.bias("by phone", \.byPhone), Self.bias("at the totem", \.atTotem),
            ]
        }
        let table = ShownTable.html("The stores", stores, columns)
        let known =
            hasService
            ? "Estimates are the entry against the first estimate: above 0 people came in later than they were told."
            : ""
        let note = known.isEmpty ? "" : "<p>\(known)</p>\n"
        guard stores.count > 40 else { return table + note }
        return
            "<details><summary>All \(Text.number(Double(stores.count), 0)) stores</summary>\n\(table)</details>\n\(note)"
    }

    private static func bias(_ words: String, _ part: KeyPath<SiteTotals, SiteTotals.Estimates>) -> ShownColumn<
        ListedStore
    > {
        .minutes("estimate \(words) (min)", "Mean of the entry minus the first estimate, of tickets \(words).") {
            $0.site[keyPath: part].bias
        }
    }
}
