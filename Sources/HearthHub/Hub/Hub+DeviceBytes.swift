internal import HearthRPC
internal import HearthTraitCore
internal import Synchronization

// What providers of other processes have the hub keep counts by the client that they are of, and over the whole hub.
extension Hub {
    /// Why a provider's devices may not grow by so many bytes; nil when they may.
    func refusal(ofGrowth growth: Int, providerID: String) -> HubError? {
        // What gets smaller may always come.
        guard growth > 0 else { return nil }
        let room = roomForDevices(ofProvider: providerID)
        guard growth > min(room.ofPrincipal, room.ofAll) else { return nil }
        let (held, most) =
            room.ofPrincipal <= room.ofAll
            ? ("the devices of \(quoted(room.principal))", limits.deviceBytesPerPrincipal)
            : ("the devices of all providers", limits.deviceBytes)
        let over = growth - min(room.ofPrincipal, room.ofAll)
        return HubError(
            .resourceExhausted,
            "\(held) would take \(over) bytes more than the \(most) that they may; "
                + "remove devices, or give them fewer and smaller values")
    }

    /// How many bytes the devices of a provider's client, and those of all, may grow. Below 0 where there is too much.
    func roomForDevices(ofProvider id: String) -> (principal: String, ofPrincipal: Int, ofAll: Int) {
        var bytes: [String: Int] = [:]
        for cell in cells {
            for (provider, held) in cell.read({ $0.deviceBytes }) where !provider.isEmpty {
                bytes[provider, default: 0] += held
            }
        }
        let owners = catalog.withLock { $0.providerOwners }
        // Each of the owner's own counts for itself: they have no other name.
        let principal = owners[id]
        let own = principal.map { name in bytes.filter { owners[$0.key] == name } } ?? bytes.filter { $0.key == id }
        return (
            principal ?? id, limits.deviceBytesPerPrincipal - own.values.reduce(0, +),
            limits.deviceBytes - bytes.values.reduce(0, +)
        )
    }

    /// Whether a provider's devices may grow by so many bytes. It is asked for each report, and looks at all devices
    /// only once in a while.
    ///
    /// - Returns: false when they may not; then the provider's call has ended.
    func grant(_ bytes: Int, to port: ProviderPort) -> Bool {
        guard !port.providerID.isEmpty, bytes > 0, !port.use(bytes) else { return true }
        if let refusal = refusal(ofGrowth: bytes, providerID: port.providerID) {
            (port.provider as? any ProviderConnection)?.refuse(refusal.rpcError)
            return false
        }
        let room = roomForDevices(ofProvider: port.providerID)
        port.allow(min(room.ofPrincipal, room.ofAll, max(bytes, Self.allowance)) - bytes)
        return true
    }

    /// Small, as each provider may have one that nobody counts.
    private static let allowance = 64 << 10
}
