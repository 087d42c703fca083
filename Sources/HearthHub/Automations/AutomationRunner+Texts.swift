internal import HearthAutomation
internal import HearthAutomationText
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// The text form of automations, for clients that show or edit them. The names in a text are those of a structure.
extension AutomationRunner {
    /// An automation as text.
    func text(
        of request: Hearth_V1_FormatAutomationRequest, as caller: Caller
    ) async throws -> Hearth_V1_FormatAutomationResponse {
        let (cell, program) = (
            try cell(request.structureID, toShowTextTo: caller, "see automations as text"), try checked(request.program)
        )
        // A long computation, so it runs on no event loop's thread.
        return try await background.run { [self] in
            let automation = AutomationText(
                name: request.name, description: request.description, isActive: request.isActive, program)
            let (text, nodes) = automation.written(names(in: cell))
            guard text.utf8.count <= ReadAutomation.maxBytes else {
                throw HubError(
                    .resourceExhausted,
                    "the text would have \(text.utf8.count) bytes; the most is \(ReadAutomation.maxBytes): divide the"
                        + " automation into several")
            }
            return Hearth_V1_FormatAutomationResponse(
                text: text,
                nodes: nodes.map { node in
                    Hearth_V1_AutomationTextNode(
                        nodeID: node.id, line: UInt32(clamping: node.line), lastLine: UInt32(clamping: node.lastLine),
                        column: UInt32(clamping: node.column))
                })
        }
    }

    /// The automations in a text, or the text's errors.
    func automations(
        in request: Hearth_V1_ParseAutomationsRequest, as caller: Caller
    ) async throws -> Hearth_V1_ParseAutomationsResponse {
        let cell = try cell(request.structureID, toShowTextTo: caller, "read automations from text")
        guard request.text.utf8.count <= ReadAutomation.maxBytes else {
            throw HubError(
                .invalidArgument,
                "the text has \(request.text.utf8.count) bytes; at most \(ReadAutomation.maxBytes) are allowed: divide it"
                    + " into several")
        }
        return await background.run { [self] in
            let mapping = Dictionary(
                request.mappings.map { ($0.name, $0.meaning) }, uniquingKeysWith: { _, last in last })
            do throws(AutomationTextError) {
                let read = try ReadAutomation.all(
                    in: request.text, names(in: cell), mapping: mapping, limits: limits.graphs)
                var response = Hearth_V1_ParseAutomationsResponse()
                for automation in read { response.automations.append(try Hearth_V1_ParsedAutomation(automation)) }
                response.issues = read.flatMap(\.open).map { .init($0) }
                return response
            } catch {
                return Hearth_V1_ParseAutomationsResponse(issues: [
                    .init(
                        line: UInt32(clamping: error.line), column: UInt32(clamping: error.column),
                        message: error.message)
                ])
            }
        }
    }

    /// A structure whose automations the caller sees: guests see none.
    private func cell(
        _ structureID: String, toShowTextTo caller: Caller, _ action: String
    ) throws(HubError) -> StructureCell {
        try caller.require(.view, to: action)
        let (cell, access) = try directory.found(structureID, for: caller.principal)
        guard !access.isGuest else { throw .notAllowed(caller, action, about: structureID) }
        return cell
    }

    /// The names that a text may use in a structure.
    private func names(in cell: StructureCell) -> AutomationNames {
        typealias Object = AutomationNames.Object
        let there = cell.read(\.objects)
        var objects: [(object: Object, name: String)] = []
        for device in there.devices where device.id != cell.id {
            objects.append((Object(.device, device.id), device.name))
        }
        for room in there.rooms { objects.append((Object(.room, room.id), room.name)) }
        for zone in there.groupings.zones { objects.append((Object(.zone, zone.id), zone.name)) }
        for group in there.groupings.serviceGroups { objects.append((Object(.group, group.id), group.name)) }
        for automation in there.automations {
            objects.append((Object(.automation, automation.message.id), automation.message.name))
        }
        return AutomationNames(
            structureID: cell.id, objects: objects, traits: traits.all, deviceTypes: deviceTypes)
    }
}

extension Hearth_V1_ParsedAutomation {
    fileprivate init(_ read: ReadAutomation) throws(AutomationTextError) {
        self.init(
            name: read.text.name, description: read.text.description, isActive: read.text.isActive,
            nodes: read.nodes.map { .init(nodeID: $0.id, line: UInt32(clamping: $0.line)) })
        do throws(HomeError) {
            program = try read.text.program()
        } catch {
            throw AutomationTextError(line: read.line, column: 1, message: error.message)
        }
        // A graph within all limits may still be nested more deeply than messages may be.
        let response = Hearth_V1_ParseAutomationsResponse(automations: [self]).serialized()
        guard (try? Hearth_V1_ParseAutomationsResponse(serialized: response.span.bytes)) != nil else {
            throw AutomationTextError(
                line: read.line, column: 1,
                message: "the automation is nested too deeply; divide it into several")
        }
    }
}

extension Hearth_V1_AutomationTextIssue {
    fileprivate init(_ name: OpenName) {
        self.init(
            line: UInt32(clamping: name.line), column: UInt32(clamping: name.column), message: name.message,
            openName: .init(name: name.label, objectID: name.id, choices: name.choices))
    }
}
