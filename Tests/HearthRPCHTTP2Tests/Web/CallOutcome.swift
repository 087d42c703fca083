internal import HearthBase
internal import Foundation
internal import HearthRPC
internal import InteropService
@testable internal import HearthRPCHTTP2

/// The content of an answer, decoded from its form.
struct CallOutcome {
    struct Failure: Equatable {
        /// Connect's name of the code.
        var code: String
        var message: String
        var details: [Detail] = []
    }

    struct Detail: Equatable {
        var type: String
        var value: [UInt8]
        /// The detail in JSON, where the form has it.
        var debug: String?
    }

    /// The reason why an answer violates its form.
    struct Malformed: Error, CustomStringConvertible { var description: String }

    var status: Int
    var headers: [WireField]
    var trailers: [WireField] = []
    var messages: [Grpc_Testing_AskResponse] = []
    var error: Failure?
    var wasCompressed = false

    /// The codes in the order of their numbers, 1 to 16.
    static let codes = """
        canceled unknown invalid_argument deadline_exceeded not_found already_exists permission_denied
        resource_exhausted failed_precondition aborted out_of_range unimplemented internal unavailable data_loss
        unauthenticated
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    static func name(_ code: Int) -> String { codes.indices.contains(code - 1) ? codes[code - 1] : "code \(code)" }

    init(_ answer: WireAnswer, _ call: Asked, _ form: CallForm) throws {
        guard answer.isWhole else { throw Malformed(description: "the answer does not end: \(answer)") }
        status = answer.status
        headers = answer.fields
        if form.isBare(call) { try readBare(answer, form) } else { try readStream(answer, form) }
    }

    // MARK: One bare message

    private mutating func readBare(_ answer: WireAnswer, _ form: CallForm) throws {
        trailers = headers.filter { $0.name.hasPrefix("trailer-") }
            .map { WireField(String($0.name.dropFirst("trailer-".count)), $0.value) }
        headers.removeAll { $0.name.hasPrefix("trailer-") }
        guard answer.status == 200 else {
            guard headers["content-type"] == "application/json" else {
                throw Malformed(description: "an error is not application/json: \(answer.fields) \(answer.text)")
            }
            error = try Self.failure(try Self.object(answer.body))
            return
        }
        guard headers["content-type"] == form.contentType(isUnary: true) else {
            throw Malformed(description: "the answer's type is \(headers["content-type"] ?? "none")")
        }
        var body = answer.body
        if headers["content-encoding"] == "gzip" {
            body = try inflated([1, 0, 0, 0, 0] + body)
        }
        messages = [try form.response(body)]
    }

    private mutating func inflated(_ frame: [UInt8]) throws -> [UInt8] {
        wasCompressed = true
        return Array(try Gzip.inflated(RPCFrame(compressed: frame), limit: 16 << 20).message)
    }

    // MARK: Frames

    private mutating func readStream(_ answer: WireAnswer, _ form: CallForm) throws {
        guard answer.status == 200, headers["content-type"]?.hasPrefix("application/") == true else {
            throw Malformed(description: "no answer of a call: \(answer.status) \(answer.fields) \(answer.text)")
        }
        var hasEnd = false
        var rest = (form.isText ? try Self.bytes(ofText: answer.body) : answer.body)[...]
        while !rest.isEmpty {
            guard !hasEnd else { throw Malformed(description: "\(rest.count) bytes come behind the end") }
            let head = Array(rest.prefix(5))
            let size = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
            guard head.count == 5, rest.count >= 5 + size else {
                throw Malformed(description: "the body ends in a frame")
            }
            let frame = Array(rest.prefix(5 + size))
            rest = rest.dropFirst(5 + size)
            switch frame[0] {
            case 0: messages.append(try form.response(Array(frame.dropFirst(5))))
            case 1: messages.append(try form.response(try inflated(frame)))
            case 2 where form.isConnect:
                hasEnd = true
                try readEnd(Array(frame.dropFirst(5)))
            case 0x80 where !form.isConnect && form != .grpc:
                hasEnd = true
                try readTrailers(Self.lines(frame.dropFirst(5)))
            default: throw Malformed(description: "a frame has the flag \(frame[0])")
            }
        }
        if form == .grpc {
            try readTrailers(answer.trailers.isEmpty ? answer.fields : answer.trailers)
        } else if !hasEnd {
            guard !form.isConnect, messages.isEmpty else { throw Malformed(description: "the body has no end frame") }
            try readTrailers(answer.fields)
        }
    }

    /// Padding may follow any group of four.
    private static func bytes(ofText text: [UInt8]) throws -> [UInt8] {
        guard text.count.isMultiple(of: 4) else { throw Malformed(description: "the body is not base64") }
        return try stride(from: 0, to: text.count, by: 4).flatMap { start in
            guard let group = Data(base64Encoded: Data(text[start..<(start + 4)])) else {
                throw Malformed(description: "the body is not base64")
            }
            return Array(group)
        }
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) throws -> [WireField] {
        try String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon] == line[..<colon].lowercased() else {
                throw Malformed(description: "a trailer is \(line)")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return WireField(String(line[..<colon]), String(value))
        }
    }

    private mutating func readTrailers(_ fields: [WireField]) throws {
        trailers = fields
        guard let text = fields["grpc-status"], let code = Int(text) else {
            throw Malformed(description: "there is no grpc-status in \(fields)")
        }
        guard code != 0 else { return }
        var failure = Failure(
            code: Self.name(code), message: fields["grpc-message"]?.removingPercentEncoding ?? "")
        if let details = fields["grpc-status-details-bin"] {
            let bytes = Base64.decode(Array(details.utf8)[...]) ?? []
            let status = try Grpc_Testing_ErrorPlan(frame: RPCFrame(message: bytes))
            guard status.code == Int32(code), status.message == failure.message else {
                throw Malformed(description: "the details are of another status: \(status)")
            }
            failure.details = status.details.map {
                Detail(type: String($0.typeURL.split(separator: "/").last ?? ""), value: $0.value)
            }
        }
        error = failure
    }

    // MARK: JSON

    private static func object(_ bytes: [UInt8]) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw Malformed(description: "\(String(decoding: bytes, as: UTF8.self)) is no object")
        }
        return object
    }

    private mutating func readEnd(_ bytes: [UInt8]) throws {
        let object = try Self.object(bytes)
        if let failure = object["error"] as? [String: Any] { error = try Self.failure(failure) }
        for (name, values) in object["metadata"] as? [String: [String]] ?? [:] {
            for value in values { trailers.append(WireField(name, value)) }
        }
    }

    private static func failure(_ object: [String: Any]) throws -> Failure {
        guard let code = object["code"] as? String else { throw Malformed(description: "an error has no code") }
        var failure = Failure(code: code, message: object["message"] as? String ?? "")
        for detail in object["details"] as? [[String: Any]] ?? [] {
            let value = detail["value"] as? String ?? ""
            guard !value.hasSuffix("="), let bytes = Base64.decode(Array(value.utf8)[...]) else {
                throw Malformed(description: "\(value) is not base64 without padding")
            }
            let debug = try detail["debug"].map {
                String(decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: UTF8.self)
            }
            failure.details.append(Detail(type: detail["type"] as? String ?? "", value: bytes, debug: debug))
        }
        return failure
    }
}
