internal import HearthBase
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The traits that the hub serves, which change while calls run: standard ones, and manufacturers' from the schemas of
/// providers.
///
/// Its lock guards the manufacturer traits, the memory of their descriptors, their use by attached providers, and the
/// list of observers. It is held for one look or one entry, and no other lock is taken under it. The table of served
/// traits and ``ReadAccesses`` have their own.
final class TraitRegistry: Sendable {
    private struct State {
        var live = LiveTraits()
        /// Manufacturer traits by id, including those that are stored and not served.
        var makers: [UInt32: MakerTrait] = [:]
        /// The traits whose schemas attached providers of other processes have sent.
        var uses: [ObjectIdentifier: Set<UInt32>] = [:]
        /// Closures that are called when traits are added or removed.
        var addedObservers: [@Sendable ([TraitDescriptor]) -> Void] = []
        var removedObservers: [@Sendable (TraitDescriptor) -> Void] = []
    }

    let table: TraitTable
    private let clock: any HomeClock
    private let environment: HubEnvironment
    private let notice: @Sendable (String) -> Void
    private let accesses: ReadAccesses
    private let directory: HomeDirectory
    private let providers: ProviderRegistry
    private let editor: HomeEditor
    private let state = Mutex(State())

    init(
        _ environment: HubEnvironment, table: TraitTable, accesses: ReadAccesses, directory: HomeDirectory,
        providers: ProviderRegistry, editor: HomeEditor
    ) {
        clock = environment.clock
        self.environment = environment
        notice = environment.notice
        self.table = table
        self.accesses = accesses
        self.directory = directory
        self.providers = providers
        self.editor = editor
    }

    private var limits: HubLimits { environment.limits }

    /// Registers a closure that is called once with all traits that are added or replaced together. Closures are called
    /// in the order of registration.
    func observeAdded(_ body: @escaping @Sendable ([TraitDescriptor]) -> Void) {
        state.withLock { $0.addedObservers.append(body) }
    }

    /// Registers a closure that is called with each trait that is removed.
    func observeRemoved(_ body: @escaping @Sendable (TraitDescriptor) -> Void) {
        state.withLock { $0.removedObservers.append(body) }
    }

    /// The number of descriptors of manufacturer traits in use.
    var liveCount: Int { state.withLock { $0.live.count } }

    /// Whether the hub was built with a trait.
    func isOwn(_ trait: TraitDescriptor) -> Bool { table.ownIDs.contains(trait.id) }

    /// Whether a provider owns a manufacturer trait.
    func hasTraits(ofProvider id: String) -> Bool { state.withLock { $0.makers.values.contains { $0.owner == id } } }

    /// Ends the use of traits by a provider that is not attached any more.
    func endUse(by provider: any ProviderConnection) {
        state.withLock { $0.uses[ObjectIdentifier(provider)] = nil }
    }

    /// Adopts a trait of a provider that this program attaches itself, as a maker's without an owner.
    ///
    /// - Throws: ``HubError``, as ``adopt(_:of:id:principal:)`` does.
    func adopt(_ own: TraitDescriptor) async throws {
        _ = try await adopt([own.schema], of: nil, id: "", principal: .owner)
    }

