import Dispatch
import Foundation
import Hearth

/// The changes of the home since the app started, and the number of devices.
@MainActor final class HomeFeed: ObservableObject {
    @Published private(set) var lines: [String] = []
    @Published private(set) var total = 0
    @Published private(set) var offline = 0
    /// The number of devices in each room, by its name.
    @Published private(set) var rooms: [String: Int] = [:]

    private var names: [String: String] = [:]
    private var cancellables = Set<AnyCancellable>()

    init(home: Home) {
        home.devices().stream()
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.lines.append(error.localizedDescription) }
                },
                receiveValue: { [weak self] update in self?.take(update) }
            )
            .store(in: &self.cancellables)

        // One subscription, from which two numbers are computed.
        let devices = home.devices().batched().replaceError(with: []).share()
        devices
            .map(\.count)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &self.$total)
        devices
            .map { $0.filter { $0.sourceConnectivity.connectivityState == .offline }.count }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &self.$offline)

        home.rooms().batched()
            .combineLatest(home.devices().batched())
            .map { rooms, devices in
                rooms.reduce(into: [String: Int]()) { counts, room in
                    counts[room.name] = devices.filter { $0.roomID == room.id }.count
                }
            }
            .catch { _ in Just([:]) }
            .receive(on: DispatchQueue.main)
            .assign(to: &self.$rooms)
    }

    private func take(_ update: HomeObjectUpdate<HomeDevice>) {
        switch update {
        case .initial(let device):
            self.names[device.id] = device.name
        case .added(let device):
            self.names[device.id] = device.name
            self.lines.append("\(device.name) was added")
        case .changed(let device):
            guard let name = self.names.updateValue(device.name, forKey: device.id), name != device.name else { return }
            self.lines.append("\(name) is now \(device.name)")
        case .deleted(let id):
            self.lines.append("\(self.names.removeValue(forKey: id) ?? id) was removed")
        }
    }
}
