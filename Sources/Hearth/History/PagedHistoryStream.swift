internal import HearthTraitCore
internal import HearthWire

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The pages of a ``HistoryQuery``, newest items first. The SDK stores nothing: each iterator reads the hub's log from
/// its end.
///
/// The pages have no changes that occur after the first page was read. There are no pages if nothing matches. The
/// iterator fails with `HomeError`: `.notFound` if the structure has been removed, `.permissionDenied` for guests,
/// `.unavailable` if the hub can't be reached, and `.cancelled` if the task is cancelled.
public struct PagedHistoryStream: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = HistoryQuery.Paged<HistoryItem>
    /// The iterator.
    public typealias AsyncIterator = Iterator

    /// Reads the pages. Copies of an iterator share their progress.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let reader: HistoryReader

        /// Returns the next page; nil after the last one. After an error, the next call requests the same page again.
        ///
        /// - Throws: `HomeError`: as ``PagedHistoryStream``, and `.failedPrecondition` while another call waits for a
        ///   page.
        public func next() async throws -> HistoryQuery.Paged<HistoryItem>? {
            try await reader.next()
        }
    }

    let query: HistoryQuery
    let pageSize: Int

    /// Creates an iterator at the newest item.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: HistoryReader(query, pageSize: pageSize))
    }
}

