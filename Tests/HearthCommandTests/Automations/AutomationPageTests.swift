@testable internal import HearthClientCommands
internal import Foundation
internal import HearthAutomation
internal import HearthAutomationText
internal import HearthTraitCatalog
internal import Expectations
internal import Testing

/// The example on the page about automations parses.
struct AutomationPageTests {
    @Test func itsExampleIsReadAndWrittenAsItStands() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/automations.md")
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```\n")
        let example = try require(parts.first { $0.hasPrefix("automation:") })
        let names = AutomationNames(
            structureID: "home",
            objects: [
                (.init(.device, "7d0e5c7a"), "Front Door"), (.init(.device, "1f3b92d0"), "Hall Lamp"),
                (.init(.room, "9a41c06e"), "Kitchen"),
            ], traits: StandardTraits.descriptors, deviceTypes: [(0x100, "OnOffLight")])
        let read = try ReadAutomation.all(in: example, names)
        expect((read.count, read.first?.open, read.first?.text.text(names)), are: (1, [], example))
    }
}
