/// How two revisions of one trait stand to each other.
public enum RevisionOrder: Sendable {
    /// They go together: the newest holds all that the other one does.
    case compatible(newest: TraitDescriptor)
    /// They do not, by these changes: from the older to the newer, and of two with the same number from `present` to the
    /// other.
    case breaking([SchemaChange])

    /// Compares two revisions. The one with the lower number is the older; of two with the same number, whichever the
    /// other can take the place of, and `present` where each could.
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

    /// For people: the changes, the first of many; empty when there are none.
    public var reasons: String {
        guard case .breaking(let changes) = self else { return "" }
        let shown = changes.prefix(8).map(\.summary).joined(separator: "; ")
        return changes.count > 8 ? "\(shown); and \(changes.count - 8) more" : shown
    }
}
