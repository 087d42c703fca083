internal import HearthTraitModel

// Restoring what a run has changed. Before a request that changes an attribute is sent, the present value is kept with
// each run that may restore it: the run itself and its ancestors. It is committed before the request is sent, because
// after a crash the old value would be lost.
extension AutomationMachine {
    /// The runs that may restore what a run changes, itself included.
    func restorers(around run: AutomationRun) -> [UInt64] {
        lineage(of: run).filter { $0.end == nil && index(of: $0)?.hasRestoration == true }.map(\.id)
    }

    /// A run and its ancestors. Never longer than ``Limits/depth``, whatever was stored.
    func lineage(of run: AutomationRun) -> [AutomationRun] {
        var runs = [run]
        var next = run.parent
        while runs.count <= limits.depth, let id = next, let parent = self.runs[id] {
            runs.append(parent)
            next = parent.parent
        }
        return runs
    }

    /// Keeps the values that a request is about to change.
    ///
    /// - Returns: whether they must be committed before the request is sent.
    func keepOriginals(of request: ActionRequest, _ run: inout AutomationRun, _ walk: inout Walk) -> Bool {
        guard !walk.restorers.isEmpty else { return false }
        var isNew = false
        for (attribute, asked) in Restorable.changes(by: request.commandID, request.fields, of: request.path) {
            guard let before = walk.home.attributes(attribute.path)?[attribute.id], before != .null else { continue }
            let original = OriginalValue(before: before, asked: asked)
            walk.remembered.append((attribute, original))
            for id in walk.restorers where (id == run.id ? run : runs[id])?.originals[attribute] == nil { isNew = true }
            if walk.restorers.contains(run.id) {
                run.keep(attribute, original, bytes: limits.originalBytes)
            }
        }
        return isNew
    }

    /// Keeps original values for the ancestors of a run.
    mutating func remember(
        _ remembered: [(attribute: TraitAttribute, original: OriginalValue)], for restorers: [UInt64]
    ) {
        guard !remembered.isEmpty else { return }
        for id in restorers {
            guard var run = runs[id] else { continue }
            let before = run.originals
            for (attribute, original) in remembered { run.keep(attribute, original, bytes: limits.originalBytes) }
            runs[id] = run
            unsaved.runs.insert(id)
            followOriginals(of: run, before: before)
        }
    }

    /// Updates the index of runs that must see changes of the attributes they may restore.
    mutating func followOriginals(of run: AutomationRun, before: [TraitAttribute: OriginalValue]) {
        guard run.originals.count != before.count || run.originals.keys != before.keys else { return }
        let (old, new) = (Set(before.keys.map(\.path)), Set(run.originals.keys.map(\.path)))
        for path in old.subtracting(new) {
            originals[path]?.remove(run.id)
            if originals[path]?.isEmpty == true { originals[path] = nil }
        }
        for path in new.subtracting(old) { originals[path, default: []].insert(run.id) }
    }

    /// Notes that another cause has changed attributes that a run wanted to restore; these are not restored.
    mutating func noticeOverrides(_ change: HomeChange) {
        for attributes in change.attributes {
            guard let following = originals[attributes.path] else { continue }
            for runID in following {
                guard var run = runs[runID], !isDoing(of: runID, change.cause) else { continue }
                for (id, value) in attributes.values.fields {
                    let attribute = TraitAttribute(attributes.path, id)
                    guard let original = run.originals[attribute], !original.isOverridden,
                        original.asked != value,
                        change.cause.kind != .device || !Restorable.isOnTheWay(value, original, of: attribute)
                    else { continue }
                    run.originals[attribute]?.isOverridden = true
                }
                guard run.originals != runs[runID]?.originals else { continue }
                runs[runID] = run
                unsaved.runs.insert(runID)
            }
        }
    }

    /// Whether a run or a descendant of it is the cause.
    private func isDoing(of runID: UInt64, _ cause: AutomationCause) -> Bool {
        cause.run.map { isDescendant($0.runID, of: runID) } ?? false
    }

    /// Whether a run is another one or its descendant.
    func isDescendant(_ id: UInt64, of runID: UInt64) -> Bool {
        var next: UInt64? = id
        for _ in 0...limits.depth {
            guard let id = next else { return false }
            if id == runID { return true }
            next = runs[id]?.parent
        }
        return false
    }

    // MARK: Restoring

    /// Sends the requests that restore attributes, and waits for their answers.
    func restore(at id: UInt32, _ run: inout AutomationRun, _ walk: inout Walk) -> Walked {
        if let progress = run.progress[id] {
            guard case .actingTogether = progress else { return .done }
            return goOnTogether(at: id, .continue, &run, &walk)
        }
        let kept = run.originals.count { $0.value.isOverridden }
        let wanted = run.originals.filter { attribute, original in
            !original.isOverridden && walk.home.attributes(attribute.path)?[attribute.id] != original.before
        }
        var parts: [AutomationRun.ActingPart] = []
        var restored = 0
        for (attribute, original) in wanted.sorted(by: { Restorable.isBefore($0.key, $1.key) }) {
            guard let request = Restorable.request(attribute, original.before) else { continue }
            restored += 1
            // Attributes of one trait are written in one request.
            if request.commandID == nil, let last = parts.last, last.path == attribute.path, last.commandID == nil {
                parts[parts.count - 1].acting.fields[attribute.id] = original.before
                continue
            }
            parts.append(
                .init(
                    attribute.path, commandID: request.commandID,
                    // Restoring a value twice is harmless.
                    .init(attempts: 1, isRepeatable: true, fields: request.fields, since: walk.moment.sinceEpoch)))
        }
        note(id, .restoration(restored: restored, kept: kept), &run, walk)
        run.originals = [:]
        return actTogether(parts, at: id, .continue, &run, &walk, isRestoration: true)
    }
}

extension AutomationRun {
    /// Keeps the value of an attribute. The first value counts, unless another cause has changed the attribute since.
    ///
    /// - Parameter bytes: the most bytes to keep in total; a value beyond that is not kept and not restored.
    fileprivate mutating func keep(_ attribute: TraitAttribute, _ original: OriginalValue, bytes: Int) {
        if let known = originals[attribute], !known.isOverridden {
            originals[attribute]?.asked = original.asked
            return
        }
        let size = originals.reduce(Self.size(original)) { $0 + Self.size($1.value) }
        guard size <= bytes else { return }
        originals[attribute] = original
    }

    private static func size(_ original: OriginalValue) -> Int {
        128 + original.before.memorySize + (original.asked?.memorySize ?? 0)
    }
}
