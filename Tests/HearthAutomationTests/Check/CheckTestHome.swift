@testable internal import HearthAutomation
internal import HearthCalendar
internal import HearthTraitDescriptors

/// The hand-written traits of the homes in these tests, with an attribute of each type.
enum TestTraits {
    static let onOff = TraitDescriptor(
        id: 6, name: "OnOff", vendor: "Matter", package: "test", revision: 1,
        enums: [EnumDescriptor("StartUpEnum", bits: 8, [(0, "off"), (1, "on"), (2, "toggle")])],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "onOff", .boolean)),
            AttributeDescriptor(FieldDescriptor(0x4003, "startUp", .enumeration(0), [.optional]), write: .operate),
        ],
        commands: [
            CommandDescriptor(0, "Off", method: "off", repeatable: true),
            CommandDescriptor(1, "On", method: "on", repeatable: true),
            CommandDescriptor(2, "Toggle", method: "toggle"),
        ])

    static let level = TraitDescriptor(
        id: 8, name: "LevelControl", vendor: "Matter", package: "test", revision: 1,
        features: [FeatureDescriptor("Rate", 1)],
        bitmaps: [BitmapDescriptor("Options", bits: 8, [(1, "executeIfOff"), (2, "couple")])],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "currentLevel", .unsigned(8), [.nullable])),
            AttributeDescriptor(FieldDescriptor(2, "minLevel", .unsigned(8))),
            AttributeDescriptor(FieldDescriptor(3, "maxLevel", .unsigned(8), max: .literal(254))),
            AttributeDescriptor(FieldDescriptor(15, "options", .bitmap(0)), write: .operate),
            AttributeDescriptor(
                FieldDescriptor(17, "onLevel", .unsigned(8), max: .attribute(3, offset: 0)), write: .operate),
        ],
        commands: [
            CommandDescriptor(
                0, "MoveToLevel", method: "moveToLevel",
                [
                    FieldDescriptor(0, "level", .unsigned(8), max: .attribute(3, offset: 0)),
                    FieldDescriptor(1, "transitionTime", .unsigned(16), [.nullable]),
                    FieldDescriptor(2, "rate", .unsigned(8), max: .literal(10), required: .feature(1)),
                ], repeatable: true)
        ])

    static let sample = TraitDescriptor(
        id: 0xFFF1_FC7E, name: "Sample", vendor: "Test", package: "test", revision: 1,
        enums: [
            EnumDescriptor("ModeEnum", bits: 8, [(0, "low"), (1, "high"), (7, "boost")]),
            EnumDescriptor("ColorEnum", bits: 8, [(0, "red"), (1, "blue")]),
        ],
        structs: [
            StructDescriptor(
                "Range", [FieldDescriptor(0, "low", .unsigned(8)), FieldDescriptor(1, "high", .signed(16))]),
            StructDescriptor(
                "Named", [FieldDescriptor(0, "name", .string), FieldDescriptor(1, "range", .structure(0))]),
        ],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "flag", .boolean), write: .operate),
            AttributeDescriptor(FieldDescriptor(1, "temperature", .signed(16), [.nullable]), write: .operate),
            AttributeDescriptor(FieldDescriptor(2, "ratio", .double), write: .operate),
            AttributeDescriptor(FieldDescriptor(3, "label", .string, maxLength: 8), write: .operate),
            AttributeDescriptor(FieldDescriptor(4, "bytes", .octets), write: .operate),
            AttributeDescriptor(FieldDescriptor(5, "mode", .enumeration(0)), write: .operate),
            AttributeDescriptor(FieldDescriptor(6, "color", .enumeration(1)), write: .operate),
            AttributeDescriptor(FieldDescriptor(7, "modes", .enumeration(0), .list)),
            AttributeDescriptor(FieldDescriptor(8, "range", .structure(0))),
            AttributeDescriptor(FieldDescriptor(9, "named", .structure(1))),
            AttributeDescriptor(FieldDescriptor(10, "secret", .unsigned(8)), read: nil, write: .operate),
            AttributeDescriptor(FieldDescriptor(11, "wide", .unsigned(64))),
        ],
        events: [
            EventDescriptor(
                0, "Pressed", .info,
                [FieldDescriptor(0, "times", .unsigned(8)), FieldDescriptor(1, "mode", .enumeration(0))])
        ])

    static let lock = TraitDescriptor(
        id: 0x101, name: "DoorLock", vendor: "Matter", package: "test", revision: 1,
        attributes: [AttributeDescriptor(FieldDescriptor(0, "lockState", .unsigned(8)))],
        commands: [
            CommandDescriptor(0, "LockDoor", method: "lockDoor"),
            CommandDescriptor(1, "UnlockDoor", method: "unlockDoor"),
        ])

    static let alarm = TraitDescriptor(
        id: 0xFFF0_FC01, name: "SecuritySystem", vendor: "HearthProject", package: "test", revision: 2,
        attributes: [
            AttributeDescriptor(FieldDescriptor(1, "targetState", .unsigned(8)), write: .operate),
            AttributeDescriptor(FieldDescriptor(5, "requiresCodeToArm", .boolean)),
            AttributeDescriptor(FieldDescriptor(6, "requiresCodeToDisarm", .boolean)),
        ],
        commands: [
            CommandDescriptor(
                0, "SetTargetState", method: "setTargetState",
                [FieldDescriptor(0, "targetState", .unsigned(8)), FieldDescriptor(1, "code", .octets, [.optional])])
        ])

    static let all = [onOff, level, sample, lock, alarm]
}

