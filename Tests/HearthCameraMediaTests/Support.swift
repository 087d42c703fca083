@testable internal import HearthCameraMedia

extension CameraFormat {
    static let pictures = CameraFormat(
        video: VideoFormat(codec: "avc1.42C01E", configuration: [1], width: 640, height: 360))
    static let other = CameraFormat(
        video: VideoFormat(codec: "avc1.42C01E", configuration: [2], width: 320, height: 180))
    static let onlySound = CameraFormat(audio: AudioFormat(codec: "opus", sampleRate: 48_000))
}

extension CameraLimits {
    /// Small limits, in which single bytes of content count, and nothing else but configurations.
    static func small(unit: Int = 100, ring: Int = 20, time: Int64 = 1_000, viewer: Int = 10) -> CameraLimits {
        var limits = CameraLimits()
        limits.unitBytes = unit
        limits.ringBytes = ring
        limits.ringTime = time
        limits.viewerBytes = viewer
        limits.entryBytes = 0
        return limits
    }
}

extension CameraUnit {
    /// A key picture.
    static func key(_ time: Int64, bytes: Int = 4) -> CameraUnit {
        CameraUnit(isKey: true, time: time, bytes: [UInt8](repeating: 7, count: bytes))
    }

    /// A picture that needs the ones before it.
    static func delta(_ time: Int64, bytes: Int = 2) -> CameraUnit {
        CameraUnit(isKey: false, time: time, bytes: [UInt8](repeating: 8, count: bytes))
    }

    static func sound(_ time: Int64, bytes: Int = 1) -> CameraUnit {
        CameraUnit(isAudio: true, isKey: true, time: time, bytes: [UInt8](repeating: 9, count: bytes))
    }
}

extension CameraPart {
    /// The part in short: "f" and the configuration's first byte, "K" for key pictures, "d" for others, "a" for sound,
    /// with their times.
    var short: String {
        switch self {
        case .format(let format): "f\(format.video?.configuration.first ?? 0)"
        case .unit(let unit): "\(unit.isAudio ? "a" : unit.isKey ? "K" : "d")\(unit.time)"
        }
    }
}
