internal import HearthStore
internal import HearthTraitCore

extension Hub: WatchedHome {
    /// Bytes of reports that are read from the store at a time.
    private static let readBytes = 64 << 10

    func reports(of structureID: String, after sequence: UInt64) async -> ReportBatch? {
        do {
            if let batch = try await stored(structureID, sequence) { return batch }
            // The next report may not be saved yet.
            try await save()
            return try await stored(structureID, sequence)
        } catch {
            notice("the log of reports can't be read, so a client gets the whole state again: \(error)")
            return nil
        }
    }

    private func stored(_ structureID: String, _ sequence: UInt64) async throws -> ReportBatch? {
        ReportBatch(
            try await store.reports(of: structureID, after: sequence, bytes: Self.readBytes), after: sequence, traits)
    }
}
