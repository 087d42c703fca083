package import HearthJSON

/// A frame of a Shelly (Shelly's documentation, "RPC Protocol").
struct ShellyFrame {
    enum Content {
        /// The answer to the request with this number.
        case result(Int, JSONValue)
        case failure(Int, Failure)
        case notification(String, JSONValue)
    }

    struct Failure: Hashable, Sendable {
        var code: Int
        var message: String
    }

    /// The device's name, which begins with its model; nil if it is missing or too long.
    let source: String?
    let content: Content

    /// The most bytes of a frame: configurations of large devices have 20 KB.
    static let mostBytes = 1 << 20

    /// Reads a frame. Returns nil for one that means nothing to a client.
    ///
    /// - Throws: if it is no JSON object.
    init?(_ text: String) throws(JSONError) {
        let value = try JSONValue([UInt8](text.utf8), bytes: Self.mostBytes)
        source = value["src"]?.string.flatMap { (1...64).contains($0.utf8.count) ? $0 : nil }
        if let method = value["method"]?.string {
            content = .notification(method, value["params"] ?? .null)
        } else if let number = value["id"]?.integer {
            if let error = value["error"], error != .null {
                content = .failure(
                    number, Failure(code: error["code"]?.integer ?? 0, message: error["message"]?.string ?? ""))
            } else {
                content = .result(number, value["result"] ?? .null)
            }
        } else {
            return nil
        }
    }

    /// The name by which a device sends the hub its notifications.
    private static let client = "hearth"

    /// A request.
    static func request(_ number: Int, _ call: ShellyCall, auth: JSONValue?) -> String {
        var frame: [String: JSONValue] = [
            "id": .number(Double(number)), "src": .string(client), "method": .string(call.method),
        ]
        if !call.parameters.isEmpty { frame["params"] = .object(call.parameters) }
        if let auth { frame["auth"] = auth }
        return String(decoding: JSONValue.object(frame).text, as: UTF8.self)
    }
}

/// A request to a device.
package struct ShellyCall: Hashable, Sendable {
    package var method: String
    package var parameters: [String: JSONValue]

    package init(_ method: String, _ parameters: [String: JSONValue] = [:]) {
        self.method = method
        self.parameters = parameters
    }
}
