internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import Hearth

/// A naive model of a home, which makes its own reports and snapshots.
private struct ModelHome {
    struct Device: Equatable {
        var structureID: String
        var roomID: String?
        var name: String
        var attributes: StructureValue
    }

    var structures: [String: String] = [:]
    var rooms: [String: String] = [:]
    var devices: [String: Device] = [:]
    var sequences: [String: UInt64] = [:]
    private var lastID = 0

    mutating func newID() -> String {
        lastID += 1
        return "id\(lastID)"
    }

    func positions() -> [StructurePosition] { sequences.map { position($0.key, $0.value) } }

    mutating func next(_ structureID: String) -> StructurePosition {
        sequences[structureID, default: 0] += 1
        return position(structureID, sequences[structureID] ?? 0)
    }

    func record(_ id: String, _ device: Device) -> CachedDevice {
        sampleDevice(id, in: device.structureID, room: device.roomID, name: device.name)
    }

    /// Makes one change and returns the hub's report of it.
    mutating func change(_ chance: inout SeededGenerator) -> HomeReport {
        switch Int.random(in: 0..<12, using: &chance) {
        case 0 where structures.count < 3:
            let id = newID()
            structures[id] = "structure \(id)"
            return report(next(id), objects: [.structure(CachedStructure(id: id, name: "structure \(id)"))])
        case 1, 2:
            guard let structure = structures.keys.sorted().randomElement(using: &chance) else { break }
            let id = newID()
            rooms[id] = structure
            return report(next(structure), objects: [.room(CachedRoom(id: id, structureID: structure, name: id))])
        case 3:
            guard let room = rooms.keys.sorted().randomElement(using: &chance), let structure = rooms[room]
            else { break }
            rooms[room] = nil
            for id in devices.keys where devices[id]?.roomID == room { devices[id]?.roomID = nil }
            return report(next(structure), objects: [.roomRemoved(room)])
        case 4, 5:
            guard let structure = structures.keys.sorted().randomElement(using: &chance) else { break }
            let id = newID()
            let device = Device(structureID: structure, name: id, attributes: [0: .bool(false)])
            devices[id] = device
            return report(
                next(structure), traits: [onOffChange(id, device.attributes)], objects: [.device(record(id, device))])
        case 6:
            guard let id = devices.keys.sorted().randomElement(using: &chance),
                var device = devices[id]
            else { break }
            device.name = newID()
            device.roomID = rooms.filter { $0.value == device.structureID }.keys.sorted().randomElement(using: &chance)
            devices[id] = device
            return report(next(device.structureID), objects: [.device(record(id, device))])
        case 7:
            guard let id = devices.keys.sorted().randomElement(using: &chance),
                let device = devices.removeValue(forKey: id)
            else { break }
            return report(next(device.structureID), objects: [.deviceRemoved(id)])
        case 8 where structures.count > 2:
            guard let id = structures.keys.sorted().randomElement(using: &chance) else { break }
            structures[id] = nil
            rooms = rooms.filter { $0.value != id }
            devices = devices.filter { $0.value.structureID != id }
            let place = next(id)
            sequences[id] = nil
            return report(place, objects: [.structureRemoved(id)])
        default:
            guard let id = devices.keys.sorted().randomElement(using: &chance),
                let structure = devices[id]?.structureID
            else { break }
            var delta: StructureValue = [0x4001: .unsigned(.random(in: 0...9, using: &chance))]
            if Bool.random(using: &chance) { delta[0x4003] = Bool.random(using: &chance) ? .null : .unsigned(1) }
            for (field, value) in delta.fields { devices[id]?.attributes[field] = value }
            return report(next(structure), traits: [onOffChange(id, delta)])
        }
        let id = newID()
        structures[id] = "structure \(id)"
        return report(next(id), objects: [.structure(CachedStructure(id: id, name: "structure \(id)"))])
    }

    /// A snapshot of some structures, in two parts.
    func snapshot(of scope: Set<String>) -> [SnapshotPart] {
        let devices = devices.filter { scope.contains($0.value.structureID) }
        return [
            SnapshotPart(
                structures: structures.filter { scope.contains($0.key) }.map {
                    CachedStructure(id: $0.key, name: $0.value)
                },
                devices: devices.map { record($0.key, $0.value) }),
            SnapshotPart(
                rooms: rooms.filter { scope.contains($0.value) }.map {
                    CachedRoom(id: $0.key, structureID: $0.value, name: $0.key)
                },
                traits: devices.map { onOffChange($0.key, $0.value.attributes) }),
        ]
    }

    func check(_ cache: HomeCache, _ comment: Comment) throws {
        try require(cache.state.structures.mapValues(\.name) == structures, comment)
        try require(cache.state.rooms.mapValues(\.structureID) == rooms, comment)
        var seen: [String: Device] = [:]
        for (id, record) in cache.state.devices {
            seen[id] = Device(
                structureID: record.structureID, roomID: record.roomID, name: record.name,
                attributes: try cache.state.onOffAttributes(of: id) ?? [:])
        }
        try require(seen == devices, comment)
    }
}

@Suite struct HomeCacheModelTests {
    /// Reports, disconnections with missed changes, whole snapshots and resyncs of some structures, in any order.
    @Test(arguments: 0..<20) func anyCourseOfAWatchEqualsAModel(run: UInt64) throws {
        let seed = UInt64.random(in: .min ... .max) &+ run
        var chance = SeededGenerator(seed: seed)
        var model = ModelHome()
        var cache = HomeCache()
        cache.watchBegins()
        _ = cache.snapshotCompleted(at: [])
        for step in 0..<600 {
            let comment: Comment = "seed \(seed), step \(step)"
            if Int.random(in: 0..<15, using: &chance) > 0 {
                _ = cache.apply(model.change(&chance))
            } else {
                var missed: [HomeReport] = []
                for _ in 0..<Int.random(in: 0...6, using: &chance) { missed.append(model.change(&chance)) }
                let canResume = !cache.resumePositions.isEmpty
                cache.watchBegins()
                if canResume, Bool.random(using: &chance) {
                    for report in missed { _ = cache.apply(report) }
                } else {
                    let scope = Set(cache.positions.keys).union(model.structures.keys)
                    for id in scope.sorted() { cache.resync(id) }
                    for part in model.snapshot(of: scope) { cache.gather(part) }
                    _ = cache.snapshotCompleted(at: model.positions())
                }
            }
            try model.check(cache, comment)
        }
    }
}
