internal import HearthBase
internal import HearthTraitModel

extension GraphCheck {
    /// The settings of an automation that have a range.
    mutating func checkSettings() {
        // Bytes first, since characters are counted one by one.
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
                "an automation that may run 0 times never does; choose 1 or more, or leave it out for any number")
        }
        if !isPossible(automation.catchUp) {
            note(
                .invalidSetting(name: "catchUp"), at: nil,
                "a start can't be caught up after \(shown(automation.catchUp)); choose 0 s to "
                    + shown(limits.longestDuration))
        }
    }

    /// A delay, a hold, a suppression, a timeout, or the time until something is tried again.
    ///
    /// - Parameters:
    ///   - what: what it is called in messages: "a delay".
    ///   - unusual: the warning for what other engines do not take; nil where there is no such.
    mutating func check(
        _ duration: Duration, of what: String, at nodeID: UInt32, unusual: AutomationIssue.Kind? = nil
    ) {
        guard isPossible(duration) else {
            return note(
                .invalidDuration(duration), at: nodeID,
                "\(what) can't take \(shown(duration)); choose 0 s to \(shown(limits.longestDuration))")
        }
        guard let unusual, !limits.usualDuration.contains(duration) else { return }
        note(
            unusual, at: nodeID,
            "\(what) of \(shown(duration)) is outside of \(shown(limits.usualDuration.lowerBound)) to "
                + "\(shown(limits.usualDuration.upperBound)), which is all that other systems take; here it works")
    }

    private func isPossible(_ duration: Duration) -> Bool { duration >= .zero && duration <= limits.longestDuration }

    // MARK: Texts

    /// A duration in the largest unit that leaves no rest.
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

    /// A text out of a graph, in quotes: short, and without what controls a terminal.
    func quoted(_ text: String) -> String {
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
        return "\"" + printable(start).replacing("\n", with: " ") + (start.utf8.count < text.utf8.count ? "…\"" : "\"")
    }

    /// What people call the device or the structure, or its id.
    func device(_ target: TraitTarget) -> String { quoted(home.name(ofObject: target.deviceID) ?? target.deviceID) }

    /// The same with the endpoint, unless that is the root.
    func name(of target: TraitTarget) -> String {
        let name = device(target)
        return target.endpoint == 0 ? name : name + " (endpoint \(target.endpoint))"
    }
}
