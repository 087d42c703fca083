internal import Hearth
internal import HearthBase
internal import HearthCombine
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases
internal import Synchronization

/// Watches the devices of a home for the effects of a command's actions.
final class EffectWatch: Sendable {
    private struct State {
        /// Devices with a report that was caused by this program.
        var reported: Set<String> = []
        /// When the last report about a watched device came.
        var changedAt: ContinuousClock.Instant = .now
        /// Whether the hub is lost, so that no report comes.
        var hasEnded = false
        /// Opened by the next change.
        var next: Latch?
    }

    private let listing: HomeListing
    /// IDs of the devices whose reports are awaited.
    private let deviceIDs: Set<String>
    /// Guards what the reports have shown so far.
    private let state = Mutex(State())

    init(_ listing: HomeListing, of devices: [HomeListing.Device]) {
        self.listing = listing
        deviceIDs = Set(devices.map(\.id))
    }

    /// Starts to watch; reports from then on are noticed, until the result is released.
    func start() -> AnyCancellable {
        let own = listing.home.clientID
        return listing.home.changes().sink { [weak self] _ in
            self?.change { $0.hasEnded = true }
        } receiveValue: { [weak self] change in
            self?.take(change, own)
        }
    }

    private func take(_ change: HomeChange, _ own: String) {
        switch change {
        case .report(let report):
            let reported = deviceIDs.intersection(report.traits.map(\.path.target.deviceID))
            // Sensors and other people change devices all the time; that must not prolong the wait.
            guard !reported.isEmpty else { return }
            self.change { state in
                state.changedAt = .now
                guard report.cause?.clientID == own else { return }
                state.reported.formUnion(reported)
            }
        case .connectionLost: self.change { $0.hasEnded = true }
        case .connectionRestored: self.change { $0.hasEnded = false }
        case .resynced, .eventsLost: break
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let next = state.withLock { state in
            body(&state)
            return state.next.take()
        }
        next?.open()
    }

    /// The current state of a device.
    func reading(of device: HomeListing.Device) -> DeviceReading { listing.current(device).reading }

    /// Whether this program's action caused a report of the device, or the device already had the expected state.
    func isConfirmed(_ goal: ActionGoal, on device: HomeListing.Device) -> Bool {
        state.withLock { $0.reported.contains(device.id) } || goal.progress(in: reading(of: device)) == .reached
    }

    /// Waits until all devices have reached their goals. A device with an unknown goal counts as settled 300 ms after the
    /// last change.
    ///
    /// - Parameter limit: the longest wait.
    /// - Returns: the devices that are still moving.
    func settle(
        _ expected: [(device: HomeListing.Device, goal: ActionGoal)], within limit: Duration = .seconds(2)
    ) async -> Set<String> {
        let begin = ContinuousClock.now
        let end = begin + limit
        while true {
            let latch = Latch()
            let (hasEnded, changedAt) = state.withLock { state in
                state.next = latch
                return (state.hasEnded, state.changedAt)
            }
            let progress = expected.map { $0.goal.progress(in: reading(of: $0.device)) }
            let quiet = max(begin, changedAt) + .milliseconds(300)
            let now = ContinuousClock.now
            let isWaiting = progress.contains(.underWay) || progress.contains(.unknown) && now < quiet
            guard isWaiting, !hasEnded, now < end else { break }
            let alarm = Task {
                try? await Task.sleep(until: progress.contains(.unknown) && now < quiet ? min(quiet, end) : end)
                latch.open()
            }
            await latch.wait()
            alarm.cancel()
        }
        return Set(expected.filter { $0.goal.progress(in: reading(of: $0.device)) == .underWay }.map(\.device.id))
    }
}
