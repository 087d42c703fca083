/// How far the reports of providers were taken whose calls are over, so that each can go on from there when its call
/// broke: of each provider its last run. The providers beyond a limit that were longest away are left out; they send
/// some events twice.
struct EndedRuns: Sendable {
    private struct Run: Sendable {
        let providerID: String
        let id: String
        let taken: UInt64
    }

    static let limit = 1000

    private var runs: [Run] = []

    /// Keeps how far a run's reports were taken. A run without an id can't be known again.
    mutating func keep(_ providerID: String, run id: String, taken: UInt64) {
        runs.removeAll { $0.providerID == providerID }
        guard !id.isEmpty else { return }
        if runs.count == Self.limit { runs.removeFirst() }
        runs.append(Run(providerID: providerID, id: id, taken: taken))
    }

    /// The number of the newest report taken; 0 when the run is not known.
    func taken(of providerID: String, run id: String) -> UInt64 {
        runs.first { $0.providerID == providerID && $0.id == id }?.taken ?? 0
    }
}
