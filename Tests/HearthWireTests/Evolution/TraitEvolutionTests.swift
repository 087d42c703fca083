internal import HearthTraitDescriptors
internal import HearthWire
internal import SampleTrait
internal import Expectations
internal import Testing

@Suite struct TraitEvolutionTests {
    typealias Change = @Sendable (inout Hearth_V1_TraitSchema) -> Void

    struct Case: Sendable {
        /// nil for a compatible change.
        let rule: EvolutionRule?
        let item: String
        let change: Change

        init(_ rule: EvolutionRule?, _ item: String = "", _ change: @escaping Change) {
            self.rule = rule
            self.item = item
            self.change = change
        }
    }

    static let cases: [Case] = [
        Case(nil) { $0.revision += 1 },
        Case(nil) { $0.features.append(.init(name: "More", mask: 2)) },
        Case(nil) { $0.enums[0].constants.append(.init(name: "turbo", value: 9)) },
        Case(nil) { $0.structs[0].name = "Other" },
        Case(nil) { $0.attributes.append(.init(field: .init(id: 50, name: "more", kind: .boolean), readField: .view)) },
        Case(nil) { $0.commands[0].arguments?.fields[0].max = .init(limit: .literal(200)) },
        Case(nil) { $0.commands[0].arguments?.fields[0].bits = 16 },
        Case(nil) { $0.attributes[2].field?.max = .init(limit: .literal(100)) },
        Case(nil) { $0.attributes[0].field?.isOptional = true },
        Case(nil) { $0.attributes[4].field?.unit = "" },
        Case(nil) { $0.attributes[4].writeField = .view },
        Case(nil) { $0.attributes[5].field?.defaultValue = .init(value: .unsigned(1)) },
        Case(nil) {
            $0.commands[0].arguments?.fields.append(.init(id: 9, name: "extra", kind: .boolean, isOptional: true))
        },
        Case(nil) {
            $0.commands[0].arguments?.fields.append(.init(id: 9, name: "extra", kind: .boolean, isNullable: true))
        },
        Case(nil) { $0.events[0].importance = .debug },
        Case(nil) { $0.commands[0].isRepeatable = true },
        Case(.revisionLowered, "Sample") { $0.revision = 1 },
        Case(.namespace, "Sample") { $0.vendor = "Other" },
        Case(.removed, "Sample.Feature.Extra") { $0.features = [] },
        Case(.renumbered, "Sample.Feature.Extra") { $0.features[0].mask = 4 },
        Case(.removed, "Sample.ModeEnum.boost") { $0.enums[0].constants.removeLast() },
        Case(.renamed, "Sample.ModeEnum.lower") { $0.enums[0].constants[0].name = "lower" },
        Case(.removed, "Sample.Flags.fast") { $0.bitmaps[0].fields.removeFirst() },
        Case(.width, "Sample.Flags") { $0.bitmaps[0].bits = 16 },
        Case(.removed, "Sample.flag") { $0.attributes.removeFirst() },
        Case(.renumbered, "Sample.flag") { $0.attributes[0].field?.id = 60 },
        Case(.encoding, "Sample.flag") {
            $0.attributes[0].field?.kind = .unsigned
            $0.attributes[0].field?.bits = 8
        },
        Case(.meaning, "Sample.mode") {
            $0.attributes[5].field?.kind = .bitmap
        },
        Case(.width, "Sample.small") { $0.attributes[1].field?.bits = 16 },
        Case(.narrowed, "Sample.Begin.time") { $0.commands[0].arguments?.fields[1].bits = 8 },
        Case(.listness, "Sample.flag") { $0.attributes[0].field?.isList = true },
        Case(.listForm, "Sample.Begin.targets") { $0.commands[0].arguments?.fields[4].isOptional = true },
        Case(.nullability, "Sample.small") { $0.attributes[1].field?.isNullable = false },
        Case(.nullRefused, "Sample.Begin.time") { $0.commands[0].arguments?.fields[1].isNullable = false },
        Case(.fieldPresence, "Sample.BeginResponse.done") { $0.commands[0].response?.fields[0].isOptional = true },
        Case(.argumentMandatory, "Sample.Begin.note") { $0.commands[0].arguments?.fields[3].isOptional = false },
        Case(.limitsNarrowed, "Sample.Begin.level") {
            $0.commands[0].arguments?.fields[0].max = .init(limit: .literal(99))
        },
        Case(.limitsNarrowed, "Sample.label") { $0.attributes[7].field?.maxLength = 7 },
        Case(.limitsNarrowed, "Sample.temperature") { $0.attributes[4].field?.step = 100 },
        Case(.defaultChanged, "Sample.Begin.options") {
            $0.commands[0].arguments?.fields[2].defaultValue = .init(value: .unsigned(1))
        },
        Case(.unitChanged, "Sample.temperature") { $0.attributes[4].field?.unit = "K" },
        Case(.accessTightened, "Sample.flag") { $0.attributes[0].writeField = .manage },
        Case(.accessTightened, "Sample.flag") { $0.attributes[0].writeField = .unspecified },
        Case(.accessTightened, "Sample.Begin") { $0.commands[0].isTimed = true },
        Case(.response, "Sample.Begin") { $0.commands[0].response = nil },
        Case(.addedMandatoryArgument, "Sample.Begin.extra") {
            $0.commands[0].arguments?.fields.append(.init(id: 9, name: "extra", kind: .boolean))
        },
        Case(.addedMandatoryField, "Sample.Began.extra") {
            $0.events[0].payload?.fields.append(.init(id: 9, name: "extra", kind: .boolean))
        },
        Case(.addedMandatoryField, "Sample.Leaf.extra") {
            $0.structs[1].fields.append(.init(id: 9, name: "extra", kind: .boolean))
        },
    ]

