internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// A text from another home asks for a mapping, and nothing is guessed.
struct TextImportTests {
    private let text = """
        automation: "Evening"
        uses:
          "Hall Lamp" = device elsewhere
          "Kitchen" = room k9
        steps:
          when started by hand
          "Hall Lamp" OnOff.on
          "Hall Lamp" OnOff.off
          all in room "Kitchen" OnOff.on
          home OnOff.on
          run "Movi Night"
        """

    private func targets(_ read: ReadAutomation) -> [String] {
        read.text.graph.nodes.compactMap { node in
            if case .action(let action) = node.kind {
                action.trait.group?.id ?? action.trait.target.deviceID
            } else {
                nil
            }
        }
    }

    /// Also where a device here has the same name: it need not be the one that is meant.
    @Test func missingNamesNeedAMapping() throws {
        let read = try TextTestHome.read(text)
        expect(
            read.open,
            equals: [
                OpenName(
                    label: "Hall Lamp", kind: .device, id: "elsewhere", line: 3, column: 3, reason: .foreign,
                    word: "Hall Lamp",
                    choices: ["lamp", "other"]),
                OpenName(
                    label: "Kitchen", kind: .room, id: "k9", line: 4, column: 3, reason: .foreign, word: "Kitchen",
                    choices: ["Kitchen"]),
                OpenName(
                    label: "Movi Night", kind: .automation, id: "", line: 11, column: 7, reason: .unknown,
                    word: "Movi Night",
                    choices: ["Movie Night"]),
            ])
        expect(targets(read), equals: ["elsewhere", "elsewhere", "k9", "home"])
    }

    @Test func aMappingSaysWhatIsMeant() throws {
        let mapping = ["elsewhere": "Front Door", "Kitchen": "kitchen", "Movi Night": "movie"]
        let read = try TextTestHome.read(text, mapping: mapping)
        expect(read.open, equals: [])
        expect(targets(read), equals: ["lock", "lock", "kitchen", "home"])
    }

    @Test func aMappingToSeveralOrNothingIsOpen() throws {
        let mapping = ["Hall Lamp": "hall lamp", "Kitchen": "Kitchn", "Movi Night": "movie"]
        let read = try TextTestHome.read(text, mapping: mapping)
        expect(read.open.map(\.label), equals: ["Hall Lamp", "Kitchen"])
        expect(read.open.map(\.reason), equals: [.several, .unknown])
        expect(read.open.map(\.word), equals: ["hall lamp", "Kitchn"])
        expect(read.open.map(\.choices), equals: [["lamp", "other"], ["Kitchen"]])
    }

    /// A name is enough where only one thing has it.
    @Test func namesWithoutIDsAreLookedUp() throws {
        let text = "automation: \"x\"\nsteps:\n  \"front door\" OnOff.on\n  \"Hall Lamp\" OnOff.on\n"
        let read = try TextTestHome.read(text)
        expect(targets(read), equals: ["lock", ""])
        expect(read.open.map(\.label), equals: ["Hall Lamp"])
    }

    @Test func aNameOfAnotherKindIsRefused() {
        let text = "automation: \"x\"\nuses:\n  \"K\" = room kitchen\nsteps:\n  \"K\" OnOff.on\n"
        expect(throws: AutomationTextError(line: 5, column: 3, message: "\"K\" is a room, but a device belongs here")) {
            try TextTestHome.read(text)
        }
    }
}
