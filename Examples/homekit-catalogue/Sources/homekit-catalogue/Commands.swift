import Foundation
import HearthHomeKit

/// The commands of the program.
@MainActor
struct Commands {
    private let manager: HMHomeManager

    init(_ manager: HMHomeManager) { self.manager = manager }

    static let help = """
        homes                      the homes
        rooms                      rooms, zones, service groups and users of the primary home
        accessories                its accessories by rooms
        show ACCESSORY             services and characteristics
        read ACCESSORY NAME        a value, fresh from the hub
        write ACCESSORY NAME VALUE true, false, a number or a text
        follow ACCESSORY NAME      says so when others change the value
        identify ACCESSORY         has it make itself known
        rename ACCESSORY NAME
        move ACCESSORY ROOM        "" for no room
        add room|zone|group|home NAME
        remove room|zone|group|home NAME
        zone ZONE ROOM             adds the room to the zone
        group GROUP ACCESSORY      adds its main service to the group
        primary HOME
        quit
        """

    func perform(_ words: [String]) async throws -> String {
        switch (words.first ?? "", words.dropFirst()) {
        case ("help", _): return Self.help
        case ("homes", _): return overview()
        case ("rooms", _): return try rooms()
        case ("accessories", _): return try accessories()
        case ("show", let rest) where rest.count == 1: return try show(accessory(words[1]))
        case ("read", let rest) where rest.count == 2:
            let characteristic = try characteristic(words[1], words[2])
            try await characteristic.readValue()
            return Described.value(characteristic)
        case ("write", let rest) where rest.count == 3:
            let characteristic = try characteristic(words[1], words[2])
            try await characteristic.writeValue(Self.value(words[3], for: characteristic))
            return Described.value(characteristic)
        case ("follow", let rest) where rest.count == 2:
            let characteristic = try characteristic(words[1], words[2])
            try await characteristic.enableNotification(true)
            return "following \(characteristic.localizedDescription)"
        case ("identify", let rest) where rest.count == 1:
            try await accessory(words[1]).identify()
            return "\(words[1]) makes itself known"
        case ("rename", let rest) where rest.count == 2:
            try await accessory(words[1]).updateName(words[2])
            return "\(words[1]) is called \(words[2])"
        case ("move", let rest) where rest.count == 2:
            let home = try home()
            let room = words[2].isEmpty ? home.roomForEntireHome() : try named(home.rooms, words[2], \.name, "room")
            try await home.assignAccessory(accessory(words[1]), to: room)
            return "\(words[1]) is in \(room.name)"
        case ("add", let rest) where rest.count == 2: return try await add(words[1], words[2])
        case ("remove", let rest) where rest.count == 2: return try await remove(words[1], words[2])
        case ("zone", let rest) where rest.count == 2:
            let home = try home()
            let room = try named(home.rooms, words[2], \.name, "room")
            try await named(home.zones, words[1], \.name, "zone").addRoom(room)
            return "\(words[2]) is in \(words[1])"
        case ("group", let rest) where rest.count == 2:
            let accessory = try accessory(words[2])
            guard let service = accessory.services.first(where: { $0.isPrimaryService }) else {
                throw Mistake("\(words[2]) has no main service")
            }
            try await named(home().serviceGroups, words[1], \.name, "group").addService(service)
            return "\(service.name) is in \(words[1])"
        case ("primary", let rest) where rest.count == 1:
            try await manager.updatePrimaryHome(named(manager.homes, words[1], \.name, "home"))
            return overview()
        default: throw Mistake("what is \(words.joined(separator: " "))? help lists the commands")
        }
    }

    private func add(_ kind: String, _ name: String) async throws -> String {
        switch kind {
        case "room": _ = try await home().addRoom(withName: name)
        case "zone": _ = try await home().addZone(withName: name)
        case "group": _ = try await home().addServiceGroup(withName: name)
        case "home": _ = try await manager.addHome(withName: name)
        default: throw Mistake("add room, zone, group or home")
        }
        return "\(name) is added"
    }

    private func remove(_ kind: String, _ name: String) async throws -> String {
        let home = try home()
        switch kind {
        case "room": try await home.removeRoom(named(home.rooms, name, \.name, "room"))
        case "zone": try await home.removeZone(named(home.zones, name, \.name, "zone"))
        case "group": try await home.removeServiceGroup(named(home.serviceGroups, name, \.name, "group"))
        case "home": try await manager.removeHome(named(manager.homes, name, \.name, "home"))
        default: throw Mistake("remove room, zone, group or home")
        }
        return "\(name) is removed"
    }

    // MARK: Output

    func overview() -> String {
        manager.homes.map { home in
            "\(home.name)\(home === manager.primaryHome ? " (primary)" : ""): \(home.accessories.count) accessories, "
                + "\(home.rooms.count) rooms"
        }.joined(separator: "\n")
    }

    private func rooms() throws -> String {
        let home = try home()
        var lines = home.rooms.map { "room \($0.name): \($0.accessories.count) accessories" }
        lines += home.zones.map { "zone \($0.name): \($0.rooms.map(\.name).joined(separator: ", "))" }
        lines += home.serviceGroups.map { "group \($0.name): \($0.services.map(\.name).joined(separator: ", "))" }
        lines += ([home.currentUser] + home.users).filter { !$0.name.isEmpty }.map { user in
            "user \(user.name)\(home.homeAccessControl(for: user).isAdministrator ? ", administrator" : "")"
        }
        return lines.joined(separator: "\n")
    }

    private func accessories() throws -> String {
        let home = try home()
        return (home.rooms + [home.roomForEntireHome()]).filter { !$0.accessories.isEmpty }.map { room in
            ([room.name]
                + room.accessories.map { accessory in
                    "  \(accessory.name) (\(accessory.category.localizedDescription))"
                        + (accessory.isReachable ? "" : " can't be reached")
                }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func show(_ accessory: HMAccessory) -> String {
        accessory.services.map { service in
            ([service.localizedDescription + (service.isPrimaryService ? " (main)" : "")]
                + service.characteristics.map { characteristic in
                    "  \(characteristic.localizedDescription): \(Described.value(characteristic)) "
                        + "[\(Described.limits(characteristic))]"
                }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    // MARK: Lookup

    private func home() throws -> HMHome {
        guard let home = manager.primaryHome else { throw Mistake("there is no home; add home NAME") }
        return home
    }

    private func accessory(_ name: String) throws -> HMAccessory {
        try named(home().accessories, name, \.name, "accessory")
    }

    private func characteristic(_ accessory: String, _ name: String) throws -> HMCharacteristic {
        let all = try self.accessory(accessory).services.flatMap(\.characteristics)
        return try named(all, name, \.localizedDescription, "characteristic")
    }

    private func named<Object>(
        _ objects: [Object], _ name: String, _ text: (Object) -> String, _ kind: String
    ) throws -> Object {
        guard let object = objects.first(where: { text($0).lowercased() == name.lowercased() }) else {
            throw Mistake("there is no \(kind) \(name)")
        }
        return object
    }

    private static func value(_ text: String, for characteristic: HMCharacteristic) -> Any {
        switch characteristic.metadata?.format {
        case HMCharacteristicMetadataFormatString: text
        case HMCharacteristicMetadataFormatBool where text == "true" || text == "false": text == "true"
        default: Double(text).map { NSNumber(value: $0) } ?? text
        }
    }
}

/// A mistake in the typed command.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
