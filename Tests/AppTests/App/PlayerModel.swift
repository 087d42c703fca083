import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A television's controls; missing features have no button.
@MainActor final class PlayerModel: ObservableObject {
    @Published private(set) var isPlaying = false
    @Published private(set) var buttons: [String] = []
    @Published private(set) var failure: String?

    private var trait: Matter.MediaPlaybackTrait?
    private var cancellables = Set<AnyCancellable>()

    init(device: HomeDevice) {
        device.types.subscribe(BasicVideoPlayerDeviceType.self)
            .tryMap { player -> Matter.MediaPlaybackTrait in
                guard let trait = player.matterTraits.mediaPlaybackTrait else {
                    throw HomeError.unimplemented("It can't play")
                }
                return trait
            }
            .tryRemoveDuplicates(by: ==)
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.failure = "\(error)" }
                },
                receiveValue: { [weak self] trait in self?.show(trait) }
            )
            .store(in: &self.cancellables)
    }

    func press(_ button: String) async {
        do {
            guard let trait = self.trait else { throw HomeError.failedPrecondition("There is no player yet") }
            let response: Matter.MediaPlaybackTrait.PlaybackResponse
            switch button {
            case "Play": response = try await trait.play()
            case "Pause": response = try await trait.pause()
            case "Next": response = try await trait.next()
            default: throw HomeError.invalidArgument()
            }
            if response.status != .success { throw HomeError.commandFailed("\(response.status)") }
        } catch let error as HomeError where error.code == .cancelled {
            // The page was closed.
        } catch {
            self.failure = error.localizedDescription
        }
    }

    private func show(_ trait: Matter.MediaPlaybackTrait) {
        self.trait = trait
        self.isPlaying = trait.attributes.currentState == .playing
        self.buttons = [
            trait.supportsPlayCommand ? "Play" : nil, trait.supportsPauseCommand ? "Pause" : nil,
            trait.supportsNextCommand ? "Next" : nil,
        ].compactMap { $0 }
    }
}
