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
        /// When picture 0 was, or would have been, shown.
        var began: Duration
        /// The number of its next picture.
        var next = 0
        var timer: (any ScheduledAction)?
    }

    private let clock: any HomeClock
    private let players = Mutex<[CameraRequest: Player]>([:])

    init(clock: any HomeClock) {
        self.clock = clock
    }

    /// Joins a camera's stream.
    ///
    /// - Parameter viewersChanged: called when the number of viewers may have changed.
    func open(
        _ request: CameraRequest, _ loop: CameraLoop, viewersChanged: @escaping @Sendable () -> Void
    ) -> CameraViewer {
        let (viewer, isNew) = players.withLock { players in
            if let player = players[request] { return (player.relay.join(), false) }
            let relay = CameraRelay { _ in viewersChanged() }
            relay.send(.format(loop.format))
            players[request] = Player(relay: relay, loop: loop, began: clock.now)
            return (relay.join(), true)
        }
        if isNew { tick(request) }
        return viewer
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
        let due = players.withLock { players -> (CameraRelay, CameraUnit)? in
            guard var player = players[request] else { return nil }
            guard player.relay.viewerCount > 0 else {
                players[request] = nil
                return nil
            }
            let interval = Duration.microseconds(player.loop.interval)
            let unit = player.loop.unit(player.next)
            // After a sleep of the machine the loop goes on where it was, instead of catching up.
            player.began = max(player.began, clock.now - interval * player.next - .seconds(1))
            player.next += 1
            let wait = player.began + interval * player.next - clock.now
            player.timer = clock.schedule(after: max(wait, .milliseconds(1))) { [weak self] in self?.tick(request) }
            players[request] = player
            return (player.relay, unit)
        }
        guard let (relay, unit) = due else { return }
        relay.send(.unit(unit))
    }
}
