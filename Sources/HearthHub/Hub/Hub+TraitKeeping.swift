internal import HearthBase
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Listing and removal of manufacturer traits.
extension Hub {
    /// The most traits in a page: well below what a message may have.
    static let traitsPerPage = 1_000

    /// A page of traits by rising id.
    ///
    /// - Throws: ``HubError`` `.invalidArgument` for an invalid page token.
    func listTraits(
        _ request: Hearth_V1_ListTraitsRequest, for principal: Principal
    ) throws(HubError) -> Hearth_V1_ListTraitsResponse {
        try checkRunning()
        let first = try Self.trait(at: request.pageToken)
        let size = request.pageSize == 0 ? Self.traitsPerPage : min(Int(request.pageSize), Self.traitsPerPage)
        let counts = deviceCounts(for: principal)
        let hidesOthers = !seesAllTraits(principal)
        var all = catalog.withLock { catalog in
            catalog.makerTraits.values.filter { !hidesOthers || counts[$0.id] != nil }
                .map { Hearth_V1_TraitSummary($0) }
        }
        if request.includeStandard {
            all += traits.all.filter { traits.ownIDs.contains($0.id) }.map { Hearth_V1_TraitSummary(standard: $0) }
        }
        let rest = all.filter { ($0.trait?.id ?? 0) >= first }.ordered { $0.trait?.id ?? 0 }
        return Hearth_V1_ListTraitsResponse(
            traits: rest.prefix(size).map { summary in
                var summary = summary
                summary.deviceCount = UInt32(clamping: counts[summary.trait?.id ?? 0] ?? 0)
                return summary
            },
            nextPageToken: rest.dropFirst(size).first.map { String($0.trait?.id ?? 0, radix: 16) } ?? "")
    }

    /// The trait at which a page begins: the first for an empty token.
    private static func trait(at token: String) throws(HubError) -> UInt32 {
        guard !token.isEmpty else { return 0 }
        guard let id = UInt32(token, radix: 16) else { throw .noPage }
        return id
    }

    /// Returns a page of the schemas of traits that the hub serves.
    ///
    /// - Throws: ``HubError`` for too many IDs, and for an invalid page token.
    func schemas(
        _ request: Hearth_V1_GetTraitSchemasRequest, for principal: Principal
    ) throws(HubError) -> Hearth_V1_GetTraitSchemasResponse {
        try checkRunning()
        let wanted = Set(request.traitIDs)
        guard wanted.count <= limits.traits else {
            throw HubError(.invalidArgument, "the request names \(wanted.count) traits; leave it empty for all")
        }
        let first = try Self.trait(at: request.pageToken)
        var response = Hearth_V1_GetTraitSchemasResponse()
        var bytes = 0
        let seen = seesAllTraits(principal) ? nil : deviceCounts(for: principal)
        for trait in traits.all where trait.id >= first && (wanted.isEmpty || wanted.contains(trait.id)) {
            if let seen, !traits.ownIDs.contains(trait.id), seen[trait.id] == nil { continue }
            guard bytes < limits.pageBytes else {
                response.nextPageToken = String(trait.id, radix: 16)
                return response
            }
            let schema = request.attributesOnly ? trait.schema.attributesOnly : trait.schema
            bytes += schema.serialized().count
            response.schemas.append(schema)
        }
        return response
    }

    /// Whether a caller sees all manufacturer traits; others see only those of devices that they see.
    private func seesAllTraits(_ principal: Principal) -> Bool {
        principal.person == nil || principal.isHubOwner
    }

    /// The number of devices that a caller sees, by trait.
    private func deviceCounts(for principal: Principal) -> [UInt32: Int] {
        var counts: [UInt32: Int] = [:]
        for cell in cells {
            cell.read { state in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                for device in state.devices where access.shows(device, in: state.id) {
                    for id in Set(device.traits.keys.map(\.traitID)) { counts[id, default: 0] += 1 }
                }
            }
        }
        return counts
    }

