internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Data that apps store with structures and the objects in them. The hub does not interpret it. Watches are notified
// that it has changed, without its content.
extension HomeEditor {
    /// Returns the data that an app has stored with an object.
    ///
    /// - Parameter objectID: ID of a structure, room, zone, service group or device.
    /// - Throws: ``HubError`` if there is no such object.
    func data(of objectID: String, app appID: String, as caller: Caller) async throws(HubError) -> [String: String] {
        try caller.require(.view, to: "read app data")
        try directory.checkRunning()
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
        try caller.require(.operate, to: "change app data")
        try AppDataChange.check(appID: appID)
        return try await edits.run {
            try directory.checkRunning()
            let (cell, access) = try found(object: objectID, for: caller.principal)
            guard !access.isGuest else { throw HubError.notAllowed(caller, "change app data", about: objectID) }
            let before = try await storedData(of: objectID, app: appID)
            let after = try change.applied(to: before, of: appID)
            if before.isEmpty, !after.isEmpty { try await checkAppCount(objectID, appID) }
            let keys = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.ordered()
            guard !keys.isEmpty else { return after }
            let writer = caller.principal.poolHolder
            let writers = try await writers(of: objectID, app: appID)
            func bytes(of key: String, in values: [String: String]) -> Int {
                values[key].map { AppDataChange.bytes(of: [key: $0], appID) } ?? 0
            }
            let edit = AppDataBytes.Change(
                objectID: objectID, holder: writer, stored: keys.reduce(0) { $0 + bytes(of: $1, in: after) },
                released: keys.reduce(into: [:]) { $0[writers[$1] ?? "", default: 0] += bytes(of: $1, in: before) })
            try await appData.check(edit, in: cell.id)
            let changes =
                keys.map {
                    StoreChange.setAppData(
                        objectID: objectID, appID: appID, key: $0, value: after[$0], writer: writer)
                } + [.noteAppData(structureID: cell.id, objectID: objectID, appID: appID)]
            let made = try await self.edit(cell, storing: changes, as: caller) {
                $0.reportAppData(of: objectID, app: appID, caller.origin, at: $1)
            } result: { _ in
                after
            }
            appData.count(edit, in: cell.id)
            return made
        }
    }

    private func storedData(of objectID: String, app appID: String) async throws(HubError) -> [String: String] {
        do throws(StoreError) {
            return try await store.appData(of: objectID, app: appID)
        } catch {
            throw HubError(error, "the app data could not be read")
        }
    }

    /// Who wrote each value, by key.
    private func writers(of objectID: String, app appID: String) async throws(HubError) -> [String: String?] {
        do throws(StoreError) {
            return try await store.appDataWriters(of: objectID, app: appID)
        } catch {
            throw HubError(error, "the app data could not be read")
        }
    }

    private func checkAppCount(_ objectID: String, _ appID: String) async throws(HubError) {
        let count: Int
        do throws(StoreError) {
            count = try await store.appCount(at: objectID, except: appID)
        } catch {
            throw HubError(error, "the app data could not be read")
        }
        guard count >= limits.appsPerObject else { return }
        throw HubError(
            homeKit: .maximumObjectLimitReached, of: objectID,
            "\(count) apps store data with \(quoted(objectID)), the most that may; have one of them remove its data")
    }

    /// The structure of an object, and what the caller may do there.
    private func found(
        object id: String, for principal: Principal
    ) throws(HubError) -> (cell: StructureCell, access: StructureAccess) {
        for cell in directory.cells(for: principal) {
            let access = cell.read { state -> StructureAccess? in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                return state.shows(object: id, to: access) ? access : nil
            }
            if let access { return (cell, access) }
        }
        throw HubError(
            homeKit: .notFound, of: id,
            "there is no structure, room, zone, service group or device with the id \(quoted(id))"
                + directory.nearDevices(id, for: principal))
    }
}
