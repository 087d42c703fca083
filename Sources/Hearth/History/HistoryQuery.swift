public import Foundation
internal import HearthTraitCore

/// A query of a structure's log, which has changes and events with their causes.
///
/// ``objects(_:)`` and ``date(start:end:)`` return a narrower query; without them a query finds the whole log. By
/// default the hub keeps 14 days. ``execute(pageSize:)`` runs the query.
public struct HistoryQuery: Sendable {
    let connection: HomeConnection
    let structureID: String
    private(set) var objectIDs: [String] = []
    private(set) var start: Date?
    private(set) var end: Date?

    /// The most items on a page.
    public static let maxPageSize: UInt = 1_000

    init(_ connection: HomeConnection, structureID: String) {
        self.connection = connection
        self.structureID = structureID
    }

    /// Restricts the query to some objects.
    ///
    /// - Parameter ids: IDs of devices, also of removed ones, and of other objects. A room stands for itself and the
    ///   devices that are in it when the iteration begins, the structure for everything. All objects if empty.
    public func objects(_ ids: [String]) -> HistoryQuery {
        var query = self
        query.objectIDs = ids
        return query
    }

    /// Restricts the query to a range of time. The hub reads its log backwards, so it takes longer to find a range that
    /// ended long ago.
    ///
    /// - Parameters:
    ///   - start: the beginning of the range. Default: the beginning of the log.
    ///   - end: the end of the range, exclusive. Default: now.
    public func date(start: Date? = nil, end: Date? = nil) -> HistoryQuery {
        var query = self
        query.start = start
        query.end = end
        return query
    }

    /// Runs the query. The hub is asked for a page when the page is awaited.
    ///
    /// - Parameter pageSize: the most items on a page, 1 to ``maxPageSize``.
    /// - Returns: the pages, newest items first.
    /// - Throws: `HomeError`: `.invalidArgument` for another page size, or a range that ends at or before its start.
    public func execute(pageSize: UInt) throws -> PagedHistoryStream {
        guard (1...Self.maxPageSize).contains(pageSize) else {
            throw HomeError(.invalidArgument, "a page of history has 1 to \(Self.maxPageSize) items, not \(pageSize)")
        }
        for time in [start, end] where time?.timeIntervalSince1970.isFinite == false {
            throw HomeError(.invalidArgument, "the range of a history has a date that is not a finite time")
        }
        if let start, let end, start >= end {
            throw HomeError(
                .invalidArgument, "the range of a history ends at or before its start; its end is exclusive")
        }
        return PagedHistoryStream(query: self, pageSize: Int(pageSize))
    }
}

/// A restriction that a ``HistoryQuery`` can have, with the values for it.
public struct HistoryFilter: Hashable, Sendable {
    /// A kind of restriction.
    public enum Kind: Hashable, Sendable {
        /// ``HistoryQuery/objects(_:)``.
        case objects
    }

    /// The kind of restriction.
    public let kind: Kind
    /// The values that can be given, in ascending order. For ``Kind/objects``, IDs of the structure, its rooms and its
    /// devices.
    public let supportedValues: [String]
}

extension HistoryController {
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
    public func fetchApplicableFilters() async throws -> [HistoryFilter] {
        let ids = try connection.look { [structureID] cache -> [String] in
            let state = cache.state
            guard state.structures[structureID] != nil else { return [] }
            return [structureID]
                + state.rooms.values.filter { $0.structureID == structureID }.map(\.id)
                + state.devices.values.filter { $0.structureID == structureID }.map(\.id)
        }.get()
        guard !ids.isEmpty else { throw HomeError(.notFound, "the home has no structure \(structureID)") }
        return [HistoryFilter(kind: .objects, supportedValues: ids.sorted())]
    }
}
