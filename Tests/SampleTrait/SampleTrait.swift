package import HearthTraitDescriptors

/// A trait with an item of every kind, as data.
package let sample = TraitDescriptor(
    id: 0xFFF1_FC7E, name: "Sample", vendor: "Test", package: "hearth.traits.test.v1", revision: 2,
    features: [FeatureDescriptor("Extra", 0x1)],
    enums: [EnumDescriptor("ModeEnum", bits: 8, [(0, "low"), (1, "high"), (7, "boost")])],
    bitmaps: [BitmapDescriptor("Flags", bits: 8, [(0x1, "fast"), (0x2, "quiet"), (0xC, "level")])],
    structs: [
        StructDescriptor(
            "Inner",
            [
                FieldDescriptor(0, "name", .string, maxLength: 4),
                FieldDescriptor(1, "child", .structure(1), [.optional]),
            ]),
        StructDescriptor("Leaf", [FieldDescriptor(3, "number", .signed(16), [.nullable])]),
    ],
    attributes: [
        AttributeDescriptor(FieldDescriptor(0, "flag", .boolean), write: .operate),
        AttributeDescriptor(
            FieldDescriptor(1, "small", .unsigned(8), .nullable, min: .literal(1), max: .attribute(2, offset: -1)),
            write: .operate),
        AttributeDescriptor(FieldDescriptor(2, "limit", .unsigned(8), max: .literal(200))),
        AttributeDescriptor(FieldDescriptor(3, "wide", .unsigned(64)), write: .operate),
        AttributeDescriptor(
            FieldDescriptor(4, "temperature", .signed(16), min: .literal(-1000), step: 50, unit: "0.01 °C"),
            write: .manage),
        AttributeDescriptor(FieldDescriptor(5, "mode", .enumeration(0)), write: .operate),
        AttributeDescriptor(FieldDescriptor(6, "flags", .bitmap(0)), write: .operate),
        AttributeDescriptor(FieldDescriptor(7, "label", .string, minLength: 1, maxLength: 8), write: .operate),
        AttributeDescriptor(FieldDescriptor(8, "bytes", .octets), write: .operate),
        AttributeDescriptor(FieldDescriptor(9, "ratio", .single), write: .operate),
        AttributeDescriptor(FieldDescriptor(10, "precise", .double), write: .operate),
        AttributeDescriptor(FieldDescriptor(11, "numbers", .unsigned(16), .list, maxLength: 3), write: .operate),
        AttributeDescriptor(FieldDescriptor(12, "inners", .structure(0), .list), write: .operate),
        AttributeDescriptor(FieldDescriptor(18_999, "moved", .signed(64)), write: .operate),
    ],
    commands: [
        CommandDescriptor(
            1, "Begin", method: "begin",
            [
                FieldDescriptor(0, "level", .unsigned(8), max: .literal(100)),
                FieldDescriptor(1, "time", .unsigned(16), .nullable),
                FieldDescriptor(2, "options", .bitmap(0), default: .unsigned(0)),
                FieldDescriptor(3, "note", .string, .optional),
                FieldDescriptor(4, "targets", .unsigned(8), .list),
            ],
            response: StructDescriptor("BeginResponse", [FieldDescriptor(0, "done", .boolean)]), responseID: 2)
    ],
    events: [EventDescriptor(0, "Began", .critical, [FieldDescriptor(0, "level", .unsigned(8))])])
