internal import Foundation
internal import Hearth
internal import HearthAutomation
internal import HearthTraits
internal import HearthWire
internal import Testing

/// docs/home-assistant.md: what stands there beside Home Assistant's YAML is read, and runs with the devices that it names.
@Suite(.timeLimit(.minutes(1))) struct HomeAssistantPageTests {
    private static func page() throws -> String {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/home-assistant.md")
        return try String(contentsOf: place, encoding: .utf8)
    }

    /// - Parameter automations: IDs and names of those that the home has.
    private func names(
        _ house: FurnishedHouse, _ automations: [(id: String, name: String)] = []
    ) async throws -> AutomationNames {
        var objects = try await house.fixture.home.devices().list().map {
            (object: AutomationNames.Object(.device, $0.id), name: $0.name)
        }
        objects += automations.map { (object: AutomationNames.Object(.automation, $0.id), name: $0.name) }
        return AutomationNames(
            structureID: house.structure.id, objects: objects, traits: StandardTraits.descriptors,
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) })
    }

    /// AU-10: the home has all that the texts name, and nothing is wrong with them.
    @Test func itsExamplesAreReadAndValid() async throws {
        let house = try await FurnishedHouse.start(at: 12, isHeated: true)
        var saved: [(id: String, name: String)] = []
        let examples = try Self.page().components(separatedBy: "```\n").filter { $0.hasPrefix("automation:") }
        #expect(examples.count == 9)
        for example in examples {
            for read in try ReadAutomation.all(in: example, try await names(house, saved)) {
                #expect(read.open == [])
                let made = try await Hearth_V1_AutomationClient(house.fixture.client).createAutomation(
                    .init(
                        structureID: house.structure.id, name: read.text.name, isActive: read.text.isActive,
                        program: try read.text.program())
                ).automation
                #expect(made?.issues.map(\.message) == [], "\(read.text.name)")
                saved.append((made?.id ?? "", read.text.name))
            }
        }
        await house.stop()
    }

    /// The lines in its tables.
    @Test func theLinesOfItsTablesAreRead() async throws {
        let house = try await FurnishedHouse.start(at: 12, isHeated: true)
        let names = try await names(house)
        let beginnings = ["when ", "every ", "only if ", "set ", "wait ", "let ", "all in ", "\""]
        let lines = try Self.page().split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
            let cell = row.split(separator: "|").last?.split(separator: "`", omittingEmptySubsequences: false) ?? []
            return cell.count > 1 ? String(cell[1]) : nil
        }.filter { line in
            beginnings.contains { line.hasPrefix($0) } && !line.hasSuffix(":") && !line.contains("…")
        }
        #expect(lines.count > 25)
        let readers = """
            automation: "Line"

            steps:
              read home Time
              read "Hallway Light" OnOff
              read "Thermostat" Thermostat

            """
        for line in lines {
            #expect(throws: Never.self, "\(line)") {
                let read = try ReadAutomation.all(in: readers + "  " + line + "\n", names)
                #expect(read.map(\.open) == [[]], "\(line)")
            }
        }
        await house.stop()
    }
}
