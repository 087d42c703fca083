import Dispatch
import Hearth
import HearthTraits

/// One line of the list: a device with its control.
struct Entry {
    var device: HomeDevice
    var control: any Control
    var number: Int

    /// The text after the device's name.
    var status: String {
        switch device.sourceConnectivity.connectivityState {
        case .online: control.status
        case .partiallyOnline: "\(control.status) (partly offline)"
        case .offline: "offline"
        default: "not known"
        }
    }
}

/// The current state of the house, updated by the home's publishers for joins, leaves and device changes.
@MainActor
final class House {
    private(set) var structures: Set<Structure> = []
    private(set) var rooms: Set<Room> = []
    private(set) var entries: [String: Entry] = [:]
    /// Whether the state of each device has arrived.
    private(set) var isComplete = false
    /// Called for each change once the house is complete; nil means the list as a whole.
    var changed: (Entry?) -> Void = { _ in }
    /// Called when the home ends, with the reason.
    var ended: (HomeError) -> Void = { _ in }

    private var latest: (structures: Set<Structure>?, rooms: Set<Room>?, devices: Set<HomeDevice>?)
    private var cancellables: Set<AnyCancellable> = []
    private var followed: [String: AnyCancellable] = [:]
    private var nextNumber = 1
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ home: Home) {
        follow(home.structures()) { $0.latest.structures = $1 }
        follow(home.rooms()) { $0.latest.rooms = $1 }
        follow(home.devices()) { $0.latest.devices = $1 }
    }

    /// Calls `take` whenever one of the three sets changes, once all have arrived.
    private func follow<Element>(
        _ query: any Query<Element>, take: @escaping @MainActor (House, Set<Element>) -> Void
    ) {
        query.batched()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] completion in
                guard case .failure(let error) = completion else { return }
                self?.ended(error)
                self?.waiting?.resume()
                self?.waiting = nil
            } receiveValue: { [weak self] objects in
                guard let self else { return }
                take(self, objects)
                guard
                    let structures = self.latest.structures, let rooms = self.latest.rooms,
                    let devices = self.latest.devices
                else { return }
                self.show(structures, rooms, devices)
            }
            .store(in: &cancellables)
    }

    private func show(_ structures: Set<Structure>, _ rooms: Set<Room>, _ devices: Set<HomeDevice>) {
        let isAsBefore =
            rooms == self.rooms && Set(devices.map(\.place)) == Set(entries.values.map(\.device.place))
        self.structures = structures
        self.rooms = rooms
        for id in followed.keys where !devices.contains(where: { $0.id == id }) {
            followed[id] = nil
            entries[id] = nil
        }
        for device in devices.sorted(by: { (roomName($0), $0.name) < (roomName($1), $1.name) }) {
            if var entry = entries[device.id] {
                let before = entry.status
                entry.device = device
                entries[device.id] = entry
                if isComplete, isAsBefore, entry.status != before { changed(entry) }
            } else if followed[device.id] == nil {
                follow(device)
            }
        }
        if isComplete { if !isAsBefore { changed(nil) } } else { checkComplete() }
    }

    /// Updates a device's control from its types, now and after each change.
    private func follow(_ device: HomeDevice) {
        let number = nextNumber
        nextNumber += 1
        followed[device.id] = device.types.subscribeAll()
            .map { ControlFactory.control(for: $0, of: device) }
            .receive(on: DispatchQueue.main)
            .catch { _ in Empty<any Control, Never>() }
            .sink { [weak self] control in
                guard let self else { return }
                let before = self.entries[device.id]
                let entry = Entry(device: before?.device ?? device, control: control, number: number)
                self.entries[device.id] = entry
                if !self.isComplete {
                    self.checkComplete()
                } else if before?.status != entry.status {
                    self.changed(before == nil ? nil : entry)
                }
            }
    }

    private func checkComplete() {
        guard entries.count == followed.count else { return }
        isComplete = true
        changed(nil)
        waiting?.resume()
        waiting = nil
    }

    /// Returns once the state of each device has arrived, or the home has ended.
    func ready() async {
        guard !isComplete else { return }
        await withCheckedContinuation { waiting = $0 }
    }

    // MARK: Reading

    /// The rooms with their devices, by name; devices without a room come last.
    var byRoom: [(name: String, entries: [Entry])] {
        let grouped = Dictionary(grouping: entries.values) { roomName($0.device) }
        return grouped.map { (name: $0.key, entries: $0.value.sorted { $0.number < $1.number }) }
            .sorted { ($0.name.isEmpty ? 1 : 0, $0.name) < ($1.name.isEmpty ? 1 : 0, $1.name) }
    }

    func entry(_ number: Int) -> Entry? { entries.values.first { $0.number == number } }

    func room(_ name: String) -> Room? { rooms.first { $0.name.lowercased() == name.lowercased() } }

    private func roomName(_ device: HomeDevice) -> String {
        rooms.first { $0.id == device.roomID }?.name ?? ""
    }
}

extension HomeDevice {
    /// The properties that decide its place in the list.
    fileprivate var place: [String?] { [id, name, roomID] }
}
