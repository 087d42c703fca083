package import HearthJSON

/// An event of the Wyoming protocol (https://github.com/OHF-Voice/wyoming), without its payload, which no event of this
/// service has a use for.
package struct WyomingEvent: Hashable, Sendable {
    package var type: String
    /// Members of the line's `data` and of the separate data after the line.
    package var data: [String: JSONValue]

    package init(_ type: String, _ data: [String: JSONValue] = [:]) {
        self.type = type
        self.data = data
    }

    /// A line of JSON, and then the data.
    package var bytes: [UInt8] {
        var head: [String: JSONValue] = ["type": .string(type)]
        let content = data.isEmpty ? [] : JSONValue.object(data).text
        if !content.isEmpty { head["data_length"] = .number(Double(content.count)) }
        return JSONValue.object(head).text + [UInt8(ascii: "\n")] + content
    }
}
