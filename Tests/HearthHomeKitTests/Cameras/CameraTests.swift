@testable internal import HearthHomeKit
internal import Foundation
internal import Hearth
internal import HearthCameraMedia
internal import HearthTraits
internal import HearthVirtualHome
internal import Expectations
internal import Testing

/// Cameras of the virtual home, on a hub.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct CameraTests {
    private func camera(of program: Program, _ name: String = "Garden Camera") throws -> HMCameraProfile {
        try require(try program.accessory(name).cameraProfiles?.first)
    }

    @Test func onlyAccessoriesWithCamerasHaveProfiles() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let lamp = try program.accessory("Floor Lamp")
        expectNil(lamp.cameraProfiles)
        expect(lamp.profiles.isEmpty)
        let accessory = try program.accessory("Garden Camera")
        let profile = try camera(of: program)
        expect(accessory.cameraProfiles?.count, equals: 1)
        expect(accessory.profiles, equals: [profile])
        expect(accessory.cameraProfiles?.first === profile, "it is one object")
        expect(profile.accessory === accessory)
        expect(profile.streamControl != nil && profile.snapshotControl != nil)
        expect(accessory.category.categoryType, equals: HMAccessoryCategoryTypeIPCamera)
        let doorbell = try camera(of: program, "Video Doorbell")
        expect(doorbell.uniqueIdentifier, differsFrom: profile.uniqueIdentifier)
    }

    @Test func soundIsMutedWhileTheStreamRuns() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let control = try require(try camera(of: program).streamControl)
        control.delegate = program.told
        control.startStream()
        await program.told.waits(for: "stream started")
        let stream = try require(control.cameraStream)
        expect(stream.audioStreamSetting, equals: .incomingAudioAllowed)
        var parts = stream.parts.makeAsyncIterator()
        _ = try await require(parts.next(where: { $0.sound == true }))
        try await stream.updateAudioStreamSetting(.muted)
        expect(stream.audioStreamSetting, equals: .muted)
        // Muted means that there is no track of sound, not a silent one.
        _ = try await require(parts.next(where: { $0.sound == false }))
        for _ in 0..<20 {
            guard case .unit(let unit)? = try await parts.next() else { continue }
            expect(!unit.isAudio)
        }
    }

    /// All viewers of a virtual camera hear what it plays.
    @Test func anAppTalksThroughACamera() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let (talking, hearing) = (
            try require(try camera(of: one).streamControl), try require(try camera(of: other).streamControl)
        )
        talking.delegate = one.told
        hearing.delegate = other.told
        talking.startStream()
        hearing.startStream()
        await one.told.waits(for: "stream started")
        await other.told.waits(for: "stream started")
        let (stream, heard) = (try require(talking.cameraStream), try require(hearing.cameraStream))
        let word = SpokenPacket(time: 960, bytes: [0xFC, 0xFF, 0xFE])
        await expect(code { try await stream.send(word) }, equals: .notAuthorizedForMicrophoneAccess)
        expect((stream.audioStreamSetting, stream.microphoneFormat), are: (.incomingAudioAllowed, nil))
        try await stream.updateAudioStreamSetting(.bidirectionalAudioAllowed)
        expect(
            (stream.audioStreamSetting, stream.microphoneFormat?.codec), are: (.bidirectionalAudioAllowed, "opus"))
        // A stream can begin to talk again while what it said before still ends.
        try await stream.updateAudioStreamSetting(.bidirectionalAudioAllowed)
        try await stream.updateAudioStreamSetting(.muted)
        try await stream.updateAudioStreamSetting(.bidirectionalAudioAllowed)
        await expect(
            code { try await heard.updateAudioStreamSetting(.bidirectionalAudioAllowed) }, equals: .accessoryIsBusy)
        expect(heard.audioStreamSetting, equals: .incomingAudioAllowed)
        var parts = heard.parts.makeAsyncIterator()
        try await stream.send(word)
        _ = try await require(
            parts.next(where: {
                if case .unit(let unit) = $0 { unit.isAudio && unit.bytes == word.bytes } else { false }
            }))
        try await stream.updateAudioStreamSetting(.muted)
        expect((stream.audioStreamSetting, stream.microphoneFormat), are: (.muted, nil))
        // The camera is free for the other app, whose setting ends when the camera's speaker is muted.
        try await until {
            await code { try await heard.updateAudioStreamSetting(.bidirectionalAudioAllowed) } == nil
        }
        try await require(try camera(of: one).speakerControl?.mute).writeValue(true)
        try await until { heard.audioStreamSetting == .incomingAudioAllowed }
        await expect(
            code { try await heard.updateAudioStreamSetting(.bidirectionalAudioAllowed) },
            equals: .operationNotSupported)
    }

    @Test func anAccessoryThatIsAwayHasNoPictures() async throws {
        let (house, program) = try await HomeKitHouse.open()
        let profile = try camera(of: program)
        let (stream, snapshot) = (try require(profile.streamControl), try require(profile.snapshotControl))
        stream.delegate = program.told
        snapshot.delegate = program.told
        try await house.devices.setOnline(false, deviceID: "garden-camera")
        await program.told.waits(for: "Garden Camera is away")
        stream.startStream()
        await program.told.waits(for: "stream stopped accessoryNotReachable")
        snapshot.takeSnapshot()
        await program.told.waits(for: "no snapshot accessoryNotReachable")
        expectNil(snapshot.mostRecentSnapshot)
    }

    @Test func privacyEndsAStream() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let control = try require(try camera(of: program).streamControl)
        control.delegate = program.told
        control.startStream()
        await program.told.waits(for: "stream started")
        let device = try require(
            try await program.connection.devices().list().first { $0.name == "Garden Camera" })
        let camera = try require(await device.types.get(CameraDeviceType.self))
        try await camera.matterTraits.cameraAvStreamManagementTrait?.update {
            $0.setSoftLivestreamPrivacyModeEnabled(true)
        }
        await program.told.waits(for: "stream stopped operationNotSupported")
    }

    @Test func picturesAreTakenInTheOrderOfTheCalls() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let control = try require(try camera(of: program).snapshotControl)
        control.delegate = program.told
        expectNil(control.mostRecentSnapshot)
        let before = Date()
        control.takeSnapshot()
        await program.told.waits(for: "snapshot")
        let first = try require(control.mostRecentSnapshot)
        // A JPEG file begins with the marker SOI.
        expect(Array(first.jpegData.prefix(2)), equals: [0xFF, 0xD8])
        expect(first.captureDate, isAtLeast: before)
        expect(first.aspectRatio, isAbove: 1)
        let count = program.told.events.count
        control.takeSnapshot()
        await program.told.waits(for: "snapshot", after: count)
        expect(control.mostRecentSnapshot !== first)
        expect(try require(control.mostRecentSnapshot).captureDate, isAtLeast: first.captureDate)
    }

    @Test func microphoneAndSpeakerHaveMuteAndVolume() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let profile = try camera(of: program)
        for control in [profile.microphoneControl, profile.speakerControl] {
            let (mute, volume) = (try require(control?.mute), try require(control?.volume))
            expect((mute.value as? Bool, volume.value as? Int), are: (false, 100))
            try await mute.writeValue(true)
            try await volume.writeValue(50)
            expect((mute.value as? Bool, volume.value as? Int), are: (true, 50))
        }
        expect(program.told.wasElsewhere, equals: false)
    }

    @Test func settingsAreWrittenAndRead() async throws {
        let (_, program, other) = try await HomeKitHouse.openTwice()
        let settings = try require(try camera(of: program).settingsControl)
        let (vision, rotation) = (try require(settings.nightVision), try require(settings.imageRotation))
        let mirrored = try require(settings.imageMirroring)
        expect((vision.value as? Bool, rotation.value as? Int, mirrored.value as? Bool), are: (true, 0, false))
        try await vision.writeValue(false)
        try await rotation.writeValue(180)
        try await mirrored.writeValue(true)
        let seen = try require(try camera(of: other).settingsControl)
        try await until { seen.imageMirroring?.value as? Bool == true }
        expect((seen.nightVision?.value as? Bool, seen.imageRotation?.value as? Int), are: (false, 180))
    }

    /// A microphone that is off at the camera sends no sound to anybody.
    @Test func aMutedMicrophoneEndsTheSound() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let profile = try camera(of: program)
        let control = try require(profile.streamControl)
        control.delegate = program.told
        control.startStream()
        await program.told.waits(for: "stream started")
        var parts = try require(control.cameraStream).parts.makeAsyncIterator()
        _ = try await require(parts.next(where: { $0.sound == true }))
        try await require(profile.microphoneControl?.mute).writeValue(true)
        _ = try await require(parts.next(where: { $0.sound == false }))
    }
}

