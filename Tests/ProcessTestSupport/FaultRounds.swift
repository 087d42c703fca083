internal import Foundation

/// How much the tests of faults try: a tenth, or all of it with `HEARTH_FAULTS=all`, as scripts/faults sets it.
public enum FaultRounds {
    /// Whether all rounds are wanted.
    public static let isWhole = ProcessInfo.processInfo.environment["HEARTH_FAULTS"] == "all"

    /// A number of rounds, or a tenth of it.
    public static func count(_ whole: Int) -> Int { isWhole ? whole : max(1, whole / 10) }
}
