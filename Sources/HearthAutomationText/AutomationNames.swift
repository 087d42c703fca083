internal import HearthAutomation
package import HearthTraitDescriptors

/// The names of a home's objects and of the parts of its traits, which texts use in place of ids.
package struct AutomationNames: Sendable {
    /// The kind of a named object. The raw values are keywords of the text form.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case device, room, zone, group, automation
        /// A structure other than this one.
        case home

        /// "a device", "an automation".
        package var withArticle: String { (self == .automation ? "an " : "a ") + rawValue }
    }

    /// An object of the home.
    package struct Object: Hashable, Sendable {
        package let kind: Kind
        package let id: String

        package init(_ kind: Kind, _ id: String) {
            self.kind = kind
            self.id = id
        }
    }

    /// The id of this structure, which texts call "home" so that they fit every structure.
    package let structureID: String
    private let objects: [Object: String]
    private let objectsByName: [Object: [String]]
    private let traits: [UInt32: TraitDescriptor]
    private let traitWords: WordTable
    private let typeWords: WordTable

    /// - Parameters:
    ///   - objects: the objects of the structure with their names, which need not be unique.
    ///   - traits: all known traits, makers' own included.
    ///   - deviceTypes: the ids and names of device types.
    package init(
        structureID: String, objects: [(object: Object, name: String)], traits: [TraitDescriptor],
        deviceTypes: [(id: UInt32, name: String)] = []
    ) {
        self.structureID = structureID
        self.objects = Dictionary(objects.map { ($0.object, $0.name) }, uniquingKeysWith: { first, _ in first })
        objectsByName = Dictionary(
            objects.map { (Object($0.object.kind, ObjectName.key($0.name)), [$0.object.id]) }, uniquingKeysWith: +)
        let traits = traits.map { $0.id == TimeTrait.id ? TimeTrait.complete($0) : $0 }
        self.traits = Dictionary(traits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        traitWords = WordTable(traits.map { (UInt64($0.id), $0.name) })
        typeWords = WordTable(deviceTypes.map { (UInt64($0.id), $0.name) })
    }

    // MARK: Objects

    func name(of object: Object) -> String? { objects[object] }
    func has(_ object: Object) -> Bool { objects[object] != nil }

    /// The objects of a kind that a word may mean: the one with this id, or all with this name.
    func objects(_ kind: Kind, meant word: String) -> [Object] {
        if has(Object(kind, word)) { return [Object(kind, word)] }
        return Set(objectsByName[Object(kind, ObjectName.key(word))] ?? []).sorted().map { Object(kind, $0) }
    }

    /// The names of objects of a kind that are similar to a word.
    func near(_ word: String, _ kind: Kind) -> [String] {
        nearestNames(to: word, among: objects.lazy.filter { $0.key.kind == kind }.map(\.value))
    }

    // MARK: Schemas

    func descriptor(_ traitID: UInt32) -> TraitDescriptor? { traits[traitID] }
    func traitWord(_ id: UInt32) -> String { traitWords.word(UInt64(id)) }
    func trait(_ word: String) -> UInt32? { traitWords.number(word).flatMap(UInt32.init(exactly:)) }
    func typeWord(_ id: UInt32) -> String { typeWords.word(UInt64(id)) }
    func deviceType(_ word: String) -> UInt32? { typeWords.number(word).flatMap(UInt32.init(exactly:)) }
    func nearTraits(_ word: String) -> String { didYouMean(word, traits.values.lazy.map(\.name)) }
    func nearTypes(_ word: String) -> String { didYouMean(word, typeWords.words) }
}

extension TimeTrait {
    /// The trait's schema plus the attributes that only the engine has: weekday and date.
    fileprivate static func complete(_ schema: TraitDescriptor) -> TraitDescriptor {
        guard let days = schema.enums.firstIndex(where: { $0.name == "DayOfWeek" }) else { return schema }
        let date = StructDescriptor(
            "Date",
            [
                FieldDescriptor(0, "year", .signed(32)), FieldDescriptor(1, "month", .unsigned(8)),
                FieldDescriptor(2, "day", .unsigned(8)),
            ])
        let own = [
            FieldDescriptor(Attribute.dayOfWeek, "dayOfWeek", .enumeration(days)),
            FieldDescriptor(Attribute.currentDate, "currentDate", .structure(schema.structs.count)),
        ]
        return TraitDescriptor(
            id: schema.id, name: schema.name, vendor: schema.vendor, package: schema.package, revision: schema.revision,
            features: schema.features, enums: schema.enums, bitmaps: schema.bitmaps, structs: schema.structs + [date],
            attributes: schema.attributes
                + own.filter { schema.attribute($0.id) == nil }.map { AttributeDescriptor($0) },
            commands: schema.commands, events: schema.events)
    }
}
