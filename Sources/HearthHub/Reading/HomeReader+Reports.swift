internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension HomeReader {
    /// The most bytes of the log that are read for a page, however few reports match.
    private static let mostReadBytes = 4 << 20

    /// A page of `HomeService.ListReports`: the log backwards.
    func listReports(
        _ request: Hearth_V1_ListReportsRequest, as caller: Caller
    ) async throws -> Hearth_V1_ListReportsResponse {
        var filter = request.filter ?? Hearth_V1_WatchFilter()
        try filter.check(limits)
        filter.structureIDs = []
        let (cell, access) = try directory.found(request.structureID, for: caller.principal)
        guard !access.isGuest else {
            throw HubError.notAllowed(caller, "read the log of reports", about: cell.id)
        }
        let wanted = WatchView(.home(WatchView.HomeFilter(filter)), access: accesses[access.rights])
        let view = cell.read { wanted.resolved(in: $0.devices) }
        var sequence = try Self.place(request.pageToken) ?? .max
        // The newest reports may not be saved yet.
        if request.pageToken.isEmpty { try await saver.save() }
        let since = request.since?.sinceEpoch ?? .zero
        let until = request.until?.sinceEpoch
        if let until, request.pageToken.isEmpty { sequence = try await store.endOfReports(of: cell.id, before: until) }
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ListReportsResponse()
        var read = 0
        while read < Self.mostReadBytes {
            let batches = try await store.reports(of: cell.id, before: sequence, bytes: 64 << 10)
            guard !batches.isEmpty else { return response }
            for batch in batches {
                read += batch.reports.reduce(0) { $0 + $1.count }
                for record in ReportBatch.records(of: batch, before: sequence, directory.traits).reversed() {
                    guard record.observedAt >= since else { return response }
                    if let until, record.observedAt >= until { continue }
                    if !filter.exceptClientID.isEmpty, record.cause == .client(filter.exceptClientID) { continue }
                    guard let message = view.message(of: record) else { continue }
                    guard !page.isFull else {
                        response.nextPageToken = "\(record.position.sequence &+ 1)"
                        return response
                    }
                    response.reports.append(message)
                    page.add(record.size)
                }
                sequence = min(sequence, batch.first)
            }
        }
        response.nextPageToken = "\(sequence)"
        return response
    }

    /// The sequence before which a page begins; nil for the first page.
    private static func place(_ token: String) throws(HubError) -> UInt64? {
        guard !token.isEmpty else { return nil }
        guard let sequence = UInt64(token) else { throw .noPage }
        return sequence
    }
}
