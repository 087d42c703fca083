extension String {
    /// The longest beginning that has at most this number of bytes in UTF-8, without control characters.
    func prefix(bytes limit: Int) -> String {
        var result = ""
        var count = 0
        for scalar in unicodeScalars {
            if scalar.properties.generalCategory == .control { continue }
            count += UTF8.width(scalar)
            if count > limit { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
