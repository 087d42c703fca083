internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.HistoryService` on a hub.
struct HistoryServiceHandler: Hearth_V1_HistoryService {
    let hub: Hub

    /// Samples in one message of an export: some 100 KB.
    private static let samplesInPart = 4_096

    func listSeries(
        _ request: Hearth_V1_ListSeriesRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListSeriesResponse {
        let series = try await hub.reader.historySeries(of: request.deviceID, as: Caller(context))
        return Hearth_V1_ListSeriesResponse(
            series: series.map { series in
                Hearth_V1_HistorySeries(
                    target: Hearth_V1_Target(series.key.path.target), traitID: series.key.path.traitID,
                    attributeID: series.key.attributeID, bytes: UInt64(clamping: series.bytes))
            })
    }

    func query(_ request: Hearth_V1_QueryRequest, context: ServerContext) async throws -> Hearth_V1_QueryResponse {
        let now = hub.clock.sinceEpoch
        let path = try hub.path(to: request.traitID, at: request.target)
        let times = try HistoryTimes(request.from, request.until, now: now, span: .seconds(86_400))
        let (kind, range) = try await hub.reader.history(
            path, attribute: request.attributeID, times, mostColumns: request.maxColumns, as: Caller(context))
        guard let range else {
            return Hearth_V1_QueryResponse(
                resolution: .values, start: Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(times.from)))
        }
        return Hearth_V1_QueryResponse(
            columns: range.columns(now: now.milliseconds).map { Hearth_V1_HistoryColumn($0, kind) },
            resolution: Hearth_V1_HistoryResolution(range.tier),
            columnLength: Google_Protobuf_Duration(duration: .milliseconds(range.length)),
            start: Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(range.start)),
            heldSince: Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(range.heldSince)))
    }

    func export(
        _ request: Hearth_V1_ExportRequest, writer: RPCWriter<Hearth_V1_ExportResponse>, context: ServerContext
    ) async throws {
        let path = try hub.path(to: request.traitID, at: request.target)
        let times = try HistoryTimes(request.from, request.until, now: hub.clock.sinceEpoch, span: nil)
        var last: HistoryContent?
        try await hub.reader.exportHistory(path, attribute: request.attributeID, times, as: Caller(context)) { part in
            var rest = part.samples[...]
            var value = last ?? part.before
            while !rest.isEmpty {
                try await writer.waitUntilWritable()
                let samples = rest.prefix(Self.samplesInPart).map { sample in
                    switch sample.content {
                    case .integer, .real, .null: value = sample.content
                    case .away, .back: break
                    }
                    return Hearth_V1_HistorySample(sample.time, sample.content == .away ? .null : value)
                }
                rest = rest.dropFirst(samples.count)
                try await writer.write(Hearth_V1_ExportResponse(samples: samples))
            }
            last = value
        }
    }
}

extension Hearth_V1_HistoryResolution {
    fileprivate init(_ tier: HistoryTier) {
        switch tier {
        case .values: self = .values
        case .minutes: self = .minute
        case .hours: self = .hour
        }
    }
}

extension Hearth_V1_HistoryColumn {
    fileprivate init(_ column: HistoryColumn, _ kind: HistoryKind) {
        self.init(
            start: Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(column.start)),
            known: Google_Protobuf_Duration(duration: .milliseconds(column.known)),
            changes: UInt32(clamping: column.changes),
            last: column.last)
        switch kind {
        case .number: (min, max, mean) = (column.minimum, column.maximum, column.mean)
        case .state:
            states = column.mainStates.map {
                Hearth_V1_HistoryState(
                    value: $0.value, time: Google_Protobuf_Duration(duration: .milliseconds($0.time)))
            }
        }
    }
}

extension Hearth_V1_HistorySample {
    fileprivate init(_ time: Int64, _ content: HistoryContent) {
        self.init(time: Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(time)))
        switch content {
        case .integer(let number): value = .integer(number)
        case .real(let number): value = .real(number)
        case .null, .away, .back: break
        }
    }
}
