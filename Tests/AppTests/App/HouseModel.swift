import Dispatch
import Foundation
import Hearth
import HearthTraits

/// The rooms of one structure with the tiles of their devices.
final class HouseModel: ObservableObject {
    final class Entry: Identifiable {
        let id: String
        let name: String
        private(set) var tiles = [Tile]()

        init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        func append(_ tile: Tile) {
            self.tiles.append(tile)
            self.tiles.sort(by: { $0.id < $1.id })
        }
    }

    private let home: Home
    let structureID: String
    @Published var entries = [Entry]()
    @Published var hasLoaded = false

    @MainActor
    init(home: Home, structureID: String) {
        self.home = home
        self.structureID = structureID

        self.home.rooms().batched()
            .combineLatest(self.home.devices().batched())
            .receive(on: DispatchQueue.main)
            .catch { error in
                print("Failed to load rooms and devices: \(error)")
                return Just((Set<Room>(), Set<HomeDevice>()))
            }
            .map { [weak self] rooms, devices in
                guard let self = self else { return [] }
                return MainActor.assumeIsolated {
                    self.hasLoaded = true
                    return self.process(rooms: rooms, devices: devices)
                }
            }
            .assign(to: &self.$entries)
    }

    @MainActor
    private func process(rooms: Set<Room>, devices: Set<HomeDevice>) -> [Entry] {
        let entries = rooms.reduce(into: [String: Entry]()) { result, room in
            if room.structureID == self.structureID {
                result[room.id] = Entry(id: room.id, name: room.name.isEmpty ? "<Unassigned>" : room.name)
            }
        }
        for device in devices where device.structureID == self.structureID {
            guard let roomID = device.roomID, let entry = entries[roomID] else { continue }
            do {
                entry.append(try TileMaker.make(device: device))
            } catch {
                print("Failed to make a tile for \(device.id): \(error)")
            }
        }
        return entries.values.sorted { $0.name < $1.name }
    }

    func addRoom(name: String, structure: Structure) {
        Task {
            do {
                _ = try await structure.createRoom(name: name)
            } catch {
                print("Failed to create the room: \(error)")
            }
        }
    }

    func removeRoom(id: String, structure: Structure) {
        Task {
            do {
                _ = try await structure.deleteRoom(id: id)
            } catch {
                print("Failed to remove the room: \(error)")
            }
        }
    }

    func moveDevice(device deviceID: String, to roomID: String, structure: Structure) {
        Task {
            do {
                _ = try await structure.move(device: deviceID, to: roomID)
            } catch {
                print("Failed to move the device: \(error)")
            }
        }
    }
}
