import Dispatch
import Foundation
import Hearth
import HearthTraits

/// The candidates for automations, by rooms and devices, for an editor.
@MainActor final class Palette: ObservableObject {
    struct Shelf: Identifiable, Comparable {
        let room: Room
        let devices: [Item]

        var id: String { room.id }

        static func < (left: Shelf, right: Shelf) -> Bool { left.room.name < right.room.name }
    }

    struct Item: Identifiable, Hashable {
        let device: HomeDevice
        let entries: [Entry]

        var id: String { device.id }

        var deviceType: any DeviceType.Type {
            if device.types.contains(DimmableLightDeviceType.self) {
                DimmableLightDeviceType.self
            } else if device.types.contains(OnOffLightDeviceType.self) {
                OnOffLightDeviceType.self
            } else {
                UnknownDeviceType.self
            }
        }
    }

    struct Entry: Identifiable, Hashable {
        let node: any NodeCandidate

        var id: String { String(node.hashValue) }
        var isSupported: Bool { node.trait == Matter.OnOffTrait.self || node.trait == Matter.LevelControlTrait.self }
        var range: Range { Range(node) }

        static func == (left: Entry, right: Entry) -> Bool { left.id == right.id }

        func hash(into hasher: inout Hasher) { node.hash(into: &hasher) }
    }

    /// The values that an editor offers.
    enum Range: Equatable {
        case none
        case choices([String])
        case signed(Int64, Int64)
        case unsigned(UInt64, UInt64)
        case real(Double, Double)

        init(_ node: any NodeCandidate) {
            guard let details = node.fieldDetails.values.first, let constraint = details.constraint else {
                self = .none
                return
            }
            switch constraint {
            case .enumConstraint(let allowed):
                self = .choices(
                    allowed.compactMap { $0.cast(Matter.OnOffTrait.StartUpOnOffEnum.self).map { "\($0)" } })
            case .booleanConstraint:
                let isOnOff = details.field.id == Matter.OnOffTrait.Attribute.onOff.id
                self = isOnOff ? .choices(["on", "off"]) : .none
            case .intRangeConstraint(let lower, let upper, _, _): self = .signed(lower, upper)
            case .uintRangeConstraint(let lower, let upper, _, _): self = .unsigned(lower, upper)
            case .doubleRangeConstraint(let lower, let upper, _, _): self = .real(lower, upper)
            default: self = .none
            }
        }
    }

    @Published private(set) var shelves = [Shelf]()
    @Published private(set) var hasLoaded = false
    private var loading: AnyCancellable?

    init(home: Home, structure: Structure) {
        loading = Publishers.CombineLatest(
            home.rooms().batched(), structure.candidates(includeDescendants: true).batched()
        )
        .receive(on: DispatchQueue.main)
        .catch { _ in Empty<(Set<Room>, Set<AnyNodeCandidate>), Never>() }
        .sink { [weak self] rooms, candidates in
            let entries = candidates.reduce(into: [HomeDevice: [Entry]]()) { table, candidate in
                guard let device = candidate.node.homeObject as? HomeDevice, device.roomID != nil else { return }
                table[device, default: []].append(Entry(node: candidate.node))
            }
            let items = entries.reduce(into: [String: [Item]]()) { table, entry in
                guard let room = entry.key.roomID else { return }
                table[room, default: []].append(Item(device: entry.key, entries: entry.value))
            }
            self?.shelves = rooms.compactMap { room in items[room.id].map { Shelf(room: room, devices: $0) } }.sorted()
            self?.hasLoaded = true
        }
    }
}
