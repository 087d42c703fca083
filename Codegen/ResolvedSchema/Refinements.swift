internal import HearthBase
internal import TraitSchema

/// The annotations that `refine` blocks add to one cluster.
struct Refinements {
    /// The target of an annotation: an item, or a field of one.
    struct Target: Hashable {
        var kind: RefinementSyntax.Target.Kind
        var name: String
        var member: String?
    }

    private var annotations: [Target: [AnnotationSyntax]] = [:]
    private var places: [(target: Target, location: SourceLocation)] = []

    /// Adds a block. If a key is given twice for one item, the values must be equal.
    mutating func add(_ refinement: RefinementSyntax, _ findings: inout Findings) {
        for target in refinement.targets {
            add(
                target.annotations, to: Target(kind: target.kind, name: target.name.text),
                target.name.location, &findings)
            for member in target.members {
                add(
                    member.annotations,
                    to: Target(kind: target.kind, name: target.name.text, member: member.name.text),
                    member.name.location, &findings)
            }
        }
    }

    private mutating func add(
        _ new: [AnnotationSyntax], to target: Target, _ location: SourceLocation, _ findings: inout Findings
    ) {
        places.append((target, location))
        var merged = annotations[target] ?? []
        for annotation in new {
            guard let known = merged.first(where: { $0.key.text == annotation.key.text }) else {
                merged.append(annotation)
                continue
            }
            if !known.saysTheSame(as: annotation) {
                findings.error(
                    annotation.key.location,
                    "'\(annotation.key.text)' of '\(target.member ?? target.name)' is refined twice, differently",
                    hint: "the other is at \(known.key.location)")
            }
        }
        annotations[target] = merged
    }

    /// The item's own annotations merged with those of refinements, which may only narrow.
    func merged(
        _ inPlace: [AnnotationSyntax], _ targets: [Target], _ findings: inout Findings
    ) -> [AnnotationSyntax] {
        var merged = inPlace
        for annotation in targets.flatMap({ annotations[$0] ?? [] }) {
            guard let index = merged.firstIndex(where: { $0.key.text == annotation.key.text }) else {
                merged.append(annotation)
                continue
            }
            if annotation.narrows(merged[index]) {
                merged[index] = annotation
            } else if !annotation.saysTheSame(as: merged[index]) {
                findings.error(
                    annotation.valueLocation, "this '\(annotation.key.text)' contradicts \(merged[index].key.location)",
                    hint: "a refinement may only narrow: raise a minimum, lower a maximum")
            }
        }
        return merged
    }

    /// Reports refinements of unknown members.
    func reportUnknown(_ cluster: ClusterModel, _ names: [Target], _ findings: inout Findings) {
        let known = Set(names)
        for (target, location) in places where !known.contains(target) {
            let candidates = names.filter { $0.kind == target.kind }
            if let member = target.member {
                guard known.contains(Target(kind: target.kind, name: target.name)) else { continue }
                let fields = candidates.filter { $0.name == target.name }.compactMap(\.member)
                findings.error(
                    location,
                    "\(target.kind.rawValue) \(target.name) of cluster \(cluster.name) has no field '\(member)'",
                    hint: findings.suggestion(for: member, among: fields))
            } else {
                let items = candidates.filter { $0.member == nil }.map(\.name)
                findings.error(
                    location, "cluster \(cluster.name) has no \(target.kind.rawValue) '\(target.name)'",
                    hint: findings.suggestion(for: target.name, among: items))
            }
        }
    }
}

extension AnnotationSyntax {
    fileprivate func saysTheSame(as other: AnnotationSyntax) -> Bool {
        switch (value, other.value) {
        case (.expression(let left), .expression(let right)): left.isSame(as: right)
        default: value == other.value
        }
    }

    fileprivate func narrows(_ other: AnnotationSyntax) -> Bool {
        guard case .integer(let new) = value, case .integer(let old) = other.value else { return false }
        return switch key.text {
        case "min", "minLength": new >= old
        case "max", "maxLength": new <= old
        default: false
        }
    }
}

extension ExpressionSyntax {
    /// Whether the expressions are equal apart from locations.
    fileprivate func isSame(as other: ExpressionSyntax) -> Bool {
        switch (self, other) {
        case (.name(let left), .name(let right)): left.text == right.text
        case (.not(let left), .not(let right)): left.isSame(as: right)
        case (.and(let left, let first), .and(let right, let second)),
            (.or(let left, let first), .or(let right, let second)):
            left.isSame(as: right) && first.isSame(as: second)
        default: false
        }
    }
}
