internal import HearthBase

/// A call of a link's receiver.
package enum ReceiverCall: Hashable, Sendable {
    case describe(EntityDevice)
    case remove(String)
    case keepOnly(Set<String>)
    case report(EntityReport)
    case reachable(String, Bool)
    case health(LinkHealth)
    case remember([UInt8])

    /// Whether receivers store what it says before they return.
    var isStored: Bool {
        switch self {
        case .describe, .remove, .keepOnly, .remember: true
        case .report, .reachable, .health: false
        }
    }

    func make(on receiver: any EntityReceiver, isolation: isolated (any Actor)? = #isolation) async {
        switch self {
        case .describe(let device): await receiver.describe([device])
        case .remove(let deviceID): await receiver.remove(deviceID)
        case .keepOnly(let deviceIDs): await receiver.keepOnly(deviceIDs)
        case .report(let report): await receiver.report(report)
        case .reachable(let deviceID, let isReachable): await receiver.reachable(deviceID, isReachable)
        case .health(let health): await receiver.health(health)
        case .remember(let memory): await receiver.remember(memory)
        }
    }
}

/// The calls of a link's receiver, which are made one after the other. Belongs to the link, an actor, which claims the
/// calls and then makes them.
package final class ReceiverCalls {
    private enum Item {
        case call(ReceiverCall)
        /// Called once all calls before were made.
        case mark(@Sendable () -> Void)

        var isStored: Bool { if case .call(let call) = self { call.isStored } else { false } }
    }

    /// The most calls that may wait before the link takes no further events.
    private static let most = 1_000
    /// The most devices that are described in one call, and so stored together.
    private static let mostDescribed = 32

    /// Nil before the start, after the end, and for a link that only probes.
    package private(set) var receiver: (any EntityReceiver)?
    private var waiting = FIFO<Item>()
    private var isCalling = false
    private var held: [CheckedContinuation<Void, Never>] = []

    package init() {}

    package func begin(_ receiver: any EntityReceiver) { self.receiver = receiver }

    /// Drops the calls that wait. Further ones are dropped, too.
    package func end() {
        receiver = nil
        waiting.removeAll()
    }

    package func append(_ call: ReceiverCall) { if receiver != nil { waiting.append(.call(call)) } }

    /// Calls a function once all calls before were made.
    package func append(mark: @escaping @Sendable () -> Void) { waiting.append(.mark(mark)) }

    /// Whether calls wait that nothing makes yet. If so, ``make(quickOnly:isolation:)`` has to follow.
    package func claim() -> Bool {
        guard !isCalling, !waiting.isEmpty else { return false }
        isCalling = true
        return true
    }

    /// Whether calls that are added now would be the first. If so, ``make(quickOnly:isolation:)`` has to follow them.
    package func claimNext() -> Bool {
        guard !isCalling, waiting.isEmpty else { return false }
        isCalling = true
        return true
    }

    /// Makes claimed calls. Afterwards calls may wait again.
    ///
    /// - Parameter quickOnly: whether to leave a call that the receiver stores, and all behind it, for later.
    package func make(quickOnly: Bool = false, isolation: isolated (any Actor)? = #isolation) async {
        while let first = waiting.first, !quickOnly || !first.isStored, let item = waiting.popFirst() {
            switch item {
            case .call(.describe(let device)): await receiver?.describe(takeDescribed(after: device))
            case .call(let call): if let receiver { await call.make(on: receiver) }
            case .mark(let mark): mark()
            }
            if waiting.count <= Self.most / 2 { release() }
        }
        isCalling = false
        release()
    }

    /// A device with those of the next calls, as after a connect a link describes all that it has.
    private func takeDescribed(after first: EntityDevice) -> [EntityDevice] {
        var devices = [first]
        while devices.count < Self.mostDescribed, case .call(.describe(let next))? = waiting.first {
            _ = waiting.popFirst()
            devices.append(next)
        }
        return devices
    }

    /// Returns once there is room for the calls of another event.
    package func room(isolation: isolated (any Actor)? = #isolation) async {
        while waiting.count > Self.most { await hold() }
    }

    /// Returns once no call is in progress.
    package func pause(isolation: isolated (any Actor)? = #isolation) async {
        while isCalling { await hold() }
    }

    private func hold(isolation: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { held.append($0) }
    }

    private func release() {
        let waiting = held
        held = []
        for continuation in waiting { continuation.resume() }
    }
}
