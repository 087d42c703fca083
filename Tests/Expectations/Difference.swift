/// A value as text: strings in quotes, as a test's source would have them.
func text<Value>(_ value: Value) -> String { String(reflecting: value) }

/// How a value differs from the expected one. Texts of several lines are compared line by line, as are long values
/// after they were dumped; long bytes by their first difference.
func difference<Value>(_ actual: Value, _ expected: Value) -> String {
    if let actual = actual as? [UInt8], let expected = expected as? [UInt8], actual.count + expected.count > 200 {
        let start = zip(actual, expected).prefix { $0 == $1 }.count
        return "\(actual.count) bytes and not \(expected.count), equal in the first \(start), then\n"
            + "actual:   \(actual.dropFirst(start).prefix(16))\nexpected: \(expected.dropFirst(start).prefix(16))"
    }
    if let actual = actual as? String, let expected = expected as? String,
        actual.contains("\n") || expected.contains("\n")
    {
        return lines(actual, expected)
    }
    let (actualText, expectedText) = (text(actual), text(expected))
    guard actualText.count + expectedText.count > 240, actualText != expectedText else {
        return "actual:   \(actualText)\nexpected: \(expectedText)"
    }
    var (actualDump, expectedDump) = ("", "")
    dump(actual, to: &actualDump)
    dump(expected, to: &expectedDump)
    guard actualDump != expectedDump else { return "actual:   \(actualText)\nexpected: \(expectedText)" }
    return lines(actualDump, expectedDump)
}

/// The lines that differ, between lines that are equal: "-" is missing, "+" was not expected.
private func lines(_ actual: String, _ expected: String) -> String {
    let (actual, expected) = (
        actual.split(separator: "\n", omittingEmptySubsequences: false),
        expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let start = zip(actual, expected).prefix { $0 == $1 }.count
    // The comparison takes time with the square of the lines that differ.
    guard actual.count + expected.count - 2 * start <= 2_000 else {
        return "\(actual.count) lines and not \(expected.count), equal in the first \(start), then\n"
            + "actual:   \(actual.dropFirst(start).first ?? "nothing")\n"
            + "expected: \(expected.dropFirst(start).first ?? "nothing")"
    }
    let changes = actual.difference(from: expected)
    var removed: [Int: Substring] = [:]
    var inserted: [Int: Substring] = [:]
    for change in changes {
        switch change {
        case .remove(let offset, let line, _): removed[offset] = line
        case .insert(let offset, let line, _): inserted[offset] = line
        }
    }
    var shown: [(isChanged: Bool, line: String)] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < actual.count {
        if let line = removed[old] {
            shown.append((true, "- \(line)"))
            old += 1
        } else if let line = inserted[new] {
            shown.append((true, "+ \(line)"))
            new += 1
        } else {
            shown.append((false, "  \(expected[old])"))
            (old, new) = (old + 1, new + 1)
        }
    }
    let near = shown.indices.filter { index in
        shown[max(0, index - 2)...min(shown.count - 1, index + 2)].contains { $0.isChanged }
    }
    var text = ["- is missing, + was not expected:"]
    var last = -1
    for index in near {
        if index > last + 1 { text.append("  …") }
        text.append(shown[index].line)
        last = index
    }
    return text.joined(separator: "\n")
}
