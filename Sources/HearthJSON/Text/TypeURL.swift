/// The type's name in a `google.protobuf.Any`: a host, which may be empty, a slash, and the message's full name.
enum TypeURL {
    /// Whether there is a slash, and the text after the last one, or all of it.
    static func split(_ url: ArraySlice<UInt8>) -> (hasSlash: Bool, name: String) {
        let slash = url.lastIndex(of: UInt8(ascii: "/"))
        return (slash != nil, String(decoding: url[(slash.map { $0 + 1 } ?? url.startIndex)...], as: UTF8.self))
    }
}
