internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore

/// A notice in a structure's list.
struct ListedNotice {
    let structure: Structure
    let id: UInt64
    /// In seconds since 1970.
    let raisedAt: Double
    let title: String
    let text: String
    let urgency: String
    let recipients: [String]

    /// The notices of some structures, newest first.
    static func list(of structures: [Structure], in listing: HomeListing) -> [ListedNotice] {
        structures.flatMap { structure -> [ListedNotice] in
            guard case .list(let entries)? = listing.values(of: NoticesTrait.id, in: structure)?[0] else { return [] }
            return entries.reversed().compactMap { entry in
                if case .structure(let fields) = entry { ListedNotice(structure, fields) } else { nil }
            }
        }
    }

    private init?(_ structure: Structure, _ fields: StructureValue) {
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
