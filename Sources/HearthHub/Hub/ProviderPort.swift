internal import HearthTraitCore
internal import Synchronization

/// Where one provider reports: it takes only what is about the provider's own devices, and keeps what comes before
/// they are in the hub.
final class ProviderPort: DeviceReporter {
    private enum Early {
        case change(DeviceChange)
        case memory(StructureCell.MemoryKey, [UInt8])
    }

    private enum Phase {
        case starting([Early])
        case live
        case closed
    }

    /// So many reports are kept until the devices are in the hub; then the newest are left out.
    private static let maxEarlyReports = 10_000

    let id: UInt64
    /// Whose devices they are; empty for a provider of the hub's own process.
    let providerID: String
    /// New devices go there; nil for the first structure.
    let structureID: String?
    let provider: any DeviceProvider
    private weak let hub: Hub?
    private let phase = Mutex(Phase.starting([]))
    /// How many bytes its devices may grow before somebody has to look at what there is.
    private let allowance = Mutex(0)

    init(id: UInt64, providerID: String, structureID: String?, provider: any DeviceProvider, hub: Hub) {
        self.id = id
        self.providerID = providerID
        self.structureID = structureID
        self.provider = provider
        self.hub = hub
    }

    /// Takes bytes from the allowance; false when there are not as many.
    func use(_ bytes: Int) -> Bool {
        allowance.withLock { allowance in
            guard allowance >= bytes else { return false }
            allowance -= bytes
            return true
        }
    }

    func allow(_ bytes: Int) {
        allowance.withLock { $0 = bytes }
    }

    var isClosed: Bool {
        phase.withLock { phase in
            if case .closed = phase { true } else { false }
        }
    }

    func report(_ change: DeviceChange) {
        if isLive(else: .change(change)) { hub?.take(change, from: self) }
    }

    /// Takes a report without telling anybody of it.
    ///
    /// - Returns: the structure that it changed, to be told of with ``StructureCell/tell()``.
    func take(_ change: DeviceChange) -> StructureCell? {
        isLive(else: .change(change)) ? hub?.take(change, from: self, toldLater: true) : nil
    }

    func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
        let key = StructureCell.MemoryKey(deviceID: deviceID, key: key)
        if isLive(else: .memory(key, value)) { hub?.remember(key, value, from: self) }
    }

    func bring(_ devices: [DeviceDescription]) async throws {
        guard let hub else { return }
        try hub.check(devices)
        try await hub.edits.run { try await hub.bring(devices, by: self) }
    }

    func remove(_ deviceIDs: [String]) async throws {
        try await hub?.removeDevices(deviceIDs, of: self)
    }

    private func isLive(else early: Early) -> Bool {
        phase.withLock { phase in
            switch phase {
            case .starting(var waiting):
                // The array is taken out first, so that adding does not copy it.
                phase = .closed
                if waiting.count < Self.maxEarlyReports { waiting.append(early) }
                phase = .starting(waiting)
                return false
            case .live: return true
            case .closed: return false
            }
        }
    }

    /// The devices are in the hub: what came before is reported now, then everything as it comes.
    func open() {
        while true {
            let early = phase.withLock { phase -> [Early] in
                guard case .starting(let early) = phase else { return [] }
                phase = early.isEmpty ? .live : .starting([])
                return early
            }
            guard !early.isEmpty else { return }
            for entry in early {
                switch entry {
                case .change(let change): hub?.take(change, from: self)
                case .memory(let key, let value): hub?.remember(key, value, from: self)
                }
            }
        }
    }

    /// Nothing that comes from now on counts.
    func close() {
        phase.withLock { $0 = .closed }
    }
}
