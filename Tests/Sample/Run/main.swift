// Runs the models of cameras of Google's sample app, as they are, on the cameras of the virtual home. Each line of the
// output is a thing that holds; a thing that does not end within a minute ends the program with an error.

import Combine
import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import WebRTC

@MainActor func check(_ words: String, _ holds: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !holds() {
        guard ContinuousClock.now < deadline else {
            print("does not hold: \(words)")
            exit(1)
        }
        try await Task.sleep(for: .milliseconds(5))
    }
    print(words)
}

/// Chooses a value as the view does, and waits until another app sees it.
@MainActor func choose<T: DeviceType, Value: Equatable>(
    _ words: String, _ value: Value, _ model: CameraSettingsViewModel<T>, _ other: CameraSettingsViewModel<T>,
    _ setting: (CameraSettingsViewModel<T>) -> CameraSetting<Value>
) async throws {
    try await check("\(words) can be set") { setting(model).isEnabled && setting(other).isEnabled }
    setting(model).binding.wrappedValue = value
    await setting(model).manualRemoteUpdateValue()
    try await check("\(words) is \(value)") { setting(other).value == value }
}

@MainActor func settings<T: DeviceType>(
    _ type: T.Type, of id: String, in home: Home
) async throws -> (CameraSettingsViewModel<T>, CameraSettingsViewModel<T>) {
    let (model, other) = (
        CameraSettingsViewModel<T>(home: home, deviceID: id, initiatingFlow: .settings),
        CameraSettingsViewModel<T>(home: home, deviceID: id, initiatingFlow: .settings)
    )
    try await check("the settings of a \(type) are there") { model.settingsInitialized && other.settingsInitialized }
    try await choose("the microphone", false, model, other) { $0.microphoneOnController }
    try await choose("the recorded sound", false, model, other) { $0.audioRecordingOnController }
    try await choose("the rotation", 180, model, other) { $0.imageRotationController }
    try await choose("night vision", .on, model, other) { $0.nightVisionController }
    try await choose("the status light", .low, model, other) { $0.statusLightBrightnessController }
    try await choose("the volume", 50, model, other) { $0.speakerVolumeController }
    return (model, other)
}

@MainActor func run() async throws {
    let house = try await PortHouse.start()
    let (camera, doorbell) = (try await house.device("Garden Camera"), try await house.device("Video Doorbell"))
    let renderer = RTCMTLVideoView()

    let control = try CameraControl(device: camera)
    let bell = try DoorbellControl(device: doorbell)
    try await check("both tiles are on") { control.tileInfo.isActive && bell.tileInfo.isActive }

    let live = CameraLiveViewModel(home: house.home, deviceID: camera.id, renderer: renderer)
    try await check("the camera is live") { live.uiState == .live }
    live.toggleTwoWayTalk(isOn: true)
    try await check("its user talks") { live.isTwoWayTalkOn }
    live.toggleIsRecording(isOn: false)
    try await check("the camera is off") { live.uiState == .off && !control.tileInfo.isActive }
    live.toggleIsRecording(isOn: true)
    try await check("the camera is live again") { live.uiState == .live && control.tileInfo.isActive }
    live.leaveStreamView()

    _ = try await settings(GoogleCameraDeviceType.self, of: camera.id, in: house.home)
    let (model, other) = try await settings(GoogleDoorbellDeviceType.self, of: doorbell.id, in: house.home)
    try await choose("the chime's sound", model.doorbellChimeSettings[2], model, other) { $0.doorbellChimeController }
    try await choose("the chime in the house", .mechanical, model, other) { $0.externalChimeController }

    let setUp = CameraOOBEViewModel<GoogleCameraDeviceType>(home: house.home, device: camera)
    for _ in 0..<2 { setUp.nextStep() }
    try await setUp.configurationDone()
    try await check("the camera is set up") { setUp.step == .done && !setUp.isLoading }

    try await house.demo.press("hallway-video-doorbell")
    let history = HistoryViewModel(home: house.home, structureID: camera.structureID ?? "")
    try await check("a ring is in the history, with its picture") {
        await history.initialize()
        let rings = history.dailyEvents.flatMap(\.events).filter { $0.eventTitle == "Doorbell Pressed" }
        return rings.contains { $0.deviceName == "Video Doorbell" && !$0.thumbnailURL.isEmpty }
    }
    try await check("the history can be filtered") {
        history.filterableEventTypes.filter { $0.cameraEventTypeEnum == .doorbell }
            .forEach(history.toggleStagedEventTypeSelection)
        await history.applyEventTypeFilters()
        return history.dailyEvents.flatMap(\.events).allSatisfy { $0.eventTitle == "Doorbell Pressed" }
    }
    await house.stop()
}

try await run()
