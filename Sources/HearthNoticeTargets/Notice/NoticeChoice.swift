/// The notices that a target gets.
package struct NoticeChoice: Hashable, Sendable {
    /// The least urgent ones.
    package var least: NoticeUrgency
    /// Words of kinds, as in ``PostedNotice/kind``; empty for all.
    package var kinds: Set<String>
    /// The name or ID of a structure; nil for all.
    package var structure: String?
    /// The name of a person, whose own notices and those to everybody it gets; nil for all notices.
    package var person: String?

    package init(
        least: NoticeUrgency = .information, kinds: Set<String> = [], structure: String? = nil, person: String? = nil
    ) {
        self.least = least
        self.kinds = kinds
        self.structure = structure
        self.person = person
    }

    package func contains(_ notice: PostedNotice) -> Bool {
        guard notice.urgency >= least, kinds.isEmpty || kinds.contains(notice.kind) else { return false }
        if let structure, structure != notice.structureID, !Self.equal(structure, notice.structureName) { return false }
        guard let person, !notice.recipients.isEmpty else { return true }
        return notice.recipients.contains { Self.equal($0, person) }
    }

    private static func equal(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}
