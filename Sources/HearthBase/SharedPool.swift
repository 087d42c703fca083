/// Limits of a ``SharedPool``.
package struct PoolLimits: Hashable, Sendable {
    /// What all may take together.
    package var total: Int
    /// What one holder may take who is not the owner.
    package var share: Int
    /// The part of ``total`` that only the owner may take.
    package var reserve: Int

    /// - Parameter reserve: no more than half of the total counts, so that there is something for others.
    package init(total: Int, share: Int, reserve: Int) {
        self.total = total
        self.share = share
        self.reserve = max(0, min(reserve, total / 2))
    }

    /// What all may take together who are not the owner.
    package var forOthers: Int { total - reserve }
}

/// Why there is nothing for a holder in a ``SharedPool``.
package enum PoolRefusal: Error, Hashable, Sendable {
    /// The holder has taken as much as one may.
    case share(Int)
    /// All who are not the owner have taken as much as they may together.
    case others(Int)
    /// All is taken.
    case total(Int)

    /// Which limit is reached, as errors say it, as "you have 16 invitations, the most a person may have".
    ///
    /// - Parameter things: what is limited and taken one by one, in the plural; a number stands before it.
    package func sentence(_ things: String) -> String { limit(things, you: "you have", all: "there are") }

    /// ``sentence(_:)`` and what can be done about it, as "…, the most a person may have; withdraw one".
    ///
    /// - Parameter wayOut: what somebody who holds some of the things can do, in the imperative.
    package func sentence(_ things: String, wayOut: String) -> String { sentence(things) + "; " + whoCan(wayOut) }

    /// Which limit would be exceeded, as "you would have more than 500 bytes, the most a person may have".
    ///
    /// - Parameters:
    ///   - things: what is limited and taken many at a time, in the plural; a number stands before it.
    ///   - wayOut: what somebody who holds some of the things can do, in the imperative.
    package func excess(_ things: String, wayOut: String) -> String {
        limit(things, you: "you would have more than", all: "there would be more than") + "; " + whoCan(wayOut)
    }

    /// Where others have what is lacking, the caller may have nothing to give back.
    private func whoCan(_ wayOut: String) -> String {
        if case .others = self { "ask the others or the hub's owner to \(wayOut)" } else { wayOut }
    }

    private func limit(_ things: String, you: String, all: String) -> String {
        switch self {
        case .share(let most): "\(you) \(most) \(things), the most a person may have"
        case .others(let most): "\(all) \(most) \(things), the most there may be but for the hub's owner"
        case .total(let most): "\(all) \(most) \(things), the most there may be"
        }
    }
}

/// Something of which there is a limited amount, such as connections or bytes: each holder may take a share of it, and a part
/// is reserved for the owner. So no one can use up what others need, and the owner can always do something about it.
///
/// A holder is nil for the owner.
package struct SharedPool<Holder: Hashable & Sendable>: Sendable {
    private let limits: PoolLimits
    private var held: [Holder: Int] = [:]
    /// What those have taken who are not the owner.
    private var ofOthers = 0
    private var ofOwner = 0

    package init(_ limits: PoolLimits) { self.limits = limits }

    /// What all have taken.
    package var taken: Int { ofOthers + ofOwner }

    /// What a holder has taken.
    package func taken(by holder: Holder?) -> Int { holder.map { held[$0] ?? 0 } ?? ofOwner }

    /// Why a holder can't take so much more; nil if it can.
    package func refusal(of amount: Int = 1, for holder: Holder?) -> PoolRefusal? {
        if let holder {
            if (held[holder] ?? 0) + amount > limits.share { return .share(limits.share) }
            if ofOthers + amount > limits.forOthers { return .others(limits.forOthers) }
        }
        return taken + amount > limits.total ? .total(limits.total) : nil
    }

    /// Takes so much for a holder.
    ///
    /// - Throws: why it can't; then nothing is taken.
    package mutating func take(_ amount: Int = 1, for holder: Holder?) throws(PoolRefusal) {
        if let refusal = refusal(of: amount, for: holder) { throw refusal }
        add(amount, for: holder)
    }

    /// Counts what a holder has taken, also beyond the limits.
    ///
    /// - Parameter amount: negative for what it gives back.
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
