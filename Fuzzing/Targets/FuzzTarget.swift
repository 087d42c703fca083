/// What is fuzzed. Each takes any bytes, and stops the process when something does not hold.
enum FuzzTarget: String, CaseIterable {
    /// What a client sends to a server's session.
    case serverSession
    /// What a server sends to a client's session.
    case clientSession
    /// What a client sends to an HTTP/1.1 connection, in any pieces, and what of it is answered when.
    case http1
    /// What a browser may say of where a request comes from.
    case webGate
    /// What a browser may ask the page's files for.
    case webFiles
    /// A body that is cut into messages, compressed or not, in any pieces.
    case deframer
    /// Protobuf messages of several layouts.
    case message
    /// `grpc-timeout`, `grpc-message`, base64.
    case headerValues
    /// The fields of a header block as metadata.
    case metadata
    /// Messages that are written as JSON.
    case messageToJSON
    /// JSON that is read as messages.
    case messageFromJSON
    /// Descriptors of messages, and messages and JSON by them.
    case descriptors
    /// Automation texts that the fuzzer's bytes build from a grammar, with extreme numbers.
    case automationTexts
    /// The text of an automation, as it is.
    case automationText

    func run(_ bytes: [UInt8]) {
        switch self {
        case .serverSession: fuzzServerSession(bytes)
        case .clientSession: fuzzClientSession(bytes)
        case .http1: fuzzHTTP1(bytes)
        case .webGate: fuzzWebGate(bytes)
        case .webFiles: fuzzWebFiles(bytes)
        case .deframer: fuzzDeframer(bytes)
        case .message: fuzzMessage(bytes)
        case .headerValues: fuzzHeaderValues(bytes)
        case .metadata: fuzzMetadata(bytes)
        case .messageToJSON: fuzzMessageToJSON(bytes)
        case .messageFromJSON: fuzzMessageFromJSON(bytes)
        case .descriptors: fuzzDescriptors(bytes)
        case .automationTexts: fuzzAutomationTexts(bytes)
        case .automationText: fuzzAutomationText(bytes)
        }
    }
}

/// What must hold whatever the bytes are.
func must(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !holds { fatalError("our bug: \(what()) (line \(line))") }
}

/// Cuts input into choices and pieces.
struct Pieces {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// The next byte, 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// At most so many of the next bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
