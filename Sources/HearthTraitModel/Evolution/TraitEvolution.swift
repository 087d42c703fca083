/// Compares two revisions of a trait, item by item, at run time.
public struct TraitEvolution {
    /// Which way values travel: from a device, or to it.
    struct Use: OptionSet {
        let rawValue: Int
        static let read = Use(rawValue: 1)
        static let written = Use(rawValue: 2)
    }

    let old: TraitDescriptor
    let new: TraitDescriptor
    private var changes: [BreakingChange] = []
    /// Differently named structs that were compared: their places, and how their values travel.
    private var compared: Set<[Int]> = []

    /// The changes by which clients and devices of the two do not go together; none when they do.
    public static func breakingChanges(from old: TraitDescriptor, to new: TraitDescriptor) -> [BreakingChange] {
        var evolution = TraitEvolution(old: old, new: new)
        evolution.run()
        return evolution.changes
    }

    private init(old: TraitDescriptor, new: TraitDescriptor) {
        self.old = old
        self.new = new
    }

    mutating func add(_ rule: BreakingRule, _ item: String, _ detail: String = "") {
        changes.append(BreakingChange(rule, item, detail))
    }

    mutating func isFirst(_ left: Int, _ right: Int, _ use: Use) -> Bool {
        compared.insert([left, right, use.rawValue]).inserted
    }

    // MARK: The trait

    private mutating func run() {
        let path = new.name
        identity(path, (old.name, old.id), (new.name, new.id))
        if old.vendor != new.vendor { add(.namespace, path, "\(old.vendor) → \(new.vendor)") }
        if old.revision > new.revision { add(.revisionLowered, path, "\(old.revision) → \(new.revision)") }
        let features = ItemPairing(old.features, new.features, name: \.name, number: \.mask)
        for feature in features.removed { add(.removed, "\(path).Feature.\(feature.name)") }
        for (old, new) in features.kept {
            identity("\(path).Feature.\(new.name)", (old.name, old.mask), (new.name, new.mask))
        }
        types()
        attributes()
        commands()
        events()
    }

    /// Name and number.
    mutating func identity<Number: Equatable>(
        _ item: String, _ before: (name: String, number: Number), _ after: (name: String, number: Number)
    ) {
        if before.name != after.name { add(.renamed, item, "\(before.name) → \(after.name)") }
        if before.number != after.number { add(.renumbered, item, "\(before.number) → \(after.number)") }
    }

    /// Types that keep their names. Others are compared where they are used.
    private mutating func types() {
        for after in new.enums {
            guard let before = old.enums.first(where: { $0.name == after.name }) else { continue }
            constants(before.cases, after.cases, "\(new.name).\(after.name)")
        }
        let uses = (old: old.uses, new: new.uses)
        for (index, after) in new.bitmaps.enumerated() {
            guard let place = old.bitmaps.firstIndex(where: { $0.name == after.name }) else { continue }
            let before = old.bitmaps[place]
            let item = "\(new.name).\(after.name)"
            if before.bits != after.bits {
                let use = both(uses.old[.bitmap(place)], uses.new[.bitmap(index)])
                if let rule = WireShape(bitmap: before).rule(changingTo: WireShape(bitmap: after), use: use) {
                    add(rule, item, "\(before.bits) → \(after.bits) bits")
                }
            }
            constants(
                before.fields.map { (value: $0.mask, name: $0.name) },
                after.fields.map { (value: $0.mask, name: $0.name) }, item)
        }
        for (index, after) in new.structs.enumerated() {
            guard let place = old.structs.firstIndex(where: { $0.name == after.name }) else { continue }
            let use = both(uses.old[.structure(place)], uses.new[.structure(index)])
            fields(old.structs[place].fields, after.fields, "\(new.name).\(after.name)", use, isArgument: false)
        }
    }

    /// Either way where it is not known.
    private func both(_ before: Use?, _ after: Use?) -> Use {
        let use = (before ?? []).intersection(after ?? [])
        return use.isEmpty ? [.read, .written] : use
    }

    mutating func constants(
        _ before: [(value: UInt64, name: String)], _ after: [(value: UInt64, name: String)], _ path: String
    ) {
        let constants = ItemPairing(before, after, name: \.name, number: \.value)
        for constant in constants.removed { add(.removed, "\(path).\(constant.name)") }
        for (old, new) in constants.kept {
            identity("\(path).\(new.name)", (old.name, old.value), (new.name, new.value))
        }
    }

