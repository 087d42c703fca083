/// Limits of a ``SharedPool``.
package struct PoolLimits: Hashable, Sendable {
    /// The most that all holders may take together.
    package var total: Int
    /// The most that one holder other than the owner may take.
    package var share: Int
    /// The part of ``total`` that only the owner may take.
    package var reserve: Int

    /// - Parameter reserve: at most half of the total counts, so that others always have some.
    package init(total: Int, share: Int, reserve: Int) {
        self.total = total
        self.share = share
        self.reserve = max(0, min(reserve, total / 2))
    }

    /// The most that all holders other than the owner may take together.
    package var forOthers: Int { total - reserve }
}

/// Which limit refuses a request to a ``SharedPool``.
package enum PoolRefusal: Error, Hashable, Sendable {
    /// The holder has its full share.
    case share(Int)
    /// All holders other than the owner have their full limit.
    case others(Int)
    /// The total is reached.
    case total(Int)

    /// The limit as an error says it, such as "you have 16 invitations, the most a person may have".
    ///
    /// - Parameter things: what is limited and taken one by one, in the plural; a number precedes it.
    package func sentence(_ things: String) -> String { limit(things, you: "you have", all: "there are") }

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
        limit(things, you: "you would have more than", all: "there would be more than") + "; " + whoCan(wayOut)
    }

    /// If other holders have used up the limit, the caller may have nothing to give back.
    private func whoCan(_ wayOut: String) -> String {
        if case .others = self { "ask the others or the hub's owner to \(wayOut)" } else { wayOut }
    }

    private func limit(_ things: String, you: String, all: String) -> String {
        switch self {
        case .share(let most): "\(you) \(most) \(things), the most a person may have"
        case .others(let most): "\(all) \(most) \(things), the most that all but the hub's owner may have"
        case .total(let most): "\(all) \(most) \(things), the most there may be"
        }
    }
}

/// A limited amount of something, such as connections or bytes. Each holder may take a share, and a part is reserved
/// for the owner: so no holder can use up what others need, and the owner can always intervene.
///
/// A nil holder is the owner.
package struct SharedPool<Holder: Hashable & Sendable>: Sendable {
    private let limits: PoolLimits
    private var held: [Holder: Int] = [:]
    /// The amount taken by all holders other than the owner.
    private var ofOthers = 0
    private var ofOwner = 0

    package init(_ limits: PoolLimits) { self.limits = limits }

    /// The amount taken by all.
    package var taken: Int { ofOthers + ofOwner }

    /// The amount taken by a holder.
    package func taken(by holder: Holder?) -> Int { holder.map { held[$0] ?? 0 } ?? ofOwner }

    /// Why a holder cannot take this amount; nil if it can.
    package func refusal(of amount: Int = 1, for holder: Holder?) -> PoolRefusal? {
        if let holder {
            if (held[holder] ?? 0) + amount > limits.share { return .share(limits.share) }
            if ofOthers + amount > limits.forOthers { return .others(limits.forOthers) }
        }
        return taken + amount > limits.total ? .total(limits.total) : nil
    }

    /// Takes an amount for a holder.
    ///
    /// - Throws: the limit that refuses it; nothing is taken then.
    package mutating func take(_ amount: Int = 1, for holder: Holder?) throws(PoolRefusal) {
        if let refusal = refusal(of: amount, for: holder) { throw refusal }
        add(amount, for: holder)
    }

    /// Adds to a holder's amount, also beyond the limits.
    ///
    /// - Parameter amount: the amount to add; negative to return some.
    package mutating func add(_ amount: Int, for holder: Holder?) {
        guard let holder else {
            ofOwner += amount
            return
        }
        ofOthers += amount
        let left = (held[holder] ?? 0) + amount
        held[holder] = left == 0 ? nil : left
    }

    /// Gives back what a holder has taken.
    package mutating func giveBack(_ amount: Int = 1, of holder: Holder?) { add(-amount, for: holder) }
}
