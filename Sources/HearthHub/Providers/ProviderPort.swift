internal import HearthHomeState
internal import HearthTraitCore
internal import Synchronization

/// The receiver of the devices and reports that providers send through their ports.
protocol PortOwner: AnyObject, Sendable {
    /// Applies a provider's report.
    ///
    /// - Parameter notifiesLater: whether watches are notified later, with ``StructureCell/notifyWatches()``.
    /// - Returns: the structure that it changed.
    @discardableResult
    func take(_ change: DeviceChange, from port: ProviderPort, notifiesLater: Bool) -> StructureCell?

    /// Stores a memory of a provider.
    func remember(_ key: StructureCell.MemoryKey, _ value: [UInt8], from port: ProviderPort)

    /// Checks and registers devices, all or none.
    func register(_ devices: [DeviceDescription], by port: ProviderPort) async throws

    /// Removes devices that their provider reports as gone.
    func removeDevices(_ ids: [String], of port: ProviderPort) async throws
}

/// The reporter of one provider. It accepts only reports about the provider's own devices, and buffers those that come
/// before the devices are registered.
///
/// `phase` guards the phase with the buffered reports, `allowance` and `isFull` one number and one flag. Each is held
/// for one look or one entry, and no other lock is taken under it; reports are applied without it.
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

    /// The most reports that are buffered until the devices are registered; newer ones are dropped.
    private static let maxEarlyReports = 10_000

    let id: UInt64
    /// The provider's id; empty for a provider that the program attaches itself, see also ``ProviderID``.
    let providerID: String
    /// The structure of new devices; nil for the first structure.
    let structureID: String?
    let provider: any DeviceProvider
    private weak let owner: (any PortOwner)?
    private let phase = Mutex(Phase.starting([]))
    /// How many more bytes its devices may take before the hub measures all devices again.
    private let allowance = Mutex(0)

    init(id: UInt64, providerID: String, structureID: String?, provider: any DeviceProvider, owner: any PortOwner) {
        self.id = id
        self.providerID = providerID
        self.structureID = structureID
        self.provider = provider
        self.owner = owner
    }

    /// Takes bytes from the allowance; false if it has fewer.
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

    /// Whether the provider is in the hub's own process.
    var isOfThisProcess: Bool { ProviderID.isOfThisProcess(providerID) }

    /// Whether reports were dropped because its devices have no more room.
    private let isFull = Mutex(false)

    /// Notes that a report was dropped for lack of room.
    ///
    /// - Returns: whether it was the first one.
    func noteLackOfRoom() -> Bool {
        isFull.withLock { isFull in
            defer { isFull = true }
            return !isFull
        }
    }

    var isClosed: Bool {
        phase.withLock { phase in
            if case .closed = phase { true } else { false }
        }
    }

    func report(_ change: DeviceChange) {
        if isLive(else: .change(change)) { owner?.take(change, from: self, notifiesLater: false) }
    }

    /// Applies a report without notifying watches.
    ///
    /// - Returns: the structure that it changed, which needs ``StructureCell/notifyWatches()`` later.
    func take(_ change: DeviceChange) -> StructureCell? {
        isLive(else: .change(change)) ? owner?.take(change, from: self, notifiesLater: true) : nil
    }

    func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
        let key = StructureCell.MemoryKey(deviceID: deviceID, key: key)
        if isLive(else: .memory(key, value)) { owner?.remember(key, value, from: self) }
    }

    func bring(_ devices: [DeviceDescription]) async throws {
        try await owner?.register(devices, by: self)
    }

    func remove(_ deviceIDs: [String]) async throws {
        try await owner?.removeDevices(deviceIDs, of: self)
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

    /// Reports what was buffered, as the devices are registered now, and from then on everything at once.
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
                case .change(let change): owner?.take(change, from: self, notifiesLater: false)
                case .memory(let key, let value): owner?.remember(key, value, from: self)
                }
            }
        }
    }

    /// Ignores all reports from now on.
    func close() {
        phase.withLock { $0 = .closed }
    }
}
