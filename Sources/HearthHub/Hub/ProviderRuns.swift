internal import HearthBase
internal import HearthStore

/// How far the hub is with the reports that providers number, so that each can go on from there when its call broke: of
/// each provider its newest run. It is saved together with the events of the reports. The providers beyond a limit that
/// were longest silent are left out; they may send some events twice.
struct ProviderRuns: Sendable {
    /// The numbers of the newest reports that were taken, and that are saved with all before them.
    struct Progress: Hashable, Sendable {
        var taken: UInt64 = 0
        var saved: UInt64 = 0
    }

    private struct Run: Sendable {
        let id: String
        var progress: Progress
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
        markSaved(takeUnsaved())
    }

    /// A report was taken. What is known of a run never goes back.
    mutating func take(_ number: UInt64, of providerID: String, run id: String) {
        lastAge += 1
        var progress = progress(of: providerID, run: id)
        progress.taken = max(progress.taken, number)
        runs[providerID] = Run(id: id, progress: progress, age: lastAge)
        unsaved.insert(providerID)
        guard runs.count > StoredRun.mostKept, let oldest = runs.min(by: { $0.value.age < $1.value.age }) else {
            return
        }
        runs[oldest.key] = nil
        unsaved.remove(oldest.key)
    }

    /// How far a run's reports came; nothing when the run is not known.
    func progress(of providerID: String, run id: String) -> Progress {
        guard let run = runs[providerID], run.id == id else { return Progress() }
        return run.progress
    }

    /// What is to be saved, the one that was longest silent first.
    mutating func takeUnsaved() -> [StoredRun] {
        defer { unsaved = [] }
        return unsaved.compactMap { id in runs[id].map { (id, $0) } }.ordered(by: \.1.age)
            .map { StoredRun(providerID: $0, runID: $1.id, taken: $1.progress.taken) }
    }

    mutating func markSaved(_ stored: [StoredRun]) {
        for run in stored where runs[run.providerID]?.id == run.runID {
            runs[run.providerID]?.progress.saved = run.taken
        }
    }

    /// It could not be saved.
    mutating func markUnsaved(_ stored: [StoredRun]) {
        for run in stored where runs[run.providerID] != nil { unsaved.insert(run.providerID) }
    }
}
