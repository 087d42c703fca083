import Hearth

/// The commands of the app.
@MainActor
struct Commands {
    let house: House

    static let help = """
        NUMBER            switches a device: its main thing
        NUMBER WORDS      tells a device more; NUMBER ? says what it takes
        rename NUMBER NAME
        move NUMBER ROOM
        room NAME         adds a room
        quit, or sign out to forget the session
        """

    /// Carries out a typed line, and returns the message to show.
    func perform(_ line: String) async -> String {
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first else { return "" }
        do {
            if let number = Int(first) { return try await control(number, Array(words.dropFirst())) }
            switch (first, words.count) {
            case ("help", _): return Self.help
            case ("rename", 3...):
                let device = try await entry(words[1]).device.setName(words.dropFirst(2).joined(separator: " "))
                return "it is \(device.name) now"
            case ("move", 3...):
                let name = words.dropFirst(2).joined(separator: " ")
                guard let room = house.room(name) else { throw HomeError.notFound("there is no room \(name)") }
                let device = try entry(words[1]).device
                guard let structure = house.structures.first(where: { $0.id == device.structureID }) else { return "" }
                try await structure.move(device: device, to: room)
                return "\(device.name) is in \(room.name)"
            case ("room", 2...):
                guard let structure = house.structures.first else { throw HomeError.notFound("there is no structure") }
                let room = try await structure.createRoom(name: words.dropFirst().joined(separator: " "))
                return "\(room.name) is added"
            default: return "that is none of: number, rename, move, room, help, quit, sign out"
            }
        } catch let error as UsageError {
            return error.usage
        } catch {
            return error.localizedDescription
        }
    }

    private func control(_ number: Int, _ words: [String]) async throws -> String {
        let entry = try entry(String(number))
        if words == ["?"] { return entry.control.usage }
        try await entry.control.perform(words)
        return "\(entry.device.name) has done it"
    }

    private func entry(_ word: String) throws -> Entry {
        guard let number = Int(word), let entry = house.entry(number) else {
            throw HomeError.notFound("there is no device \(word)")
        }
        return entry
    }
}
