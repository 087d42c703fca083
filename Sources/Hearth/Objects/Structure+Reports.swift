internal import HearthWire

extension Structure {
    /// Returns the structure's changes from the hub's log, oldest first. By default the hub keeps 14 days.
    ///
    /// - Parameters:
    ///   - devices: IDs of the devices whose changes to return; all changes if empty.
    ///   - since: only changes that the hub observed at this time or later, in seconds since 1970.
    ///   - limit: the most reports to return: the newest of them. Default: 1,000.
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.unavailable` if the hub can't be reached.
    public func reports(
        of devices: [String] = [], since: Double = 0, limit: Int = 1_000
    ) async throws -> [HomeReport] {
        try await reports(of: devices, since: since, until: .infinity, limit: limit)
    }

    /// Returns the structure's changes of a period from the hub's log, oldest first. It reads no later changes.
    ///
    /// - Parameters:
    ///   - devices: IDs of the devices whose changes to return; all changes if empty.
    ///   - since: only changes that the hub observed at this time or later, in seconds since 1970.
    ///   - until: only changes that the hub observed before this time, in seconds since 1970.
    ///   - limit: the most reports to return: the newest of them. Default: 1,000.
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.unavailable` if the hub can't be reached.
    public func reports(
        of devices: [String] = [], since: Double = 0, until: Double, limit: Int = 1_000
    ) async throws -> [HomeReport] {
        try await reports(of: devices, traits: [], attributes: [:], since: since, until: until, limit: limit)
    }

    /// Returns the structure's changes from the hub's log, oldest first, with only the parts that the parameters name.
    ///
    /// - Parameters:
    ///   - traits: IDs of the traits whose changes to return; all traits if empty.
    ///   - attributes: IDs of the attributes to return, by trait. Traits without an entry are returned with all of them.
    package func reports(
        of devices: [String], traits: [UInt32], attributes: [UInt32: [UInt32]], since: Double, until: Double, limit: Int
    ) async throws -> [HomeReport] {
        var reports: [HomeReport] = []
        var request = Hearth_V1_ListReportsRequest(
            structureID: id,
            filter: Hearth_V1_WatchFilter(
                deviceIDs: devices, traitIDs: traits,
                attributes: attributes.sorted { $0.key < $1.key }.map { .init(traitID: $0, attributeIDs: $1) }),
            since: Self.timestamp(since), until: until < .infinity ? Self.timestamp(until) : nil)
        while reports.count < limit {
            let page: Hearth_V1_ListReportsResponse = try await reference.connection.call(
                Hearth_V1_HomeMethods.listReports, request)
            // An older hub ignores the end.
            reports += page.reports.map { HomeReport($0) }.filter { $0.observedAt < until }
            request.pageToken = page.nextPageToken
            guard !page.nextPageToken.isEmpty else { break }
        }
        return reports.prefix(limit).reversed()
    }

    /// - Parameter time: in seconds since 1970; what a timestamp can't hold is clamped.
    private static func timestamp(_ time: Double) -> Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(sinceEpoch: .seconds(time.isFinite ? min(max(time, 0), 1e11) : 0))
    }
}
