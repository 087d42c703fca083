internal import HearthCameraEvents
public import HearthTraitCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A query of a structure's log, which has changes and events with their causes.
///
/// Without restrictions a query finds the whole log; by default the hub keeps 14 days. Each function returns a narrower
/// query: an item must satisfy all of them, and of the values for one function any. Several calls of one function add to
/// its values. ``execute(pageSize:)`` runs the query.
public struct HistoryQuery: Sendable {
    /// A part of a query's answer.
    public struct Paged<T: Sendable>: Sendable {
        /// The items; of a history, newest first and never empty.
        public let items: [T]
    }

    let connection: HomeConnection
    let structureID: String
    private(set) var objectIDs: [String] = []
    private(set) var selection = HistorySelection()
    private(set) var start: Date?
    private(set) var end: Date?

    /// The most items on a page.
    public static let maxPageSize: UInt = 1_000

    init(_ connection: HomeConnection, structureID: String) {
        self.connection = connection
        self.structureID = structureID
    }

    private func with(_ change: (inout HistoryQuery) -> Void) -> HistoryQuery {
        var query = self
        change(&query)
        return query
    }

    /// Restricts the query to some objects.
    ///
    /// - Parameter ids: IDs of devices, also of removed ones, and of other objects. A room stands for itself and the
    ///   devices that are in it when the iteration begins, the structure for everything. All objects if empty.
    public func objects(_ ids: [String]) -> HistoryQuery {
        with { $0.objectIDs += ids }
    }

    /// Restricts the query to some objects, given by their IDs.
    public func objects(_ ids: String...) -> HistoryQuery { objects(ids) }

    /// Restricts the query to some objects.
    @_disfavoredOverload
    public func objects(_ objects: [any HomeObject]) -> HistoryQuery { self.objects(objects.map { $0.id }) }

    /// Restricts the query to some objects.
    @_disfavoredOverload
    public func objects(_ objects: any HomeObject...) -> HistoryQuery { self.objects(objects.map { $0.id }) }

    /// Restricts the query to the changes and events of some traits.
    ///
    /// - Parameter traits: the traits: `Matter.DoorLockTrait.self`.
    public func traits(_ traits: any Trait.Type...) -> HistoryQuery {
        with { $0.selection.traitIDs = ($0.selection.traitIDs ?? []).union(traits.map { $0.descriptor.id }) }
    }

    /// Restricts the query to some types of events.
    ///
    /// - Parameter events: the types: `Matter.DoorLockTrait.LockOperationEvent.self`.
    public func events(_ events: any Event.Type...) -> HistoryQuery {
        let types = events.map { HistorySelection.EventType(traitID: $0.traitID, eventID: $0.eventID) }
        return with { $0.selection.eventTypes = ($0.selection.eventTypes ?? []).union(types) }
    }

    /// Restricts the query to some types of camera events. On a hub, devices without a camera have them too: a press of
    /// a doorbell is `EVENT_TYPE_DOORBELL`. <doc:HistoryOfValues> has a table.
    ///
    /// - Parameter names: names of types. ``HistoryController/fetchApplicableFilters()`` lists those that the devices of
    ///   the structure can have. No item is of a type with another name.
    public func cameraEvents(_ names: String...) -> HistoryQuery {
        let events = CameraEvent.allCases.filter { names.contains($0.name) }
        return with { $0.selection.cameraEvents = ($0.selection.cameraEvents ?? []).union(events) }
    }

    /// Restricts the query to a range of time. The hub reads its log backwards, so it takes longer to find a range that
    /// ended long ago. A later call replaces the range.
    ///
    /// - Parameters:
    ///   - start: the beginning of the range. Default: the beginning of the log.
    ///   - end: the end of the range, exclusive. Default: now.
    public func date(start: Date? = nil, end: Date? = nil) -> HistoryQuery {
        with { ($0.start, $0.end) = (start, end) }
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

extension HistoryQuery.Paged: Equatable where T: Equatable {}
extension HistoryQuery.Paged: Hashable where T: Hashable {}
