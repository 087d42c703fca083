internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceHost
internal import HearthEventLoop
internal import HearthRTSP

/// Brings one camera to a host, and reports when it is gone and when it is back.
struct CameraKeeper: Sendable {
    /// How long a camera that was found again is not asked once more.
    private static let checkPause = Duration.seconds(60)

    private let camera: Cameras.Camera
    private let host: DeviceHost
    private let loop: EventLoop
    private let failures: CameraFailures
    private let say: @Sendable (String) -> Void

    init(
        _ camera: Cameras.Camera, host: DeviceHost, loop: EventLoop, failures: CameraFailures,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.camera = camera
        self.host = host
        self.loop = loop
        self.failures = failures
        self.say = say
    }

    /// Adds the camera to the host once it has described its streams. Until then the hub shows a camera that it knows
    /// as offline. Then reports it as offline when it can't be reached, until it describes its main stream again.
    func run() async {
        let entry = camera.entry
        await retrying {
            let main = try await camera.main.format()
            // A small stream that fails is not left out silently: the hub would never learn of it.
            let sub = try await camera.sub?.format()
            // A camera that does not answer this question is shown without a loudspeaker.
            let speaker = (try? await StreamedSpeaker(camera, failures: failures).formats()) ?? []
            let device = try CameraDevice.make(
                entry, login: camera.login, main: main, sub: sub, hasSpeaker: !speaker.isEmpty,
                streamed: camera.pictures, loop: loop,
                pictureEnded: { [failures] error in
                    if let error {
                        failures.failed(entry.id, name: entry.name, .picture, error)
                    } else {
                        failures.works(entry.id, .picture)
                    }
                })
            try await host.add(device)
            say("\(entry.name): \(main.words)")
        }
        while !Task.isCancelled {
            // A stream of its own each time: losses while the camera is known to be offline are not news.
            for await _ in failures.losses(of: entry.id) { break }
            // A picture may fail although the camera is there.
            if (try? await camera.main.describe()) != nil {
                try? await Task.sleep(for: Self.checkPause)
                continue
            }
            try? host.report(isOnline: false, deviceID: entry.id)
            await retrying { _ = try await camera.main.describe() }
            try? host.report(isOnline: true, deviceID: entry.id)
            say("\(entry.name): the camera can be reached again")
        }
    }

    /// Tries until it works, with growing pauses.
    private func retrying(_ attempt: () async throws -> Void) async {
        let backoff = ExponentialBackoff(initial: .seconds(5), maximum: .seconds(60), spread: 0.5...1)
        for number in 0... {
            do {
                try await attempt()
                return failures.works(camera.entry.id, .stream)
            } catch {
                failures.failed(camera.entry.id, name: camera.entry.name, .stream, error)
                try? await Task.sleep(for: backoff.delay(after: number, random: .random(in: 0...1)))
            }
        }
    }
}
