internal import HearthRPC

/// A change that is offered to watches. Whether a view shows any of it is determined once for all watches of that view.
final class OfferedRecord {
    let record: ReportRecord
    /// The last view that asked, and the earlier ones. Guests with equal grants share a view.
    private var last: (view: WatchView, isShown: Bool)?
    private var others: [(view: WatchView, isShown: Bool)] = []

    init(_ record: ReportRecord) { self.record = record }

    /// Whether a view shows anything of it.
    func isShown(in view: WatchView) -> Bool {
        if let last, last.view === view { return last.isShown }
        if let last, !others.contains(where: { $0.view === last.view }) { others.append(last) }
        let isShown = others.first { $0.view === view }?.isShown ?? !view.select(record).isEmpty
        last = (view, isShown)
        return isShown
    }
}

/// Messages for watches, which are sent after the structure's lock is released.
struct Deliveries {
    /// Watches that get the same message: one change in one view.
    private struct Group {
        let record: ReportRecord
        let view: WatchView
        var subscriptions: [Subscription]
    }

    /// The number of recent groups that are searched for the same view; most watches of a home share a few views.
    private static let viewsAtOnce = 16
    private var sending: [Group] = []
    private var waking: [Subscription] = []

    init() {}

    /// Offers a change to a watch.
    ///
    /// - Returns: whether the watch lags now; nil if it did not lag before and does not now.
    mutating func offer(_ change: OfferedRecord, to subscription: Subscription) -> Bool? {
        switch subscription.withMachine({ $0.offer(change) }) {
        case .nothing: return nil
        case .waits(let isLagging):
            waking.append(subscription)
            return isLagging
        case .sends(let view):
            send(change.record, to: subscription, view)
            return nil
        }
    }

    /// Adapts a watch to what its caller may see after a change.
    ///
    /// - Parameter change: nil if only time has passed.
    /// - Returns: whether it lags; nil if there is nothing to send.
    mutating func regrant(
        _ subscription: Subscription, _ state: StructureState, after change: ReportRecord?
    ) -> Bool? {
        let isLagging = subscription.withMachine { machine -> Bool? in
            machine.regrant(state, after: change) ? machine.isLagging(in: state.id) : nil
        }
        if isLagging != nil { waking.append(subscription) }
        return isLagging
    }

    private mutating func send(_ record: ReportRecord, to subscription: Subscription, _ view: WatchView) {
        let lately = sending.indices.suffix(Self.viewsAtOnce)
        if let index = lately.last(where: { sending[$0].view === view && sending[$0].record === record }) {
            sending[index].subscriptions.append(subscription)
        } else {
            sending.append(Group(record: record, view: view, subscriptions: [subscription]))
        }
    }

    /// Makes a watch lag, so that it gets the next changes coalesced.
    ///
    /// - Returns: whether it lags now.
    mutating func makeLag(_ subscription: Subscription, in structureID: String) -> Bool {
        let isLagging = subscription.withMachine { $0.startLagging(in: structureID) }
        if isLagging { waking.append(subscription) }
        return isLagging
    }

    /// Sends everything, each message encoded once. Never waits.
    func send() {
        for group in sending {
            let frame = group.record.frame(for: group.view)
            for subscription in group.subscriptions { subscription.sendOffered(frame) }
        }
        for subscription in waking { subscription.send() }
    }
}