/// Reads the hub's log backwards for one iterator.
actor HistoryReader {
    /// The fewest reports to request, so that a query with few matches does not need a call for each.
    private static let fewestReports = 100
    /// The most pages of the log to read for the names of removed objects, for each page of items.
    private static let mostNamePages = 4

    private let connection: HomeConnection
    private let structureID: String
    /// The objects to return; nil for all.
    private let objects: Set<String>?
    private let selection: HistorySelection
    private let start: Date
    private let end: Date
    private let pageSize: Int
    private var request: Hearth_V1_ListReportsRequest
    private var isComplete: Bool
    private var isReading = false
    /// Items that were read and not returned yet, newest first: fewer than a page of items, plus those of one page of
    /// reports.
    private var items: [HistoryItem] = []
    /// The last names of removed objects; empty for those that the log does not have.
    private var lastNames: [String: String] = [:]

    init(_ query: HistoryQuery, pageSize: Int) {
        connection = query.connection
        structureID = query.structureID
        objects = Self.objects(of: query)
        selection = query.selection
        isComplete = selection.isEmpty
        start = query.start ?? .distantPast
        end = query.end ?? .distantFuture
        self.pageSize = pageSize
        // One millisecond earlier, since a `Date` rounds. The exact time is compared below.
        let since = (min(max(start.timeIntervalSince1970, 0), 1e11) * 1_000).rounded(.down) - 1
        var filter = Hearth_V1_WatchFilter(deviceIDs: objects?.sorted() ?? [])
        selection.narrow(&filter)
        request = Hearth_V1_ListReportsRequest(
            structureID: query.structureID, filter: filter,
            since: Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(Int64(max(since, 0)))),
            pageSize: UInt32(clamping: max(pageSize, Self.fewestReports)),
            until: query.end.map { end in
                // One millisecond later, for the same reason.
                let until = (min(max(end.timeIntervalSince1970, 0), 1e11) * 1_000).rounded(.up) + 1
                return Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(Int64(until)))
            })
    }

    /// The IDs of a query with those of the devices in its rooms; nil for all.
    private static func objects(of query: HistoryQuery) -> Set<String>? {
        let ids = Set(query.objectIDs)
        guard !ids.isEmpty, !ids.contains(query.structureID) else { return nil }
        return query.connection.withCache { cache in
            ids.union(cache.state.devices.values.filter { $0.roomID.map { ids.contains($0) } ?? false }.map(\.id))
        }
    }

    func next() async throws(HomeError) -> HistoryQuery.Paged<HistoryItem>? {
        guard !isReading else {
            throw HomeError(.failedPrecondition, "another call waits for a page of this history; await it first")
        }
        isReading = true
        defer { isReading = false }
        while items.count < pageSize, !isComplete { try await read() }
        let page = Array(items.prefix(pageSize))
        guard !page.isEmpty else { return nil }
        let named = await illustrated(try await named(page))
        items.removeFirst(page.count)
        return HistoryQuery.Paged(items: named)
    }

    /// Reads the next page of the log.
    private func read() async throws(HomeError) {
        let page = try await reports(request)
        request.pageToken = page.nextPageToken
        isComplete = page.nextPageToken.isEmpty
        for report in page.reports {
            items += HistoryItem.items(of: HomeReport(report), in: structureID, connection).filter { item in
                item.timestamp >= start && item.timestamp < end
                    && objects?.contains(item.source.objectID) ?? true && selection.contains(item)
            }
        }
    }

    private func reports(
        _ request: Hearth_V1_ListReportsRequest
    ) async throws(HomeError) -> Hearth_V1_ListReportsResponse {
        guard !Task.isCancelled else {
            throw HomeError(.cancelled, "the task was cancelled before the history was read")
        }
        return try await connection.call(Hearth_V1_HomeMethods.listReports, request)
    }

    /// The items with the names of their objects.
    private func named(_ page: [HistoryItem]) async throws(HomeError) -> [HistoryItem] {
        let ids = Set(page.map(\.source.objectID))
        let known = connection.withCache { cache in ids.filter { cache.state.name(of: $0) != nil } }
        try await findNames(of: ids.filter { !known.contains($0) && lastNames[$0] == nil })
        return connection.withCache { [lastNames] cache in
            page.map { item in
                var item = item
                item.source = item.source.named(cache.state, lastName: lastNames[item.source.objectID])
                return item
            }
        }
    }

    /// The items with the addresses of their pictures. They are left out if the hub does not give them.
    private func illustrated(_ page: [HistoryItem]) async -> [HistoryItem] {
        guard let address = connection.webAddress else { return page }
        let devices = Set(page.filter { !$0.cameraEvents.isEmpty }.map(\.source.objectID))
        let cameras = connection.withCache { cache in
            devices.filter { cache.state.devices[$0].map { HomeDevice.hasCamera($0) } ?? false }
        }
        guard !cameras.isEmpty else { return page }
        let request = Hearth_V1_ListPicturesRequest(structureID: structureID, deviceIDs: cameras.sorted())
        let response: Hearth_V1_ListPicturesResponse
        do {
            response = try await connection.call(Hearth_V1_CameraMethods.listPictures, request)
        } catch {
            return page
        }
        return page.map { item in
            // The picture has the time of the report that led to it.
            let picture = response.pictures.first { picture in
                picture.target?.deviceID == item.source.objectID
                    && ((picture.time?.secondsSince1970 ?? 0) - item.timestamp.timeIntervalSince1970).magnitude < 0.001
            }
            var item = item
            if let picture, !item.cameraEvents.isEmpty { item.thumbnailURL = URL(string: address + picture.path) }
            return item
        }
    }

    /// Finds the last names of removed objects in the log.
    private func findNames(of ids: Set<String>) async throws(HomeError) {
        guard !ids.isEmpty else { return }
        var found: [String: String] = [:]
        // The filter restricts devices; changes of other objects are always in the answer.
        var request = Hearth_V1_ListReportsRequest(
            structureID: structureID, filter: Hearth_V1_WatchFilter(deviceIDs: ids.sorted(), objectsOnly: true))
        for _ in 0..<Self.mostNamePages where found.count < ids.count {
            let page = try await reports(request)
            for change in page.reports.flatMap({ HomeReport($0).objectChanges }) where ids.contains(change.id) {
                if let name = change.name, found[change.id] == nil { found[change.id] = name }
            }
            guard !page.nextPageToken.isEmpty else { break }
            request.pageToken = page.nextPageToken
        }
        for id in ids { lastNames[id] = found[id] ?? "" }
    }
}
