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
    public var audioStreamSetting: HMCameraAudioStreamSetting {
        feed.microphone.format == nil ? feed.audio : .bidirectionalAudioAllowed
    }

    /// Changes the use of sound while the stream runs. With ``HMCameraAudioStreamSetting/bidirectionalAudioAllowed``, the
    /// camera plays what the app gives to ``send(_:)``, as systems without UIKit have no microphone for all apps. If the
    /// camera or the hub ends that, the setting becomes ``HMCameraAudioStreamSetting/incomingAudioAllowed``.
    ///
    /// - Throws: ``HMError`` for ``HMCameraAudioStreamSetting/bidirectionalAudioAllowed``: `accessoryIsBusy` while somebody
    ///   else talks through the camera, `operationNotSupported` if it has no loudspeaker or its speaker is muted,
    ///   `accessoryNotReachable`, and `operationCancelled` if the setting was changed again meanwhile.
    public func updateAudioStreamSetting(_ audioStreamSetting: HMCameraAudioStreamSetting) async throws {
        let change = take(audioStreamSetting)
        if audioStreamSetting == .bidirectionalAudioAllowed { try await change.value }
    }

    /// Changes the use of sound while the stream runs, as
    /// ``updateAudioStreamSetting(_:)-(HMCameraAudioStreamSetting)`` does.
    public func updateAudioStreamSetting(
        _ audioStreamSetting: HMCameraAudioStreamSetting,
        completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        let change = take(audioStreamSetting)
        report(completion) {
            if audioStreamSetting == .bidirectionalAudioAllowed { try await change.value }
        }
    }

    /// Changes the use of sound, without saying whether that worked.
    @available(*, deprecated, renamed: "updateAudioStreamSetting(_:completionHandler:)")
    public func setAudioStreamSetting(_ audioStreamSetting: HMCameraAudioStreamSetting) {
        updateAudioStreamSetting(audioStreamSetting) { _ in }
    }

    /// The format of the sound that ``send(_:)`` takes: the one of Opus, PCMU ("ulaw") and PCMA ("alaw") that the camera
    /// prefers. nil while the setting is another one than ``HMCameraAudioStreamSetting/bidirectionalAudioAllowed``. Hearth's
    /// own.
    public var microphoneFormat: AudioFormat? { feed.microphone.format }

    /// Lets the camera play a packet of what the user says, usually of 20 ms, in the ``microphoneFormat``. At most 1,280
    /// bytes a packet and 16,000 bytes a second are played. Hearth's own.
    ///
    /// - Throws: ``HMError``: `notAuthorizedForMicrophoneAccess` unless the setting is
    ///   ``HMCameraAudioStreamSetting/bidirectionalAudioAllowed``, `accessoryNotReachable` if the connection is lost.
    public func send(_ sound: SpokenPacket) async throws { try await feed.microphone.send(sound) }

    /// Notes a setting at once, so that the last one counts. Until the camera plays what the app says, the app only hears.
    ///
    /// - Returns: a task that ends when the camera plays what the app says, or no longer.
    private func take(_ audio: HMCameraAudioStreamSetting) -> Task<Void, any Error> {
        feed.audio = audio == .muted ? .muted : .incomingAudioAllowed
        return feed.microphone.wish(toTalk: audio == .bidirectionalAudioAllowed)
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
