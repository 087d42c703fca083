/// What tests of zones, service groups and the like run against.
enum Wire {
    /// Whether hubs have zones, service groups and services' settings. If not, a double of the wire takes their place.
    static let hubsHaveGroups = true

    /// Two programs at one home, with a room "Kitchen" and an outlet.
    static func twoPrograms() async throws -> (Program, Program) {
        guard hubsHaveGroups else {
            let home = ScriptedHome()
            return (try await Program.scripted(home, "one"), try await Program.scripted(home, "other"))
        }
        let house = try await HomeKitHouse.start()
        return (try await house.program("one"), try await house.program("other"))
    }

}
