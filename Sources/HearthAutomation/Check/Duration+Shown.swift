internal import HearthBase

extension Duration {
    /// The duration in the largest unit that gives a whole number, for messages.
    var shown: String {
        let (seconds, attoseconds) = wholeAndRest
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
}
