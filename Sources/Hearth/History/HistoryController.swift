public import HearthTraitCore
internal import HearthRPC
internal import HearthWire

/// The history of a structure, from ``Structure/history``.
///
/// ``query()`` reads the hub's log: changes and events, with their causes. The other methods read past values of one
/// attribute: the temperature of a room over a day, how long a lamp was on.
///
/// An attribute is named by its key path, such as `\Matter.OnOffTrait.onOff`, and its history has values of its type.
/// Numbers, booleans, enums and bitmaps have one. By default a hub keeps each value for 14 days, summaries per minute for
/// 90 days and per hour for 10 years. Times are in seconds since 1970.
public struct HistoryController: Sendable {
    let connection: HomeConnection
    let structureID: String

    /// The most columns of a query.
    public static let maxColumns = 10_000

    /// Lists the attributes of a device that have a history because they have changed, by endpoint, trait and
    /// attribute.
    ///
    /// - Parameter device: the device; nil for the structure's own traits.
    /// - Throws: `HomeError`: `.notFound` if the device has been removed, `.unavailable` if the hub can't be reached.
    public func attributes(of device: HomeDevice? = nil) async throws -> [RecordedAttribute] {
        let response: Hearth_V1_ListSeriesResponse = try await connection.call(
            Hearth_V1_HistoryMethods.listSeries, Hearth_V1_ListSeriesRequest(deviceID: device?.id ?? structureID))
        return response.series.map { series in
            RecordedAttribute(
                endpoint: UInt16(clamping: series.target?.endpoint ?? 0), traitID: series.traitID,
                attributeID: series.attributeID, bytes: Int(clamping: series.bytes))
        }
    }

    /// Summarizes a range of an attribute's history in columns.
    ///
    /// - Parameters:
    ///   - attribute: the attribute, by its trait: `\Matter.TemperatureMeasurementTrait.measuredValue`.
    ///   - device: the device; nil for the structure's own traits.
    ///   - endpoint: the part of the device; needed only if several have the trait.
    ///   - from: the beginning of the range. Default: one day before its end.
    ///   - until: the end of the range, exclusive. Default: now.
    ///   - columns: the most columns, 1 to ``maxColumns``. Default: 100.
    /// - Throws: `HomeError`: `.invalidArgument` for a key path without a history, an empty range, too many columns, or if
    ///   several parts of the device have the trait; `.notFound` if the device or trait isn't there.
    public func query<T: Trait, Value>(
        _ attribute: any KeyPath<T, Value?> & Sendable, of device: HomeDevice? = nil, endpoint: UInt16? = nil,
        from: Double? = nil, until: Double? = nil, columns: Int = 100
    ) async throws -> AttributeHistory<Value> {
        try await connection.history(
            attribute, at: target(T.descriptor, device, endpoint), from: from, until: until, columns: columns)
    }

    /// Returns every recorded value of a range, oldest first, as they arrive from the hub.
    ///
    /// - Parameters:
    ///   - attribute: the attribute, by its trait.
    ///   - device: the device; nil for the structure's own traits.
    ///   - endpoint: the part of the device; needed only if several have the trait.
    ///   - from: the beginning of the range. Default: the oldest recorded value.
    ///   - until: the end of the range, exclusive. Default: now.
    /// - Throws: as ``query(_:of:endpoint:from:until:columns:)``. The sequence fails with `HomeError` if the connection is
    ///   lost.
    public func values<T: Trait, Value>(
        _ attribute: any KeyPath<T, Value?> & Sendable, of device: HomeDevice? = nil, endpoint: UInt16? = nil,
        from: Double? = nil, until: Double? = nil
    ) throws -> AsyncThrowingStream<RecordedValue<Value>, any Error> {
        try connection.recorded(attribute, at: target(T.descriptor, device, endpoint), from: from, until: until)
    }

    /// Summarizes a range of an attribute's history by its IDs, as numbers: for code that handles all traits alike.
    ///
    /// - Parameters:
    ///   - attributeID: Matter's ID of the attribute.
    ///   - path: the device or structure, the endpoint and the trait.
    ///   - from: the beginning of the range. Default: one day before its end.
    ///   - until: the end of the range, exclusive. Default: now.
    ///   - columns: the most columns, 1 to ``maxColumns``. Default: 100.
    /// - Returns: the history. Booleans, enums and bitmaps are their raw numbers.
    /// - Throws: `HomeError`: `.invalidArgument` for an attribute without a history, an empty range or too many columns;
    ///   `.notFound` if the device or trait isn't there.
    public func query(
        attribute attributeID: UInt32, of path: TraitPath, from: Double? = nil, until: Double? = nil, columns: Int = 100
    ) async throws -> AttributeHistory<Double> {
        try await connection.history(attributeID, of: path, from: from, until: until, columns: columns)
    }

