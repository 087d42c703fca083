package import HearthRPC
internal import Synchronization

/// Bytes as a message; bytes that begin with 0xFF are malformed.
package struct Blob: RPCMessage, Equatable {
    package struct Malformed: Error, CustomStringConvertible { package let description = "a blob never begins with FF" }

    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }
    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(serialized bytes: RawSpan) throws {
        self.bytes = Array(RPCFrame(serialized: bytes).message)
        if self.bytes.first == 0xFF { throw Malformed() }
    }

    package func serialized(reserving prefix: Int) -> [UInt8] { [UInt8](repeating: 0, count: prefix) + bytes }

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// One method of each kind, and some that misbehave on request.
package struct TestService: RPCService {
    package static let echo = MethodDescriptor(
        service: "test.Test", method: "Echo", kind: .unary, right: Rights(rawValue: 1))
    package static let fail = MethodDescriptor(
        service: "test.Test", method: "Fail", kind: .unary, right: Rights(rawValue: 1))
    package static let hang = MethodDescriptor(
        service: "test.Test", method: "Hang", kind: .unary, right: Rights(rawValue: 1))
    package static let stubborn = MethodDescriptor(
        service: "test.Test", method: "Stubborn", kind: .unary, right: Rights(rawValue: 1))
    package static let count = MethodDescriptor(
        service: "test.Test", method: "Count", kind: .serverStreaming, right: Rights(rawValue: 1))
    package static let keep = MethodDescriptor(
        service: "test.Test", method: "Keep", kind: .serverStreaming, right: Rights(rawValue: 1))
    package static let join = MethodDescriptor(
        service: "test.Test", method: "Join", kind: .clientStreaming, right: Rights(rawValue: 1))
    package static let chat = MethodDescriptor(
        service: "test.Test", method: "Chat", kind: .bidirectional, right: Rights(rawValue: 1))
    package static let admin = MethodDescriptor(
        service: "test.Test", method: "Admin", kind: .unary, right: Rights(rawValue: 2))
    package static let whoAmI = MethodDescriptor(
        service: "test.Test", method: "WhoAmI", kind: .unary, right: Rights(rawValue: 1))
    package static let open = MethodDescriptor(service: "test.Test", method: "Open", kind: .unary)

    /// Log lines of calls, for tests to wait for.
    package final class Log: Sendable {
        private let state = Mutex<[String]>([])
        private let stream: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        package init() { (stream, continuation) = AsyncStream.makeStream() }

        package func note(_ what: String) {
            state.withLock { $0.append(what) }
            continuation.yield(what)
        }

        package var all: [String] { state.withLock { $0 } }

        /// The next line that no test has taken.
        package func next() async -> String? {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    package let log = Log()
    /// Streams whose handlers have returned.
    package let kept = KeptStreams()

    package final class KeptStreams: Sendable {
        private let state = Mutex<[RPCStream<Blob>]>([])
        package func add(_ stream: RPCStream<Blob>) { state.withLock { $0.append(stream) } }
        package var all: [RPCStream<Blob>] { state.withLock { $0 } }
    }

    /// Keeps ``stubborn`` waiting, cancelled or not.
    package let patience = Patience()

    package final class Patience: Sendable {
        private let state = Mutex<(isOver: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

        /// Ends the waiting handlers, and later ones at once.
        package func end() {
            let waiting = state.withLock { state in
                state.isOver = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in waiting { one.resume() }
        }

        func isOver() async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiting.append(continuation) }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        }
    }

    package init() {}

    package func register(in router: inout RPCRouter) {
        router.unary(Self.echo) { (request: Blob, context: ServerContext) async throws -> Blob in
            if let value = context.metadata["x-echo"] {
                var headers = Metadata()
                headers.add("x-header", value)
                context.setResponseHeaders(headers)
                var trailers = Metadata()
                for bytes in context.metadata.binaries("x-echo-bin") { trailers.add("x-trailer-bin", bytes) }
                context.setTrailers(trailers)
            }
            return request
        }
        router.unary(Self.fail) { (request: Blob, _: ServerContext) async throws -> Blob in
            var metadata = Metadata()
            metadata.add("x-why", "asked")
            throw RPCError(.failedPrecondition, request.text, metadata: metadata, details: [1, 2, 3])
        }
        router.unary(Self.hang) { (request: Blob, _: ServerContext) async throws -> Blob in
            log.note("hanging")
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                log.note("cancelled")
                throw error
            }
            return request
        }
        router.unary(Self.stubborn) { (request: Blob, _: ServerContext) async throws -> Blob in
            log.note("stubborn")
            await patience.isOver()
            return request
        }
        router.serverStreaming(Self.count) { (request: Blob, writer: RPCWriter<Blob>, _: ServerContext) in
            let (count, size) = (Int(request.bytes.first ?? 0), request.bytes.count)
            for index in 0..<count {
                try await writer.write(Blob([UInt8](repeating: UInt8(index & 0x7F), count: size)))
                log.note("wrote \(index)")
            }
        }
        router.serverStreaming(Self.keep) { (_: Blob, writer: RPCWriter<Blob>, _: ServerContext) in
            let stream = try writer.handOver()
            stream.onEnd { log.note("ended \($0)") }
            kept.add(stream)
            log.note("kept")
        }
        router.clientStreaming(Self.join) { (requests: RPCReader<Blob>, _: ServerContext) async throws -> Blob in
            var all: [UInt8] = []
            do throws(RPCError) {
                for try await request in requests { all += request.bytes }
            } catch {
                log.note("join ended: \(error.code.name)")
                throw error
            }
            return Blob(all)
        }
        router.bidirectional(Self.chat) { (requests: RPCReader<Blob>, writer: RPCWriter<Blob>, _: ServerContext) in
            for try await request in requests { try await writer.write(request) }
        }
        router.unary(Self.admin) { (request: Blob, _: ServerContext) in request }
        router.unary(Self.whoAmI) { (_: Blob, context: ServerContext) in Blob(context.principal.id) }
        router.unary(Self.open) { (request: Blob, _: ServerContext) in request }
    }
}
