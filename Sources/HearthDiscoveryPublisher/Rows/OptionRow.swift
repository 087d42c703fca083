internal import HearthTraitCatalog
internal import HearthTraitCore

/// One of some words: ModeSelect, the modes of appliances, and Choice.
enum OptionRow {
    private typealias T = StandardTraits

    /// A trait with modes, each with a label and a number.
    private struct ModeRow: Sendable {
        let trait: TraitDescriptor
        let name: String
        let title: String
        let modes: AttributeID
        let current: AttributeID
        let change: CommandID

        init(_ trait: TraitDescriptor, _ name: String, _ title: String) {
            self.trait = trait
            self.name = name
            self.title = title
            modes = AttributeID(trait, "supportedModes")
            current = AttributeID(trait, "currentMode")
            change = CommandID(trait, "ChangeToMode")
        }

        /// The labels and numbers. Fields of a mode: 0 is its label, 1 its number. Labels that occur twice get their
        /// number, as Home Assistant's options differ.
        func options(_ part: Part) -> [(word: String, value: Int64)] {
            let all = (part.value(modes)?.list ?? []).compactMap(\.structure).compactMap { mode in
                mode[1]?.integer.map { (mode[0]?.string ?? "", $0) }
            }
            var known: Set<String> = []
            return all.map { label, number in
                let word = label.isEmpty ? "Mode \(number)" : OptionRow.shown(label)
                return (known.insert(word).inserted ? word : "\(word) (\(number))", number)
            }
        }
    }

    /// A word as Home Assistant has it, which reads "none" as no option at all.
    private static func shown(_ word: String) -> String { word.lowercased() == "none" ? "(\(word))" : word }

    private static let rows: [ModeRow] = [
        ModeRow(T.matterModeSelect, "mode", "Mode"), ModeRow(T.matterRvcCleanMode, "clean_mode", "Cleaning mode"),
        ModeRow(T.matterLaundryWasherMode, "washer_mode", "Mode"),
        ModeRow(T.matterDishwasherMode, "dishwasher_mode", "Mode"), ModeRow(T.matterOvenMode, "oven_mode", "Mode"),
        ModeRow(T.matterRefrigeratorAndTemperatureControlledCabinetMode, "cabinet_mode", "Mode"),
        ModeRow(T.matterEnergyEvseMode, "evse_mode", "Charging mode"),
    ]

    private static let choice = AttributeID(T.hearthProjectChoice, "value")
    private static let choices = AttributeID(T.hearthProjectChoice, "options")
    private static let isSettable = AttributeID(T.hearthProjectChoice, "isSettable")

    static let describing: [AttributeID] = rows.map(\.modes) + [choices, isSettable]

    static func components(_ part: Part) -> [Component] {
        rows.filter { part.has($0.trait) }.map { select($0, part) } + chosen(part)
    }

    private static func select(_ row: ModeRow, _ part: Part) -> Component {
        let property = Property.value { part in
            let current = part.integer(row.current)
            return .text(row.options(part).first { $0.value == current }?.word)
        } write: { payload, part throws(SetRefusal) in
            row.change.request(part.number, ["newMode": .count(try payload.word(of: row.options(part)))])
        }
        return Component(
            name: row.name, platform: "select", title: row.title, isNamedByPart: true,
            options: [("options", .array(row.options(part).map { .string($0.word) }))], properties: [property])
    }

    private static func chosen(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectChoice) else { return [] }
        let words = (part.value(choices)?.list?.compactMap(\.string) ?? []).map { (word: shown($0), value: $0) }
        let list = JSON.array(words.map { .string($0.word) })
        let read: Property.Read = { part in
            let value = part.text(choice)
            return .text(words.first { $0.value == value }?.word)
        }
        guard part.bool(isSettable) == true, !words.isEmpty else {
            // Without a list every word may come, which an enum has not.
            guard !words.isEmpty else { return [SensorRow.named("choice", "State") { .text($0.text(choice)) }] }
            var component = SensorRow.enumeration("choice", "State", list, read)
            component.isNamedByPart = true
            return [component]
        }
        let property = Property.value(read) { payload, part throws(SetRefusal) in
            part.write(choice, .string(try payload.word(of: words)))
        }
        return [
            Component(
                name: "choice", platform: "select", title: "Choice", isNamedByPart: true, options: [("options", list)],
                properties: [property])
        ]
    }
}
