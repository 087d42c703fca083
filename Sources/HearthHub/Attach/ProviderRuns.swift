internal import HearthStore

/// How far the hub is with the reports that providers number, so that each can go on from there when its call broke: of
/// each provider its newest run. It is saved together with the events of the reports. The providers beyond a limit that
/// were longest silent are left out; they may send some events twice.
struct ProviderRuns: Sendable {
    private struct Run: Sendable {
        let id: String
        var taken: UInt64
        /// Rises with each report.
        var age: UInt64
    }

    private var runs: [String: Run] = [:]
    private var unsaved: Set<String> = []
    private var lastAge: UInt64 = 0

    init() {}

    /// As they were saved, the one that was longest silent first.
    init(_ stored: [StoredRun]) {
        for run in stored { take(run.taken, of: run.providerID, run: run.runID) }
        unsaved = []
    }

    /// A report was taken. What is known of a run never goes back.
    mutating func take(_ number: UInt64, of providerID: String, run id: String) {
        lastAge += 1
        let known = taken(of: providerID, run: id)
        runs[providerID] = Run(id: id, taken: max(known, number), age: lastAge)
        unsaved.insert(providerID)
        guard runs.count > HomeStore.runLimit, let oldest = runs.min(by: { $0.value.age < $1.value.age }) else { return }
        runs[oldest.key] = nil
        unsaved.remove(oldest.key)
    }

    /// The number of the newest report taken; 0 when the run is not known.
    func taken(of providerID: String, run id: String) -> UInt64 {
        guard let run = runs[providerID], run.id == id else { return 0 }
        return run.taken
    }

    /// What is to be saved, the one that was longest silent first.
    mutating func takeUnsaved() -> [StoredRun] {
        defer { unsaved = [] }
        return unsaved.compactMap { id in runs[id].map { (id, $0) } }.sorted { $0.1.age < $1.1.age }
            .map { StoredRun(providerID: $0, runID: $1.id, taken: $1.taken) }
    }

    /// It could not be saved.
    mutating func markUnsaved(_ stored: [StoredRun]) {
        for run in stored where runs[run.providerID] != nil { unsaved.insert(run.providerID) }
    }
}
