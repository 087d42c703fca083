internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore

// The memory of remote providers' devices, limited for each client and for the whole hub.
extension DeviceRegistrar {
    /// Why a provider's devices may not grow by `growth` bytes; nil if they may.
    func refusal(ofGrowth growth: Int, providerID: String) -> HubError? {
        // Devices may always shrink.
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

    /// The bytes by which the devices of a provider's client, and those of all clients, may grow. Negative if over the
    /// limit.
    func roomForDevices(ofProvider id: String) -> (principal: String, ofPrincipal: Int, ofAll: Int) {
        var bytes: [String: Int] = [:]
        for cell in directory.cells {
            for (provider, held) in cell.read({ $0.deviceBytes }) where !provider.isEmpty {
                bytes[provider, default: 0] += held
            }
        }
        let owners = providers.owners
        // The owner's providers have no client name, so each counts by itself.
        let principal = owners[id]
        let own = principal.map { name in bytes.filter { owners[$0.key] == name } } ?? bytes.filter { $0.key == id }
        return (
            principal ?? id, limits.deviceBytesPerPrincipal - own.values.reduce(0, +),
            limits.deviceBytes - bytes.values.reduce(0, +)
        )
    }

    /// Whether a provider's devices may grow by `bytes`. Asked for each report; sums up all devices only once the
    /// port's allowance is used up.
    ///
    /// - Returns: false if they may not; the call of a provider in another process has then ended.
    func grant(_ bytes: Int, to port: ProviderPort) -> Bool {
        guard !port.providerID.isEmpty, bytes > 0, !port.use(bytes) else { return true }
        if let refusal = refusal(ofGrowth: bytes, providerID: port.providerID) {
            if let connection = port.provider as? any ProviderConnection {
                connection.refuse(refusal.rpcError)
            } else if port.noteLackOfRoom() {
                notice("reports of an integration are dropped: \(refusal.message)")
            }
            return false
        }
        let room = roomForDevices(ofProvider: port.providerID)
        port.allow(min(room.ofPrincipal, room.ofAll, max(bytes, Self.allowance)) - bytes)
        return true
    }

    /// Small, because the sums do not include the unused allowances.
    private static let allowance = 64 << 10
}
