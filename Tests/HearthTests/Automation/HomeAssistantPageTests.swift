internal import Foundation
internal import Hearth
internal import HearthWire
internal import Expectations
internal import Testing

/// docs/home-assistant.md: the texts beside Home Assistant's YAML parse, and run with the devices that they name.
@Suite(.timeLimit(.minutes(5))) struct HomeAssistantPageTests {
    private static func page() throws -> String {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/home-assistant.md")
        return try String(contentsOf: place, encoding: .utf8)
    }

    private func read(_ text: String, _ house: FurnishedHouse) async throws -> Hearth_V1_ParseAutomationsResponse {
        try await Hearth_V1_AutomationClient(house.fixture.client).parseAutomations(
            .init(structureID: house.structure.id, text: text))
    }

    /// The home has everything the texts name, and they have no issues.
    @Test func itsExamplesAreReadAndValid() async throws {
        let house = try await FurnishedHouse.start(at: 12, isHeated: true)
        let examples = try Self.page().components(separatedBy: "```\n").filter { $0.hasPrefix("automation:") }
        expect(examples.count, equals: 9)
        for example in examples {
            let read = try await read(example, house)
            expect((read.issues, read.automations.isEmpty), are: ([], false))
            for automation in read.automations {
                let made = try await Hearth_V1_AutomationClient(house.fixture.client).createAutomation(
                    .init(
                        structureID: house.structure.id, name: automation.name, isActive: automation.isActive,
                        program: automation.program)
                ).automation
                expect(made?.issues.map(\.message), equals: [], "\(automation.name)")
            }
        }
        await house.stop()
    }

    /// The lines in its tables.
    @Test func theLinesOfItsTablesAreRead() async throws {
        let house = try await FurnishedHouse.start(at: 12, isHeated: true)
        let beginnings = ["when ", "every ", "only if ", "set ", "wait ", "let ", "all in ", "\""]
        let lines = try Self.page().split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
            let cell = row.split(separator: "|").last?.split(separator: "`", omittingEmptySubsequences: false) ?? []
            return cell.count > 1 ? String(cell[1]) : nil
        }.filter { line in
            beginnings.contains { line.hasPrefix($0) } && !line.hasSuffix(":") && !line.contains("…")
        }
        expect(lines.count, isAbove: 25)
        let readers = """
            automation: "Line"

            steps:
              read home Time
              read "Hallway Light" OnOff
              read "Thermostat" Thermostat

            """
        for line in lines {
            let read = try await read(readers + "  " + line + "\n", house)
            expect(read.issues, equals: [], "\(line)")
            expect(read.automations.count, equals: 1, "\(line)")
        }
        await house.stop()
    }
}
