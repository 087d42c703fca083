internal import HearthCameraMedia
internal import HearthTraitCore
internal import Synchronization

/// The live streams of virtual cameras. A camera plays its loop while it has viewers.
///
/// Its lock guards the players. The lock of a relay and the clock's may be taken under it.
final class LoopCameras: Sendable {
    private struct Player {
        let relay: CameraRelay
        let loop: CameraLoop
        /// When its next picture is due.
        var due: Duration
        /// The number of its next picture.
        var next = 0
        var isMuted: Bool
        /// What is said at the camera: the time of its first packet, where that is in the stream, and when the last one
        /// came.
        var speech: (begin: UInt32, at: Int64, heard: Duration)?
        var timer: (any ScheduledAction)?

        var format: CameraPart {
            .format(isMuted ? CameraFormat(video: loop.format.video) : loop.format)
        }
    }

    /// How long the camera's own sound is left out after what somebody says.
    private static let pause = Duration.milliseconds(500)
    /// Samples of what is said in a second.
    private static let sampleRate: Int64 = 48_000

    private let clock: any HomeClock
    private let players = Mutex<[CameraRequest: Player]>([:])

    init(clock: any HomeClock) {
        self.clock = clock
    }

    /// Joins a camera's stream.
    ///
    /// - Parameters:
    ///   - isMuted: whether the stream has no sound at first.
    ///   - viewersChanged: called when the number of viewers may have changed.
    func open(
        _ request: CameraRequest, _ loop: CameraLoop, isMuted: Bool, viewersChanged: @escaping @Sendable () -> Void
    ) -> CameraViewer {
        let (viewer, isNew) = players.withLock { players in
            if let player = players[request] { return (player.relay.join(), false) }
            let relay = CameraRelay { _ in viewersChanged() }
            let player = Player(relay: relay, loop: loop, due: clock.now, isMuted: isMuted)
            relay.send(player.format)
            players[request] = player
            return (relay.join(), true)
        }
        if isNew { tick(request) }
        return viewer
    }

    /// Switches the sound of a camera's streams off or on.
    func setMuted(_ isMuted: Bool, device: String, endpoint: UInt16) {
        players.withLock { players in
            for (request, var player) in players
            where request.device == device && request.endpoint == endpoint && player.isMuted != isMuted {
                player.isMuted = isMuted
                players[request] = player
                player.relay.send(player.format)
            }
        }
    }

    /// Lets the viewers of a camera hear what somebody says at it, in place of the camera's own sound.
    func hear(_ packet: SpokenPacket, device: String, endpoint: UInt16) {
        players.withLock { players in
            for (request, var player) in players
            where request.device == device && request.endpoint == endpoint && !player.isMuted {
                let now = clock.now
                if player.speech.map({ now - $0.heard > Self.pause }) ?? true {
                    player.speech = (packet.time, Int64(player.next) * player.loop.interval, now)
                }
                guard let speech = player.speech else { continue }
                // Times before the first packet make no sense, and neither do those of hours later.
                let passed = Int64(Int32(bitPattern: packet.time &- speech.begin)) * 1_000_000 / Self.sampleRate
                guard (0...3_600_000_000).contains(passed) else { continue }
                player.speech?.heard = now
                players[request] = player
                player.relay.send(
                    .unit(CameraUnit(isAudio: true, isKey: true, time: speech.at + passed, bytes: packet.bytes)))
            }
        }
    }

    /// The number of viewers of a stream.
    func viewers(of request: CameraRequest) -> Int {
        players.withLock { $0[request]?.relay.viewerCount ?? 0 }
    }

    /// Ends the streams of a device, or all.
    func end(device: String? = nil, _ error: any Error) {
        let ended = players.withLock { players in
            let ended = players.filter { device == nil || $0.key.device == device }
            for request in ended.keys { players.removeValue(forKey: request)?.timer?.cancel() }
            return Array(ended.values)
        }
        for player in ended { player.relay.end(error) }
    }

    /// Shows the next picture.
    private func tick(_ request: CameraRequest) {
        players.withLock { players in
            guard var player = players[request] else { return }
            guard player.relay.viewerCount > 0 else {
                players[request] = nil
                return
            }
            // Under the lock, so that no sound follows a format without it.
            player.relay.send(.unit(player.loop.unit(player.next)))
            if !player.isMuted, player.speech.map({ clock.now - $0.heard > Self.pause }) ?? true {
                for packet in player.loop.sound(with: player.next) { player.relay.send(.unit(packet)) }
            }
            player.next += 1
            // After a sleep of the machine the loop continues where it was, instead of catching up.
            player.due = max(player.due + .microseconds(player.loop.interval), clock.now - .seconds(1))
            let wait = max(player.due - clock.now, .milliseconds(1))
            player.timer = clock.schedule(after: wait) { [weak self] in self?.tick(request) }
            players[request] = player
        }
    }
}
