internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension HomeConnection {
    func history<T: Trait, Value: Hashable & Sendable>(
        _ path: any KeyPath<T, Value?> & Sendable, at target: TraitTarget, from: Double?, until: Double?, columns: Int
    ) async throws(HomeError) -> AttributeHistory<Value> {
        let key = try AttributeKey(path, TraitInteraction(target: target, proxy: self))
        let response = try await query(
            key.id, of: TraitPath(target, T.descriptor.id), from: from, until: until, columns: columns)
        return AttributeHistory(response, number: { key.value($0) }, state: { key.value($0) })
    }

    /// The history of an attribute by its ID, as numbers.
    func history(
        _ attributeID: UInt32, of path: TraitPath, from: Double?, until: Double?, columns: Int
    ) async throws(HomeError) -> AttributeHistory<Double> {
        let response = try await query(attributeID, of: path, from: from, until: until, columns: columns)
        return AttributeHistory(response, number: { $0 }, state: { Double($0) })
    }

    private func query(
        _ attributeID: UInt32, of path: TraitPath, from: Double?, until: Double?, columns: Int
    ) async throws(HomeError) -> Hearth_V1_QueryResponse {
        guard (1...HistoryController.maxColumns).contains(columns) else {
            throw HomeError(
                .invalidArgument, "a history has 1 to \(HistoryController.maxColumns) columns, not \(columns)")
        }
        let request = Hearth_V1_QueryRequest(
            target: Hearth_V1_Target(path.target), traitID: path.traitID, attributeID: attributeID,
            from: try Self.stamp(from, "from"), until: try Self.stamp(until, "until"),
            maxColumns: UInt32(clamping: columns))
        return try await call(Hearth_V1_HistoryMethods.query, request)
    }

    func recorded<T: Trait, Value: Hashable & Sendable>(
        _ path: any KeyPath<T, Value?> & Sendable, at target: TraitTarget, from: Double?, until: Double?
    ) throws(HomeError) -> AsyncThrowingStream<RecordedValue<Value>, any Error> {
        try checkOpen()
        let key = try AttributeKey(path, TraitInteraction(target: target, proxy: self))
        return try export(key.id, of: TraitPath(target, T.descriptor.id), from: from, until: until) { sample in
            switch sample {
            case .integer(let number): key.value(number)
            case .real(let number): key.value(number)
            }
        }
    }

    /// The recorded values of an attribute by its ID: integers as `.signed`, others as `.double`.
    func recorded(
        _ attributeID: UInt32, of path: TraitPath, from: Double?, until: Double?
    ) throws(HomeError) -> AsyncThrowingStream<RecordedValue<TraitValue>, any Error> {
        try checkOpen()
        return try export(attributeID, of: path, from: from, until: until) { sample in
            switch sample {
            case .integer(let number): .signed(number)
            case .real(let number): .double(number)
            }
        }
    }

    private func export<Value: Hashable & Sendable>(
        _ attributeID: UInt32, of path: TraitPath, from: Double?, until: Double?,
        value: @escaping @Sendable (Hearth_V1_HistorySample.OneOf_Value) -> Value?
    ) throws(HomeError) -> AsyncThrowingStream<RecordedValue<Value>, any Error> {
        let request = Hearth_V1_ExportRequest(
            target: Hearth_V1_Target(path.target), traitID: path.traitID, attributeID: attributeID,
            from: try Self.stamp(from, "from"), until: try Self.stamp(until, "until"))
        let parts = HistoryParts(Hearth_V1_HistoryClient(calls), request, value)
        return AsyncThrowingStream { try await parts.next() }
    }

    /// A time in seconds since 1970 as a message; nil for none.
    static func stamp(_ time: Double?, _ name: String) throws(HomeError) -> Google_Protobuf_Timestamp? {
        guard let time else { return nil }
        // Up to the year 10000; the hub checks it.
        guard time >= 0, time < 1e12, let milliseconds = Int64(exactly: (time * 1_000).rounded()) else {
            throw HomeError(.invalidArgument, "\(name) is not a time in seconds since 1970: \(time)")
        }
        return Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(milliseconds))
    }
}

/// The values of an export, one by one. The next part is requested when the previous one was read.
private actor HistoryParts<Value: Hashable & Sendable> {
    private let client: Hearth_V1_HistoryClient
    private let request: Hearth_V1_ExportRequest
    private let value: @Sendable (Hearth_V1_HistorySample.OneOf_Value) -> Value?
    private var reader: RPCReader<Hearth_V1_ExportResponse>?
    private var rest: ArraySlice<Hearth_V1_HistorySample> = []

    init(
        _ client: Hearth_V1_HistoryClient, _ request: Hearth_V1_ExportRequest,
        _ value: @escaping @Sendable (Hearth_V1_HistorySample.OneOf_Value) -> Value?
    ) {
        self.client = client
        self.request = request
        self.value = value
    }

    func next() async throws(HomeError) -> RecordedValue<Value>? {
        do throws(RPCError) {
            if reader == nil { reader = try await client.export(request) }
            while rest.isEmpty {
                guard let part = try await reader?.next() else { return nil }
                rest = part.samples[...]
            }
        } catch {
            throw HomeError(error)
        }
        guard let sample = rest.popFirst() else { return nil }
        return RecordedValue(time: sample.time?.secondsSince1970 ?? 0, value: sample.value.flatMap(value))
    }
}

extension AttributeHistory {
    /// Limits a duration from the hub so that sums can't overflow.
    private static func bounded(_ time: Google_Protobuf_Duration?) -> Duration {
        min(max(time?.duration ?? .zero, .zero), .seconds(1_000_000_000_000))
    }

    /// - Parameters:
    ///   - number: converts a recorded number; nil for one that is not a value of the attribute.
    ///   - state: converts a recorded state.
    fileprivate init(
        _ response: Hearth_V1_QueryResponse, number: (Double) -> Value?, state: (Int64) -> Value?
    ) {
        // A column has few distinct states, so each is decoded once.
        var states: [Int64: Value] = [:]
        columns = response.columns.map { column in
            var times: [Value: Duration] = [:]
            for entry in column.states {
                guard let value = states[entry.value] ?? state(entry.value) else { continue }
                states[entry.value] = value
                times[value, default: .zero] += Self.bounded(entry.time)
            }
            return Column(
                start: column.start?.secondsSince1970 ?? 0, known: Self.bounded(column.known),
                changes: Int(clamping: column.changes), min: column.min, max: column.max, mean: column.mean,
                last: column.last.flatMap { number($0) }, times: times)
        }
        columnLength = Self.bounded(response.columnLength)
        start = response.start?.secondsSince1970 ?? 0
        heldSince = response.heldSince?.secondsSince1970
        resolution =
            switch response.resolution {
            case .minute: .minutes
            case .hour: .hours
            default: .values
            }
    }
}