    /// Removes an unused manufacturer trait: its service, its schema and its owner.
    ///
    /// - Parameter fromDevices: whether to remove the trait from the devices that have it; they keep all else.
    /// - Throws: ``HubError`` `.permissionDenied`; `.notFound`; `.failedPrecondition` naming the devices or the
    ///   provider that still have it.
    func removeTrait(_ id: UInt32, fromDevices: Bool = false, as caller: Caller) async throws {
        try caller.require(.administer, to: "remove a trait")
        try await edits.run {
            try checkRunning()
            let hex = "0x" + String(id, radix: 16)
            guard !traits.ownIDs.contains(id) else {
                throw HubError(.failedPrecondition, "the trait \(hex) is one that the hub was built with; it stays")
            }
            guard let entry = catalog.withLock({ $0.makerTraits[id] }) else {
                throw HubError(.notFound, "there is no trait \(hex); list the traits with hearth traits")
            }
            let name = "\(entry.name.isEmpty ? "the trait" : quoted(entry.name)) (\(hex))"
            try checkUnused(id, name, byDevices: !fromDevices)
            let changed = cells.map { cell in (cell, cell.read { Self.devices(of: $0, without: id) }) }
            let stored = changed.flatMap { cell, devices in
                devices.map { StoreChange.putDevice(StoredDevice($0, structureID: cell.id)) }
            }
            try await commit(stored + [.removeSchema(traitID: id)], as: caller, answering: ())
            let time = clock.sinceEpoch
            for (cell, devices) in changed where !devices.isEmpty {
                change(cell) { $0.put(devices, caller.origin, at: time) }
            }
            catalog.withLock { $0.makerTraits[id] = nil }
            guard let trait = traits[id] else { return }
            // Kept reports of the trait can't be checked any more for who may see them.
            for cell in cells {
                cell.change { state in
                    state.forgetReports()
                    return nil
                }
            }
            accesses.learn([]) { traits.remove(id) }
            for observer in traitObservers.withLock({ $0.removed }) { observer(trait) }
        }
    }

    /// The devices of a structure that have a trait, without it.
    private static func devices(of state: StructureState, without id: UInt32) -> [DeviceRecord] {
        state.devices.compactMap { device in
            guard device.traits.keys.contains(where: { $0.traitID == id }) else { return nil }
            var device = device
            device.traits = device.traits.filter { $0.key.traitID != id }
            for index in device.endpoints.indices { device.endpoints[index].traitIDs.removeAll { $0 == id } }
            return device
        }
    }

    /// - Parameter byDevices: whether devices count as users; attached providers always do.
    private func checkUnused(_ id: UInt32, _ name: String, byDevices: Bool) throws(HubError) {
        let users = byDevices ? cells : []
        let devices = users.flatMap { cell in
            cell.read { state in Self.devices(of: state, without: id).map { quoted($0.name) } }
        }
        guard devices.isEmpty else {
            let shown = devices.ordered().prefix(8).joined(separator: ", ")
            let more = devices.count > 8 ? " and \(devices.count - 8) more" : ""
            throw HubError(
                .failedPrecondition,
                "\(name) is still a trait of \(shown)\(more); take it off them (hearth traits remove 0x\(String(id, radix: 16)) "
                    + "--keep-devices), or remove the devices (hearth remove DEVICE)")
        }
        let user = catalog.withLock { catalog in
            catalog.remotes.first { catalog.traitUses[ObjectIdentifier($0.value)]?.contains(id) == true }?.key
                ?? (catalog.traitUses.values.contains { $0.contains(id) } ? "" : nil)
        }
        guard let user else { return }
        let who = user.isEmpty ? "a provider that is just attaching" : "the provider \(quoted(user))"
        throw HubError(.failedPrecondition, "\(name) is in use by \(who); end its process first")
    }
}

extension Hearth_V1_TraitSummary {
    init(_ trait: MakerTrait) {
        self.init(
            trait: Hearth_V1_TraitInfo(id: trait.id, name: trait.name, revision: trait.revision),
            providerID: trait.owner ?? "", schemaBytes: UInt64(clamping: trait.schemaBytes),
            memoryBytes: UInt64(clamping: trait.problem == nil ? trait.memoryBytes : 0), problem: trait.problem ?? "")
    }

    init(standard trait: TraitDescriptor) {
        self.init(
            trait: Hearth_V1_TraitInfo(id: trait.id, name: trait.typeName, revision: UInt32(trait.revision)),
            schemaBytes: UInt64(clamping: trait.schema.serialized().count), isStandard: true)
    }
}
