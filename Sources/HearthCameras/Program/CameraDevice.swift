internal import HearthCameraMedia
internal import HearthCameraTraits
internal import HearthDeviceBehaviors
internal import HearthDeviceHost
internal import HearthEventLoop

/// A camera as a device of the hub: Matter's device type Camera, with what its streams' descriptions say.
enum CameraDevice {
    /// The endpoint with the camera.
    static let endpoint: UInt16 = 1

    /// What is stated of a stream that does not say it: frames and bits in a second.
    private static let usual: (frames: UInt16, bits: UInt32) = (25, 4_000_000)
    private static let usualSmall: (frames: UInt16, bits: UInt32) = (15, 512_000)

    /// - Parameters:
    ///   - login: the one that its streams use.
    ///   - main: the format of the main stream.
    ///   - sub: the format of the small one; nil if there is none.
    ///   - hasSpeaker: whether people can talk through it.
    ///   - streamed: the pictures of its small stream, or of its only one.
    ///   - loop: the loop that requests for pictures run on.
    ///   - pictureEnded: called at the end of each request for a picture, with its error.
    /// - Throws: ``CamerasError`` if the camera's key can't be used.
    static func make(
        _ camera: CameraEntry, login: CameraLogin, main: CameraFormat, sub: CameraFormat?, hasSpeaker: Bool = false,
        streamed: StreamedPictures, loop: EventLoop,
        pictureEnded: @escaping @Sendable (CamerasError?) -> Void
    ) throws(CamerasError) -> HostedDevice {
        let own = try camera.picture.map { url throws(CamerasError) in
            try CameraPictures(camera.settings(url), login: login, loop: loop, ended: pictureEnded)
        }
        let streams = CameraStreams(
            main: video(main, usual), sub: sub.map { video($0, usualSmall) }, audio: main.audio.flatMap(audio),
            talk: hasSpeaker ? .halfDuplex : .notSupported)
        return HostedDevice(
            id: camera.id, name: camera.name, room: camera.room,
            product: .init(vendorName: "RTSP", productName: "Network camera"), type: CameraDeviceType.self,
            handlers: [
                CameraAvStreamManagementBehavior(
                    streams, pictures: DevicePictures(name: camera.name, own: own, streamed: streamed))
            ])
    }

    private static func video(
        _ format: CameraFormat, _ usual: (frames: UInt16, bits: UInt32)
    ) -> CameraStreams.Video {
        let video = format.video
        return CameraStreams.Video(
            codec: video?.codec.hasPrefix("hvc1") ?? false ? .hevc : .h264,
            width: UInt16(clamping: max(video?.width ?? 0, 64)), height: UInt16(clamping: max(video?.height ?? 0, 64)),
            frameRate: usual.frames, bitRate: usual.bits)
    }

    /// The sound; nil for a codec that Matter has no name for.
    private static func audio(_ format: AudioFormat) -> CameraStreams.Audio? {
        let codec: Matter.CameraAvStreamManagementTrait.AudioCodecEnum
        switch format.codec {
        case "opus": codec = .opus
        case "mp4a.40.2": codec = .aaclc
        default: return nil
        }
        return CameraStreams.Audio(
            codec: codec, channels: UInt8(clamping: format.channels), sampleRate: UInt32(clamping: format.sampleRate),
            bitRate: 64_000)
    }
}
