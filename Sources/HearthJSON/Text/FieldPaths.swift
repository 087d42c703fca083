/// The paths of a `google.protobuf.FieldMask`: `lower_snake_case` in protobuf, `lowerCamelCase` in JSON.
enum FieldPaths {
    /// nil if the path would not survive a round trip.
    static func json(_ path: ArraySlice<UInt8>) -> [UInt8]? {
        guard !path.isEmpty, !path.contains(UInt8(ascii: ",")) else { return nil }
        var result: [UInt8] = []
        var isBehindUnderscore = false
        for byte in path {
            let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { return nil }
            if isBehindUnderscore {
                guard isLower else { return nil }
                result.append(byte - 0x20)
                isBehindUnderscore = false
            } else if byte == UInt8(ascii: "_") {
                isBehindUnderscore = true
            } else {
                result.append(byte)
            }
        }
        return isBehindUnderscore ? nil : result
    }

    /// nil if the path is not valid in JSON.
    static func original(_ path: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        for byte in path {
            if byte == UInt8(ascii: "_") { return nil }
            if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
                result += [UInt8(ascii: "_"), byte + 0x20]
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
