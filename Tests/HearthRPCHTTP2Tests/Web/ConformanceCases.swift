internal import HearthMessage
internal import HearthRPC
internal import InteropService

/// Calls whose requests contain the expected answers, after the cases of Connect's conformance tests.
enum ConformanceCases {
    typealias Plan = Grpc_Testing_AnswerPlan

    static let all = basic + errors + metadata + empty

    static let data = Array("test response".utf8)
    private static let sent = [WireField("x-conformance-test", "Value1"), WireField("x-conformance-test", "Value2")]

    /// The kinds of methods, how many further requests each sends, and how many answers its plan has.
    private static let kinds: [(name: String, method: Asked.Method, more: Int, answers: Int)] = [
        ("unary", .ask, 0, 1), ("client stream", .collect, 1, 1), ("server stream", .watch, 0, 2),
        ("bidi, answers as requests come", .converse, 1, 2), ("bidi, answers behind the requests", .converse, 0, 2),
    ]

    private static func field(_ name: String, _ values: [String]) -> Grpc_Testing_MetadataField {
        Grpc_Testing_MetadataField(name: name, texts: values)
    }

    private static func plan(
        answers: Int, error: Grpc_Testing_ErrorPlan? = nil, headers: [String] = ["foo"], trailers: [String] = ["bing"]
    ) -> Plan {
        Plan(
            headers: [field("x-custom-header", headers)], trailers: [field("x-custom-trailer", trailers)],
            payloads: [[UInt8]](repeating: data, count: answers), error: error)
    }

    private static func failure(_ code: Int, _ message: String) -> Grpc_Testing_ErrorPlan {
        Grpc_Testing_ErrorPlan(code: Int32(code), message: message)
    }

    static let basic: [Asked] = kinds.flatMap { kind in
        [
            Asked("\(kind.name), success", kind.method, plan(answers: kind.answers), more: kind.more, metadata: sent),
            Asked("\(kind.name), no answers", kind.method, plan(answers: 0), more: kind.more, metadata: sent),
            Asked("\(kind.name), no plan", kind.method, nil, more: kind.more),
        ]
    }

    static let errors: [Asked] =
        (1...16).flatMap { code in
            [Asked.Method.ask, .look, .collect, .watch, .converse].map { method in
                let message = CallOutcome.name(code).split(separator: "_").joined(separator: " ")
                return Asked("\(method), \(message)", method, Plan(error: failure(code, message)))
            }
        }
        + kinds.flatMap { kind in
            [
                Asked(
                    "\(kind.name), error with metadata", kind.method,
                    plan(answers: 0, error: failure(16, "unauthenticated")), more: kind.more, metadata: sent),
                Asked(
                    "\(kind.name), error behind answers", kind.method,
                    plan(answers: kind.answers, error: failure(13, "failed")), more: kind.more, metadata: sent),
                Asked(
                    "\(kind.name), error with white space and Unicode", kind.method,
                    Plan(error: failure(13, "\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\n")),
                    more: kind.more),
                Asked("\(kind.name), error without a message", kind.method, Plan(error: failure(10, ""))),
                Asked(
                    "\(kind.name), error with details", kind.method,
                    Plan(
                        error: Grpc_Testing_ErrorPlan(
                            code: 9, message: "with details",
                            details: [
                                Grpc_Testing_ErrorDetail(
                                    typeURL: "type.googleapis.com/grpc.testing.AskRequest",
                                    value: Array(Grpc_Testing_AskRequest(padding: [0xFB, 0xFF]).frame.message)),
                                Grpc_Testing_ErrorDetail(
                                    typeURL: "type.googleapis.com/not.Known", value: [1, 2, 3, 4]),
                            ])),
                    more: kind.more),
            ]
        }

    static let metadata: [Asked] = kinds.flatMap { kind in
        let several = (headers: ["foo", "bar", "baz"], trailers: ["bing", "quux"])
        var binary = plan(answers: kind.answers)
        binary.headers.append(
            Grpc_Testing_MetadataField(name: "x-custom-header-bin", binaries: [[0, 1, 0xFF], [], [7]]))
        binary.trailers.append(
            Grpc_Testing_MetadataField(name: "x-custom-trailer-bin", binaries: [[0xFB, 0xFF], [9, 9]]))
        // With padding, without, and two in one field.
        let values = ["AAEC/w==", "AAEC/w", "/w,AQ=="].map { WireField("x-request-bin", $0) }
        return [
            Asked(
                "\(kind.name), several values", kind.method,
                plan(answers: kind.answers, headers: several.headers, trailers: several.trailers), more: kind.more,
                metadata: sent),
            Asked(
                "\(kind.name), several values with an error", kind.method,
                plan(
                    answers: 0, error: failure(13, "failed"), headers: several.headers, trailers: several.trailers),
                more: kind.more, metadata: sent),
            Asked("\(kind.name), binary values", kind.method, binary, more: kind.more, metadata: values),
        ]
    }

    static let empty: [Asked] = kinds.map { kind in
        var call = Asked("\(kind.name), empty messages", kind.method, nil, more: kind.more, metadata: sent)
        for index in call.requests.indices { call.requests[index] = Grpc_Testing_AskRequest() }
        return call
    }
}
