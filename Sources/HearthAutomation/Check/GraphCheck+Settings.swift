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
                "a catch-up time of \(shown(automation.catchUp)) is out of range; choose 0 s to "
                    + shown(limits.longestDuration))
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
                "\(what) can't last \(shown(duration)); choose 0 s to \(shown(limits.longestDuration))")
        }
        guard let unusual, !limits.usualDuration.contains(duration) else { return }
        note(
            unusual, at: nodeID,
            "\(what) of \(shown(duration)) is outside of \(shown(limits.usualDuration.lowerBound)) to "
                + "\(shown(limits.usualDuration.upperBound)), the range that other systems accept; Hearth accepts it")
    }

    private func isPossible(_ duration: Duration) -> Bool { duration >= .zero && duration <= limits.longestDuration }

    // MARK: Texts

    /// A duration in the largest unit that gives a whole number.
    func shown(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.wholeAndRest
        if attoseconds != 0 {
            let milliseconds = attoseconds / 1_000_000_000_000_000
            return seconds != 0 ? "about \(seconds) s" : milliseconds != 0 ? "\(milliseconds) ms" : "under 1 ms"
        }
        let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min")]
        for (size, name) in units where seconds != 0 && seconds.isMultiple(of: size) {
            return "\(seconds / size) \(name)"  // in range: the size of a unit
        }
        return "\(seconds) s"
    }

    /// The name of the device or structure, or its id if it has none.
    func device(_ target: TraitTarget) -> String {
        quotedBeginning(home.name(ofObject: target.deviceID) ?? target.deviceID)
    }

    /// The name with the endpoint, unless that is the root endpoint.
    func name(of target: TraitTarget) -> String {
        let name = device(target)
        return target.endpoint == 0 ? name : name + " (endpoint \(target.endpoint))"
    }
}
