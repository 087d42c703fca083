internal import HearthBase
package import HearthCameraMedia
package import HearthEventLoop
internal import HearthTLS
internal import Synchronization

/// A stream of a camera, which any number of viewers watch over one connection.
package final class CameraStream: Sendable {
    private let settings: RTSPSettings
    private let loop: EventLoop
    private let tls: ClientTLS?
    private let limits: CameraLimits
    private let failure: @Sendable (RTSPError) -> any Error
    private let connection: LoopBound<StreamConnection>
    private let numbers = Atomic<UInt64>(0)
    /// What the camera plays of what people say, once it has said it.
    private let speaker = Mutex<[AudioFormat]?>(nil)

    /// - Parameters:
    ///   - loop: the loop that the connection runs on.
    ///   - viewersChanged: called on the loop with the number of viewers after changes of it.
    ///   - failure: called with each error that ends the stream or refuses it; makes what its viewers get.
    /// - Throws: ``RTSPError`` if the camera's key can't be used.
    package init(
        _ settings: RTSPSettings, limits: CameraLimits = CameraLimits(), loop: EventLoop,
        viewersChanged: @escaping @Sendable (Int) -> Void = { _ in },
        failure: @escaping @Sendable (RTSPError) -> any Error = { $0 }
    ) throws(RTSPError) {
        self.settings = settings
        self.loop = loop
        self.limits = limits
        self.failure = failure
        do throws(TLSError) {
            tls =
                settings.url.scheme.isSecure
                ? try ClientTLS(
                    trust: settings.publicKeySHA256.map { .pinned(publicKeySHA256: $0) } ?? .system, identity: nil,
                    serverName: nil, isHTTP2: false) : nil
        } catch {
            throw RTSPError(.insecure, error.message, wayOut: "correct the camera's key", cause: error)
        }
        connection = LoopBound(
            StreamConnection(
                settings, .play, tls: tls, limits: limits, loop: loop, failure: failure,
                viewersChanged: viewersChanged), loop: loop)
    }

    /// Opens the stream for a viewer. It is kept for 30 s after the last viewer was released.
    ///
    /// - Returns: the viewer, once the camera plays. A connection that breaks afterwards is made again for 60 s.
    /// - Throws: ``RTSPError``, or `CancellationError`. After a wrong password it is the same one for 30 s, then twice
    ///   as long each time, up to 30 min.
    package func open() async throws -> CameraViewer { try await wait { $0.open($1, $2) } }

    /// The last key picture, if the stream is open and keeps one; else the next one. The stream is opened for it, and kept as
    /// for a viewer; but the number of viewers stays.
    ///
    /// - Returns: nil if none comes within `limit`.
    /// - Throws: as ``open()``.
    package func keyPicture(within limit: Duration) async throws -> KeyPicture? {
        try await withThrowingTaskGroup(of: KeyPicture?.self) { group in
            group.addTask { try await self.wait { $0.takePicture($1, $2) } }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Waits for what the connection gives, which ``StreamConnection/cancel(_:)`` ends.
    private func wait<R: Sendable>(
        _ ask: @escaping @Sendable (StreamConnection, UInt64, CheckedContinuation<R, any Error>) -> Void
    ) async throws -> R {
        try Task.checkCancellation()
        let number = numbers.wrappingAdd(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                connection.run { ask($0, number, continuation) }
                // A cancellation up to here found nothing to cancel.
                if Task.isCancelled { connection.run { $0.cancel(number) } }
            }
        } onCancel: {
            connection.run { $0.cancel(number) }
        }
    }

    /// Asks the camera once what its stream is, by a connection of its own.
    ///
    /// - Throws: ``RTSPError``, as for ``open()``.
    package func describe() async throws -> CameraFormat {
        try await ask(.describe, ended: { stream, error in stream.asked(error) }) { news in
            if case .described(let format) = news { format } else { nil }
        }
    }

    /// The formats of what people say that the camera plays, the preferred one first. It is asked once, by a connection
    /// of its own.
    ///
    /// - Throws: ``RTSPError``, as for ``open()``.
    package func speakerFormats() async throws -> [AudioFormat] {
        if let known = speaker.withLock(\.self) { return known }
        let formats = try await ask(.describeSpeaker, ended: { stream, error in stream.refused(error) }) { news in
            if case .describedSpeaker(let formats) = news { formats } else { nil }
        }
        speaker.withLock { $0 = formats }
        return formats
    }

    /// Asks the camera once, by a connection of its own.
    ///
    /// - Parameters:
    ///   - ended: called with the error that the connection ended with; nil if the camera has answered.
    ///   - answer: the answer in what the connection tells; nil for something else.
    private func ask<R: Sendable>(
        _ purpose: RTSPSession.Purpose, ended: @escaping @Sendable (StreamConnection, RTSPError?) -> Void,
        _ answer: @escaping @Sendable (StreamConnection.News) -> R?
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            connection.run { [settings, loop, tls, limits] stream in
                if let error = stream.knownFailure { return continuation.resume(throwing: error) }
                var found: R?
                let probe = LoopBox()
                probe.connection = StreamConnection(
                    settings, purpose, tls: tls, limits: limits, loop: loop, failure: { $0 },
                    told: { found = found ?? answer($0) },
                    ended: { error in
                        // Until here the box keeps the connection.
                        probe.connection = nil
                        ended(stream, found == nil ? error : nil)
                        if let found { return continuation.resume(returning: found) }
                        continuation.resume(throwing: error ?? CancellationError())
                    })
                probe.connection?.begin()
            }
        }
    }

    /// Opens the camera's loudspeaker, by a connection of its own.
    ///
    /// - Parameters:
    ///   - format: one of ``speakerFormats()``.
    ///   - ended: called when the camera no longer plays what is said, with the reason; makes what the person who talks
    ///     gets.
    /// - Throws: ``RTSPError``, as for ``open()``; `.notSupported` if the camera does not play it.
    package func openSpeaker(
        _ format: AudioFormat, ended: @escaping @Sendable (RTSPError) -> any Error
    ) async throws -> any CameraSpeaker {
        try await withCheckedThrowingContinuation { continuation in
            connection.run { [settings, loop, tls, limits] stream in
                if let error = stream.knownFailure { return continuation.resume(throwing: error) }
                let waiting = LoopBox()
                let over = OneShot<(any Error)?>()
                waiting.connection = StreamConnection(
                    settings, .speak(format), tls: tls, limits: limits, loop: loop, failure: { $0 },
                    told: { news in
                        guard case .speaks = news, let connection = waiting.connection.take() else { return }
                        // From here on the loudspeaker keeps the connection.
                        continuation.resume(returning: StreamSpeaker(LoopBound(connection, loop: loop), over))
                    },
                    ended: { error in
                        over.set(error.map(ended))
                        guard waiting.connection.take() != nil else { return }
                        stream.refused(error)
                        continuation.resume(throwing: error ?? CancellationError())
                    })
                waiting.connection?.begin()
            }
        }
    }

    /// Closes the connection. Viewers see the end of the stream.
    package func stop() { connection.run { $0.stop() } }

    /// Keeps a connection until its end, on the loop's thread.
    private final class LoopBox {
        var connection: StreamConnection?
    }
}
