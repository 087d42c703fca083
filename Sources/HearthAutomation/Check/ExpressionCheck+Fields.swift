internal import HearthTraitDescriptors

extension ExpressionCheck {
    /// The type of a field that a starter or a state reader has read.
    mutating func type(of reference: FieldReference) -> ExpressionType {
        guard let source = sources[reference.nodeID] else {
            // The node may be inside one of a newer version.
            if !sources.hasUnknownNodes { noteInvalid(reference) }
            return .unknown
        }
        checkOrder(of: reference.nodeID, source)
        if source.eventID != nil, place.isLive {
            note(
                .invalidField(reference.path),
                "the fields of an event never change, so a hold or a wait can't use them; use an attribute")
            return .unknown
        }
        guard let first = reference.path.first else {
            note(
                .invalidField([]), "node \(reference.nodeID) is used without a field; name one")
            return .unknown
        }
        if source.found.isTime, source.eventID != nil {
            note(
                .invalidField(reference.path),
                "the events of the clock have no fields; read the clock with a state reader")
            return .unknown
        }
        if source.found.isTime, let type = time(first, reference.path) { return type }
        guard let trait = source.found.descriptor else { return .unknown }
        guard let field = sources.field(of: reference) else {
            // An unknown event was already reported at its starter.
            if source.eventID.map({ trait.event($0) == nil }) != true { noteInvalidField(reference, of: trait) }
            return .unknown
        }
        if source.eventID == nil { checkAttribute(first, of: trait, source.found) }
        return ExpressionType(field, of: trait)
    }

    private mutating func checkAttribute(_ id: UInt32, of trait: TraitDescriptor, _ found: CheckedTrait) {
        guard let attribute = trait.attribute(id) else { return }
        if attribute.read == nil {
            note(.invalidField([id]), "\(trait.name).\(attribute.name) can only be written; read another attribute")
        } else if !found.has(attribute: id) {
            note(
                .attributeNotSupported(id),
                "\(found.place) has no \(trait.name).\(attribute.name); choose another attribute, or another device")
        }
    }

    /// The type of an attribute of the clock; nil for attributes that only its schema knows.
    private mutating func time(_ id: UInt32, _ path: [UInt32]) -> ExpressionType? {
        guard let type = ExpressionType(timeAttribute: id) else { return nil }
        if id == TimeTrait.Attribute.sunrise || id == TimeTrait.Attribute.sunset {
            if let objection = home.missingLocation { note(objection) }
        }
        switch (type, path.count, path.last ?? 0) {
        case (_, 1, _): return type
        case (.timeOfDay, 2, 0...1), (.date, 2, 1...2): return .unsigned
        case (.date, 2, 0): return .signed
        default:
            note(.invalidField(path), "the clock has no such field; use a whole time of day or a whole date")
            return .unknown
        }
    }

    // MARK: What is before

    private mutating func checkOrder(of nodeID: UInt32, _ source: GraphSources.Source) {
        // A starter may refer to its own change.
        if place.isStarter, nodeID == place.nodeID { return }
        if source.isStarter, source.eventID == nil {
            if !sources.passedStarters.contains(nodeID) { noteNotBefore(nodeID) }
            return
        }
        if !state.possible.contains(.node(nodeID)) {
            noteNotBefore(nodeID)
        } else if !state.certain.contains(.node(nodeID)), !place.isLive {
            note(
                .perhapsNotRead(nodeID),
                "not every path to here passes node \(nodeID), without which this is unknown; read it on each, or use its "
                    + "value only where it was read")
        }
    }

    private mutating func noteNotBefore(_ nodeID: UInt32) {
        note(
            .notBefore(nodeID),
            "a value of node \(nodeID) is used before that node; move node \(nodeID) to a place before this one")
    }

    mutating func noteInvalid(_ reference: FieldReference) {
        note(
            .invalidReference(reference.nodeID),
            "node \(reference.nodeID) is not a starter or state reader of this automation; add one, or use another value"
        )
    }

    private mutating func noteInvalidField(_ reference: FieldReference, of trait: TraitDescriptor) {
        let path = reference.path.prefix(8).map(String.init).joined(separator: ".")
        note(
            .invalidField(reference.path),
            "\(trait.name) has no field \(path) that node \(reference.nodeID) could read; choose one that its schema has"
        )
    }
}