extension DelegateRecorder: HMCameraStreamControlDelegate {
    func cameraStreamControlDidStartStream(_ cameraStreamControl: HMCameraStreamControl) { note("stream started") }
    func cameraStreamControl(
        _ cameraStreamControl: HMCameraStreamControl, didStopStreamWithError error: (any Error)?
    ) {
        note(
            (["stream stopped"] + [(error as? HMError).map { "\($0.code)" }].compactMap(\.self)).joined(separator: " "))
    }
}

extension DelegateRecorder: HMCameraSnapshotControlDelegate {
    func cameraSnapshotControl(
        _ cameraSnapshotControl: HMCameraSnapshotControl, didTake snapshot: HMCameraSnapshot?, error: (any Error)?
    ) {
        note(snapshot != nil ? "snapshot" : "no snapshot \((error as? HMError).map { "\($0.code)" } ?? "")")
    }
    func cameraSnapshotControlDidUpdateMostRecentSnapshot(_ cameraSnapshotControl: HMCameraSnapshotControl) {
        note("snapshot of another program")
    }
}

extension CameraPart {
    /// Whether a format has sound; nil for units.
    fileprivate var sound: Bool? {
        if case .format(let format) = self { format.audio != nil } else { nil }
    }
}

extension CameraViewer.AsyncIterator {
    /// The first part with a property.
    fileprivate mutating func next(where holds: (CameraPart) -> Bool) async throws -> CameraPart? {
        while let part = try await next() {
            if holds(part) { return part }
        }
        return nil
    }
}
