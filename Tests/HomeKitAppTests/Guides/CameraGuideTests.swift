import Foundation
import Hearth
import HearthHomeKit
import HearthTraits
import Testing

/// The code about cameras of the introduction to HomeKit, as printed.
final class SampleViewController: NSObject {
    let cameraProfile: HMCameraProfile
    let place = UIView()
    var cameraView: HMCameraView?
    var errors: [(any Error)?] = []

    init(_ cameraProfile: HMCameraProfile) { self.cameraProfile = cameraProfile }

    func showStream() {
        cameraProfile.streamControl?.delegate = self

        let view = place

        // HMCameraViewを設置
        let cameraView = HMCameraView()
        cameraView.frame = view.bounds
        cameraView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(cameraView)
        self.cameraView = cameraView

        // 撮影を開始
        cameraProfile.streamControl?.startStream()
    }

    func updateAudioStreamSetting() {
        guard let cameraStream = cameraProfile.streamControl?.cameraStream else {
            return
        }

        cameraStream.updateAudioStreamSetting(.incomingAudioAllowed) { error in
            self.errors.append(error)
        }
    }

    func showSnapshot() {
        cameraProfile.snapshotControl?.delegate = self

        let view = place

        // HMCameraViewを設置
        let cameraView = HMCameraView()
        cameraView.frame = view.bounds
        cameraView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(cameraView)
        self.cameraView = cameraView

        // 静止画撮影
        cameraProfile.snapshotControl?.takeSnapshot()
    }

    func changeVolume() {
        guard let volume = cameraProfile.speakerControl?.volume else {
            return
        }

        volume.writeValue(50) { error in
            self.errors.append(error)
        }
    }

    func mirrorImage() {
        guard let imageMirroring = cameraProfile.settingsControl?.imageMirroring else {
            return
        }

        imageMirroring.writeValue(true) { error in
            self.errors.append(error)
        }
    }
}

extension SampleViewController: HMCameraStreamControlDelegate {
    func cameraStreamControlDidStartStream(
        _ cameraStreamControl: HMCameraStreamControl
    ) {
        cameraView?.cameraSource = cameraStreamControl.cameraStream
    }
}

extension SampleViewController: HMCameraSnapshotControlDelegate {
    func cameraSnapshotControl(
        _ cameraSnapshotControl: HMCameraSnapshotControl,
        didTake snapshot: HMCameraSnapshot?, error: Error?
    ) {
        cameraView?.cameraSource = snapshot
    }
}

@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized)
struct CameraGuideTests {
    private func start() async throws -> (GuideHouse, HomeModel, SampleViewController) {
        let house = try await GuideHouse.start()
        let model = HomeModel(HMHomeManager(home: try await house.home("app")))
        try await until { model.primaryHome != nil }
        let accessory = try #require(model.accessories.first { $0.name == "Garden Camera" })
        let profile = try #require(accessory.cameraProfiles?.first)
        return (house, model, SampleViewController(profile))
    }

    @Test func theStreamIsShownOnceItRuns() async throws {
        let (house, model, controller) = try await start()
        let control = try #require(controller.cameraProfile.streamControl)
        #expect(control.streamState == .notStreaming)
        controller.showStream()
        #expect(control.streamState == .starting)
        try await until { controller.cameraView?.cameraSource != nil }
        #expect(control.streamState == .streaming)
        let parts = try await firstParts(2, of: controller.cameraView?.cameraSource)
        guard case .format(let format)? = parts.first, case .unit(let unit)? = parts.last else {
            Issue.record("a stream begins with a format and a picture")
            return
        }
        #expect(format.video != nil && unit.isKey && !unit.isAudio)

        controller.updateAudioStreamSetting()
        try await until { !controller.errors.isEmpty }
        #expect(controller.errors.map { $0 == nil } == [true])
        #expect(control.cameraStream?.audioStreamSetting == .incomingAudioAllowed)

        control.stopStream()
        try await until { control.streamState == .notStreaming }
        #expect(control.cameraStream == nil && model.primaryHome != nil)
        await house.stop()
    }

    @Test func aSnapshotIsShown() async throws {
        let (house, model, controller) = try await start()
        let before = Date()
        controller.showSnapshot()
        try await until { controller.cameraView?.cameraSource != nil }
        let snapshot = try #require(controller.cameraProfile.snapshotControl?.mostRecentSnapshot)
        #expect(snapshot === controller.cameraView?.cameraSource)
        #expect(snapshot.captureDate >= before && snapshot.captureDate <= Date())
        // A JPEG file begins with the marker SOI.
        #expect(snapshot.jpegData.prefix(2) == Data([0xFF, 0xD8]))
        let parts = try await firstParts(2, of: snapshot)
        #expect(parts.count == 2 && model.primaryHome != nil)
        await house.stop()
    }

    @Test func settingsAreChangedUnlessTheCameraLacksThem() async throws {
        let (house, model, controller) = try await start()
        controller.changeVolume()
        controller.mirrorImage()
        try await until { controller.errors.count == 2 }
        #expect(controller.errors.allSatisfy { $0 == nil } && model.primaryHome != nil)
        let profile = controller.cameraProfile
        #expect(profile.speakerControl?.volume?.value as? Int == 50)
        #expect(profile.settingsControl?.imageMirroring?.value as? Bool == true)
        #expect(profile.settingsControl?.targetHorizontalTilt == nil)
        await house.stop()
    }
}
