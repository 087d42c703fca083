import Foundation
import Hearth
import HearthTraits
import Testing

/// The app's page of a camera and of a doorbell.
@MainActor @Suite(.timeLimit(.minutes(5))) struct CameraModelTests {
    @Test(arguments: ["Garden Camera", "Video Doorbell"])
    func theCameraIsSwitchedOffAndOn(_ name: String) async throws {
        let house = try await AppHouse.start()
        let model = CameraModel(home: house.home, deviceID: try await house.device(name).id)
        await until { model.page == .live }
        await model.turn(on: false)
        await until { model.page == .off }
        await model.turn(on: true)
        await until { model.page == .live }
        await model.play("v=0")
        guard case .failed(let reason) = model.page else {
            Issue.record("a hub has no WebRTC")
            return
        }
        #expect(reason.contains("WebRTC"))
        await house.stop()
    }

    @Test func theMicrophoneIsMuted() async throws {
        let house = try await AppHouse.start()
        let model = CameraModel(home: house.home, deviceID: try await house.device("Garden Camera").id)
        await until { model.page == .live }
        if model.isMicrophoneOn != nil {
            try await model.setMicrophone(on: false)
            await until { model.isMicrophoneOn == false }
        }
        await house.stop()
    }

    private func until(_ holds: () -> Bool) async {
        while !holds() { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
