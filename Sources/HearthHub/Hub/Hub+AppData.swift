internal import HearthAccessories
internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

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
            let changes =
                keys.map { StoreChange.setAppData(objectID: objectID, appID: appID, key: $0, value: after[$0]) }
                + [.noteAppData(structureID: cell.id, objectID: objectID, appID: appID)]
            return try await edit(cell, storing: changes, as: caller) {
                $0.tellAppData(of: objectID, app: appID, caller.cause, at: $1)
            } result: { _ in
                after
            }
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
        let known = cells(for: principal).flatMap { cell in
            cell.read { state -> [String] in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                var ids = [state.id]
                ids += state.rooms.map(\.id).filter { access.shows(room: $0) }
                ids += state.groupings.zones.filter { access.shows($0) }.map(\.id)
                ids += state.groupings.serviceGroups.filter { access.shows($0, in: state) }.map(\.id)
                ids += state.orderedDevices.filter { access.shows($0, in: state.id) }.map(\.id)
                return ids
            }
        }
        throw HubError(
            homeKit: .notFound, of: id,
            "there is no structure, room, zone, service group or device with the id \(quotedBeginning(id))"
                + didYouMean(id, known)
        )
    }
}
