import Foundation
import Hearth
import HearthTraits

/// The view of one device in an app. Subclasses know its actions.
class Tile: ObservableObject, Identifiable {
    let id: String
    let device: HomeDevice

    /// nil for a device without a switch.
    @Published var isOn: Bool?
    /// From 0 to 1; nil for a device without a level.
    @Published var level: Float?
    @Published var choices: [String] = []
    @Published var choice: String?
    @Published var status = "Loading"
    @Published var isBusy = false
    @Published var failure: String?

    var needsPIN: Bool { false }

    init(device: HomeDevice) throws {
        self.device = device
        self.id = device.id
    }

    func toggle() {}

    func setPIN(_ code: String) {
        fatalError("\(self) takes no PIN")
    }

    /// Sends a command, and shows the reason of a refusal.
    func perform(_ action: @escaping @MainActor () async throws -> Void) {
        self.isBusy = true
        Task { @MainActor [weak self] in
            do {
                try await action()
            } catch let error as HomeError {
                self?.failure = "\(error.code): \(error.message)"
            } catch {
                self?.failure = error.localizedDescription
            }
            self?.isBusy = false
        }
    }
}

/// Devices that can't make a tile.
enum TileError: Error {
    case wrongType(String)
}
