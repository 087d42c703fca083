/// Comparison of attributes, commands, responses and events.
extension SchemaEvolution {
    mutating func attributes(_ scope: Scope, _ before: ComparedTrait, _ after: ComparedTrait) {
        let attributes = Pairing(before.attributes, after.attributes, name: \.field.name, number: \.field.id)
        for attribute in attributes.removed {
            add(.removed, .attribute, "\(scope.path).\(attribute.field.name)", attribute.field.location)
        }
        for (before, after) in attributes.kept {
            let item = "\(scope.path).\(after.field.name)"
            let location = after.field.location
            let both = before.use.intersection(after.use)
            field(before.field, after.field, Place(scope, .attribute, item, use: both))
            gate(.attribute, item, "reading", before.read == nil, after.read == nil, location)
            gate(.attribute, item, "writing", before.write == nil, after.write == nil, location)
            if let old = before.read, let new = after.read { privilege(.attribute, item, "read", old, new, location) }
            if let old = before.write, let new = after.write {
                privilege(.attribute, item, "write", old, new, location)
                gate(.attribute, item, "timed write", before.isTimedWrite, after.isTimedWrite, location)
            }
            if before.isReported != after.isReported {
                add(after.isReported ? .accessEased : .unreported, .attribute, item, "nosubscribe", location)
            }
        }
        for attribute in attributes.added {
            add(.added, .attribute, "\(scope.path).\(attribute.field.name)", attribute.field.location)
        }
    }

    mutating func commands(_ scope: Scope, _ before: ComparedTrait, _ after: ComparedTrait) {
        let commands = Pairing(before.commands, after.commands, name: \.name, number: \.id)
        for command in commands.removed {
            add(.removed, .command, "\(scope.path).\(command.name)", command.location)
        }
        for (before, after) in commands.kept {
            let item = "\(scope.path).\(after.name)"
            let location = after.location
            identity(.command, item, (before.name, before.id), (after.name, after.id), location)
            privilege(.command, item, "invoke", before.invoke, after.invoke, location)
            gate(.command, item, "timed", before.isTimed, after.isTimed, location)
            gate(.command, item, "fabric", before.isFabricScoped, after.isFabricScoped, location)
            presence(.command, item, before.isOptional, after.isOptional, location)
            if before.isRepeatable != after.isRepeatable {
                add(.repeatability, .command, item, after.isRepeatable ? "repeatable" : "not repeatable", location)
            }
            condition(.command, item, before.condition, after.condition, location)
            maturity(.command, item, before.maturity, after.maturity, location)
            fields(before.arguments, after.arguments, Place(scope, .argument, item, use: .written))
            response(of: item, before, after, scope)
        }
        for command in commands.added { add(.added, .command, "\(scope.path).\(command.name)", command.location) }
    }

    private mutating func response(of item: String, _ before: ComparedCommand, _ after: ComparedCommand, _ scope: Scope)
    {
        guard before.responseName != after.responseName else { return }
        let words = "\(before.responseName ?? "status only") → \(after.responseName ?? "status only")"
        guard let oldName = before.responseName, let newName = after.responseName else {
            return add(.response, .command, item, words, after.location)
        }
        add(.typeName, .command, item, words, after.location)
        fields(
            scope.old?.response(named: oldName)?.fields ?? [], scope.new?.response(named: newName)?.fields ?? [],
            Place(scope, .field, item + ".response", use: .read))
    }

    mutating func responses(_ scope: Scope, _ before: ComparedTrait, _ after: ComparedTrait) {
        for old in before.responses where after.response(named: old.name) == nil {
            add(.typeName, .response, "\(scope.path).\(old.name)", "removed", old.location)
        }
        for new in after.responses {
            let item = "\(scope.path).\(new.name)"
            guard let old = before.response(named: new.name) else {
                add(.typeName, .response, item, "added", new.location)
                continue
            }
            if let before = old.id, let after = new.id {
                identity(.response, item, (old.name, before), (new.name, after), new.location)
            }
            maturity(.response, item, old.maturity, new.maturity, new.location)
            fields(old.fields, new.fields, Place(scope, .field, item, use: .read))
        }
    }

    mutating func events(_ scope: Scope, _ before: ComparedTrait, _ after: ComparedTrait) {
        let events = Pairing(before.events, after.events, name: \.name, number: \.id)
        for event in events.removed { add(.removed, .event, "\(scope.path).\(event.name)", event.location) }
        for (before, after) in events.kept {
            let item = "\(scope.path).\(after.name)"
            let location = after.location
            identity(.event, item, (before.name, before.id), (after.name, after.id), location)
            if before.importance != after.importance {
                add(.priority, .event, item, "\(before.importance.word) → \(after.importance.word)", location)
            }
            privilege(.event, item, "read", before.read, after.read, location)
            gate(.event, item, "fabric_sensitive", before.isFabricSensitive, after.isFabricSensitive, location)
            presence(.event, item, before.isOptional, after.isOptional, location)
            condition(.event, item, before.condition, after.condition, location)
            maturity(.event, item, before.maturity, after.maturity, location)
            fields(before.fields, after.fields, Place(scope, .field, item, use: .read))
        }
        for event in events.added { add(.added, .event, "\(scope.path).\(event.name)", event.location) }
    }

    // MARK: Access and presence

    private mutating func privilege(
        _ subject: SchemaChange.Subject, _ item: String, _ what: String, _ before: Privilege, _ after: Privilege,
        _ location: String?
    ) {
        guard before != after else { return }
        let words = "\(what): \(before.word) → \(after.word)"
        add(before < after ? .accessTightened : .accessEased, subject, item, words, location)
    }

    /// Compares a restriction on clients, which was added or removed.
    mutating func gate(
        _ subject: SchemaChange.Subject, _ item: String, _ what: String, _ before: Bool, _ after: Bool,
        _ location: String?
    ) {
        guard before != after else { return }
        add(after ? .accessTightened : .accessEased, subject, item, what, location)
    }

    mutating func presence(
        _ subject: SchemaChange.Subject, _ item: String, _ before: Bool, _ after: Bool, _ location: String?
    ) {
        guard before != after else { return }
        add(.itemPresence, subject, item, after ? "optional" : "mandatory", location)
    }

    mutating func condition(
        _ subject: SchemaChange.Subject, _ item: String, _ before: ComparedCondition, _ after: ComparedCondition,
        _ location: String?
    ) {
        guard before != after else { return }
        add(.condition, subject, item, "\(before.words) → \(after.words)", location)
    }
}
