internal import HearthBase
package import HearthCameraMedia
package import HearthEventLoop
internal import HearthTLS

/// Sends streams of cameras to clients over WebRTC, from one UDP port.
package final class WebRTCPeers: CameraPeers {
    private let port: LoopBound<PeerPort>
    /// The port's number, also where 0 was asked for.
    package let number: UInt16

    /// The most sessions at a time by default.
    package static let mostSessions = 16

    private init(_ port: LoopBound<PeerPort>, number: UInt16) {
        self.port = port
        self.number = number
    }

    /// Opens the port on all interfaces, with a certificate of its own.
    ///
    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - loop: the loop that the sessions run on.
    /// - Throws: `LoopError` if the port is taken; `TLSError` if no certificate can be made.
    package static func open(
        port: UInt16, loop: EventLoop, mostSessions: Int = WebRTCPeers.mostSessions
    ) async throws -> WebRTCPeers {
        let context = try DTLSContext(.make(names: ["hearth"]))
        let (bound, number) = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<(LoopBound<PeerPort>, UInt16), any Error>) in
            loop.post {
                continuation.resume(
                    with: Result {
                        let port = try PeerPort(loop: loop, port: port, context, mostSessions: mostSessions)
                        return (LoopBound(port, loop: loop), port.number)
                    })
            }
        }
        return WebRTCPeers(bound, number: number)
    }

    /// Ends all sessions and closes the port.
    package func close() { port.run { $0.close() } }

    package func connect(
        _ request: CameraRequest, offer: String, from source: any CameraSource
    ) async throws -> CameraSession {
        let offer = try SessionOffer(offer)
        let speakers = offer.media.contains { $0.kind == "audio" && $0.sends } ? source as? any CameraSpeakers : nil
        let (viewer, format) = try await Self.stream(of: source, request)
        // After the stream, as some cameras serve one client at a time. One that can't be asked has no loudspeaker.
        let formats = try? await speakers?.speakerFormats(of: request)
        let tracks = try SentTracks(offer, format, speaker: formats ?? [])
        let ended = OneShot<(any Error)?>()
        let (connection, answer): (LoopBound<PeerConnection>, String) = try await withCheckedThrowingContinuation {
            continuation in
            port.run { port in
                continuation.resume(
                    with: Result {
                        let (connection, answer) = try port.add(offer, tracks, viewer, ended: ended)
                        return (LoopBound(connection, loop: port.loop), answer)
                    })
            }
        }
        var talk: (@Sendable (Bool) async throws -> Void)?
        if let speakers, let spoken = tracks.spoken {
            let talking = TalkSwitch(
                open: { try await speakers.openSpeaker(of: request, spoken.format) },
                change: { speaker in connection.run { $0.talk(through: speaker) } })
            talk = { isOn in try await talking.set(isOn) }
        }
        return CameraSession(answer: answer, ended: ended, talk: talk) { connection.run { $0.stop() } }
    }

    /// The stream that was asked for, or the camera's other one if only that is H.264.
    private static func stream(
        of source: any CameraSource, _ request: CameraRequest
    ) async throws -> (CameraViewer, CameraFormat) {
        let wanted = try await begun(source, request)
        guard !isSendable(wanted.1) else { return wanted }
        var other = request
        other.quality = request.quality == .main ? .sub : .main
        // Where the other one fails, the answer says what is wrong with the wanted one.
        guard let found = try? await begun(source, other), isSendable(found.1) else { return wanted }
        return found
    }

    private static func begun(
        _ source: any CameraSource, _ request: CameraRequest
    ) async throws -> (CameraViewer, CameraFormat) {
        let viewer = try await source.open(request)
        while let part = try await viewer.next() {
            if case .format(let format) = part { return (viewer, format) }
        }
        throw CameraSessionError(.lost, "the camera has ended its stream", wayOut: "open the live view again")
    }

    private static func isSendable(_ format: CameraFormat) -> Bool { format.video?.codec.hasPrefix("avc1") ?? false }
}
