internal import Foundation
internal import Hearth
internal import HearthCalendar
internal import HearthVirtualHome
internal import HearthHub
internal import HearthWire
internal import Expectations
internal import Testing

/// docs/automations.md: every automation on the page parses, and is valid in a home that has the devices it names.
@Suite(.timeLimit(.minutes(5))) struct AutomationPageTests {
    @Test func itsExamplesAreReadAndValid() async throws {
        let house = try await FurnishedHouse.start(at: 12)
        // The home's own traits, which the program `hearth` adds as well.
        try await house.fixture.hub.attachOwnTraits { [clock = house.clock] structure in
            VirtualHome(
                structureID: structure.id, location: GeoLocation(latitude: 52.52, longitude: 13.4),
                secondsEastOfUTC: { _ in 3_600 }, clock: clock)
        }
        let client = Hearth_V1_AutomationClient(house.fixture.client)
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/automations.md")
        let examples = try String(contentsOf: place, encoding: .utf8).components(separatedBy: "```\n")
            .filter { $0.hasPrefix("automation:") }
        expect(examples.count, equals: 4)
        for example in examples {
            // The page's ids are those of another home, so a mapping is given, as the page explains for imported texts.
            let read = try await client.parseAutomations(
                .init(
                    structureID: house.structure.id, text: example,
                    mappings: [
                        .init(name: "Front Door", meaning: "Front Door"),
                        .init(name: "Hall Lamp", meaning: "Floor Lamp"), .init(name: "Kitchen", meaning: "Bathroom"),
                    ]))
            expect(read.issues.map(\.message), equals: [], "\(example)")
            expect(read.automations.count, equals: 1, "\(example)")
            for automation in read.automations {
                let made = try await client.createAutomation(
                    .init(
                        structureID: house.structure.id, name: automation.name, isActive: automation.isActive,
                        program: automation.program)
                ).automation
                expect(made?.issues.map(\.message), equals: [], "\(automation.name)")
            }
        }
        await house.stop()
    }
}
