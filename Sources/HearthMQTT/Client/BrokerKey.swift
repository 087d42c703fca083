package import HearthEventLoop
internal import HearthLinkSocket
internal import HearthTLS

/// The public key of a broker, for a person who pins it.
package enum BrokerKey {
    /// Reads the key that a broker presents in one TLS handshake. Any key is taken, and nothing is sent after it.
    ///
    /// - Returns: the SHA-256 of the key (of its SubjectPublicKeyInfo, 32 bytes).
    /// - Throws: `unreachable`, `insecure`, `timedOut` after 10 s, or `stopped` if the task is cancelled.
    package static func read(of endpoint: Endpoint, loop: EventLoop) async throws(MQTTError) -> [UInt8] {
        let reader = LoopBound(KeyReader(endpoint, loop: loop), loop: loop)
        let result: Result<[UInt8], MQTTError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                reader.run { $0.start { continuation.resume(returning: $0) } }
            }
        } onCancel: {
            reader.run { $0.end(.failure(MQTTError(.stopped, "the connection was cancelled"))) }
        }
        return try result.get()
    }
}

/// One TLS handshake. On its loop's thread only.
private final class KeyReader: LinkSocketOwner {
    private static let patience = Duration.seconds(10)

    private let endpoint: Endpoint
    private let loop: EventLoop
    private var socket: LinkSocket?
    private var timer: LoopTimer?
    private var answer: ((Result<[UInt8], MQTTError>) -> Void)?
    private var result: Result<[UInt8], MQTTError>?

    init(_ endpoint: Endpoint, loop: EventLoop) {
        self.endpoint = endpoint
        self.loop = loop
    }

    func start(_ answer: @escaping (Result<[UInt8], MQTTError>) -> Void) {
        if let result { return answer(result) }
        self.answer = answer
        do throws(TLSError) {
            let socket = LinkSocket(loop: loop, endpoint: endpoint, tls: try .forFirstUse(), owner: self)
            self.socket = socket
            timer = loop.schedule(after: Self.patience) { [weak self] in
                guard let self else { return }
                let seconds = Self.patience.components.seconds
                end(.failure(MQTTError(.timedOut, "\(endpoint) showed no certificate within \(seconds) s")))
            }
            socket.open()
        } catch {
            end(.failure(MQTTError(.insecure, error.message, cause: error)))
        }
    }

    func end(_ result: Result<[UInt8], MQTTError>) {
        guard self.result == nil else { return }
        self.result = result
        timer?.cancel()
        socket?.close()
        socket = nil
        answer?(result)
        answer = nil
    }

    func opened(_ socket: LinkSocket) {
        guard let certificate = socket.peerCertificate else {
            return end(.failure(MQTTError(.insecure, "\(endpoint) has no certificate")))
        }
        end(.success(certificate.publicKeySHA256))
    }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {}

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        let error =
            switch end {
            case .notConnected(let error): MQTTError(.unreachable, error.message, cause: error)
            case .insecure(let error): MQTTError(.insecure, "\(endpoint): \(error.message)", cause: error)
            case .closed(let error):
                MQTTError(.insecure, "\(endpoint) ended the connection before it showed a certificate", cause: error)
            }
        self.end(.failure(error))
    }
}