    /// Adopts the schemas of a provider, all or none. They count as in use while the provider is attached.
    ///
    /// - Parameters:
    ///   - provider: nil for one of this program.
    ///   - providerID: the owner of new traits; empty for none.
    /// - Returns: the descriptors for the provider's devices, by trait id.
    /// - Throws: ``RPCError`` naming the trait and the problem: INVALID_ARGUMENT for an invalid schema or a name that
    ///   no manufacturer trait may have, ALREADY_EXISTS for another trait's id or name, FAILED_PRECONDITION for a
    ///   revision that is incompatible with the served one, PERMISSION_DENIED for a newer revision of another
    ///   provider's trait, RESOURCE_EXHAUSTED over a limit.
    func adopt(
        _ schemas: [Hearth_V1_TraitSchema], of provider: (any ProviderConnection)?, id providerID: String,
        principal: Principal
    ) async throws -> [UInt32: TraitDescriptor] {
        try await editor.edits.run {
            try directory.checkRunning()
            let isHubsOwner = principal.isHubOwner
            let account: LiveTraits.Account = isHubsOwner ? .provider(providerID) : .principal(principal.id)
            var plan = TraitAdoption(
                table, owners: owners(of: schemas), by: .init(providerID: providerID, isHubsOwner: isHubsOwner))
            let wanted = schemas.reduce(0) { $0 + $1.memoryCost }
            var budget = state.withLock {
                SchemaBudget(&$0.live, account: account, wanted: wanted, limits: limits)
            }
            var made: [(trait: TraitDescriptor, bytes: Int)] = []
            for schema in schemas {
                if let known = descriptor(of: schema) {
                    try plan.add(known)
                    continue
                }
                let bytes = schema.memoryCost
                // A schema of one of the hub's own traits is only compared with that one.
                let stays = !table.ownIDs.contains(schema.id)
                if stays { try budget.take(bytes, for: quoted(schema.name)) }
                let trait = try TraitDescriptor(schema: schema, limits: limits.schema)
                if stays { made.append((trait, bytes)) }
                try plan.add(trait)
            }
            guard table.count + plan.added <= limits.traits else {
                throw HubError(.resourceExhausted, "the hub serves \(limits.traits) traits, the most it may")
            }
            let stored = (plan.new + plan.claimed).map { trait in
                StoredSchema(traitID: trait.id, schema: trait.schema.serialized(), providerID: plan.owner(of: trait))
            }
            try await editor.saver.commit(stored.map { .putSchema($0) })
            state.withLock { state in
                for (trait, bytes) in made { state.live.add(trait, bytes: bytes, account: account) }
            }
            put(plan.new)
            state.withLock { [plan] state in
                for (trait, row) in zip(plan.new + plan.claimed, stored) {
                    state.makers[trait.id] = MakerTrait(trait, row)
                }
                if let provider { state.uses[ObjectIdentifier(provider)] = Set(plan.own.keys) }
            }
            return plan.own
        }
    }

