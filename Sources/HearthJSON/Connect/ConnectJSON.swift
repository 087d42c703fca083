internal import HearthBase

/// The JSON of the Connect protocol, whatever the encoding of messages (connectrpc.com, "Protocol"): the body of an
/// error answer, and the frame that ends a stream.
public enum ConnectJSON {
    /// The error of a call.
    public struct Failure: Sendable {
        /// Connect's name of the code, such as `not_found`.
        public var code: String
        /// What went wrong, for a person.
        public var message: String
        /// An encoded `google.rpc.Status` whose details are included; empty without details.
        public var status: [UInt8]

        /// Describes an error.
        public init(code: String, message: String, status: [UInt8] = []) {
            self.code = code
            self.message = message
            self.status = status
        }

        /// The types of the details.
        package var detailTypes: [String] { ConnectJSON.details(of: status).map(\.type) }
    }

    /// `{"code":…,"message":…,"details":[…]}`. A detail of a known type is also written as JSON, as `debug`.
    public static func error(_ failure: Failure, _ pool: DescriptorPool?) -> [UInt8] {
        var writer = JSONWriter(bytes: [])
        write(failure, pool, to: &writer)
        return writer.bytes
    }

    /// `{"error":…,"metadata":{…}}`; empty members are left out.
    /// - Parameter metadata: names and values as in header fields; a name may occur more than once.
    public static func end(
        _ failure: Failure?, metadata: [(name: String, value: String)], _ pool: DescriptorPool?
    ) -> [UInt8] {
        var writer = JSONWriter(bytes: [])
        writer.raw("{")
        if let failure {
            writer.raw("\"error\":")
            write(failure, pool, to: &writer)
        }
        if !metadata.isEmpty {
            if failure != nil { writer.raw(",") }
            writer.raw("\"metadata\":")
            write(metadata, to: &writer)
        }
        writer.raw("}")
        return writer.bytes
    }

    private static func write(_ failure: Failure, _ pool: DescriptorPool?, to writer: inout JSONWriter) {
        writer.raw("{\"code\":")
        writer.text(failure.code)
        if !failure.message.isEmpty {
            writer.raw(",\"message\":")
            writer.text(failure.message)
        }
        let details = details(of: failure.status)
        if !details.isEmpty {
            writer.raw(",\"details\":[")
            for (index, detail) in details.enumerated() {
                if index > 0 { writer.raw(",") }
                write(detail, pool, to: &writer)
            }
            writer.raw("]")
        }
        writer.raw("}")
    }

    private static func write(_ metadata: [(name: String, value: String)], to writer: inout JSONWriter) {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for field in metadata {
            if values[field.name] == nil { names.append(field.name) }
            values[field.name, default: []].append(field.value)
        }
        writer.raw("{")
        for (index, name) in names.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.text(name)
            writer.raw(":[")
            for (index, value) in (values[name] ?? []).enumerated() {
                if index > 0 { writer.raw(",") }
                writer.text(value)
            }
            writer.raw("]")
        }
        writer.raw("}")
    }

    private static func write(_ detail: Detail, _ pool: DescriptorPool?, to writer: inout JSONWriter) {
        writer.raw("{\"type\":")
        writer.text(detail.type)
        writer.raw(",\"value\":")
        writer.base64(detail.value, 0..<detail.value.count, isPadded: false)
        if let pool, let debug = try? JSONTranscoder(pool).json(from: detail.value[...], of: detail.type) {
            writer.raw(",\"debug\":")
            writer.bytes += debug
        }
        writer.raw("}")
    }

    // MARK: google.rpc.Status

    private struct Detail {
        var type = ""
        var value: [UInt8] = []
    }

    /// `details` of a `google.rpc.Status`: field 3, each an `Any` of `type_url` (1) and `value` (2).
    private static func details(of status: [UInt8]) -> [Detail] {
        var details: [Detail] = []
        for field in status.span.bytes.wireFields(in: status.indices) where field.number == 3 && field.wire == 2 {
            var detail = Detail()
            for part in status.span.bytes.wireFields(in: field.range) where part.wire == 2 {
                if part.number == 1 { detail.type = TypeURL.split(status[part.range]).name }
                if part.number == 2 { detail.value = Array(status[part.range]) }
            }
            details.append(detail)
        }
        return details
    }
}
