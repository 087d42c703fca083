internal import HearthTraitCatalog
internal import HearthTraitCore

/// Hearth's Notices trait, as the command line uses it.
enum NoticesTrait {
    static let id: UInt32 = 0xFFF0_FC07
    static let urgencies = ["information", "warning", "alarm"]

    /// Numbers of the fields of a notice.
    enum Field {
        static let id: UInt32 = 0
        /// In milliseconds since 1970.
        static let raisedAt: UInt32 = 1
        static let title: UInt32 = 2
        static let text: UInt32 = 3
        static let urgency: UInt32 = 4
        /// 0 for a message, higher numbers for alarms.
        static let kind: UInt32 = 5
        static let recipients: UInt32 = 6
    }

    /// The word for a notice's urgency; the number if it is unknown.
    static func urgency(_ value: TraitValue?) -> String {
        let number = if case .unsigned(let number)? = value { Int(clamping: number) } else { 0 }
        return urgencies.indices.contains(number) ? urgencies[number] : "\(number)"
    }

    static func descriptor() throws(CommandError) -> TraitDescriptor {
        guard let trait = StandardTraits.descriptors.first(where: { $0.id == id }) else {
            throw CommandError(.refused, "this program lacks the trait Notices; install it again")
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

    /// The notices of some structures, newest first.
    static func list(of structures: [House.Structure]) -> [ListedNotice] {
        structures.flatMap { structure -> [ListedNotice] in
            guard case .list(let entries)? = structure.traits[NoticesTrait.id]?[0] else { return [] }
            return entries.reversed().compactMap { entry in
                if case .structure(let fields) = entry { ListedNotice(structure, fields) } else { nil }
            }
        }
    }

    private init?(_ structure: House.Structure, _ fields: StructureValue) {
        guard case .unsigned(let id)? = fields[NoticesTrait.Field.id] else { return nil }
        self.structure = structure
        self.id = id
        let time: UInt64 = if case .unsigned(let time)? = fields[NoticesTrait.Field.raisedAt] { time } else { 0 }
        raisedAt = Double(time) / 1_000
        title = fields[NoticesTrait.Field.title]?.string ?? ""
        text = fields[NoticesTrait.Field.text]?.string ?? ""
        urgency = NoticesTrait.urgency(fields[NoticesTrait.Field.urgency])
        recipients = fields[NoticesTrait.Field.recipients]?.list?.compactMap(\.string) ?? []
    }
}
