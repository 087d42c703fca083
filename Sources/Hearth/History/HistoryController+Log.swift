internal import HearthCameraEvents

extension HistoryController {
    /// A restriction that a ``HistoryQuery`` can have, with the values for it.
    public struct FilterSpec: Hashable, Sendable {
        /// The restriction: "objects" for `HistoryQuery.objects`, "cameraEvents" for
        /// `HistoryQuery.cameraEvents`.
        public let key: String
        /// The values that can be given: IDs of the structure, its rooms and its devices, or types of camera events.
        public let supportedValues: Set<String>
        /// The identifier of the type of event that the restriction applies to; nil if it applies to all items.
        public let applicableEvent: String?
    }

    /// Begins a query of the structure's log.
    ///
    /// ``query(_:of:endpoint:from:until:columns:)`` has the values of one attribute instead.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    public func query() async throws -> HistoryQuery {
        try connection.checkOpen()
        return HistoryQuery(connection, structureID: structureID)
    }

    /// Returns the restrictions that a query of this structure can have, with their values at the moment.
    ///
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed; other codes if the home was disconnected.
    public func fetchApplicableFilters() async throws -> [FilterSpec] {
        let filters = try connection.look { [structureID] cache -> [FilterSpec]? in
            let state = cache.state
            guard state.structures[structureID] != nil else { return nil }
            let rooms = state.rooms.values.filter { $0.structureID == structureID }.map(\.id)
            let devices = state.devices.values.filter { $0.structureID == structureID }.map(\.id)
            return [
                FilterSpec(
                    key: "objects", supportedValues: Set([structureID] + rooms + devices), applicableEvent: nil),
                FilterSpec(
                    key: "cameraEvents",
                    supportedValues: Set(CameraEvent.possible(in: structureID, state).map(\.name)),
                    applicableEvent: CameraSession.typeID),
            ]
        }.get()
        guard let filters else { throw HomeError(.notFound, "the home has no structure \(structureID)") }
        return filters
    }

    /// Google's function to delete items of history. A hub refuses it: see ``deleteAll(for:)``.
    ///
    /// - Throws: `HomeError`, always `.unimplemented`.
    public func deleteAll(from object: any HomeObject) async throws { try await deleteAll(from: object.id) }

    /// Google's function to delete items of history. A hub refuses it: see ``deleteAll(for:)``.
    ///
    /// - Throws: `HomeError`, always `.unimplemented`.
    public func deleteAll(from objectID: String) async throws { throw Self.undeletable }

    /// Google's function to delete items of history. A hub refuses it.
    ///
    /// The log records who opened a door and which alarm went off, for all people of the home. Clients resume from its
    /// positions. So no client can delete from it. The hub deletes entries after 14 days, or as its owner sets it.
    ///
    /// - Throws: `HomeError`, always `.unimplemented`.
    public func deleteAll(for eventTypeIDs: [String]) async throws { throw Self.undeletable }

    private static let undeletable = HomeError(
        .unimplemented,
        "a hub's log is the record of its home for everyone in it, so apps can't delete from it; the hub deletes "
            + "entries after the time that its owner sets with hearth serve --log-time, 14 days by default")
}
