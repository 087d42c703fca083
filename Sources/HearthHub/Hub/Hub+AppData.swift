internal import HearthAccessories
internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// What apps keep with structures and the objects in them. The hub does not look into it: watches are told that it has
// changed, and not how.
extension Hub {
    /// Returns the data that an app has stored with an object.
    ///
    /// - Parameter objectID: ID of a structure, room, zone, service group or device.
    /// - Throws: ``HubError`` if there is no such object.
    func appData(of objectID: String, app appID: String, as caller: Caller) async throws(HubError) -> [String: String] {
        try caller.require(.view, to: "read what apps keep")
        try checkRunning()
        try AppDataChange.check(appID: appID)
        _ = try found(object: objectID, for: caller.principal)
        return try await storedData(of: objectID, app: appID)
    }

    /// Changes the data that an app has stored with an object, and returns all of it afterwards.
    ///
    /// - Throws: ``HubError`` if there is no such object or a limit is exceeded. Nothing is changed then.
    func updateAppData(
        of objectID: String, app appID: String, _ change: AppDataChange, as caller: Caller
    ) async throws -> [String: String] {
        try caller.require(.operate, to: "change what apps keep")
        try AppDataChange.check(appID: appID)
        return try await edits.run {
            try checkRunning()
            let (cell, access) = try found(object: objectID, for: caller.principal)
            guard !access.isGuest else { throw HubError.notAllowed(caller, "change what apps keep", about: objectID) }
            let before = try await storedData(of: objectID, app: appID)
            let after = try change.applied(to: before, of: appID)
            if before.isEmpty, !after.isEmpty { try await checkAppCount(objectID, appID) }
            let keys = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.ordered()
            guard !keys.isEmpty else { return after }
            let growth = AppDataChange.bytes(of: after, appID) - AppDataChange.bytes(of: before, appID)
            let holder = poolHolder(of: caller.principal)
            try await checkAppBytes(growth, in: cell.id, for: holder)
            let changes =
                keys.map { StoreChange.setAppData(objectID: objectID, appID: appID, key: $0, value: after[$0]) }
                + [.noteAppData(structureID: cell.id, objectID: objectID, appID: appID)]
            let made = try await edit(cell, storing: changes, as: caller) {
                $0.tellAppData(of: objectID, app: appID, caller.origin, at: $1)
            } result: { _ in
                after
            }
            countAppBytes(growth, in: cell.id, for: holder)
            return made
        }
    }

    /// Whose bytes those are that were stored before the start, which nobody knows.
    private static let beforeStart = ""

    private func checkAppBytes(
        _ growth: Int, in structureID: String, for holder: String?
    ) async throws(HubError) {
        guard growth > 0 else { return }
        func shortage() -> PoolRefusal? {
            appDataBytes.withLock { pools in
                guard let pool = pools[structureID] else { return .total(0) }
                return pool.refusal(of: growth, for: holder)
            }
        }
        func refuse(_ refusal: PoolRefusal) -> HubError {
            HubError(
                homeKit: .maximumObjectLimitReached, of: structureID,
                refusal.excess("bytes of app data in the structure") + "; have an app remove what it does not need")
        }
        guard let first = shortage() else { return }
        // What a person has stored is counted exactly, so that looking again would be work for nothing.
        if case .share = first { throw refuse(first) }
        // Objects may have been deleted since, with their data.
        let stored: Int
        do throws(StoreError) {
            stored = try await store.appDataBytes(of: structureID)
        } catch {
            throw HubError(error, "what apps keep could not be read")
        }
        let most = limits.pool(limits.appDataBytes, share: limits.appDataBytesPerPerson)
        appDataBytes.withLock { pools in
            var pool = pools[structureID] ?? SharedPool(most)
            pool.add(stored - pool.taken, for: Self.beforeStart)
            pools[structureID] = pool
        }
        if let refusal = shortage() { throw refuse(refusal) }
    }

    private func countAppBytes(_ growth: Int, in structureID: String, for holder: String?) {
        appDataBytes.withLock { pools in
            guard var pool = pools[structureID] else { return }
            // Who removes what somebody else has stored has no more room for it.
            let own = growth > 0 ? growth : -min(-growth, pool.taken(by: holder))
            pool.add(own, for: holder)
            pool.add(growth - own, for: Self.beforeStart)
            pools[structureID] = pool
        }
    }

    private func storedData(of objectID: String, app appID: String) async throws(HubError) -> [String: String] {
        do throws(StoreError) {
            return try await store.appData(of: objectID, app: appID)
        } catch {
            throw HubError(error, "what the app keeps could not be read")
        }
    }

    private func checkAppCount(_ objectID: String, _ appID: String) async throws(HubError) {
        let count: Int
        do throws(StoreError) {
            count = try await store.appCount(at: objectID, except: appID)
        } catch {
            throw HubError(error, "what apps keep could not be read")
        }
        guard count >= limits.appsPerObject else { return }
        throw HubError(
            homeKit: .maximumObjectLimitReached, of: objectID,
            "\(count) apps keep something with \(quoted(objectID)), the most that may; let one remove what it has")
    }

    /// The structure of an object, and what the caller may do there.
    private func found(
        object id: String, for principal: Principal
    ) throws(HubError) -> (cell: StructureCell, access: StructureAccess) {
        for cell in cells(for: principal) {
            let access = cell.read { state -> StructureAccess? in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                if state.id == id { return access }
                if state.room(id) != nil { return access.shows(room: id) ? access : nil }
                if let zone = state.groupings.zone(id) { return access.shows(zone) ? access : nil }
                if let group = state.groupings.serviceGroup(id) {
                    return access.shows(group, in: state) ? access : nil
                }
                return state.device(id).flatMap { access.shows($0, in: state.id) ? access : nil }
            }
            if let access { return (cell, access) }
        }
        throw HubError(
            homeKit: .notFound, of: id,
            "there is no structure, room, zone, service group or device with the id \(quoted(id))"
                + nearDevices(id, for: principal))
    }
}
