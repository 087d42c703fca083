internal import Foundation
internal import HearthWire

/// Stored automations, and the time that a hub takes to start with them.
enum Stored {
    private static let perStructure = 1_000
    private static let runsEach = 100

    /// - Parameter runs: the number of waiting runs, spread over as many automations as needed.
    static func fill(_ file: String, automations: Int, runs: Int) async throws {
        let house = try await House(file, lights: 2)
        var structures = [house.structureID]
        while structures.count * perStructure < automations {
            let made = try await house.home.createStructure(.init(name: "Home \(structures.count)"))
            structures.append(made.structure?.id ?? "")
        }
        let waiters = (runs + runsEach - 1) / runsEach
        for number in 0..<automations {
            let structure = structures[number / perStructure]
            let isWaiter = number < waiters
            var nodes =
                isWaiter ? [Nodes.manual(2), Nodes.delay(3, 86_400)] : [Nodes.change(2, of: 0), Nodes.isOn(3, 2)]
            // An automation can't use a trait of another structure: there it is started by hand.
            if structure != house.structureID { nodes = [Nodes.manual(2), Nodes.delay(3, 60), Nodes.delay(4, 60)] }
            if structure == house.structureID { nodes.append(Nodes.action(5, on: 1)) }
            let id = try await house.add("Rule \(number)", in: structure, mode: .parallel, nodes)
            guard isWaiter else { continue }
            for _ in 0..<min(runsEach, runs - number * runsEach) {
                _ = try await house.automations.executeAutomation(.init(automationID: id))
            }
        }
        try await house.hub.shutdown()
        Main.say(["automations": Double(automations), "runs": Double(runs)])
    }

    static func open(_ file: String) async throws {
        let start = ContinuousClock.now
        let house = try await House(file, lights: 0)
        let spent = start.duration(to: .now).inSeconds
        Main.say(["seconds": spent, "resident": residentBytes()])
        try await house.hub.shutdown()
    }

    private static func residentBytes() -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
