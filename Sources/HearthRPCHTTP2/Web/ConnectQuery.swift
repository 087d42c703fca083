internal import HearthBase
internal import HearthRPC

/// The query of a Connect call by GET (Connect protocol, "Unary-Get-Request"). Parameters may come in any order.
struct ConnectQuery {
    /// Why the query is not a valid call.
    enum Refusal: Error {
        /// The format of an answer is unknown: a status, and the error as text.
        case unreadable(String, String)
        /// The error that the call ends with.
        case refused(isJSON: Bool, RPCError)
    }

    let isJSON: Bool
    let encoding: MessageEncoding
    let request: RPCFrame

    init(_ target: RequestTarget) throws(Refusal) {
        guard let items = target.items else {
            throw .unreadable("400", "the query is not percent-encoded")
        }
        func value(_ name: String) -> RequestTarget.Item? { items.first { $0.name == name } }
        let isJSON = value("encoding")?.text == "json"
        guard isJSON || value("encoding")?.text == "proto" else {
            throw .unreadable("415", "a call by GET needs a query such as ?encoding=json&message={…}, percent-encoded")
        }
        func invalid(_ message: String) -> Refusal { .refused(isJSON: isJSON, RPCError(.invalidArgument, message)) }
        guard Set(items.map(\.name)).count == items.count else { throw invalid("a parameter is given twice") }
        guard value("connect").map({ $0.text == "v1" }) ?? true else {
            throw invalid("this server supports version 1 of Connect only: connect=v1")
        }
        guard let given = value("message") else { throw invalid("the parameter message is missing") }
        let encoding = MessageEncoding(value("compression")?.text)
        if let error = encoding.refusal { throw .refused(isJSON: isJSON, error) }
        var bytes = given.value
        switch value("base64")?.text {
        case "1":
            guard let decoded = Base64.decode(bytes[...], nil) else { throw invalid("the message is not base64") }
            bytes = decoded
        case nil, "0": break
        default: throw invalid("the parameter base64 must be 0 or 1")
        }
        self.isJSON = isJSON
        self.encoding = encoding
        let message = [UInt8](repeating: 0, count: RPCFrame.prefixLength) + bytes
        request = encoding.isGzip && !bytes.isEmpty ? RPCFrame(compressed: message) : RPCFrame(reserved: message)
    }
}
