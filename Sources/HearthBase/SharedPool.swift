/// Limits of a ``SharedPool``.
package struct PoolLimits: Hashable, Sendable {
    /// The most that all holders may take together.
    package var total: Int
    /// The most that one holder other than the owner may take.
    package var share: Int
    /// The part of ``total`` that only the owner may take.
    package var reserve: Int
    /// The most that all holders other than the owner may take in one household.
    package var ofHousehold: Int

    /// - Parameters:
    ///   - reserve: at most half of the total counts, so that others always have some.
    ///   - ofHousehold: the most that one household's members may hold together. A larger value is reduced to one less
    ///     than the reserve leaves, so that no household takes everything. nil for a pool without shares of households.
    package init(total: Int, share: Int, reserve: Int, ofHousehold: Int? = nil) {
        self.total = total
        self.share = share
        self.reserve = max(0, min(reserve, total / 2))
        self.ofHousehold = ofHousehold.map { [reserve = self.reserve] in max(1, min($0, total - reserve - 1)) } ?? total
    }

    /// A percentage of a total, rounded down; from 0 to the total.
    package static func part(_ percent: Int, of total: Int) -> Int {
        let percent = max(0, min(percent, 100))
        return total / 100 * percent + total % 100 * percent / 100
    }

    /// The most that all holders other than the owner may take together.
    package var forOthers: Int { total - reserve }

    /// The last part of ``forOthers``, a tenth, in which each household may only take up to its ``floor``.
    package var lastPart: Int { forOthers / 10 }

    /// The most that a household may have while it takes from the ``lastPart``. There are at least 16 of them in it, so
    /// that a few households together leave some for others.
    package var floor: Int { max(1, lastPart / 16) }
}

/// Which limit refuses a request to a ``SharedPool``.
package enum PoolRefusal: Error, Hashable, Sendable {
    /// The holder has its full share.
    case share(Int)
    /// The household with this ID has its full share.
    case household(String, Int)
    /// Only the part is left in which a household may not have more than its floor.
    case lastPart(taken: Int, floor: Int)
    /// All holders other than the owner have their full limit.
    case others(Int)
    /// The total is reached.
    case total(Int)

    /// The limit as an error says it, such as "you have 16 invitations, the most a person may have".
    ///
    /// - Parameter things: what is limited and taken one by one, in the plural; a number precedes it.
    package func sentence(_ things: String) -> String { limit(things, "have", all: "there are") }

    /// ``sentence(_:)`` with a way out, such as "…, the most a person may have; withdraw one".
    ///
    /// - Parameter wayOut: what a holder of some of the things can do, in the imperative.
    package func sentence(_ things: String, wayOut: String) -> String { sentence(things) + "; " + whoCan(wayOut) }

    /// The limit that would be exceeded, such as "you would have more than 500 bytes, the most a person may have".
    ///
    /// - Parameters:
    ///   - things: what is limited and taken many at a time, in the plural; a number precedes it.
    ///   - wayOut: what a holder of some of the things can do, in the imperative.
    package func excess(_ things: String, wayOut: String) -> String {
        limit(things, "would have more than", all: "there would be more than") + "; " + whoCan(wayOut)
    }

    /// If other holders have used up the limit, the caller may have nothing to give back.
    private func whoCan(_ wayOut: String) -> String {
        switch self {
        case .share, .total: wayOut
        case .household: "ask the household's members or the hub's owner to \(wayOut)"
        case .lastPart, .others: "ask the others or the hub's owner to \(wayOut)"
        }
    }

    private func limit(_ things: String, _ have: String, all: String) -> String {
        switch self {
        case .share(let most): "you \(have) \(most) \(things), the most a person may have"
        case .household(_, let most):
            "\(all) \(most) \(things) in the household, the most a structure may have with those that its owners created"
        case .lastPart(let taken, let floor):
            "\(all) \(taken) \(things), and the rest is for households with at most \(floor)"
        case .others(let most): "\(all) \(most) \(things), the most that all but the hub's owner may have"
        case .total(let most): "\(all) \(most) \(things), the most there may be"
        }
    }
}

