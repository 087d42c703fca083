/// Translates messages between protobuf's encoding and JSON, with the type descriptors of a pool: proto3's JSON mapping
/// (protobuf.dev, "ProtoJSON Format"). Message types need no code for JSON.
///
/// Reading accepts JSON's or the schema's field names; unknown names are ignored. It accepts integers of all sizes as
/// numbers or strings, exactly; enums by name or number; base64 in both alphabets; and null as absence. It refuses a
/// duplicate name, two members of a oneof, and null in a list of messages.
///
/// Writing uses lowerCamelCase names in the order of field numbers. 64-bit integers are strings, enums are names if
/// known, and maps are sorted by key. Zeros of fields without presence and unknown fields are left out. An `Any` of an
/// unknown type is written with its bytes in base64 as `value`, because traits may be removed while a home is in use;
/// reading it again requires the type.
public struct JSONTranscoder: Sendable {
    /// The type descriptors.
    public let pool: DescriptorPool
    /// The limits of a translation.
    public let limits: JSONLimits

    /// Creates a transcoder for the messages of a pool.
    public init(_ pool: DescriptorPool, limits: JSONLimits = JSONLimits()) {
        self.pool = pool
        self.limits = limits
    }

    /// Writes a message as JSON, without spaces.
    /// - Parameters:
    ///   - message: the message in protobuf's encoding.
    ///   - type: the full name of its type, such as `hearth.v1.ListResponse`.
    ///   - prefix: the number of free bytes before the text, for the caller to fill.
    /// - Throws: when the pool lacks the type, or the bytes are not a message of it.
    public func json(
        from message: ArraySlice<UInt8>, of type: String, reserving prefix: Int = 0
    ) throws(JSONError) -> [UInt8] {
        var missing: Set<String> = []
        return try json(from: message, of: type, reserving: prefix, missing: &missing)
    }

    /// - Parameter missing: gets the types of `Any`s that the pool lacks.
    func json(
        from message: ArraySlice<UInt8>, of type: String, reserving prefix: Int, missing: inout Set<String>
    ) throws(JSONError) -> [UInt8] {
        var writing = MessageToJSON(pool, limits, Array(message), reserving: max(prefix, 0))
        defer { missing = writing.missing }
        return try writing.write(try place(of: type))
    }

    /// Reads a message from JSON.
    /// - Parameters:
    ///   - json: the text, in UTF-8.
    ///   - type: the full name of the message's type, such as `hearth.v1.ListRequest`.
    ///   - prefix: the number of free bytes before the message, for the caller to fill.
    /// - Returns: the message in protobuf's encoding, with its fields in the text's order.
    /// - Throws: when the pool lacks the type, or the text is not a message of it.
    public func message(
        from json: ArraySlice<UInt8>, of type: String, reserving prefix: Int = 0
    ) throws(JSONError) -> [UInt8] {
        var missing: Set<String> = []
        return try message(from: json, of: type, reserving: prefix, missing: &missing)
    }

    /// - Parameter missing: gets the type of an `Any` that the pool lacks, which is an error.
    func message(
        from json: ArraySlice<UInt8>, of type: String, reserving prefix: Int, missing: inout Set<String>
    ) throws(JSONError) -> [UInt8] {
        let place = try place(of: type)
        guard json.count <= min(limits.input, Int(Int32.max)) else {
            throw JSONError(
                .tooLarge, "\(json.count) bytes of JSON are more than the limit of \(limits.input)", offset: 0)
        }
        let text = Array(json)
        var tape: JSONTape?
        do throws(JSONError) {
            let read = try JSONReader.tape(text, depth: limits.depth)
            tape = read
            var reading = JSONToMessage(pool, read)
            defer { missing = reading.missing }
            try reading.message(place, 0)
            return reading.writer.finish(reserving: prefix)
        } catch {
            var error = error
            let found = JSONTape.place(of: error.offset, in: text)
            (error.line, error.column) = (found.line, found.column)
            if let tape, let token = error.token { error.path = tape.path(to: token) }
            error.token = nil
            throw error
        }
    }

    private func place(of type: String) throws(JSONError) -> Int {
        guard let place = pool.place(ofMessage: type) else {
            throw JSONError(.unknownType, "no message \(type) is known", offset: 0)
        }
        return place
    }
}