    // MARK: Elements

    private mutating func attributes() {
        let attributes = ItemPairing(
            old.attributes.filter { !GlobalAttribute.contains($0.id) },
            new.attributes.filter { !GlobalAttribute.contains($0.id) }, name: \.name, number: \.id)
        for attribute in attributes.removed { add(.removed, "\(new.name).\(attribute.name)") }
        for (before, after) in attributes.kept {
            let item = "\(new.name).\(after.name)"
            let use = before.use.intersection(after.use)
            field(before.field, after.field, item, use, .attribute)
            if before.read != nil, after.read == nil { add(.accessTightened, item, "reading") }
            if before.write != nil, after.write == nil { add(.accessTightened, item, "writing") }
            if let old = before.read, let new = after.read, old < new { add(.accessTightened, item, "read") }
            if let old = before.write, let new = after.write {
                if old < new { add(.accessTightened, item, "write") }
                if !before.isTimedWrite, after.isTimedWrite { add(.accessTightened, item, "timed write") }
            }
        }
    }

    private mutating func commands() {
        let commands = ItemPairing(old.commands, new.commands, name: \.name, number: \.id)
        for command in commands.removed { add(.removed, "\(new.name).\(command.name)") }
        for (before, after) in commands.kept {
            let item = "\(new.name).\(after.name)"
            identity(item, (before.name, before.id), (after.name, after.id))
            if before.invoke < after.invoke { add(.accessTightened, item, "invoke") }
            if !before.isTimed, after.isTimed { add(.accessTightened, item, "timed") }
            fields(before.arguments.fields, after.arguments.fields, item, .written, isArgument: true)
            if let old = before.response, let new = after.response {
                fields(old.fields, new.fields, item + ".response", .read, isArgument: false)
            } else if (before.response == nil) != (after.response == nil) {
                add(.response, item)
            }
        }
    }

    private mutating func events() {
        let events = ItemPairing(old.events, new.events, name: \.name, number: \.id)
        for event in events.removed { add(.removed, "\(new.name).\(event.name)") }
        for (before, after) in events.kept {
            let item = "\(new.name).\(after.name)"
            identity(item, (before.name, before.id), (after.name, after.id))
            if before.read < after.read { add(.accessTightened, item, "read") }
            fields(before.fields.fields, after.fields.fields, item, .read, isArgument: false)
        }
    }
}

extension AttributeDescriptor {
    fileprivate var use: TraitEvolution.Use {
        TraitEvolution.Use(read != nil ? [.read] : []).union(write != nil ? [.written] : [])
    }
}

extension TraitDescriptor {
    /// Which way values of its types travel.
    fileprivate var uses: [ValueType: TraitEvolution.Use] {
        var uses: [ValueType: TraitEvolution.Use] = [:]
        var queue = attributes.map { ($0.field, $0.use) }
        queue += commands.flatMap(\.arguments.fields).map { ($0, .written) }
        queue += commands.flatMap { $0.response?.fields ?? [] }.map { ($0, .read) }
        queue += events.flatMap(\.fields.fields).map { ($0, .read) }
        while let (field, use) = queue.popLast() {
            let known = uses[field.type] ?? []
            guard !known.isSuperset(of: use) else { continue }
            uses[field.type] = known.union(use)
            if let index = field.type.structIndex, structs.indices.contains(index) {
                queue += structs[index].fields.map { ($0, use) }
            }
        }
        return uses
    }
}

/// The items of two revisions, matched: by name first, so that a changed number is seen as such, then by number.
struct ItemPairing<Item> {
    private(set) var kept: [(old: Item, new: Item)] = []
    private(set) var removed: [Item] = []
    private(set) var added: [Item] = []

    init<Number: Hashable>(_ old: [Item], _ new: [Item], name: (Item) -> String, number: (Item) -> Number) {
        let names = Dictionary(new.enumerated().map { (name($1), $0) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<Int> = []
        var partners = old.map { item -> Int? in
            names[name(item)].flatMap { taken.insert($0).inserted ? $0 : nil }
        }
        let free = new.enumerated().filter { !taken.contains($0.offset) }
        let numbers = Dictionary(free.map { (number($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
        for index in old.indices where partners[index] == nil {
            guard let place = numbers[number(old[index])], taken.insert(place).inserted else { continue }
            partners[index] = place
        }
        for (item, partner) in zip(old, partners) {
            if let partner { kept.append((item, new[partner])) } else { removed.append(item) }
        }
        added = new.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
    }
}