    /// Returns every recorded value of a range by the attribute's IDs, oldest first, as they arrive from the hub: for
    /// code that handles all traits alike. Integers, booleans, enums and bitmaps are `.signed`, others `.double`.
    ///
    /// - Parameters:
    ///   - attributeID: Matter's ID of the attribute.
    ///   - path: the device or structure, the endpoint and the trait.
    ///   - from: the beginning of the range. Default: the oldest recorded value.
    ///   - until: the end of the range, exclusive. Default: now.
    /// - Throws: as ``query(attribute:of:from:until:columns:)``. The sequence fails with `HomeError` if the connection
    ///   is lost.
    public func values(
        attribute attributeID: UInt32, of path: TraitPath, from: Double? = nil, until: Double? = nil
    ) throws -> AsyncThrowingStream<RecordedValue<TraitValue>, any Error> {
        try connection.recorded(attributeID, of: path, from: from, until: until)
    }

    private func target(
        _ trait: TraitDescriptor, _ device: HomeDevice?, _ endpoint: UInt16?
    ) throws(HomeError) -> TraitTarget {
        guard let device else { return TraitTarget(deviceID: structureID, endpoint: 0) }
        if let endpoint { return TraitTarget(deviceID: device.id, endpoint: endpoint) }
        let having = device.endpoints.filter { $0.traits.contains { $0.id == trait.id } }.map(\.id)
        guard let only = having.first else {
            throw HomeError(.notFound, "\(quoted(device.name)) has no trait \(trait.name)")
        }
        guard having.count == 1 else {
            throw HomeError(
                .invalidArgument,
                "\(quoted(device.name)) has \(trait.name) on the endpoints "
                    + "\(having.map(String.init).joined(separator: ", ")); say which")
        }
        return TraitTarget(deviceID: device.id, endpoint: only)
    }
}

extension Structure {
    /// The history of the structure: its log, and the values of its devices' attributes.
    public var history: HistoryController {
        HistoryController(connection: reference.connection, structureID: id)
    }
}

extension DeviceType {
    /// Summarizes a range of the history of an attribute of this part of the device; see
    /// ``HistoryController/query(_:of:endpoint:from:until:columns:)``.
    ///
    /// - Parameters:
    ///   - attribute: the attribute, by its trait: `\Matter.OnOffTrait.onOff`.
    ///   - from: the beginning of the range. Default: one day before its end.
    ///   - until: the end of the range, exclusive. Default: now.
    ///   - columns: the most columns, 1 to ``HistoryController/maxColumns``. Default: 100.
    /// - Throws: `HomeError`: `.invalidArgument` for a key path without a history, an empty range or too many columns,
    ///   `.notFound` if the device or trait isn't there, `.failedPrecondition` for a type that didn't come from a `Home`.
    public func history<T: Trait, Value>(
        of attribute: any KeyPath<T, Value?> & Sendable, from: Double? = nil, until: Double? = nil, columns: Int = 100
    ) async throws -> AttributeHistory<Value> {
        try await traits.interaction.history(of: attribute, from: from, until: until, columns: columns)
    }
}

extension Trait {
    /// Summarizes a range of the history of one of this trait's attributes; see
    /// ``HistoryController/query(_:of:endpoint:from:until:columns:)``.
    ///
    /// - Parameters:
    ///   - attribute: the attribute: `\.onOff`.
    ///   - from: the beginning of the range. Default: one day before its end.
    ///   - until: the end of the range, exclusive. Default: now.
    ///   - columns: the most columns, 1 to ``HistoryController/maxColumns``. Default: 100.
    /// - Throws: `HomeError`: `.invalidArgument` for a key path without a history, an empty range or too many columns,
    ///   `.notFound` if the device or trait isn't there any more, `.failedPrecondition` for a trait that didn't come from
    ///   a `Home`.
    public func history<Value>(
        of attribute: any KeyPath<Self, Value?> & Sendable, from: Double? = nil, until: Double? = nil,
        columns: Int = 100
    ) async throws -> AttributeHistory<Value> {
        try await interaction.history(of: attribute, from: from, until: until, columns: columns)
    }
}

extension TraitInteraction {
    fileprivate func history<T: Trait, Value>(
        of attribute: any KeyPath<T, Value?> & Sendable, from: Double?, until: Double?, columns: Int
    ) async throws -> AttributeHistory<Value> {
        guard let connection = proxy as? HomeConnection else {
            throw HomeError(.failedPrecondition, "this value did not come from a Home, so it has no history")
        }
        return try await connection.history(attribute, at: target, from: from, until: until, columns: columns)
    }
}
