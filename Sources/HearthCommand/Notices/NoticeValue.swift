internal import HearthTraitCatalog
internal import HearthTraitCore

/// Hearth's trait Notices, as the command line sees it.
enum NoticesTrait {
    static let id: UInt32 = 0xFFF0_FC07
    static let urgencies = ["information", "warning", "alarm"]

    static func descriptor() throws(CommandError) -> TraitDescriptor {
        guard let trait = StandardTraits.descriptors.first(where: { $0.id == id }) else {
            throw CommandError(.refused, "this program does not know the trait Notices; install it again")
        }
        return trait
    }
}

/// A notice in a structure's list.
struct ListedNotice {
    let structure: House.Structure
    let id: UInt64
    /// In seconds since 1970.
    let raisedAt: Double
    let title: String
    let text: String
    let urgency: String
    let recipients: [String]

    /// Those of structures, the newest first.
    static func list(of structures: [House.Structure]) -> [ListedNotice] {
        structures.flatMap { structure -> [ListedNotice] in
            guard case .list(let entries)? = structure.traits[NoticesTrait.id]?[0] else { return [] }
            return entries.reversed().compactMap { entry in
                if case .structure(let fields) = entry { ListedNotice(structure, fields) } else { nil }
            }
        }
    }

    private init?(_ structure: House.Structure, _ fields: StructureValue) {
        guard case .unsigned(let id)? = fields[0] else { return nil }
        func text(_ field: UInt32) -> String { if case .string(let text)? = fields[field] { text } else { "" } }
        func number(_ field: UInt32) -> UInt64 { if case .unsigned(let number)? = fields[field] { number } else { 0 } }
        self.structure = structure
        self.id = id
        raisedAt = Double(number(1)) / 1_000
        title = text(2)
        self.text = text(3)
        let urgency = Int(clamping: number(4))
        self.urgency =
            NoticesTrait.urgencies.indices.contains(urgency) ? NoticesTrait.urgencies[urgency] : "\(urgency)"
        guard case .list(let ids)? = fields[6] else {
            recipients = []
            return
        }
        recipients = ids.compactMap { if case .string(let id) = $0 { id } else { nil } }
    }
}
