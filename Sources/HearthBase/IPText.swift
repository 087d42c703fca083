/// An IP address as text (RFC 5952, sections 4 and 5): `192.0.2.7`, `2001:db8::7`, `::ffff:192.0.2.7`.
///
/// - Parameter bytes: 4 or 16 bytes in network order. The text of any other count is empty.
package func ipText(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
    guard bytes.count == 16 else { return "" }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMapped { return "::ffff:" + ipText(bytes[12...]) }
    return ipText(groups: stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) })
}

/// An IPv6 address as text in hexadecimal throughout, as browsers write it (URL Standard, "IPv6 serializer").
///
/// - Parameter groups: eight groups of 16 bits.
package func ipText(groups: [UInt16]) -> String {
    // The longest run of zeros, of at least two; the first of equals.
    var best = 0..<0
    var start = 0
    while start < groups.count {
        let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
        if end - start > max(best.count, 1) { best = start..<end }
        start = max(end, start + 1)
    }
    func text(_ part: ArraySlice<UInt16>) -> String {
        part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    return best.isEmpty ? text(groups[...]) : text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
}
