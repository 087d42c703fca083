internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthTLS

/// Performs what one session wants, on its loop's thread only.
final class PeerConnection {
    private let loop: EventLoop
    private let port: PeerPort
    let fragment: String
    private let start: ContinuousClock.Instant
    private var session: WebRTCSession
    private let dtls: DTLSSession
    private var viewer: CameraViewer?
    /// What plays the client's sound while it talks.
    private var speaker: (any CameraSpeaker)?
    private let ended: OneShot<(any Error)?>
    private var timer: LoopTimer?
    private var timerAt: Duration?
    private var reading: Task<Void, Never>?
    /// The reader that waits until the session has room.
    private var waiting: CheckedContinuation<Void, Never>?

    /// - Parameter ended: set at the end.
    init(
        _ port: PeerPort, _ session: WebRTCSession, _ dtls: DTLSSession, _ viewer: CameraViewer, fragment: String,
        start: ContinuousClock.Instant, ended: OneShot<(any Error)?>
    ) {
        loop = port.loop
        self.port = port
        self.fragment = fragment
        self.start = start
        self.session = session
        self.dtls = dtls
        self.viewer = viewer
        self.ended = ended
        setTimer()
    }

    private var now: Duration { loop.now - start }

    /// The addresses that the client has proven.
    var addresses: [DatagramAddress] { session.addresses }

    // MARK: Datagrams

    func received(_ message: STUNMessage, from address: DatagramAddress) {
        let former = session.addresses
        let actions = session.received(message, from: address, now: now)
        if !actions.isEmpty { port.note(session.addresses, instead: former, of: self) }
        perform(actions)
    }

    func received(_ datagram: [UInt8], from address: DatagramAddress) {
        perform(session.received(datagram, from: address, now: now))
    }

    private func perform(_ actions: [WebRTCSession.Action]) {
        for action in actions {
            switch action {
            case .send(let datagram, let target): port.send(datagram, to: target)
            case .handshake(let datagram): shakeHands { () throws(TLSError) in try dtls.receive(datagram) }
            case .beginAgain: begin()
            case .heard(let packet): play(packet)
            case .ended(let error): finish(error)
            }
        }
        if session.hasRoom { waiting.take()?.resume() }
        setTimer()
    }

    private func shakeHands(_ step: () throws(TLSError) -> Void) {
        let wasSecured = dtls.keys != nil
        do throws(TLSError) {
            try step()
            perform(session.sending(dtls.takeOutput()))
        } catch {
            perform(session.sending(dtls.takeOutput()))
            let message = "there is no secure connection to the client: \(error.message)"
            return finish(CameraSessionError(.lost, message, wayOut: "open the live view again"))
        }
        if dtls.isEnded { return finish(nil) }
        if !wasSecured, let keys = dtls.keys { perform(session.secured(keys, now: now)) }
    }

    // MARK: The stream

    private func begin() {
        guard let viewer else { return }
        viewer.beginAgain()
        guard reading == nil else { return }
        let bound = LoopBound(self, loop: loop)
        // On the loop's thread, so that parts do not change threads.
        reading = Task(executorPreference: loop) {
            do {
                while let part = try await viewer.next() {
                    bound.ifCurrent?.take(part, isLive: !viewer.isBehind)
                    await withCheckedContinuation { continuation in
                        guard let connection = bound.ifCurrent else { return continuation.resume() }
                        connection.wait(continuation)
                    }
                }
                bound.run { $0.finish(nil) }
            } catch {
                bound.run { $0.finish(error) }
            }
        }
    }

    private func take(_ part: CameraPart, isLive: Bool) {
        // The reader may have taken a part before the end.
        guard viewer != nil else { return }
        perform(session.take(part, isLive: isLive, now: now))
    }

    private func wait(_ continuation: CheckedContinuation<Void, Never>) {
        guard !session.hasRoom, viewer != nil else { return continuation.resume() }
        waiting = continuation
    }

    /// Lets a loudspeaker play what the client says from now on.
    ///
    /// - Parameter speaker: nil for none.
    func talk(through speaker: (any CameraSpeaker)?) {
        // The camera may have opened it after the end.
        self.speaker = viewer == nil ? nil : speaker
        session.isTalking = self.speaker != nil
    }

    /// Plays what the client says. Ends the session if the camera has ended its loudspeaker, so that the
    /// client learns that it is no longer heard.
    func play(_ packet: SpokenPacket) {
        guard let speaker else { return }
        speaker.play(packet)
        guard speaker.isOver else { return }
        finish(
            speaker.failure
                ?? CameraSessionError(.lost, "the camera plays nothing any more", wayOut: "talk again"))
    }

    // MARK: Time and end

    private func setTimer() {
        guard viewer != nil else { return }
        let ofHandshake = dtls.keys == nil ? dtls.timeout.map { now + $0 } : nil
        let deadline = min(session.deadline, ofHandshake ?? session.deadline)
        if let timerAt, timerAt <= deadline { return }
        timer?.cancel()
        timerAt = deadline
        timer = loop.schedule(after: deadline - now) { [weak self] in
            guard let self else { return }
            timerAt = nil
            perform(session.timePassed(now: now))
            if viewer != nil, dtls.keys == nil { shakeHands { () throws(TLSError) in try dtls.timePassed() } }
            setTimer()
        }
    }

    /// Ends the session because its owner wants it.
    func stop() { finish(nil) }

    private func finish(_ error: (any Error)?) {
        guard viewer.take() != nil else { return }
        timer?.cancel()
        reading?.cancel()
        talk(through: nil)
        waiting.take()?.resume()
        dtls.end()
        for case .send(let datagram, let target) in session.sending(dtls.takeOutput()) {
            port.send(datagram, to: target)
        }
        port.remove(self)
        ended.set(error)
    }
}