/// A home with a lamp, a lamp with two parts, a simple one, a lock, and an alarm system that a code disarms.
struct CheckTestHome: CheckedHome {
    let id = "home"
    var place = SchedulePlace(
        zone: .utc, sun: GeoLocation(latitude: 48, longitude: 11).map(SolarClock.init(at:)))
    var hasZone = true
    var devices: [String: [CheckedEndpoint]] = [
        "home": [CheckedEndpoint(0, deviceTypes: [], traits: [TimeTrait.id])],
        "lamp": [
            CheckedEndpoint(0, deviceTypes: [0x16], traits: []),
            CheckedEndpoint(1, deviceTypes: [0x101], traits: [6, 8, 0xFFF1_FC7E]),
        ],
        "other": [CheckedEndpoint(1, deviceTypes: [0x101], traits: [6, 8, 0xFFF1_FC7E])],
        "pair": [
            CheckedEndpoint(0, deviceTypes: [0x16], traits: []), CheckedEndpoint(1, deviceTypes: [0x100], traits: [6]),
            CheckedEndpoint(2, deviceTypes: [0x100], traits: [6]),
        ],
        "simple": [CheckedEndpoint(1, deviceTypes: [0x100], traits: [6])],
        "lock": [CheckedEndpoint(1, deviceTypes: [0xA], traits: [0x101])],
        "alarm": [CheckedEndpoint(1, deviceTypes: [0xFFF0_0001], traits: [0xFFF0_FC01])],
    ]
    var features: UInt64 = 0
    var traits = TestTraits.all
    /// The principals that have every right.
    var authors: Set<String> = [""]

    func attributes(_ path: TraitPath) -> StructureValue? {
        guard isThere(path) else { return nil }
        switch (path.target.deviceID, path.traitID) {
        case ("simple", 6):
            return [0: .bool(true), GlobalAttribute.acceptedCommandList: .list([.unsigned(0), .unsigned(1)])]
        case (_, 6): return [0: .bool(false), 0x4003: .unsigned(0)]
        case (_, 8):
            return [
                0: .unsigned(10), 2: .unsigned(1), 3: .unsigned(200), 15: .unsigned(0), 17: .unsigned(100),
                GlobalAttribute.featureMap: .unsigned(features),
            ]
        case (_, 0x101): return [0: .unsigned(1)]
        case (_, 0xFFF0_FC01): return [1: .unsigned(3), 5: .bool(false), 6: .bool(true)]
        default:
            let ids = (0...11).map { TraitValue.unsigned(UInt64($0)) }
            return [0: .bool(true), GlobalAttribute.attributeList: .list(ids)]
        }
    }

    func descriptor(_ path: TraitPath) -> TraitDescriptor? { isThere(path) ? schema(ofTrait: path.traitID) : nil }
    func isOnline(_ deviceID: String) -> Bool? { devices[deviceID].map { _ in true } }
    func endpoints(_ objectID: String) -> [CheckedEndpoint]? { devices[objectID] }
    func name(ofObject objectID: String) -> String? { devices[objectID].map { _ in "The \(objectID)" } }
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor? { traits.first { $0.id == traitID } }
    func allows(_ action: Action, by author: String) -> Bool { authors.contains(author) }
    /// Other automations.
    var automations: [String: CheckedAutomation] = [:]
    var groups: [DeviceGroup: [TraitTarget]] = [:]

    func automation(_ id: String) -> CheckedAutomation? { automations[id] }
    func allowsExecution(by author: String) -> Bool { authors.contains(author) }
    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]? { groups[group] }
    func isSensitive(_ action: Action) -> Bool { action.trait.traitID == 0x101 && action.commandID == 1 }

    private func isThere(_ path: TraitPath) -> Bool {
        devices[path.target.deviceID]?.contains {
            $0.number == path.target.endpoint && $0.traits.contains(path.traitID)
        }
            == true
    }
}
