internal import HearthHub
internal import HearthRPC
internal import HearthWire

/// The time of structures' own traits in a hub of many structures.
enum OwnTraits {
    static func fill(_ file: String, structures: Int) async throws {
        let hub = try await Homes.hub(file)
        for number in 0..<structures {
            let made = try await hub.createStructure(name: "House \(number)", as: Caller(.owner))
            try await hub.attach(Devices(ofHome: number, prefix: "\(number)-"), structureID: made.structure.id)
        }
        try await Homes.attachOwnTraits(hub)
        try await hub.shutdown()
    }

    /// - Parameter count: the structures in the file, without the one that a new hub has.
    static func attach(_ file: String, structures count: Int) async throws {
        let hub = try await Homes.hub(file)
        let begin = Main.processorTime
        try await Homes.attachOwnTraits(hub)
        let spent = Main.processorTime - begin
        Main.say(["structures": [Double(count + 1)], "cpu": [spent]])
        try await hub.shutdown()
    }
}
