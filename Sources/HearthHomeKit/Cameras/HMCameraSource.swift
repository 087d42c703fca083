public import Foundation
public import HearthCameraMedia
internal import HearthHomeKitMapping

/// Pictures of a camera: a live stream, or one picture.
///
/// HomeKit shows a source in its HMCameraView. Systems without UIKit have no such view, so ``parts`` gives an app what to
/// decode.
///
/// Unchecked, because Swift allows no Sendable class with subclasses; all mutable state is in `feed`.
public class HMCameraSource: NSObject, @unchecked Sendable {
    let feed: CameraFeed

    init(_ feed: CameraFeed) { self.feed = feed }

    /// Width divided by height; 0 if the camera does not say it.
    public var aspectRatio: Double {
        guard let video = feed.format?.video, video.height > 0 else { return 0 }
        return Double(video.width) / Double(video.height)
    }

    /// The encoded pictures and sound, from the latest picture with which a decoder can begin. Each access is a viewer of
    /// its own. Hearth's own.
    public var parts: CameraViewer { feed.viewer }
}

/// The use of sound in a stream.
public enum HMCameraAudioStreamSetting: UInt, Sendable {
    /// No sound.
    case muted = 1
    /// The app hears the camera.
    case incomingAudioAllowed = 2
    /// The app hears the camera, and the camera plays the app's sound.
    case bidirectionalAudioAllowed = 3
}

/// A live stream, from ``HMCameraStreamControl/cameraStream``.
///
/// Unchecked, as ``HMCameraSource``.
public final class HMCameraStream: HMCameraSource, @unchecked Sendable {
    /// The use of sound. At first the app hears the camera.
    public var audioStreamSetting: HMCameraAudioStreamSetting { feed.audio }

    /// Changes the use of sound while the stream runs.
    ///
    /// - Throws: ``HMError``: `notAuthorizedForMicrophoneAccess` for
    ///   ``HMCameraAudioStreamSetting/bidirectionalAudioAllowed``, since these streams take no sound from apps.
    public func updateAudioStreamSetting(_ audioStreamSetting: HMCameraAudioStreamSetting) async throws {
        try set(audioStreamSetting)
    }

    /// Changes the use of sound while the stream runs.
    public func updateAudioStreamSetting(
        _ audioStreamSetting: HMCameraAudioStreamSetting,
        completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        reportAtOnce(completion) { () throws(HMError) in try set(audioStreamSetting) }
    }

    /// Changes the use of sound, without saying whether that worked.
    @available(*, deprecated, renamed: "updateAudioStreamSetting(_:completionHandler:)")
    public func setAudioStreamSetting(_ audioStreamSetting: HMCameraAudioStreamSetting) { try? set(audioStreamSetting) }

    private func set(_ audio: HMCameraAudioStreamSetting) throws(HMError) {
        guard audio != .bidirectionalAudioAllowed else {
            throw HMError(
                .notAuthorizedForMicrophoneAccess,
                "this stream takes no sound from apps; use incomingAudioAllowed, and a live view over WebRTC to talk")
        }
        feed.audio = audio
    }
}

/// A picture, from ``HMCameraSnapshotControl``.
///
/// Unchecked, as ``HMCameraSource``; nothing in it changes.
public final class HMCameraSnapshot: HMCameraSource, @unchecked Sendable {
    /// When the picture was asked for.
    public let captureDate: Date
    /// The picture as a JPEG file. Hearth's own.
    public let jpegData: Data

    init(_ picture: CameraPicture, askedAt date: Date) {
        captureDate = date
        jpegData = Data(picture.jpeg)
        let feed = CameraFeed(unitBytes: picture.jpeg.count)
        feed.send(
            .format(CameraFormat(video: VideoFormat(codec: "jpeg", width: picture.width, height: picture.height))))
        feed.send(.unit(CameraUnit(isKey: true, time: 0, bytes: picture.jpeg)))
        feed.end()
        super.init(feed)
    }
}
