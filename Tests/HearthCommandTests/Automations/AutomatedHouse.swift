@testable internal import Hearth
@testable internal import HearthClientCommands
internal import HearthWire

/// A house with a lamp, a door, an automation of both, and a run of it.
enum AutomatedHouse {
    static let listing = HomeListing(
        Hearth_V1_ListResponse(
            structures: [.init(id: "home", name: "Home")],
            rooms: [.init(id: "hall", structureID: "home", name: "Hall")],
            devices: [device("lamp", "Hall Lamp", 0x101, [6, 8]), device("door", "Front Door", 0xA, [0x101])]),
        Hearth_V1_ReadResponse())

    private static func device(_ id: String, _ name: String, _ type: UInt32, _ traits: [UInt32]) -> Hearth_V1_Device {
        .init(
            id: id, structureID: "home", roomID: "hall", name: name,
            endpoints: [
                .init(
                    id: 1, deviceTypes: [.init(id: type, revision: 1, isPrimary: true)],
                    traits: traits.map { .init(id: $0) })
            ])
    }

    static let lock = Hearth_V1_AutomationTrait(target: .init(deviceID: "door", endpoint: 1), traitID: 0x101)
    static let onOff = Hearth_V1_AutomationTrait(target: .init(deviceID: "lamp", endpoint: 1), traitID: 6)
    static let lockState = Hearth_V1_AutomationExpression(kind: .field(.init(nodeID: 2, path: [0])))

    /// "When the door changes, and is unlocked: light on, and after five minutes off, if it is for the evening."
    static let program = Hearth_V1_AutomationProgram(
        graph: .init(
            id: 1,
            kind: .sequential(
                .init(nodes: [
                    .init(id: 2, kind: .starter(.init(trait: lock))),
                    .init(id: 3, kind: .condition(.init(expression: isUnlocked))),
                    .init(
                        id: 4,
                        kind: .ifChain(
                            .init(branches: [
                                .init(
                                    condition: isUnlocked,
                                    node: .init(
                                        id: 5,
                                        kind: .sequential(
                                            .init(nodes: [
                                                .init(id: 6, kind: .action(.init(trait: onOff, commandID: 1))),
                                                .init(id: 7, kind: .delay(.init(seconds: 300))),
                                            ]))))
                            ]))),
                    .init(id: 8, kind: .action(.init(trait: onOff, commandID: 0))),
                ]))))

    private static let isUnlocked = Hearth_V1_AutomationExpression(
        kind: .operation(
            .init(operator: .equals, operands: [lockState, .init(kind: .constant(.init(value: .unsigned(2))))])))

    static let automation = saved("a1", "Evening", program)

    /// An automation of the home.
    static func saved(
        _ id: String, _ name: String, _ program: Hearth_V1_AutomationProgram?
    ) -> HomeAutomation {
        HomeAutomation(
            CachedAutomation(
                Hearth_V1_Automation(
                    id: id, structureID: "home", name: name, isActive: true, revision: 3, program: program,
                    programRevision: 3)),
            listing.home.connection)
    }

    /// The graph of a program.
    static func graph(_ program: Hearth_V1_AutomationProgram) -> SequentialFlow? {
        saved("", "", program).automationGraph
    }

    /// The text lines of its nodes.
    static let lines: [UInt32: String] = [
        2: "when \"Front Door\" DoorLock changes", 3: "only if \"Front Door\" DoorLock.lockState = unlocked",
        4: "if \"Front Door\" DoorLock.lockState = unlocked:", 6: "\"Hall Lamp\" OnOff.on", 7: "wait 5 min",
        8: "\"Hall Lamp\" OnOff.off",
    ]

    static func time(_ second: Int64) -> Google_Protobuf_Timestamp { .init(seconds: 1_700_000_000 + second) }

    static func leaf(_ value: UInt64) -> Hearth_V1_AutomationLeaf {
        .init(expression: lockState, result: .init(value: .init(value: .unsigned(value))))
    }

    static let run = Hearth_V1_AutomationRun(
        id: 12, automationID: "a1", revision: 3, startedAt: time(0), start: .init(nodeID: 2, cause: .device),
        steps: [
            .init(
                nodeID: 3, at: time(0),
                what: .condition(.init(result: .init(value: .init(value: .boolean(true))), leaves: [leaf(2)]))),
            .init(nodeID: 4, at: time(0), what: .branch(.init(index: 0))),
            .init(nodeID: 6, at: time(0), what: .action(.init(outcome: .init(kind: .done)))),
            .init(nodeID: 7, at: time(1), what: .waitingUntil(time(301))),
            .init(nodeID: 7, at: time(301), what: .waited(true)),
            .init(
                nodeID: 8, at: time(301),
                what: .action(.init(outcome: .init(kind: .unreachable, message: "the device is offline")))),
        ], end: .init(reason: .finished, at: time(302)))
}