/// A limited amount of something, such as connections or bytes. Each holder may take a share, those of a household
/// together a larger one, and a part is reserved for the owner. Of the rest, the last tenth is for households that have
/// little (``PoolLimits/floor``). So neither a person nor a few households can use up what others need, and the owner can
/// always intervene.
///
/// A household is a structure that the hub's owner created, together with those that its owners created later. It has
/// the ID of the first. A nil holder is the hub's owner. What the owner takes counts in no household.
package struct SharedPool<Holder: Hashable & Sendable>: Sendable {
    private let limits: PoolLimits
    private var held: [Holder: Int] = [:]
    /// The amount that holders other than the owner have taken in households, by ID.
    private var heldInHouseholds: [String: Int] = [:]
    /// The amount taken by all holders other than the owner.
    private var ofOthers = 0
    private var ofOwner = 0

    package init(_ limits: PoolLimits) { self.limits = limits }

    /// The amount taken by all.
    package var taken: Int { ofOthers + ofOwner }

    /// The amount taken by a holder.
    package func taken(by holder: Holder?) -> Int { holder.map { held[$0] ?? 0 } ?? ofOwner }

    /// The amount that holders other than the owner have taken in a household.
    package func taken(in household: String) -> Int { heldInHouseholds[household] ?? 0 }

    /// Why a holder cannot take this amount; nil if it can.
    ///
    /// - Parameter households: the IDs of the households that it is taken in.
    package func refusal(
        of amount: Int = 1, for holder: Holder?, in households: some Sequence<String> = [String]()
    ) -> PoolRefusal? {
        if let holder {
            if taken(by: holder) + amount > limits.share { return .share(limits.share) }
            if let refusal = refusal(in: households, of: amount) { return refusal }
            if ofOthers + amount > limits.forOthers { return .others(limits.forOthers) }
            if let refusal = refusal(in: households, of: amount, with: ofOthers + amount) { return refusal }
        }
        return taken + amount > limits.total ? .total(limits.total) : nil
    }

    /// Why a holder cannot count an amount, which it has or may take, in these households; nil if it can.
    package func refusal(
        of amount: Int = 1, for holder: Holder?, inOnly households: some Sequence<String>
    ) -> PoolRefusal? {
        guard holder != nil else { return nil }
        return refusal(in: households, of: amount) ?? refusal(in: households, of: amount, with: ofOthers)
    }

    private func refusal(in households: some Sequence<String>, of amount: Int) -> PoolRefusal? {
        for id in households where taken(in: id) + amount > limits.ofHousehold {
            return .household(id, limits.ofHousehold)
        }
        return nil
    }

    /// - Parameter all: what all holders other than the owner will have.
    private func refusal(in households: some Sequence<String>, of amount: Int, with all: Int) -> PoolRefusal? {
        let most = limits.forOthers - limits.lastPart
        guard all > most, households.contains(where: { taken(in: $0) + amount > limits.floor }) else { return nil }
        return .lastPart(taken: most, floor: limits.floor)
    }

    /// Takes an amount for a holder, in each of the households with these IDs.
    ///
    /// - Throws: the limit that refuses it; nothing is taken then.
    package mutating func take(
        _ amount: Int = 1, for holder: Holder?, in households: some Collection<String> = [String]()
    ) throws(PoolRefusal) {
        if let refusal = refusal(of: amount, for: holder, in: households) { throw refusal }
        add(amount, for: holder, in: households)
    }

    /// Adds to a holder's amount, in each of the households with these IDs, also beyond the limits.
    ///
    /// - Parameter amount: the amount to add; negative to return some.
    package mutating func add(
        _ amount: Int, for holder: Holder?, in households: some Sequence<String> = [String]()
    ) {
        guard let holder else {
            ofOwner += amount
            return
        }
        ofOthers += amount
        Self.add(amount, to: &held[holder])
        for id in households { Self.add(amount, to: &heldInHouseholds[id]) }
    }

    /// Adjusts how much of a holder's places counts in a household, without checking any limit.
    ///
    /// - Parameter amount: the amount to count; negative to count less.
    package mutating func add(_ amount: Int, for holder: Holder?, inOnly household: String) {
        if holder != nil { Self.add(amount, to: &heldInHouseholds[household]) }
    }

    private static func add(_ amount: Int, to held: inout Int?) {
        let left = (held ?? 0) + amount
        held = left == 0 ? nil : left
    }

    /// Gives back what a holder has taken, in each of the households with these IDs.
    package mutating func giveBack(
        _ amount: Int = 1, of holder: Holder?, in households: some Sequence<String> = [String]()
    ) {
        add(-amount, for: holder, in: households)
    }
}
