internal import HearthTraitCore
internal import Synchronization

/// Where one provider reports: it takes only what is about the provider's own devices, and keeps what comes before
/// they are in the hub.
final class ProviderPort: DeviceReporter {
    private enum Phase {
        case starting([DeviceChange])
        case live
        case closed
    }

    /// So many reports are kept until the devices are in the hub; then the newest are left out.
    private static let maxEarlyReports = 10_000

    let id: UInt64
    let provider: any DeviceProvider
    private weak let hub: Hub?
    private let phase = Mutex(Phase.starting([]))

    init(id: UInt64, provider: any DeviceProvider, hub: Hub) {
        self.id = id
        self.provider = provider
        self.hub = hub
    }

    func report(_ change: DeviceChange) {
        let isLive = phase.withLock { phase in
            switch phase {
            case .starting(var early):
                // The array is taken out first, so that adding does not copy it.
                phase = .closed
                if early.count < Self.maxEarlyReports { early.append(change) }
                phase = .starting(early)
                return false
            case .live: return true
            case .closed: return false
            }
        }
        if isLive { hub?.take(change, from: self) }
    }

    /// The devices are in the hub: what came before is reported now, then everything as it comes.
    func open() {
        while true {
            let early = phase.withLock { phase -> [DeviceChange] in
                guard case .starting(let early) = phase else { return [] }
                phase = early.isEmpty ? .live : .starting([])
                return early
            }
            guard !early.isEmpty else { return }
            for change in early { hub?.take(change, from: self) }
        }
    }

    /// Nothing that comes from now on counts.
    func close() {
        phase.withLock { $0 = .closed }
    }
}
