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

    @Test func aStreamStartsAndStops() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let control = try require(try camera(of: program).streamControl)
        control.delegate = program.told
        expect((control.streamState, control.cameraStream), are: (.notStreaming, nil))
        control.startStream()
        await program.told.waits(for: "stream started")
        expect(control.streamState, equals: .streaming)
        let stream = try require(control.cameraStream)
        expect(stream.aspectRatio, isAbove: 1)
        var parts = stream.parts.makeAsyncIterator()
        guard case .format(let format)? = try await parts.next(), case .unit(let unit)? = try await parts.next() else {
            Issue.record("a stream begins with a format and a picture")
            return
        }
        expect((format.video != nil, unit.isKey, unit.isAudio), are: (true, true, false))
        control.stopStream()
        await program.told.waits(for: "stream stopped")
        expect((control.streamState, control.cameraStream), are: (.notStreaming, nil))
        expect(!program.told.wasElsewhere)
    }

    @Test func soundIsMutedWhileTheStreamRuns() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let control = try require(try camera(of: program).streamControl)
        control.delegate = program.told
        control.startStream()
        await program.told.waits(for: "stream started")
        let stream = try require(control.cameraStream)
        expect(stream.audioStreamSetting, equals: .incomingAudioAllowed)
        try await stream.updateAudioStreamSetting(.muted)
        expect(stream.audioStreamSetting, equals: .muted)
        await expect(
            code { try await stream.updateAudioStreamSetting(.bidirectionalAudioAllowed) },
            equals: .notAuthorizedForMicrophoneAccess)
        expect(stream.audioStreamSetting, equals: .muted)
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

    @Test func theMicrophoneIsMuted() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let profile = try camera(of: program)
        guard let microphone = profile.microphoneControl else {
            expect(profile.services.allSatisfy { $0.serviceType != HMServiceTypeMicrophone })
            return
        }
        try await require(microphone.mute).writeValue(true)
        expect(microphone.mute?.value as? Bool, equals: true)
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
}
