internal import Foundation

/// The extent of fault tests: a tenth, or all of it with `HEARTH_FAULTS=all`, as scripts/faults sets it.
public enum FaultRounds {
    /// Whether to run all rounds.
    public static let isWhole = ProcessInfo.processInfo.environment["HEARTH_FAULTS"] == "all"

    /// A number of rounds, or a tenth of it.
    public static func count(_ whole: Int) -> Int { isWhole ? whole : max(1, whole / 10) }
}
