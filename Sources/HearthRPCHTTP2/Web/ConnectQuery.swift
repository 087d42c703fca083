internal import HearthBase
internal import HearthRPC

/// A Connect call by GET: what stands behind the question mark (WEB-06). Parameters may come in any order.
struct ConnectQuery {
    let isJSON: Bool
    let encoding: MessageEncoding
    /// The request behind the free bytes of a frame's prefix.
    let message: [UInt8]

    /// Nil when it is no call: no message, no encoding, or what is not what it says.
    init?(_ target: RequestTarget) {
        guard let items = target.items else { return nil }
        func value(_ name: String) -> RequestTarget.Item? { items.first { $0.name == name } }
        guard Set(items.map(\.name)).count == items.count, let given = value("message") else { return nil }
        switch value("encoding")?.text {
        case "json": isJSON = true
        case "proto": isJSON = false
        default: return nil
        }
        guard value("connect").map({ $0.text == "v1" }) ?? true else { return nil }
        encoding = MessageEncoding(value("compression")?.text)
        var bytes = given.value
        switch value("base64")?.text {
        case "1":
            // In the alphabet for addresses, or in the other (RFC 4648 section 5).
            for index in bytes.indices {
                switch bytes[index] {
                case UInt8(ascii: "-"): bytes[index] = UInt8(ascii: "+")
                case UInt8(ascii: "_"): bytes[index] = UInt8(ascii: "/")
                default: break
                }
            }
            guard let decoded = Base64.decode(bytes[...]) else { return nil }
            bytes = decoded
        case nil, "0": break
        default: return nil
        }
        message = [UInt8](repeating: 0, count: RPCFrame.prefixLength) + bytes
    }
}
