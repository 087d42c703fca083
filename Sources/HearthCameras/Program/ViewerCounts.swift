internal import HearthDeviceBehaviors
internal import HearthDeviceHost

/// Tells a host how many viewers the streams of its cameras have. The cameras are made before their host.
final class ViewerCounts: Sendable {
    private typealias Change = (camera: String, stream: UInt16, count: Int)

    private let changes: AsyncStream<Change>
    private let sink: AsyncStream<Change>.Continuation

    init() {
        (changes, sink) = AsyncStream.makeStream(of: Change.self)
    }

    /// The number of viewers of a camera's video stream has changed.
    func changed(_ camera: String, stream: UInt16, to count: Int) { sink.yield((camera, stream, count)) }

    /// Tells a host from now on, one change after the other.
    func connect(_ host: DeviceHost) {
        Task { [changes] in
            for await change in changes {
                let input = PhysicalInput.viewers(videoStream: change.stream, count: change.count)
                // A camera that is not added yet has no viewers.
                try? await host.sense(input, deviceID: change.camera)
            }
        }
    }
}
