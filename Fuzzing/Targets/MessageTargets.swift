internal import HearthMessage
internal import HearthRPCServices
@testable internal import InteropService

/// A message that was read once is read again the same; NaN is not equal to itself, so bytes are compared.
private func readTwice<M: Message>(_ type: M.Type, _ bytes: [UInt8]) {
    guard let message = try? M(serialized: bytes.span.bytes) else { return }
    let again = message.serialized()
    guard let second = try? M(serialized: again.span.bytes) else {
        return must(again.count > 4 << 20, "what was written cannot be read")
    }
    must(second.serialized() == again, "\(M.layout.name) changes")
}

func fuzzMessage(_ bytes: [UInt8]) {
    readTwice(Grpc_Testing_SimpleRequest.self, bytes)
    readTwice(Grpc_Testing_StreamingOutputCallRequest.self, bytes)
    readTwice(Grpc_Testing_StreamingInputCallRequest.self, bytes)
    readTwice(Grpc_Testing_EchoStatus.self, bytes)
    if let raw = try? RawFields(serialized: bytes.span.bytes) { _ = raw }
}
