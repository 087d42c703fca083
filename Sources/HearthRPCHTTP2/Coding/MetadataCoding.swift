internal import HearthHTTP2
internal import HearthRPC

/// How metadata stands among header fields.
enum MetadataCoding {
    static func append(_ metadata: Metadata, to fields: inout [(name: String, value: [UInt8])]) {
        for entry in metadata.entries {
            switch entry.value {
            case .text(let text): fields.append((entry.name, Array(text.utf8)))
            case .binary(let bytes): fields.append((entry.name, Base64.encode(bytes)))
            }
        }
    }

    /// The fields that are an application's. What is not as it must be is left out: see ``malformed(_:)``.
    static func metadata(_ block: HeaderBlock) -> Metadata {
        var metadata = Metadata()
        var position = 0
        while let field = block.field(at: &position) {
            guard block.bytes[field.name.lowerBound..<field.name.upperBound].first != UInt8(ascii: ":") else {
                continue
            }
            let name = block.text(field.name)
            if name.hasSuffix("-bin") {
                // Several values of one name may have been joined (gRPC over HTTP/2, "Custom-Metadata").
                for part in block.bytes[field.value].split(
                    separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                {
                    if let bytes = Base64.decode(trimmed(part)) { metadata.add(name, bytes) }
                }
            } else {
                metadata.add(name, block.text(field.value))
            }
        }
        return metadata
    }

    /// The name of a `-bin` field whose value is not base64.
    static func malformed(_ block: HeaderBlock) -> String? {
        var position = 0
        while let field = block.field(at: &position) {
            let name = block.bytes[field.name]
            guard name.count > 4, name.suffix(4).elementsEqual("-bin".utf8) else { continue }
            let parts = block.bytes[field.value].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            if !parts.allSatisfy({ Base64.decode(trimmed($0)) != nil }) { return block.text(field.name) }
        }
        return nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while text.first == UInt8(ascii: " ") { text.removeFirst() }
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        return text
    }
}
