internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

// The devices of integrations: providers of this process that come and go while the hub runs.
extension DeviceRegistrar {
    /// The IDs of the devices of each integration, including those behind bridges, by the integration's ID.
    func integrationDevices() -> [String: [String]] {
        var devices: [String: [String]] = [:]
        for cell in directory.cells {
            for (integration, device) in cell.read({ state in
                state.devices.compactMap { device in
                    ProviderID.integration(in: device.providerID).map { ($0, device.id) }
                }
            }) {
                devices[integration, default: []].append(device)
            }
        }
        return devices
    }

    /// Removes all devices of an integration that is not attached any more, and the marks of those that people removed
    /// (``Hub/removeDevices(ofIntegration:idPrefix:forgetting:)``).
    func removeDevices(
        ofIntegration id: String, idPrefix: String, forgetting: Bool
    ) async throws -> [String] {
        let providerID = ProviderID.integration(id)
        return try await editor.edits.run {
            try directory.checkRunning()
            let known = directory.cells.flatMap { cell in
                cell.read { state in
                    state.devices.filter { $0.providerID == providerID }.map {
                        (id: $0.id, isBridged: $0.bridgeID != nil, cell: cell)
                    }
                }
            }
            let marked = directory.removedDevices.filter { $0.hasPrefix(idPrefix) }
            let gone = known.filter { !$0.isBridged }
            let retirement = forgetting ? nil : directory.retirement(of: gone.map { ($0.id, $0.cell) })
            let former = forgetting ? directory.former.memories(ofProvider: providerID).keys.sorted() : []
            let removals: [StoreChange] = (gone.map(\.id) + former).map { .removeDevice(id: $0) }
            try await saver.commit(
                (retirement?.storeChanges ?? removals) + marked.map { .unmarkRemoved(deviceID: $0) }
            ) { [self, known, gone] in
                if let retirement { directory.retire(retirement) } else { directory.former.remove(former) }
                directory.forgetDevices(known.map(\.id))
                directory.unmarkRemoved(marked)
                let time = clock.sinceEpoch
                for (id, _, cell) in gone { changes.change(cell) { $0.removeDevice(id, .hub, at: time) } }
            }
            return known.map(\.id)
        }
    }
}
