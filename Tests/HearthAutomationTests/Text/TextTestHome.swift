internal import Expectations
internal import Testing
internal import HearthTraitDescriptors

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// A home as texts see it: lamps, among them two with one name, a door, and the Time trait.
enum TextTestHome {
    static let onOff = TraitDescriptor(
        id: 6, name: "OnOff", vendor: "Matter", package: "test", revision: 1,
        enums: [EnumDescriptor("StartUpEnum", bits: 8, [(0, "off"), (1, "on"), (2, "toggle")])],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "onOff", .boolean)),
            AttributeDescriptor(FieldDescriptor(0x4003, "startUp", .enumeration(0), [.optional]), write: .operate),
        ],
        commands: [
            CommandDescriptor(0, "Off", method: "off"), CommandDescriptor(1, "On", method: "on"),
            CommandDescriptor(2, "Toggle", method: "toggle"),
        ])

    static let level = TraitDescriptor(
        id: 8, name: "LevelControl", vendor: "Matter", package: "test", revision: 1,
        bitmaps: [BitmapDescriptor("Options", bits: 8, [(1, "executeIfOff"), (2, "couple"), (0xC, "kind")])],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "currentLevel", .unsigned(8), [.nullable])),
            AttributeDescriptor(FieldDescriptor(15, "options", .bitmap(0)), write: .operate),
            AttributeDescriptor(FieldDescriptor(17, "onLevel", .unsigned(8)), write: .operate),
        ],
        commands: [
            CommandDescriptor(
                0, "MoveToLevel", method: "moveToLevel",
                [
                    FieldDescriptor(0, "level", .unsigned(8)),
                    FieldDescriptor(1, "transitionTime", .unsigned(16), [.nullable]),
                    FieldDescriptor(2, "options", .bitmap(0)),
                ])
        ])

    /// A maker's trait, with an attribute of each type, and with names that mean something else in texts or are no
    /// words.
    static let sample = TraitDescriptor(
        id: 0xFFF1_FC7E, name: "Sample", vendor: "Test", package: "test", revision: 1,
        enums: [
            EnumDescriptor("ModeEnum", bits: 8, [(0, "low"), (1, "null"), (2, "Low"), (7, "two words"), (8, "low")])
        ],
        structs: [
            StructDescriptor(
                "Range", [FieldDescriptor(0, "low", .unsigned(8)), FieldDescriptor(1, "high", .signed(16))])
        ],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "flag", .boolean)),
            AttributeDescriptor(FieldDescriptor(1, "temperature", .signed(16), [.nullable])),
            AttributeDescriptor(FieldDescriptor(2, "ratio", .double)),
            AttributeDescriptor(FieldDescriptor(3, "part", .string)),
            AttributeDescriptor(FieldDescriptor(4, "share", .single)),
            AttributeDescriptor(FieldDescriptor(5, "mode", .enumeration(0))),
            AttributeDescriptor(FieldDescriptor(7, "modes", .enumeration(0), .list)),
            AttributeDescriptor(FieldDescriptor(9, "range", .structure(0))),
            AttributeDescriptor(FieldDescriptor(10, "warmth", .signed(16), unit: "0.01 °C")),
            AttributeDescriptor(FieldDescriptor(11, "color", .unsigned(16), unit: "mired")),
        ],
        events: [
            EventDescriptor(
                0, "Pressed", .info,
                [FieldDescriptor(0, "times", .unsigned(8)), FieldDescriptor(1, "mode", .enumeration(0))])
        ])

    static let lock = TraitDescriptor(
        id: 0x101, name: "DoorLock", vendor: "Matter", package: "test", revision: 1,
        enums: [EnumDescriptor("State", bits: 8, [(0, "notFullyLocked"), (1, "locked"), (2, "unlocked")])],
        attributes: [AttributeDescriptor(FieldDescriptor(0, "lockState", .enumeration(0), [.nullable]))],
        commands: [CommandDescriptor(0, "LockDoor", method: "lockDoor")])

    static let time = TraitDescriptor(
        id: TimeTrait.id, name: "Time", vendor: "Google", package: "test", revision: 1,
        enums: [
            EnumDescriptor("SolarTimeType", bits: 8, [(1, "sunrise"), (2, "sunset")]),
            EnumDescriptor("DayOfWeek", bits: 8, [(1, "sunday"), (2, "monday"), (7, "saturday")]),
        ],
        structs: [
            StructDescriptor(
                "TimeOfDay", [FieldDescriptor(0, "hours", .unsigned(8)), FieldDescriptor(1, "minutes", .unsigned(8))]),
            StructDescriptor(
                "SolarTime", [FieldDescriptor(0, "type", .enumeration(0)), FieldDescriptor(1, "offset", .signed(32))]),
        ],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "currentTime", .structure(0))),
            AttributeDescriptor(FieldDescriptor(2, "sunsetTime", .structure(0))),
        ],
        events: [
            EventDescriptor(
                0, "Scheduled", .info,
                [
                    FieldDescriptor(0, "clockTime", .structure(0)), FieldDescriptor(1, "solarTime", .structure(1)),
                    FieldDescriptor(2, "daysOfWeek", .enumeration(1), .list),
                ])
        ])

    static let objects: [(object: AutomationNames.Object, name: String)] = [
        (.init(.device, "lamp"), "Hall Lamp"), (.init(.device, "other"), "Hall Lamp"),
        (.init(.device, "pair"), "hall lamp (2)"), (.init(.device, "lock"), "Front Door"),
        (.init(.device, "simple"), "\u{202E}Nasty \"Name\" \\ # @1:\n"), (.init(.room, "kitchen"), "Kitchen"),
        (.init(.zone, "kitchen"), "Kitchen"), (.init(.automation, "movie"), "Movie Night"),
    ]

    static let names = AutomationNames(
        structureID: "home", objects: objects, traits: [onOff, level, sample, lock, time],
        deviceTypes: [(0x100, "OnOffLight"), (0x101, "DimmableLight"), (0x102, "DimmableLight")])

    /// The automation read from a text of one.
    static func read(_ text: String, mapping: [String: String] = [:]) throws -> ReadAutomation {
        try require(try ReadAutomation.all(in: text, names, mapping: mapping).first)
    }
}
