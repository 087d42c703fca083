internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Values that Matter encodes as null are refused in every place: writes, arguments, structs and reports.
@Suite struct ReservedForNullTests {
    private static let enums = [
        EnumDescriptor("E", bits: 8, [(0, "x"), (255, "last")]),
        EnumDescriptor("W", bits: 16, [(255, "byte"), (65535, "last")]),
    ]
    private static let bitmaps = [
        BitmapDescriptor("B", bits: 8, [(0x1, "a"), (0x80, "top")]), BitmapDescriptor("D", bits: 64, [(0x1, "a")]),
    ]

    private static func trait(_ type: ValueType, _ flags: FieldFlags) -> TraitDescriptor {
        let field = FieldDescriptor(0, "v", type, flags)
        return TraitDescriptor(
            id: 0xFFF1_FC42, name: "T", vendor: "Acme", package: "acme.v1", revision: 1, enums: enums, bitmaps: bitmaps,
            structs: [StructDescriptor("S", [field])],
            attributes: [
                AttributeDescriptor(field, write: .operate),
                AttributeDescriptor(FieldDescriptor(1, "s", .structure(0)), write: .operate),
            ],
            commands: [CommandDescriptor(0, "Go", method: "go", [field])])
    }

    /// Whether each place accepts the value.
    private static func ways(_ value: TraitValue, _ trait: TraitDescriptor) -> [Bool] {
        func takes(_ check: () throws -> Void) -> Bool { (try? check()) != nil }
        let nested = TraitValue.structure([0: value])
        let present: StructureValue = [0: .null, 1: .structure([:])]
        let field = trait.attributes[0].field
        return [
            takes { try trait.checkWrite([0: value], present: present) },
            takes { try trait.checkWrite([1: nested], present: present) },
            takes { try trait.checkArguments(of: trait.commands[0], [0: value], attributes: [:]) },
            trait.mistakes(in: [0: value], present: [:]).isEmpty, trait.hasType(value, of: field),
            trait.hasType(nested, of: trait.attributes[1].field),
        ]
    }

    @Test(
        arguments: [
            (.unsigned(8), .unsigned(254), .unsigned(255)), (.unsigned(24), .unsigned(0xFF_FFFE), .unsigned(0xFF_FFFF)),
            (.unsigned(64), .unsigned(.max - 1), .unsigned(.max)), (.signed(8), .signed(-127), .signed(-128)),
            (.signed(64), .signed(.min + 1), .signed(.min)), (.enumeration(0), .unsigned(0), .unsigned(255)),
            (.enumeration(1), .unsigned(255), .unsigned(65535)), (.bitmap(0), .unsigned(0x7F), .unsigned(0x80)),
            (.bitmap(0), .unsigned(1), .unsigned(0xFF)), (.bitmap(1), .unsigned(.max >> 1), .unsigned(1 << 63)),
            (.single, .float(.infinity), .float(.nan)), (.double, .double(-1), .double(.nan)),
        ] as [(ValueType, TraitValue, TraitValue)])
    func onlyWhereAFieldMayBeNull(_ type: ValueType, _ good: TraitValue, _ reserved: TraitValue) {
        let all = Array(repeating: true, count: 6)
        let nullable = Self.trait(type, .nullable)
        expect(Self.ways(good, nullable), equals: all)
        expect(Self.ways(.null, nullable), equals: all)
        expect(Self.ways(reserved, nullable), equals: all.map { !$0 }, "\(reserved)")
        expect(Self.ways(reserved, Self.trait(type, [])), equals: all)
        // The list may be null, but not its entries.
        expect(Self.ways(.list([reserved]), Self.trait(type, [.nullable, .list])), equals: all)
    }

    @Test(
        arguments: [
            (.enumeration(0), .unsigned(255), "T.v is 255, which breaks the rule not 255, which stands for null"),
            (.bitmap(0), .unsigned(0x81), "T.v is 129, which breaks the rule max = 127"),
            (.single, .float(.nan), "T.v is NaN, which breaks the rule not NaN, which stands for null"),
        ] as [(ValueType, TraitValue, String)])
    func theRefusalSaysWhy(_ type: ValueType, _ value: TraitValue, _ message: String) {
        let error = expect(throws: TraitError.self) {
            try Self.trait(type, .nullable).checkWrite([0: value], present: [0: .null])
        }
        expect(error?.message, equals: message)
        expect(error?.status, equals: .constraintError)
    }
}
