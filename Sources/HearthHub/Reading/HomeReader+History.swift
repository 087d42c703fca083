internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension HomeReader {
    /// The largest and the default number of columns of a query.
    static let historyColumns = (most: UInt32(10_000), usual: UInt32(100))

    /// Reads a part of an attribute's history, including all reports until now; the range is nil without values.
    ///
    /// - Throws: ``RPCError`` if the caller may not read the attribute, or it has no history.
    func history(
        _ path: TraitPath, attribute id: UInt32, _ times: HistoryTimes, mostColumns: UInt32, as caller: Caller
    ) async throws -> (kind: HistoryKind, range: HistoryRange?) {
        let kind = try historyKind(path, attribute: id, as: caller)
        let most = mostColumns == 0 ? Self.historyColumns.usual : mostColumns
        guard most <= Self.historyColumns.most else {
            throw HubError(
                .invalidArgument,
                "max_columns is \(most), more than \(Self.historyColumns.most); ask for a part of the range")
        }
        try await saveHistory()
        let request = HistoryRequest(
            HistoryKey(path, id), from: times.from, until: times.until, mostColumns: Int64(most))
        do {
            return (kind, try await store.history(request))
        } catch {
            throw HubError(error, "the history could not be read")
        }
    }

    /// Passes on the values of an attribute's history in parts. The caller's rights are checked before each part, as a
    /// slow reader may take long.
    func exportHistory(
        _ path: TraitPath, attribute id: UInt32, _ times: HistoryTimes, as caller: Caller,
        _ body: (HistoryPart) async throws -> Void
    ) async throws {
        _ = try historyKind(path, attribute: id, as: caller)
        try await saveHistory()
        var from = times.from
        while true {
            _ = try historyKind(path, attribute: id, as: caller)
            let part: HistoryPart?
            do {
                part = try await store.historyPart(HistoryKey(path, id), from: from, until: times.until)
            } catch {
                throw HubError(error, "the history could not be read")
            }
            guard let part else { return }
            try await body(part)
            from = part.next
        }
    }

    /// Lists the attributes of a device that have a history and that the caller may read.
    func historySeries(of deviceID: String, as caller: Caller) async throws -> [StoredSeries] {
        try directory.checkRunning()
        let place = TraitPath(TraitTarget(deviceID: deviceID, endpoint: 0), 0)
        guard let access = directory.access(to: deviceID, for: caller.principal) else {
            throw directory.noDevice(place, for: caller.principal)
        }
        guard !access.isGuest else { throw Self.noHistory(caller, deviceID) }
        try await saveHistory()
        let series: [StoredSeries]
        do {
            series = try await store.historySeries(of: deviceID)
        } catch {
            throw HubError(error, "the history could not be read")
        }
        return series.filter { (try? historyKind($0.key.path, attribute: $0.key.attributeID, as: caller)) != nil }
    }

    /// - Throws: ``RPCError`` if the caller may not read the attribute, or it has no history.
    private func historyKind(
        _ path: TraitPath, attribute id: UInt32, as caller: Caller
    ) throws(RPCError) -> HistoryKind {
        try directory.runningOrThrow()
        let found = try directory.locate(path, for: caller.principal)
        guard !found.access.isGuest else { throw Self.noHistory(caller, path.target.deviceID).rpcError }
        let visible = accesses[found.access.rights].visible(found.record.attributes, of: path.traitID)
        try found.checkReadable(id, visible: visible, by: caller)
        let descriptor = found.record.descriptor
        guard let attribute = descriptor.attribute(id), let kind = HistoryKind(attribute) else {
            let name = descriptor.attribute(id)?.name ?? "attribute \(id)"
            let known = descriptor.attributes.filter { visible[$0.id] != nil && HistoryKind($0) != nil }.map(\.name)
            let hint = known.isEmpty ? "" : "; \(descriptor.name) has one of \(known.joined(separator: ", "))"
            throw found.complete(
                TraitError(
                    .unsupportedRead,
                    "\(descriptor.name).\(name) has no history, which only numbers, booleans, enums and bitmaps have"
                        + hint, element: .attribute(id), field: name)
            ).sent()
        }
        return kind
    }

    private static func noHistory(_ caller: Caller, _ deviceID: String) -> HubError {
        .notAllowed(caller, "read histories", about: deviceID)
    }

    /// Saves the latest reports, which belong to the history.
    private func saveHistory() async throws {
        do throws(StoreError) {
            try await saver.save()
        } catch {
            throw HubError(error, "the latest reports could not be saved, so the history is not complete")
        }
    }
}
