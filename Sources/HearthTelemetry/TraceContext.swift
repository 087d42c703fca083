internal import HearthBase

/// A place in a distributed trace, as callers pass it on (W3C Trace Context, `traceparent`).
public struct TraceContext: Hashable, Sendable {
    /// 16 bytes, not all zero.
    public let traceID: [UInt8]
    /// 8 bytes, not all zero.
    public let spanID: [UInt8]
    /// Whether the trace is recorded.
    public let isSampled: Bool

    /// The context of the work that the present task does; nil outside of a trace.
    @TaskLocal public static var current: TraceContext?

    /// The name of the header.
    public static let header = "traceparent"

    private static let (traceBytes, spanBytes) = (16, 8)

    private init(_ traceID: [UInt8], _ spanID: [UInt8], isSampled: Bool) {
        (self.traceID, self.spanID, self.isSampled) = (traceID, spanID, isSampled)
    }

    /// The first span of a new trace.
    ///
    /// - Parameter random: the source of the IDs.
    public init(using random: inout some RandomNumberGenerator) {
        self.init(Self.id(Self.traceBytes, &random), Self.id(Self.spanBytes, &random), isSampled: true)
    }

    /// A place whose IDs follow from numbers, so that parts of the same work find the same trace.
    ///
    /// - Parameters:
    ///   - trace: what the trace is about.
    ///   - span: what the span is about.
    public init(trace: String, span: String) {
        func bytes(_ text: String) -> [UInt8] {
            // The last bit is set, as an ID must not be zero.
            let hash = stableHash(Array(text.utf8)) | 1
            return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
        }
        self.init(bytes(trace + "/a") + bytes(trace + "/b"), bytes(trace + "/" + span), isSampled: true)
    }

    /// A span below this one.
    public func child(using random: inout some RandomNumberGenerator) -> TraceContext {
        TraceContext(traceID, Self.id(Self.spanBytes, &random), isSampled: isSampled)
    }

    private static func id(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        if bytes.allSatisfy({ $0 == 0 }) { bytes[count - 1] = 1 }
        return bytes
    }

    // MARK: The header

    /// - Parameter traceparent: the value of the header.
    /// - Returns: nil for a value that the standard does not allow. A later version may have more fields at its end.
    public init?(traceparent: String) {
        let bytes = Array(traceparent.utf8)
        let (dash, end) = (UInt8(ascii: "-"), 55)
        guard bytes.count >= end, bytes.count <= 512, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = Self.bytes(bytes[0..<2]), version[0] != 0xFF,
            bytes.count == end || version[0] != 0 && bytes[end] == dash,
            let traceID = Self.bytes(bytes[3..<35]), let spanID = Self.bytes(bytes[36..<52]),
            let flags = Self.bytes(bytes[53..<55]), traceID.contains(where: { $0 != 0 }),
            spanID.contains(where: { $0 != 0 })
        else { return nil }
        self.init(traceID, spanID, isSampled: flags[0] & 1 == 1)
    }

    /// The value of the header.
    public var traceparent: String { "00-\(hex(traceID))-\(hex(spanID))-\(isSampled ? "01" : "00")" }

    /// Lower-case hexadecimal digits as bytes.
    private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        var values: [UInt8] = []
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): values.append(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
