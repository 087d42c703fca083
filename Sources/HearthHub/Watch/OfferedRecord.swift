internal import HearthRPC

/// A change while it is offered to watches: what those with the same view see of it is found once.
final class OfferedRecord {
    let record: ReportRecord
    /// The view that asked last, and those before it: guests with equal grants share one.
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

/// What is to be sent to watches when the structure is no longer locked.
struct Deliveries {
    /// Watches that have begun to send the same of a change: they have one view of it.
    private struct Group {
        let record: ReportRecord
        let view: WatchView
        var subscriptions: [Subscription]
    }

    /// Among so many groups one of the same view is looked for: most watches of a home share a few.
    private static let viewsAtOnce = 16
    private var sending: [Group] = []
    private var waking: [Subscription] = []

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
            send(change.record, to: subscription, view)
            return nil
        }
    }

    /// Has a watch follow what its caller may see after a change; nil when that is as before.
    ///
    /// - Parameter change: nil when time has passed and nothing else.
    /// - Returns: whether it is behind.
    mutating func regrant(
        _ subscription: Subscription, _ state: StructureState, after change: ReportRecord?
    ) -> Bool? {
        let isBehind = subscription.withMachine { machine -> Bool? in
            machine.regrant(state, after: change) ? machine.isBehind(in: state.id) : nil
        }
        if isBehind != nil { waking.append(subscription) }
        return isBehind
    }

    private mutating func send(_ record: ReportRecord, to subscription: Subscription, _ view: WatchView) {
        let lately = sending.indices.suffix(Self.viewsAtOnce)
        if let index = lately.last(where: { sending[$0].view === view && sending[$0].record === record }) {
            sending[index].subscriptions.append(subscription)
        } else {
            sending.append(Group(record: record, view: view, subscriptions: [subscription]))
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
        for group in sending {
            let frame = group.record.frame(for: group.view)
            for subscription in group.subscriptions { subscription.goOn(frame) }
        }
        for subscription in waking { subscription.send() }
    }
}
