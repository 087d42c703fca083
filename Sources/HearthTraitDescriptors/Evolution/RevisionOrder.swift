/// The relation of two revisions of one trait.
public enum RevisionOrder: Sendable {
    /// They are compatible: the newest has everything that the other has.
    case compatible(newest: TraitDescriptor)
    /// They are not compatible, because of these changes: from the older to the newer, or from `present` to the other
    /// if both have the same number.
    case breaking([SchemaChange])

    /// Compares two revisions. The one with the lower number is the older. If both have the same number, the newer is
    /// the one that can replace the other, or `present` if each can.
    public init(_ present: TraitDescriptor, _ other: TraitDescriptor) {
        guard present != other else {
            self = .compatible(newest: present)
            return
        }
        let isAhead = present.revision >= other.revision
        let (ours, theirs) = (ComparedTrait(present), ComparedTrait(other))
        let changes =
            isAhead
            ? SchemaEvolution.breakingChanges(from: theirs, to: ours)
            : SchemaEvolution.breakingChanges(from: ours, to: theirs)
        if changes.isEmpty {
            self = .compatible(newest: isAhead ? present : other)
        } else if present.revision == other.revision {
            let renewing = SchemaEvolution.breakingChanges(from: ours, to: theirs)
            self = renewing.isEmpty ? .compatible(newest: other) : .breaking(renewing)
        } else {
            self = .breaking(changes)
        }
    }

    /// For people: the changes, at most the first eight; empty without changes.
    public var reasons: String {
        guard case .breaking(let changes) = self else { return "" }
        let shown = changes.prefix(8).map(\.summary).joined(separator: "; ")
        return changes.count > 8 ? "\(shown); and \(changes.count - 8) more" : shown
    }
}
