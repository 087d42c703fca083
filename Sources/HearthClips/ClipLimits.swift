/// What clips are, and how much of the disk they may use.
package struct ClipLimits: Sendable, Hashable {
    /// What a clip shows from before its event, in microseconds; more, up to the key picture before. Default: 8 s.
    package var before: Int64 = 8_000_000
    /// What a clip shows after its last event, in microseconds. Default: 20 s.
    package var after: Int64 = 20_000_000
    /// The longest clip, in microseconds. Default: 5 min.
    package var longest: Int64 = 300_000_000
    /// Memory in bytes for what a camera sent before an event. Default: 16 MiB.
    package var bufferBytes = 16 << 20
    /// Memory in bytes for what all recorded cameras sent before their events, in equal parts. Default: 128 MiB.
    package var allBufferBytes = 128 << 20
    /// The most cameras that are recorded. Default: 64.
    package var cameras = 64
    /// The size of all clips in bytes, including those that are being recorded. Beyond it, the oldest clip of the
    /// camera with the most bytes is deleted.
    /// Default: 10 GB.
    package var bytes = 10_000_000_000
    /// How long a clip is kept. Default: 7 days.
    package var time: Duration = .seconds(7 * 86_400)
    /// Room in bytes that is left on the disk for the home's store. Default: 500 MB.
    package var reserve = 500_000_000

    /// The size in bytes at which a clip ends: a tenth of all clips' size.
    var clipBytes: Int { max(1, bytes / 10) }

    /// Memory in bytes for what one of some recorded cameras sent before an event.
    package func bufferBytes(ofCameras count: Int) -> Int { min(bufferBytes, allBufferBytes / max(1, count)) }

    /// Creates the default limits.
    package init() {}
}
