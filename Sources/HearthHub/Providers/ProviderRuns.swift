internal import HearthBase
internal import HearthStore

/// The progress of providers' numbered reports, so that each provider can resume there after its call broke. Keeps the
/// newest run of each, and is saved together with the events of the reports. Beyond a limit, providers that were silent
/// longest are dropped; they may send some events twice.
struct ProviderRuns: Sendable {
    /// The numbers of the newest report that was taken, and of the newest that is saved with all before it.
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

    /// Loads saved runs, the longest silent one first.
    init(_ stored: [StoredRun]) {
        for run in stored { take(run.taken, of: run.providerID, run: run.runID) }
        markSaved(takeUnsaved())
    }

    /// Notes that a report was taken. A run's progress never decreases.
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

    /// The progress of a run; zero if the run is unknown.
    func progress(of providerID: String, run id: String) -> Progress {
        guard let run = runs[providerID], run.id == id else { return Progress() }
        return run.progress
    }

    /// Takes the runs to save, the longest silent one first.
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

    /// Puts back runs that could not be saved.
    mutating func markUnsaved(_ stored: [StoredRun]) {
        for run in stored where runs[run.providerID] != nil { unsaved.insert(run.providerID) }
    }
}
