package import HearthCameraMedia

/// Makes the parts of a stream from the packets of its tracks. The first part is a format, the second a key picture.
package struct MediaReceiver: Sendable {
    private struct Receiver: Sendable {
        var video: VideoDepacketizer?
        var audio: AudioDepacketizer?
        var payloadType: UInt8
        var order = PacketOrder()
        var clock: StreamClock
    }

    /// By the channels of packets.
    private var receivers: [UInt8: Receiver] = [:]
    private let hasVideo: Bool
    private var format = CameraFormat()
    private var hasBegun = false

    /// - Parameters:
    ///   - tracks: the tracks by the channels of their packets.
    ///   - mostBytes: the longest unit, in bytes.
    package init(_ tracks: [UInt8: MediaTrack], mostBytes: Int) {
        hasVideo = tracks.values.contains { $0.codec.isVideo }
        for (channel, track) in tracks {
            let video = ParameterSets(track).map {
                VideoDepacketizer(track.codec == .h264 ? .h264 : .h265, $0, mostBytes: mostBytes)
            }
            let audio = AudioDepacketizer(track, mostBytes: mostBytes)
            if let audio { format.audio = audio.format }
            receivers[channel] = Receiver(
                video: video, audio: audio, payloadType: track.payloadType, clock: StreamClock(rate: track.clockRate))
        }
    }

    /// Takes a packet.
    ///
    /// - Parameter arrival: when it came, in microseconds of the stream.
    /// - Returns: the parts, and whether the packet is one of the pictures, or of the sound if there are none.
    package mutating func received(
        _ bytes: [UInt8], channel: UInt8, arrival: Int64
    ) -> (parts: [CameraPart], isAlive: Bool) {
        guard let packet = RTPPacket(bytes), let type = receivers[channel]?.payloadType, packet.payloadType == type,
            let verdict = receivers[channel]?.order.take(packet.sequence), verdict != .late
        else { return ([], false) }
        let afterLoss = verdict == .afterLoss
        var parts: [CameraPart] = []
        if let pictures = receivers[channel]?.video?.received(packet, afterLoss: afterLoss) {
            for picture in pictures { add(picture, channel, arrival, to: &parts) }
            return (parts, true)
        }
        for unit in receivers[channel]?.audio?.received(packet, afterLoss: afterLoss) ?? [] {
            add(unit, at: packet.timestamp, channel, arrival, to: &parts)
        }
        return (parts, !hasVideo)
    }

    private mutating func add(
        _ picture: VideoDepacketizer.Picture, _ channel: UInt8, _ arrival: Int64, to parts: inout [CameraPart]
    ) {
        guard let time = receivers[channel]?.clock.time(picture.timestamp, arrival: arrival) else { return }
        if let new = picture.format {
            format.video = new
            parts.append(.format(format))
            hasBegun = true
        }
        parts.append(.unit(CameraUnit(isKey: picture.isKey, time: time, bytes: picture.bytes)))
    }

    private mutating func add(
        _ unit: AudioDepacketizer.Unit, at timestamp: UInt32, _ channel: UInt8, _ arrival: Int64,
        to parts: inout [CameraPart]
    ) {
        guard let time = receivers[channel]?.clock.time(timestamp &+ unit.delay, arrival: arrival) else { return }
        if !hasBegun {
            guard !hasVideo else { return }
            parts.append(.format(format))
            hasBegun = true
        }
        parts.append(.unit(CameraUnit(isAudio: true, isKey: true, time: time, bytes: unit.bytes)))
    }
}
