internal import HearthTraitModel

// What a run has changed goes back to what it was (AU-63). Before something is sent that changes an attribute, what that is
// now is kept with each run that may put it back: with the run itself and those that wait for it. It is stored before
// anything is sent, as a kill would leave the attribute as it has become.
extension AutomationMachine {
    /// The runs that may put back what a run changes, itself included.
    func restorers(around run: AutomationRun) -> [UInt64] {
        lineage(of: run).filter { $0.end == nil && index(of: $0)?.hasRestoration == true }.map(\.id)
    }

    /// A run, and those that it is a child of. A chain is no longer than ``Limits/depth``, whatever was stored.
    func lineage(of run: AutomationRun) -> [AutomationRun] {
        var runs = [run]
        var next = run.parent
        while runs.count <= limits.depth, let id = next, let parent = self.runs[id] {
            runs.append(parent)
            next = parent.parent
        }
        return runs
    }

    /// Keeps what a request is about to change.
    ///
    /// - Returns: whether that has to be stored before the request is sent.
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

    /// Keeps for the runs around one what that has changed.
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

    /// Notes which runs are to be told of changes of what they may put back.
    mutating func followOriginals(of run: AutomationRun, before: [TraitAttribute: OriginalValue]) {
        guard run.originals.count != before.count || run.originals.keys != before.keys else { return }
        let (old, new) = (Set(before.keys.map(\.path)), Set(run.originals.keys.map(\.path)))
        for path in old.subtracting(new) {
            originals[path]?.remove(run.id)
            if originals[path]?.isEmpty == true { originals[path] = nil }
        }
        for path in new.subtracting(old) { originals[path, default: []].insert(run.id) }
    }

    /// Somebody has changed what a run wanted to put back: it stays as it is now.
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

    /// Whether a run, or a child of it, is the cause of something.
    private func isDoing(of runID: UInt64, _ cause: AutomationCause) -> Bool {
        cause.run.map { isDescendant($0.runID, of: runID) } ?? false
    }

    /// Whether a run is another one, or a child of it, or of a child.
    func isDescendant(_ id: UInt64, of runID: UInt64) -> Bool {
        var next: UInt64? = id
        for _ in 0...limits.depth {
            guard let id = next else { return false }
            if id == runID { return true }
            next = runs[id]?.parent
        }
        return false
    }

    // MARK: Putting back

    /// Puts back what may be, and waits until it is.
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
            // What is written of one trait is written at once.
            if request.commandID == nil, let last = parts.last, last.path == attribute.path, last.commandID == nil {
                parts[parts.count - 1].acting.fields[attribute.id] = original.before
                continue
            }
            parts.append(
                .init(
                    attribute.path, commandID: request.commandID,
                    // To put something back twice does no harm.
                    .init(attempts: 1, isRepeatable: true, fields: request.fields, since: walk.moment.sinceEpoch)))
        }
        note(id, .restoration(restored: restored, kept: kept), &run, walk)
        run.originals = [:]
        return actTogether(parts, at: id, .continue, &run, &walk, isRestoration: true)
    }
}

extension AutomationRun {
    /// Keeps what an attribute was. The first value is what counts, unless another cause has changed it since.
    ///
    /// - Parameter bytes: how much is kept in all; what is more is not, and not put back.
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
