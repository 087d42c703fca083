internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// What apps keep with structures, rooms and devices. The hub does not look into it, and nobody is told of changes.
extension Hub {
    /// Returns the data that an app has stored with an object.
    ///
    /// - Parameter objectID: ID of a structure, room or device.
    /// - Throws: ``HubError`` if there is no such object.
    func appData(of objectID: String, app appID: String, as caller: Caller) async throws(HubError) -> [String: String] {
        try caller.require(.view, to: "read what apps keep")
        try checkRunning()
        try AppDataChange.check(appID: appID)
        _ = try access(toObject: objectID, for: caller.principal)
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
            let access = try access(toObject: objectID, for: caller.principal)
            guard !access.isGuest else { throw HubError.notAllowed(caller, "change what apps keep", about: objectID) }
            let before = try await storedData(of: objectID, app: appID)
            let after = try change.applied(to: before, of: appID)
            if before.isEmpty, !after.isEmpty { try await checkAppCount(objectID, appID) }
            let keys = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.ordered()
            guard !keys.isEmpty else { return after }
            try await commit(
                keys.map { .setAppData(objectID: objectID, appID: appID, key: $0, value: after[$0]) }, as: caller,
                answering: after)
            return after
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
            .resourceExhausted,
            "\(count) apps keep something with \(quoted(objectID)), the most that may; let one remove what it has")
    }

    /// What the caller may do with an object.
    private func access(toObject id: String, for principal: Principal) throws(HubError) -> StructureAccess {
        for cell in cells(for: principal) {
            let access = cell.read { state -> StructureAccess? in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                if state.id == id { return access }
                if state.room(id) != nil { return access.shows(room: id) ? access : nil }
                return state.device(id).flatMap { access.shows($0, in: state.id) ? access : nil }
            }
            if let access { return access }
        }
        let known = cells(for: principal).flatMap { cell in
            cell.read { state in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                return [state.id] + state.rooms.map(\.id).filter { access.shows(room: $0) }
                    + state.orderedDevices.filter { access.shows($0, in: state.id) }.map(\.id)
            }
        }
        throw HubError(
            .notFound,
            "there is no structure, room or device with the id \(quotedBeginning(id))\(didYouMean(id, known))"
        )
    }
}
