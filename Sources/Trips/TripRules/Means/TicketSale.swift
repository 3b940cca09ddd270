// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A company that runs lines, as far as its tickets go (TRIP-TICKET).
public struct TransitCompany: Hashable, Sendable {
    /// What one ticket costs, in hundredths, at least zero.
    public var price: Int64
    /// Whether it sells by SMS.
    public var sellsBySMS: Bool
    /// Whether it has an app.
    public var hasApp: Bool

    /// Takes all of it.
    public init(price: Int64, sellsBySMS: Bool = true, hasApp: Bool = true) {
        (self.price, self.sellsBySMS, self.hasApp) = (price, sellsBySMS, hasApp)
    }
}

/// Where somebody is sent who cannot buy by SMS (TRIP-TICKET).
public enum TicketChannel: UInt8, EventWord {
    case app, web
}

/// Why no ticket was sold; nothing was charged.
public enum TicketRefusal: UInt8, EventWord, Error {
    /// No route of an existing event is being viewed (TRIP-TICKET-EXC).
    case noRouteViewed
    /// The route viewed has no leg of this company's lines (TRIP-TICKET-EXC).
    case noSuchLeg
    /// The phone's credit is too small (TRIP-TICKET-EXC).
    case noCredit
    /// Not one ticket, or more than one buys at once.
    case badCount
}

/// What a purchase comes to.
public enum TicketAnswer: Hashable, Sendable {
    /// The codes of the tickets (glossary: PNR), and the credit left, in hundredths.
    case issued(codes: [Int32], credit: Int64)
    /// The company does not sell by SMS.
    case redirected(TicketChannel)
}

/// The sale of tickets by SMS (TRIP-TICKET). A season pass is nobody's concern: it neither helps nor hinders (TRIP-TICKET-PASS).
public struct TicketSale: Hashable, Sendable {
    /// The last code given.
    public private(set) var lastCode: Int32 = 0

    /// Nothing has been sold.
    public init() {}

    /// Codes go on after one that was given.
    init(lastCode: Int32) { self.lastCode = lastCode }

    /// Buys tickets of a company, whose number is `number`, while a route is viewed. `legs` are those of the route viewed of an
    /// existing event, nil when none is; `credit` is the phone's, in hundredths.
    public mutating func buy(
        _ count: Int, of company: TransitCompany, number: Int32, viewing legs: [JourneyLeg]?, credit: Int64
    ) throws(TicketRefusal) -> TicketAnswer {
        guard (1...20).contains(count) else { throw .badCount }
        guard let legs else { throw .noRouteViewed }
        guard legs.contains(where: { $0.line?.company == number }) else { throw .noSuchLeg }
        guard company.sellsBySMS else { return .redirected(company.hasApp ? .app : .web) }
        let (price, isBeyond) = company.price.multipliedReportingOverflow(by: Int64(count))
        guard !isBeyond, price <= credit else { throw .noCredit }
        let codes = (1...Int32(count)).map { lastCode + $0 }
        lastCode += Int32(count)
        return .issued(codes: codes, credit: credit - price)
    }
}
