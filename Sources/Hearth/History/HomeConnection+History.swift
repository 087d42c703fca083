internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension HomeConnection {
    func history<T: Trait, Value: Hashable & Sendable>(
        _ path: any KeyPath<T, Value?> & Sendable, at target: TraitTarget, from: Double?, until: Double?, columns: Int
    ) async throws(HomeError) -> AttributeHistory<Value> {
        let key = try AttributeKey(path, TraitInteraction(target: target, proxy: self))
        guard (1...HistoryController.maxColumns).contains(columns) else {
            throw HomeError(
                .invalidArgument, "a history has 1 to \(HistoryController.maxColumns) columns, not \(columns)")
        }
        let request = Hearth_V1_QueryRequest(
            target: Hearth_V1_Target(target), traitID: T.descriptor.id, attributeID: key.id,
            from: try Self.stamp(from, "from"), until: try Self.stamp(until, "until"),
            maxColumns: UInt32(clamping: columns))
        return AttributeHistory(try await call(Hearth_V1_HistoryMethods.query, request), key)
    }

    func recorded<T: Trait, Value: Hashable & Sendable>(
        _ path: any KeyPath<T, Value?> & Sendable, at target: TraitTarget, from: Double?, until: Double?
    ) throws(HomeError) -> AsyncThrowingStream<RecordedValue<Value>, any Error> {
        try checkOpen()
        let key = try AttributeKey(path, TraitInteraction(target: target, proxy: self))
        let request = Hearth_V1_ExportRequest(
            target: Hearth_V1_Target(target), traitID: T.descriptor.id, attributeID: key.id,
            from: try Self.stamp(from, "from"), until: try Self.stamp(until, "until"))
        let parts = HistoryParts(Hearth_V1_HistoryClient(calls), request, key)
        return AsyncThrowingStream { try await parts.next() }
    }

    private static func stamp(_ time: Double?, _ name: String) throws(HomeError) -> Google_Protobuf_Timestamp? {
        guard let time else { return nil }
        // Up to the year 10000; the hub checks it.
        guard time >= 0, time < 1e12, let milliseconds = Int64(exactly: (time * 1_000).rounded()) else {
            throw HomeError(.invalidArgument, "\(name) is not a time in seconds since 1970: \(time)")
        }
        return Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(milliseconds))
    }
}

/// The values of an export, one by one. The next part is requested when the previous one was read.
private actor HistoryParts<T: Trait, Value: Hashable & Sendable> {
    private let client: Hearth_V1_HistoryClient
    private let request: Hearth_V1_ExportRequest
    private let key: AttributeKey<T, Value>
    private var reader: RPCReader<Hearth_V1_ExportResponse>?
    private var rest: ArraySlice<Hearth_V1_HistorySample> = []

    init(_ client: Hearth_V1_HistoryClient, _ request: Hearth_V1_ExportRequest, _ key: AttributeKey<T, Value>) {
        self.client = client
        self.request = request
        self.key = key
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
        let value: Value? =
            switch sample.value {
            case .integer(let number): key.value(number)
            case .real(let number): key.value(number)
            case nil: nil
            }
        return RecordedValue(time: sample.time?.secondsSince1970 ?? 0, value: value)
    }
}

extension AttributeHistory {
    /// Limits a duration from the hub so that sums can't overflow.
    private static func bounded(_ time: Google_Protobuf_Duration?) -> Duration {
        min(max(time?.duration ?? .zero, .zero), .seconds(1_000_000_000_000))
    }

    fileprivate init<T: Trait>(_ response: Hearth_V1_QueryResponse, _ key: AttributeKey<T, Value>) {
        // A column has few distinct states, so each is decoded once.
        var states: [Int64: Value] = [:]
        columns = response.columns.map { column in
            var times: [Value: Duration] = [:]
            for state in column.states {
                guard let value = states[state.value] ?? key.value(state.value) else { continue }
                states[state.value] = value
                times[value, default: .zero] += Self.bounded(state.time)
            }
            return Column(
                start: column.start?.secondsSince1970 ?? 0, known: Self.bounded(column.known),
                changes: Int(clamping: column.changes), min: column.min, max: column.max, mean: column.mean,
                last: column.last.flatMap { key.value($0) }, times: times)
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
