import Combine
import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import Testing

/// An app's model with the imports that it used with Google's SDK and Combine.
@MainActor final class LampsModel: ObservableObject {
    @Published private(set) var names: [String] = []
    private var cancellables: Set<AnyCancellable> = []

    init(home: Home) {
        home.devices().batched()
            .catch { _ in Empty<Set<HomeDevice>, Never>() }
            .map { devices in devices.map(\.name).sorted() }
            .receive(on: DispatchQueue.main)
            .sink { [weak self] names in self?.names = names }
            .store(in: &cancellables)
    }

    func toggle(_ device: HomeDevice) async throws {
        guard let lamp = await device.types.get(OnOffLightDeviceType.self) else { return }
        try await lamp.matterTraits.onOffTrait?.toggle()
    }
}

@Suite(.timeLimit(.minutes(1))) struct PortTests {
    /// As apps do with the cases of any enum.
    private func words<E: Enum>(_ value: E) -> String {
        value == .unrecognizedCase() ? "unknown" : "case \(value.rawValue)"
    }

    @Test func enumsHaveGooglesProtocol() {
        typealias Mode = Matter.FanControlTrait.FanModeEnum
        #expect([Mode.low, .unrecognized_, .unrecognizedCase()].map(words) == ["case 1", "unknown", "unknown"])
    }

    @Test func membersHaveGooglesNames() {
        typealias History = Google.CameraHistoryTrait
        let urls = History.MediaUrl(previewUrl: "p", thumbnailUrl: "t", hlsMasterPlaylistUrl: "h")
        #expect([urls.preview_url, urls.thumbnail_url, urls.hls_master_playlist_url] == ["p", "t", "h"])
        #expect(Google.CameraSnapshotTrait.GetLiveSnapshotResponse(snapshotUrl: "s").snapshot_url == "s")
    }

    @Test func anInvitationIsALink() async {
        let error = await #expect(throws: HomeError.self) { try await Home.acceptInvitation("an ID of Google's") }
        #expect(error?.code == .invalidArgument)
    }

    @Test func theModulesAreTheSame() {
        #expect(GoogleHomeSDK.Home.version == Home.version)
        #expect(Home.sdkVersion == Home.version)
        let subject = Combine.PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let cancellable = subject.map { $0 * 2 }.sink { seen.append($0) }
        subject.send(2)
        #expect(seen == [4])
        cancellable.cancel()
    }
}
