internal import HearthTraitDescriptors

// Restoring what a run has changed. Before a request that changes an attribute is sent, the present value is kept with
// each run that may restore it: the run itself and its ancestors. It is committed before the request is sent, because
// after a crash the old value would be lost.
extension Walk {
    /// Keeps the values that a request is about to change.
    ///
    /// - Returns: whether they must be committed before the request is sent.
    mutating func keepOriginals(of request: ActionRequest) -> Bool {
        guard !restorers.isEmpty else { return false }
        var isNew = false
        for (attribute, asked) in Restorable.changes(by: request.commandID, request.fields, of: request.path) {
            guard let before = home.attributes(attribute.path)?[attribute.id], before != .null else { continue }
            let original = OriginalValue(
                before: before, asked: asked,
                isOffWithThermostat: Restorable.isFanOff(attribute, before)
                    && isThermostatOff(beside: attribute) == true)
            remembered.append((attribute, original))
            for (id, kept) in restorers where (id == run.id ? run.originals : kept)[attribute] == nil { isNew = true }
            if restorers[run.id] != nil { run.keep(attribute, original, bytes: limits.originalBytes) }
        }
        return isNew
    }

    /// Sends the requests that restore attributes, and waits for their answers.
    mutating func restore(at id: UInt32) -> Result {
        if let progress = run.progress[id] {
            guard case .actingTogether = progress else { return .done }
            return continueTogether(at: id, .continue)
        }
        let own = run.originals.filter { !$0.value.isOverridden && !switchesMoreOff($0.key, $0.value) }
        let kept = run.originals.count - own.count
        let wanted = own.filter { attribute, original in
            home.attributes(attribute.path)?[attribute.id] != original.before
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
                    .init(attempts: 1, isRepeatable: true, fields: request.fields, since: moment.sinceEpoch)))
        }
        note(id, .restoration(restored: restored, kept: kept))
        run.originals = [:]
        return actTogether(parts, at: id, .continue, isRestoration: true)
    }

    /// Whether a fan was off because its air conditioner was, which runs now: the fan's "off" would switch it off.
    private func switchesMoreOff(_ attribute: TraitAttribute, _ original: OriginalValue) -> Bool {
        original.isOffWithThermostat && isThermostatOff(beside: attribute) == false
    }

    /// Whether the thermostat on an attribute's endpoint is off; nil if the endpoint has no thermostat.
    private func isThermostatOff(beside attribute: TraitAttribute) -> Bool? {
        let mode = Restorable.thermostatMode(beside: attribute)
        return home.attributes(mode.path)?[mode.id]?.integer.map { $0 == 0 }
    }
}
