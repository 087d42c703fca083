internal import HearthRPC

/// A change while it is offered to watches: what those with the same view see of it is found once.
final class OfferedRecord {
    let record: ReportRecord
    private var last: (view: WatchView, isShown: Bool)?

    init(_ record: ReportRecord) { self.record = record }

    /// Whether a view shows anything of it.
    func isShown(in view: WatchView) -> Bool {
        if let last, last.view === view { return last.isShown }
        let isShown = !view.select(record).isEmpty
        last = (view, isShown)
        return isShown
    }
}

/// What is to be sent to watches when the structure is no longer locked.
struct Deliveries {
    /// Those that have begun to send a change, each with the view that it has of it.
    private(set) var sending: [(subscription: Subscription, view: WatchView, record: ReportRecord)] = []
    private(set) var waking: [Subscription] = []

    init() {}

    /// Offers a change to a watch.
    ///
    /// - Returns: whether it is behind now; nil when it is not, and was not before.
    mutating func offer(_ change: OfferedRecord, to subscription: Subscription) -> Bool? {
        switch subscription.withMachine({ $0.offer(change) }) {
        case .nothing: return nil
        case .waits(let isBehind):
            waking.append(subscription)
            return isBehind
        case .sends(let view):
            sending.append((subscription, view, change.record))
            return nil
        }
    }

    /// Has a watch get the sum of what is told next.
    ///
    /// - Returns: whether it does.
    mutating func leaveBehind(_ subscription: Subscription, in structureID: String) -> Bool {
        let isBehind = subscription.withMachine { $0.fallBehind(in: structureID) }
        if isBehind { waking.append(subscription) }
        return isBehind
    }

    /// Sends it, each message encoded once. Never waits.
    func send() {
        var last: (record: ReportRecord, view: WatchView, frame: RPCFrame?)?
        for (subscription, view, record) in sending {
            if let last, last.record === record, last.view === view {
                subscription.goOn(last.frame)
                continue
            }
            let frame = record.frame(for: view)
            last = (record, view, frame)
            subscription.goOn(frame)
        }
        for subscription in waking { subscription.send() }
    }
}
