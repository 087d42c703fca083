internal import HearthTraitDescriptors

extension GraphCheck {
    mutating func check(_ action: Action, at nodeID: UInt32, _ state: FlowState) {
        let found =
            action.trait.group.map { look(for: action.trait, in: $0, at: nodeID) }
            ?? look(for: action.trait, at: nodeID)
        if case .retry(let times, let delay) = action.onFailure {
            check(delay, of: "the time until an action is tried again", at: nodeID)
            if times > limits.retries {
                note(
                    .invalidSetting(name: "retries"), at: nodeID,
                    "an action can't be tried again \(times) times; choose at most \(limits.retries)")
            }
        }
        if let trait = found.descriptor {
            if let commandID = action.commandID {
                check(commandID, action.fields, of: trait, found, at: nodeID, state)
            } else {
                checkWrite(action.fields, of: trait, found, at: nodeID, state)
            }
        } else {
            // Check the references even without a schema.
            for (_, expression) in action.fields.sorted(by: { $0.key < $1.key }) where !expression.isConstant {
                _ = type(of: expression, ExpressionPlace(nodeID), state)
            }
        }
        checkCode(action, found, at: nodeID)
        checkRights(action, found, at: nodeID)
    }

    /// Refuses what an alarm system takes only with a code. Everyone who may read the automation could read the code,
    /// and backups would have it.
    private mutating func checkCode(_ action: Action, _ found: CheckedTrait, at nodeID: UInt32) {
        guard action.trait.traitID == CommandCode.alarmTrait else { return }
        let reason = "an automation is stored in plain text, so it can't have the code of an alarm system"
        if action.commandID != nil, action.fields[CommandCode.alarmArgument] != nil {
            let field = found.descriptor?.command(CommandCode.alarmCommand)?.arguments.field(CommandCode.alarmArgument)
            return note(
                .invalidParameter(name: field?.name ?? "code", id: CommandCode.alarmArgument), at: nodeID,
                reason + "; leave it out")
        }
        // The target is the first argument of the command, and the attribute after currentState.
        var target: Int64?
        if case .constant(let value)? = action.fields[action.commandID == nil ? 1 : 0] { target = value.integer }
        guard needsCode(action, found, target) else { return }
        let refused = target.map { $0 == 3 ? "disarmed" : "armed" } ?? "armed or disarmed"
        note(
            .blockedAction, at: nodeID,
            "\(found.place) is \(refused) only with a code, and \(reason); arm and disarm it by hand, or configure it so "
                + "that it needs no code")
    }

    /// Whether the alarm system takes a target state only with a code; of a group, whether one does.
    private func needsCode(_ action: Action, _ found: CheckedTrait, _ target: Int64?) -> Bool {
        guard let group = action.trait.group else {
            return CommandCode.isNeeded(for: target, found.attributes ?? [:])
        }
        let (type, traitID) = (action.trait.deviceType, action.trait.traitID)
        return (home.targets(in: group, deviceType: type, traitID: traitID) ?? []).contains { one in
            CommandCode.isNeeded(for: target, home.attributes(TraitPath(one, traitID)) ?? [:])
        }
    }

    private mutating func checkRights(_ action: Action, _ found: CheckedTrait, at nodeID: UInt32) {
        let trait = found.name(action.trait.traitID)
        if found.isThere, !allows(action) {
            note(
                .missingRight, at: nodeID,
                "the automation's author may not do this with \(trait) of \(found.place); have it saved by someone who may"
            )
        }
        let isSpoken =
            !sources.starters.isEmpty && sources.starters.allSatisfy { $0.starter.isSpoken }
            && !automation.graph.hasManualStarter
        if isSpoken, home.isSensitive(action) {
            note(
                .blockedAction, at: nodeID,
                "this action with \(trait) of \(found.place) opens, unlocks, disarms or heats, which spoken words may not do; "
                    + "choose another starter")
        } else if !automation.allowsSensitiveActions, home.isSensitive(action) {
            note(
                .blockedAction, at: nodeID,
                "this action with \(trait) of \(found.place) opens, unlocks, disarms or heats; somebody who manages the "
                    + "structure has to allow sensitive actions for this automation")
        }
    }

    /// Whether the author may do it; for a group, with every device that is in it now.
    private func allows(_ action: Action) -> Bool {
        guard let group = action.trait.group else { return home.allows(action, by: automation.savedBy) }
        let (type, traitID) = (action.trait.deviceType, action.trait.traitID)
        return (home.targets(in: group, deviceType: type, traitID: traitID) ?? []).allSatisfy { target in
            var one = action
            one.trait = TraitReference(target, traitID: traitID)
            return home.allows(one, by: automation.savedBy)
        }
    }

    // MARK: Commands

