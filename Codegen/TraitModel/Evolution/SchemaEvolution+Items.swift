internal import TraitSchema

/// Attributes, commands, responses and events.
extension SchemaEvolution {
    mutating func attributes(_ scope: Scope, _ before: ClusterModel, _ after: ClusterModel) {
        let attributes = Pairing(
            before.attributes.filter { !$0.isGlobal }, after.attributes.filter { !$0.isGlobal }, name: \.name,
            number: \.id)
        for attribute in attributes.removed {
            add(.removed, .attribute, "\(scope.path).\(attribute.name)", attribute.field.location)
        }
        for (before, after) in attributes.kept {
            let item = "\(scope.path).\(after.name)"
            let location = after.field.location
            let both = before.use.intersection(after.use)
            field(before.field, after.field, Place(scope, .attribute, item, use: both))
            gate(.attribute, item, "reading", !before.isReadable, !after.isReadable, location)
            gate(.attribute, item, "writing", !before.isWritable, !after.isWritable, location)
            if both.contains(.read) {
                privilege(.attribute, item, "read", before.readPrivilege, after.readPrivilege, location)
            }
            if both.contains(.written) {
                privilege(.attribute, item, "write", before.writePrivilege, after.writePrivilege, location)
                gate(.attribute, item, "timed write", before.requiresTimedWrite, after.requiresTimedWrite, location)
            }
            if before.isReported != after.isReported {
                add(after.isReported ? .accessEased : .unreported, .attribute, item, "nosubscribe", location)
            }
        }
        for attribute in attributes.added {
            add(.added, .attribute, "\(scope.path).\(attribute.name)", attribute.field.location)
        }
    }

    mutating func commands(_ scope: Scope, _ before: ClusterModel, _ after: ClusterModel) {
        let commands = Pairing(before.commands, after.commands, name: \.name, number: \.id)
        for command in commands.removed {
            add(.removed, .command, "\(scope.path).\(command.name)", command.location)
        }
        for (before, after) in commands.kept {
            let item = "\(scope.path).\(after.name)"
            let location = after.location
            identity(.command, item, (before.name, before.id), (after.name, after.id), location)
            privilege(.command, item, "invoke", before.invokePrivilege, after.invokePrivilege, location)
            gate(.command, item, "timed", before.isTimed, after.isTimed, location)
            gate(.command, item, "fabric", before.isFabricScoped, after.isFabricScoped, location)
            presence(.command, item, before.isOptional, after.isOptional, location)
            condition(.command, item, before.conformance, after.conformance, location)
            maturity(.command, item, before.maturity, after.maturity, location)
            fields(before.fields, after.fields, Place(scope, .argument, item, use: .written))
            response(of: item, before, after, scope)
        }
        for command in commands.added { add(.added, .command, "\(scope.path).\(command.name)", command.location) }
    }

    private mutating func response(of item: String, _ before: CommandModel, _ after: CommandModel, _ scope: Scope) {
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

    mutating func responses(_ scope: Scope, _ before: ClusterModel, _ after: ClusterModel) {
        for old in before.responses where after.response(named: old.name) == nil {
            add(.typeName, .response, "\(scope.path).\(old.name)", "removed", old.location)
        }
        for new in after.responses {
            let item = "\(scope.path).\(new.name)"
            guard let old = before.response(named: new.name) else {
                add(.typeName, .response, item, "added", new.location)
                continue
            }
            identity(.response, item, (old.name, old.id), (new.name, new.id), new.location)
            maturity(.response, item, old.maturity, new.maturity, new.location)
            fields(old.fields, new.fields, Place(scope, .field, item, use: .read))
        }
    }

    mutating func events(_ scope: Scope, _ before: ClusterModel, _ after: ClusterModel) {
        let events = Pairing(before.events, after.events, name: \.name, number: \.id)
        for event in events.removed { add(.removed, .event, "\(scope.path).\(event.name)", event.location) }
        for (before, after) in events.kept {
            let item = "\(scope.path).\(after.name)"
            let location = after.location
            identity(.event, item, (before.name, before.id), (after.name, after.id), location)
            if before.priority != after.priority {
                add(.priority, .event, item, "\(before.priority.rawValue) → \(after.priority.rawValue)", location)
            }
            privilege(.event, item, "read", before.readPrivilege, after.readPrivilege, location)
            gate(.event, item, "fabric_sensitive", before.isFabricSensitive, after.isFabricSensitive, location)
            presence(.event, item, before.isOptional, after.isOptional, location)
            condition(.event, item, before.conformance, after.conformance, location)
            maturity(.event, item, before.maturity, after.maturity, location)
            fields(before.fields, after.fields, Place(scope, .field, item, use: .read))
        }
        for event in events.added { add(.added, .event, "\(scope.path).\(event.name)", event.location) }
    }

    // MARK: Access and presence

    private mutating func privilege(
        _ subject: SchemaChange.Subject, _ item: String, _ what: String, _ before: Privilege, _ after: Privilege,
        _ location: SourceLocation
    ) {
        guard before != after else { return }
        let words = "\(what): \(before.rawValue) → \(after.rawValue)"
        add(before < after ? .accessTightened : .accessEased, subject, item, words, location)
    }

    /// Something that keeps clients out or makes them do more: it came or went.
    mutating func gate(
        _ subject: SchemaChange.Subject, _ item: String, _ what: String, _ before: Bool, _ after: Bool,
        _ location: SourceLocation
    ) {
        guard before != after else { return }
        add(after ? .accessTightened : .accessEased, subject, item, what, location)
    }

    mutating func presence(
        _ subject: SchemaChange.Subject, _ item: String, _ before: Bool, _ after: Bool, _ location: SourceLocation
    ) {
        guard before != after else { return }
        add(.itemPresence, subject, item, after ? "optional" : "mandatory", location)
    }

    mutating func condition(
        _ subject: SchemaChange.Subject, _ item: String, _ before: ConformanceModel, _ after: ConformanceModel,
        _ location: SourceLocation
    ) {
        guard before != after else { return }
        add(.condition, subject, item, "\(before.words) → \(after.words)", location)
    }
}