    /// The providers that own the traits of these schemas, by trait id.
    private func owners(of schemas: [Hearth_V1_TraitSchema]) -> [UInt32: String] {
        state.withLock { state in
            Dictionary(
                schemas.compactMap { schema in state.makers[schema.id]?.owner.map { (schema.id, $0) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Loads the manufacturer traits of earlier runs. Called before providers attach: it replaces the live traits.
    func load(_ home: StoredHome) {
        var loader = TraitLoader(table: table, limits: limits)
        loader.load(home) { put($0) }
        for finding in loader.findings { notice(finding) }
        state.withLock { [loader] state in
            state.live = loader.live
            for entry in loader.makers { state.makers[entry.id] = entry }
        }
    }

    private func put(_ new: [TraitDescriptor]) {
        guard !new.isEmpty else { return }
        accesses.learn(new) { table.put(new) }
        for observer in state.withLock({ $0.addedObservers }) { observer(new) }
    }

    /// The descriptor of a schema that is in use already.
    private func descriptor(of schema: Hearth_V1_TraitSchema) -> TraitDescriptor? {
        if let live = state.withLock({ $0.live.descriptor(of: schema) }) { return live }
        if table.ownIDs.contains(schema.id), let own = table[schema.id], own.schema == schema { return own }
        return nil
    }

    // MARK: Listing and removal

    /// The most traits in a page: well below what a message may have.
    private static let traitsPerPage = 1_000

    /// A page of traits by rising id.
    ///
    /// - Throws: ``HubError`` `.invalidArgument` for an invalid page token.
    func listTraits(
        _ request: Hearth_V1_ListTraitsRequest, for principal: Principal
    ) throws(HubError) -> Hearth_V1_ListTraitsResponse {
        try directory.checkRunning()
        let first = try Self.trait(at: request.pageToken)
        let size = request.pageSize == 0 ? Self.traitsPerPage : min(Int(request.pageSize), Self.traitsPerPage)
        let counts = deviceCounts(for: principal)
        let hidesOthers = !seesAllTraits(principal)
        var all = state.withLock { state in
            state.makers.values.filter { !hidesOthers || counts[$0.id] != nil }
                .map { Hearth_V1_TraitSummary($0) }
        }
        if request.includeStandard {
            all += table.all.filter { table.ownIDs.contains($0.id) }.map { Hearth_V1_TraitSummary(standard: $0) }
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
        try directory.checkRunning()
        let wanted = Set(request.traitIDs)
        guard wanted.count <= limits.traits else {
            throw HubError(.invalidArgument, "the request names \(wanted.count) traits; leave it empty for all")
        }
        let first = try Self.trait(at: request.pageToken)
        var response = Hearth_V1_GetTraitSchemasResponse()
        var bytes = 0
        let seen = seesAllTraits(principal) ? nil : deviceCounts(for: principal)
        for trait in table.all where trait.id >= first && (wanted.isEmpty || wanted.contains(trait.id)) {
            if let seen, !table.ownIDs.contains(trait.id), seen[trait.id] == nil { continue }
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
        for cell in directory.cells {
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
        try await editor.edits.run {
            try directory.checkRunning()
            let hex = "0x" + String(id, radix: 16)
            guard !table.ownIDs.contains(id) else {
                throw HubError(.failedPrecondition, "the trait \(hex) is one that the hub was built with; it stays")
            }
            guard let entry = state.withLock({ $0.makers[id] }) else {
                throw HubError(.notFound, "there is no trait \(hex); list the traits with hearth traits")
            }
            let name = "\(entry.name.isEmpty ? "the trait" : quoted(entry.name)) (\(hex))"
            try checkUnused(id, name, byDevices: !fromDevices)
            let changed = directory.cells.map { cell in (cell, cell.read { Self.devices(of: $0, without: id) }) }
            let stored = changed.flatMap { cell, devices in
                devices.map { StoreChange.putDevice(StoredDevice($0, structureID: cell.id)) }
            }
            try await editor.commit(stored + [.removeSchema(traitID: id)], as: caller, answering: ())
            let time = clock.sinceEpoch
            for (cell, devices) in changed where !devices.isEmpty {
                editor.changes.change(cell) { $0.put(devices, caller.origin, at: time) }
            }
            state.withLock { $0.makers[id] = nil }
            guard let trait = table[id] else { return }
            // Kept reports of the trait can't be checked any more for who may see them. Until it is removed, watches that
            // resume read such reports again from the store.
            forgetReports()
            accesses.learn([]) { table.remove(id) }
            forgetReports()
            for observer in state.withLock({ $0.removedObservers }) { observer(trait) }
        }
    }

    private func forgetReports() {
        for cell in directory.cells {
            cell.change { state in
                state.forgetReports()
                return nil
            }
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
        let holders = byDevices ? directory.cells : []
        let devices = holders.flatMap { cell in
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
        let own = directory.devices.compactMap { deviceID, entry -> String? in
            guard entry.port?.isOfThisProcess == true else { return nil }
            return entry.cell.read { state in
                guard let device = state.devices[deviceID], device.traits.keys.contains(where: { $0.traitID == id })
                else { return nil }
                return quoted(device.name)
            }
        }
        guard own.isEmpty else {
            throw HubError(
                .failedPrecondition,
                "\(name) is in use by \(own.ordered().prefix(8).joined(separator: ", ")), which the hub itself runs; remove the "
                    + "device first (hearth remove DEVICE)")
        }
        let remotes = providers.remotes
        let users = state.withLock { state in Set(state.uses.filter { $0.value.contains(id) }.keys) }
        guard !users.isEmpty else { return }
        let user = remotes.first { users.contains(ObjectIdentifier($0.value)) }?.key
        let who = user.map { "the provider \(quoted($0))" } ?? "a provider that is just attaching"
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
