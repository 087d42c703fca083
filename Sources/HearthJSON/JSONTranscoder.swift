/// Translates messages between protobuf's encoding and JSON, by what a pool says of their types: the mapping of proto3
/// to JSON as protobuf.dev has it ("ProtoJSON Format"), and WEB-09. Nobody who makes or takes messages knows about
/// JSON.
///
/// What comes in: names as JSON or as the schema has them; what is unknown is ignored; integers of all sizes as numbers
/// or strings, exactly; enums by name or number; base64 of both alphabets; null for absent. A name that is there twice,
/// two members of a oneof and a null among a list's messages are refused.
///
/// What goes out: names in lowerCamelCase in the order of the fields' numbers; integers of 64 bits as strings; enums by
/// name where they have one; zeros of fields without presence left out; maps by their keys. Unknown fields are left
/// out. An `Any` of a type that the pool does not have is written with its bytes in base64 as `value`, as a home goes
/// on when a trait is gone; to be read again it needs its type.
public struct JSONTranscoder: Sendable {
    /// What it knows of types.
    public let pool: DescriptorPool
    /// How much a translation may take.
    public let limits: JSONLimits

    /// Translates the messages of a pool.
    public init(_ pool: DescriptorPool, limits: JSONLimits = JSONLimits()) {
        self.pool = pool
        self.limits = limits
    }

    /// Writes a message as JSON, without spaces.
    /// - Parameters:
    ///   - message: the message in protobuf's encoding.
    ///   - type: the whole name of its type, such as `hearth.v1.ListResponse`.
    ///   - prefix: how many free bytes are to stand before the text, for the caller to fill.
    /// - Throws: when the pool lacks the type, or the bytes are none of its messages.
    public func json(
        from message: ArraySlice<UInt8>, of type: String, reserving prefix: Int = 0
    ) throws(JSONError) -> [UInt8] {
        var writing = MessageToJSON(pool, limits, Array(message), reserving: max(prefix, 0))
        return try writing.write(try place(of: type))
    }

    /// Reads a message from JSON.
    /// - Parameters:
    ///   - json: the text, in UTF-8.
    ///   - type: the whole name of the message's type, such as `hearth.v1.ListRequest`.
    ///   - prefix: how many free bytes are to stand before the message, for the caller to fill.
    /// - Returns: the message in protobuf's encoding, its fields in the order in which the text has them.
    /// - Throws: when the pool lacks the type, or the text is none of its messages.
    public func message(
        from json: ArraySlice<UInt8>, of type: String, reserving prefix: Int = 0
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