    private mutating func check(
        _ commandID: UInt32, _ fields: [UInt32: AutomationExpression], of trait: TraitDescriptor, _ found: CheckedTrait,
        at nodeID: UInt32, _ state: FlowState
    ) {
        guard let command = trait.command(commandID) else {
            let known = trait.commands.prefix(16).map(\.methodName).joined(separator: ", ")
            return note(
                .invalidCommand(commandID), at: nodeID,
                "\(trait.name) has no command \(commandID)"
                    + (known.isEmpty ? ", nor any other" : "; choose one of \(known)"))
        }
        if !found.accepts(command: commandID) {
            note(
                .commandNotSupported(commandID), at: nodeID,
                "\(found.place) does not support \(trait.name).\(command.methodName); choose another command, or another device"
            )
        }
        for (id, expression) in fields.sorted(by: { $0.key < $1.key }) {
            guard let field = command.arguments.field(id) else {
                note(
                    .invalidParameter(name: "\(id)", id: id), at: nodeID,
                    "\(trait.name).\(command.methodName) has no argument \(id); leave it out")
                continue
            }
            guard case .constant(let value) = expression else {
                checkType(of: expression, field, of: trait, at: nodeID, state)
                continue
            }
            check([id: value], field, of: command, trait, found, at: nodeID)
        }
        for field in command.arguments.fields where fields[field.id] == nil {
            check([:], field, of: command, trait, found, at: nodeID)
        }
    }

    /// Checks one argument, given or missing: against the schema, then against the device as it is now.
    private mutating func check(
        _ argument: StructureValue, _ field: FieldDescriptor, of command: CommandDescriptor, _ trait: TraitDescriptor,
        _ found: CheckedTrait, at nodeID: UInt32
    ) {
        // No rule of an argument refers to another argument, so each is checked alone.
        let one = CommandDescriptor(command.id, command.name, method: command.methodName, [field])
        do throws(TraitError) {
            try trait.checkArguments(of: one, argument, attributes: [:], fixedRulesOnly: true)
        } catch {
            guard let value = argument[field.id] else {
                return note(
                    .missingParameter(name: field.name, id: field.id), at: nodeID, error.message + "; give it a value")
            }
            return noteInvalid(value, field, error, at: nodeID)
        }
        guard let attributes = found.attributes else { return }
        do throws(TraitError) {
            try trait.checkArguments(of: one, argument, attributes: attributes)
        } catch {
            let isThere = argument[field.id] != nil
            note(
                isThere
                    ? .valueOutOfRange(name: field.name, id: field.id)
                    : .parameterNeeded(name: field.name, id: field.id),
                at: nodeID, "\(found.place) refuses it now: " + error.message)
        }
    }

    private mutating func checkType(
        of expression: AutomationExpression, _ field: FieldDescriptor, of trait: TraitDescriptor, at nodeID: UInt32,
        _ state: FlowState
    ) {
        let type = type(of: expression, ExpressionPlace(nodeID), state)
        guard !type.fits(field, of: trait) else { return }
        note(
            .invalidParameter(name: field.name, id: field.id), at: nodeID,
            "\(trait.name): \(field.name) must be \(trait.typeName(of: field)), but this is \(type.name)")
    }

    // MARK: Attributes

    private mutating func checkWrite(
        _ fields: [UInt32: AutomationExpression], of trait: TraitDescriptor, _ found: CheckedTrait, at nodeID: UInt32,
        _ state: FlowState
    ) {
        if fields.isEmpty {
            note(
                .invalidArgumentCount(0), at: nodeID,
                "the action does nothing; give it a command, or attributes to write")
        }
        var values: StructureValue = [:]
        for (id, expression) in fields.sorted(by: { $0.key < $1.key }) {
            guard let attribute = trait.attribute(id) else {
                note(
                    .invalidParameter(name: "\(id)", id: id), at: nodeID,
                    "\(trait.name) has no attribute \(id); choose one that its schema has")
                continue
            }
            if !attribute.isWritable {
                note(
                    .attributeNotWritable(id), at: nodeID,
                    "\(trait.name).\(attribute.name) can only be read; use a command, or another attribute")
            } else if !found.has(attribute: id) {
                note(
                    .attributeNotSupported(id), at: nodeID,
                    "\(found.place) has no \(trait.name).\(attribute.name); choose another attribute, or another device"
                )
            }
            guard case .constant(let value) = expression else {
                checkType(of: expression, attribute.field, of: trait, at: nodeID, state)
                continue
            }
            guard attribute.isWritable else { continue }
            do throws(TraitError) {
                try trait.checkWrite([id: value], present: [:], fixedRulesOnly: true)
                values[id] = value
            } catch {
                noteInvalid(value, attribute.field, error, at: nodeID)
            }
        }
        guard let attributes = found.attributes, !values.isEmpty else { return }
        // Validate as one write: one written value can be another's limit. Missing attributes were reported above.
        values.fields = values.fields.filter { attributes[$0.key] != nil }
        do throws(TraitError) {
            try trait.checkWrite(values, present: attributes)
        } catch {
            guard case .attribute(let id)? = error.element else { return }
            note(
                .valueOutOfRange(name: trait.attribute(id)?.name ?? error.field, id: id), at: nodeID,
                "\(found.place) refuses it now: " + error.message)
        }
    }
}

extension AutomationExpression {
    /// Whether it is a constant; an argument may also be null.
    fileprivate var isConstant: Bool {
        if case .constant = self { true } else { false }
    }
}
