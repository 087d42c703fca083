internal import HearthBase
internal import HearthTraitDescriptors

extension GraphCheck {
    /// Checks the settings of an automation that have a range.
    mutating func checkSettings() {
        // Bytes first, because counting characters takes time proportional to the length.
        let isLong = automation.name.utf8.count > limits.nameLength * 16 || automation.name.count > limits.nameLength
        if isLong || automation.name.allSatisfy(\.isWhitespace) {
            note(
                .invalidSetting(name: "name"), at: nil,
                "an automation has a name of 1 to \(limits.nameLength) characters; give it one")
        }
        if automation.maxRuns < 1 || automation.maxRuns > limits.runs {
            note(
                .invalidSetting(name: "maxRuns"), at: nil,
                "\(automation.maxRuns) runs at a time can't be allowed; choose 1 to \(limits.runs)")
        }
        if automation.maxExecutions == 0 {
            note(
                .invalidSetting(name: "maxExecutions"), at: nil,
                "an automation limited to 0 runs never runs; choose 1 or more, or leave it out for no limit")
        }
        if !isPossible(automation.catchUp) {
            note(
                .invalidSetting(name: "catchUp"), at: nil,
                "a catch-up time of \(automation.catchUp.shown) is out of range; choose 0 s to "
                    + limits.longestDuration.shown)
        }
    }

    /// Checks a delay, a hold, a suppression, a timeout or a retry interval.
    ///
    /// - Parameters:
    ///   - what: its name in messages, such as "a delay".
    ///   - unusual: the warning for durations that other engines refuse; nil for no warning.
    mutating func check(
        _ duration: Duration, of what: String, at nodeID: UInt32, unusual: AutomationIssue.Kind? = nil
    ) {
        guard isPossible(duration) else {
            return note(
                .invalidDuration(duration), at: nodeID,
                "\(what) can't last \(duration.shown); choose 0 s to \(limits.longestDuration.shown)")
        }
        guard let unusual, !limits.usualDuration.contains(duration) else { return }
        note(
            unusual, at: nodeID,
            "\(what) of \(duration.shown) is outside of \(limits.usualDuration.lowerBound.shown) to "
                + "\(limits.usualDuration.upperBound.shown), the range that other systems accept; Hearth accepts it")
    }

    private func isPossible(_ duration: Duration) -> Bool { duration >= .zero && duration <= limits.longestDuration }
}
