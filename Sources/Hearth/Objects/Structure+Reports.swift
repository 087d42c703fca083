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
        var reports: [HomeReport] = []
        var request = Hearth_V1_ListReportsRequest(
            structureID: id, filter: devices.isEmpty ? nil : Hearth_V1_WatchFilter(deviceIDs: devices),
            since: Google_Protobuf_Timestamp(sinceEpoch: .seconds(since.isFinite ? min(max(since, 0), 1e11) : 0)))
        while reports.count < limit {
            let page: Hearth_V1_ListReportsResponse = try await reference.connection.call(
                Hearth_V1_HomeMethods.listReports, request)
            reports += page.reports.map { HomeReport($0) }
            request.pageToken = page.nextPageToken
            guard !page.nextPageToken.isEmpty else { break }
        }
        return reports.prefix(limit).reversed()
    }
}