    private func breakingChanges(from old: TraitDescriptor, to new: TraitDescriptor) -> [SchemaChange] {
        SchemaEvolution.breakingChanges(from: ComparedTrait(old), to: ComparedTrait(new))
    }

    @Test func everyChangeHasItsRule() throws {
        for (index, one) in Self.cases.enumerated() {
            var schema = sample.schema
            one.change(&schema)
            let changes = breakingChanges(from: sample, to: try TraitDescriptor(schema: schema))
            if let rule = one.rule {
                expect(
                    changes.contains { $0.rule == rule && $0.item == one.item },
                    "case \(index): \(changes.map(\.description))")
            } else {
                expect(changes.isEmpty, "case \(index): \(changes.map(\.description))")
            }
        }
        let covered = Set(Self.cases.compactMap(\.rule))
        expect(
            Set(EvolutionRule.allCases.filter { $0.impact == .breaking }).subtracting(covered), equals: [.unreported],
            "a descriptor says of no attribute that it is not reported")
    }

    @Test func aTraitGoesWithItself() {
        guard case .compatible(let newest) = RevisionOrder(sample, sample) else {
            Issue.record("not compatible")
            return
        }
        expect(newest === sample)
    }

    @Test func theLowerRevisionIsTheOlder() throws {
        var schema = sample.schema
        schema.revision = 1
        schema.enums[0].constants.removeLast()
        let older = try TraitDescriptor(schema: schema)
        for (present, other) in [(sample, older), (older, sample)] {
            guard case .compatible(let newest) = RevisionOrder(present, other) else {
                Issue.record("not compatible")
                continue
            }
            expect(newest === sample)
        }
        schema.revision = 3
        let breaking = RevisionOrder(sample, try TraitDescriptor(schema: schema))
        expect(breaking.reasons, equals: "Sample.ModeEnum.boost: removed")
    }

    /// A maker who learns that a command must not be repeated removes the mark in a new revision.
    @Test(arguments: [true, false]) func theNewestSaysWhatIsRepeatable(_ isRepeatable: Bool) throws {
        var schema = sample.schema
        schema.commands[0].isRepeatable = !isRepeatable
        let older = try TraitDescriptor(schema: schema)
        schema.commands[0].isRepeatable = isRepeatable
        let same = try TraitDescriptor(schema: schema)
        schema.revision += 1
        let newer = try TraitDescriptor(schema: schema)
        for (present, other) in [(older, newer), (newer, older)] {
            guard case .compatible(let newest) = RevisionOrder(present, other) else {
                Issue.record("not compatible")
                continue
            }
            expect(newest.commands[0].isRepeatable, equals: isRepeatable)
        }
        guard case .compatible(let newest) = RevisionOrder(older, same) else {
            Issue.record("not compatible")
            return
        }
        expect(newest === older, "of the same revision the present one stays")
    }

    /// A maker who renames something without raising the revision sees the change in the right direction.
    @Test func ofEqualRevisionsTheChangesLeadFromThePresentOne() throws {
        var schema = sample.schema
        schema.enums[0].constants[0].name = "calm"
        let other = try TraitDescriptor(schema: schema)
        let name = sample.schema.enums[0].constants[0].name
        expect(RevisionOrder(sample, other).reasons.contains("renamed (\(name) → calm)"))
        expect(RevisionOrder(other, sample).reasons.contains("renamed (calm → \(name))"))
    }

    /// Structs of different names are compared where they are used, each pair once: a lattice of them takes no time.
    @Test func latticesOfStructsEnd() throws {
        func lattice(_ prefix: String, _ kind: Hearth_V1_SchemaField.Kind = .boolean) throws -> TraitDescriptor {
            var schema = sample.schema
            schema.attributes = []
            schema.structs = (0..<16).map { level in
                .init(
                    name: "\(prefix)\(level)",
                    fields: (0..<100).map { index in
                        level == 0
                            ? .init(id: UInt32(index), name: "f\(index)", kind: kind)
                            : .init(id: UInt32(index), name: "f\(index)", kind: .struct, typeIndex: UInt32(level - 1))
                    })
            }
            schema.commands[0].arguments?.fields = [.init(name: "top", kind: .struct, typeIndex: 15)]
            return try TraitDescriptor(schema: schema)
        }
        expect(breakingChanges(from: try lattice("A"), to: try lattice("B")).isEmpty)
        // Every path to the bottom is a different change: far too many to list or to compute.
        expect(breakingChanges(from: try lattice("A"), to: try lattice("B", .string)).count, equals: 100)
    }
}
