import Foundation
import HearthHomeKit
import Testing

/// What HomeKit tells an app about the streams and the pictures of cameras, in the order of its calls.
@MainActor
final class CameraEvents: NSObject {
    private(set) var events: [String] = []

    private func note(_ event: String) { events.append(event) }
}

extension CameraEvents: HMCameraStreamControlDelegate {
    nonisolated func cameraStreamControlDidStartStream(_ cameraStreamControl: HMCameraStreamControl) {
        MainActor.assumeIsolated { note("started") }
    }

    nonisolated func cameraStreamControl(
        _ cameraStreamControl: HMCameraStreamControl, didStopStreamWithError error: (any Error)?
    ) {
        let code = (error as? HMError)?.code
        MainActor.assumeIsolated { note(code.map { "stopped: \($0)" } ?? "stopped") }
    }
}

extension CameraEvents: HMCameraSnapshotControlDelegate {
    nonisolated func cameraSnapshotControl(
        _ cameraSnapshotControl: HMCameraSnapshotControl, didTake snapshot: HMCameraSnapshot?, error: (any Error)?
    ) {
        let isTaken = snapshot != nil
        MainActor.assumeIsolated { note(isTaken ? "taken" : "not taken") }
    }

    nonisolated func cameraSnapshotControlDidUpdateMostRecentSnapshot(
        _ cameraSnapshotControl: HMCameraSnapshotControl
    ) {
        MainActor.assumeIsolated { note("taken by another program") }
    }
}

/// The states and errors of HomeKit's camera controls (HomeKit documentation, HMCameraStreamControl and
/// HMCameraSnapshotControl).
@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized)
struct CameraControlTests {
    /// An app keeps its manager as long as it uses homes.
    private static var models: [HomeModel] = []

    private func profile(_ house: GuideHouse, _ program: String = "app") async throws -> HMCameraProfile {
        let model = HomeModel(HMHomeManager(home: try await house.home(program)))
        Self.models.append(model)
        try await until { model.primaryHome != nil }
        let accessory = try #require(model.accessories.first { $0.name == "Garden Camera" })
        return try #require(accessory.cameraProfiles?.first)
    }

    @Test func aStreamStartsAndStops() async throws {
        let house = try await GuideHouse.start()
        let control = try #require(try await profile(house).streamControl)
        let told = CameraEvents()
        control.delegate = told
        #expect(control.streamState == .notStreaming && control.cameraStream == nil)
        control.startStream()
        #expect(control.streamState == .starting && control.cameraStream == nil)
        try await until { told.events == ["started"] }
        #expect(control.streamState == .streaming)
        #expect(try #require(control.cameraStream).aspectRatio > 1)
        control.stopStream()
        #expect(control.streamState == .stopping)
        try await until { told.events == ["started", "stopped"] }
        #expect(control.streamState == .notStreaming && control.cameraStream == nil)
        await house.stop()
    }

    @Test func aStreamThatEndsByItselfHasAnError() async throws {
        let house = try await GuideHouse.start()
        let control = try #require(try await profile(house).streamControl)
        let told = CameraEvents()
        control.delegate = told
        control.startStream()
        try await until { told.events == ["started"] }
        let parts = try #require(control.cameraStream).parts
        try await house.devices.setOnline(false, deviceID: "garden-camera")
        try await until { told.events.count == 2 }
        #expect(told.events == ["started", "stopped: accessoryNotReachable"])
        #expect(control.streamState == .notStreaming && control.cameraStream == nil)
        let error = await #expect(throws: HMError.self) { for try await _ in parts {} }
        #expect(error?.code == .accessoryNotReachable)
        #expect(HMError.Code.accessoryNotReachable.rawValue == 4)
        await house.stop()
    }

    /// The taker gets its own picture, the other program gets it as the most recent one.
    @Test func othersSeeAPictureThatOneTakes() async throws {
        let house = try await GuideHouse.start()
        let taking = try #require(try await profile(house, "one").snapshotControl)
        let watching = try #require(try await profile(house, "other").snapshotControl)
        let (taker, watcher) = (CameraEvents(), CameraEvents())
        taking.delegate = taker
        watching.delegate = watcher
        // Until the other program watches.
        while watching.mostRecentSnapshot == nil {
            let count = taker.events.count
            taking.takeSnapshot()
            try await until { taker.events.count > count }
        }
        try await until { !watcher.events.isEmpty }
        let (own, seen) = (try #require(taking.mostRecentSnapshot), try #require(watching.mostRecentSnapshot))
        #expect(seen.jpegData == own.jpegData)
        #expect(seen.aspectRatio == own.aspectRatio)
        #expect(Set(taker.events) == ["taken"])
        #expect(Set(watcher.events) == ["taken by another program"])
        await house.stop()
    }

    @Test func settingsThatACameraLacksAreNil() async throws {
        let house = try await GuideHouse.start()
        let settings = try #require(try await profile(house).settingsControl)
        #expect(settings.digitalZoom?.metadata?.maximumValue as? Double == 1)
        let lacking = [
            settings.currentHorizontalTilt, settings.targetHorizontalTilt, settings.currentVerticalTilt,
            settings.targetVerticalTilt, settings.opticalZoom,
        ]
        #expect(lacking.allSatisfy { $0 == nil })
        await house.stop()
    }
}
