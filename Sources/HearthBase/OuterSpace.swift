extension StringProtocol {
    /// The text without white space and line breaks at its ends.
    package var withoutOuterSpace: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
