internal import HearthBase
internal import HearthTraitDescriptors
internal import TraitSchema

/// Resolves a cluster: its types, and then the declarations that use them.
struct ClusterResolver {
    private let syntax: ClusterSyntax
    private let refinements: Refinements
    private var constants: [ConstantsSyntax] = []
    private var structures: [StructSyntax] = []
    private var attributes: [AttributeSyntax] = []
    private var commands: [CommandSyntax] = []
    private var events: [EventSyntax] = []

    /// - Parameters:
    ///   - globals: the types outside of clusters, from all files.
    ///   - refinements: the `refine cluster` blocks for this cluster.
    static func resolve(
        _ syntax: ClusterSyntax, vendor: VendorModel, globals: TypeLookup, refinements: Refinements,
        _ findings: inout Findings
    ) -> ClusterModel {
        ClusterResolver(syntax, refinements).resolve(vendor, globals, &findings)
    }

    private init(_ syntax: ClusterSyntax, _ refinements: Refinements) {
        self.syntax = syntax
        self.refinements = refinements
        for item in syntax.items {
            switch item {
            case .constants(let item): constants.append(item)
            case .structure(let item): structures.append(item)
            case .attribute(let item): attributes.append(item)
            case .command(let item): commands.append(item)
            case .event(let item): events.append(item)
            }
        }
    }

    private var owner: String { "cluster \(syntax.name.text)" }

    private func resolve(_ vendor: VendorModel, _ globals: TypeLookup, _ findings: inout Findings) -> ClusterModel {
        checkHead(&findings)
        var cluster = ClusterModel(
            id: syntax.id.id(of: owner, &findings), vendor: vendor, name: syntax.name.text,
            revision: syntax.revision?.id(of: "the revision of \(owner)", &findings) ?? 1,
            maturity: syntax.maturity, description: syntax.description, location: syntax.name.location)
        var types: [TypeLookup.TypeItem] = []
        for item in constants {
            if item.kind == .bitmap, item.name.text == "Feature" {
                cluster.features = ConstantsResolver.features(item, &findings)
                types.append(.features(BaseTypes.known("bitmap32")))
            } else if item.kind == .bitmap {
                let bitmap = ConstantsResolver.bitmap(item, &findings)
                cluster.types.bitmaps.append(bitmap)
                types.append(.bitmap(bitmap))
            } else {
                let enumeration = ConstantsResolver.enumeration(item, &findings)
                cluster.types.enumerations.append(enumeration)
                types.append(.enumeration(enumeration))
            }
        }
        cluster.types.bitmaps = cluster.types.bitmaps.ordered(by: \.name)
        cluster.types.enumerations = cluster.types.enumerations.ordered(by: \.name)
        types += structures.map { $0.role == .plain ? .structure($0.name.text) : .message($0.name.text) }
        let resolver = FieldResolver(
            types: TypeLookup(.cluster, types, outer: globals), features: cluster.features,
            attributes: Dictionary(attributes.map { ($0.field.name.text, $0) }) { first, _ in first }, owner: owner)

        cluster.types.structures = StructResolver.structures(
            structures.filter { $0.role == .plain }, scope: .cluster, resolver, &findings
        ) { structure, field, findings in
            refined(field, [member(.structure, structure.name.text, field)], &findings)
        }
        cluster.attributes = resolveAttributes(resolver, &findings)
        cluster.responses = resolveResponses(resolver, &findings)
        cluster.commands = resolveCommands(resolver, &findings)
        cluster.events = resolveEvents(resolver, &findings)
        refinements.reportUnknown(cluster, refinable, &findings)
        return cluster
    }

    private func checkHead(_ findings: inout Findings) {
        let id = syntax.id.value
        let (prefix, low) = (id >> 16, id & 0xFFFF)
        if prefix == 0, id > 0x7FFF {
            findings.error(
                syntax.id.location, "\(owner) has a number outside the standard's range",
                hint: "a vendor's cluster has the vendor id in its high half: 0xFFF1FC00")
        } else if prefix > 0, id <= UInt32.max, prefix > 0xFFF4 || low < 0xFC00 || low > 0xFFFE {
            findings.error(
                syntax.id.location, "\(owner) has a number outside the vendors' range",
                hint: "vendor id 0x0001 to 0xFFF4 in the high half, 0xFC00 to 0xFFFE in the low half")
        }
        for annotation in syntax.annotations { annotation.reportUnknown([], &findings) }
        let names = syntax.items.compactMap { item in
            switch item {
            case .constants(let type): type.name
            case .structure(let type): type.name
            case .attribute, .command, .event: nil
            }
        }
        findings.reportDuplicates(names) { "\(owner) has the type '\($0)' twice" }
    }

    // MARK: Refinements

    private func member(
        _ kind: RefinementSyntax.Target.Kind, _ name: String, _ field: FieldSyntax
    ) -> Refinements.Target {
        Refinements.Target(kind: kind, name: name, member: field.name.text)
    }

    private func refined(
        _ field: FieldSyntax, _ targets: [Refinements.Target], _ findings: inout Findings
    ) -> [AnnotationSyntax] {
        refinements.merged(field.annotations, targets, &findings)
    }

    /// All members of this cluster that a refinement can name.
    private var refinable: [Refinements.Target] {
        var targets: [Refinements.Target] = []
        func add(_ kind: RefinementSyntax.Target.Kind, _ name: String, _ fields: [FieldSyntax]) {
            targets.append(Refinements.Target(kind: kind, name: name))
            targets += fields.map { member(kind, name, $0) }
        }
        for attribute in attributes { add(.attribute, attribute.field.name.text, []) }
        for structure in structures { add(.structure, structure.name.text, structure.fields) }
        for event in events { add(.event, event.name.text, event.fields) }
        let requests = requestStructs
        for command in commands {
            add(.command, command.name.text, command.request.flatMap { requests[$0.text]?.fields } ?? [])
        }
        return targets
    }

    private var requestStructs: [String: StructSyntax] {
        Dictionary(structures.filter { $0.role == .request }.map { ($0.name.text, $0) }) { first, _ in first }
    }

    // MARK: Attributes

    private func resolveAttributes(_ resolver: FieldResolver, _ findings: inout Findings) -> [AttributeModel] {
        findings.reportDuplicates(attributes.map(\.field.id)) { "\(owner) has the attribute number \($0) twice" }
        findings.reportDuplicates(attributes.map(\.field.name)) { "\(owner) has the attribute '\($0)' twice" }
        var resolved = attributes.compactMap { attribute($0, resolver, &findings) }
        let known = Set(resolved.map(\.id))
        resolved += GlobalAttributes.mandatory(at: syntax.name.location).filter { !known.contains($0.id) }
        return resolved.ordered(by: \.id)
    }

    private func attribute(
        _ syntax: AttributeSyntax, _ resolver: FieldResolver, _ findings: inout Findings
    ) -> AttributeModel? {
        var field = syntax.field
        let target = Refinements.Target(kind: .attribute, name: field.name.text)
        field.annotations = refined(field, [target], &findings)
        let isQuieterReported = field.annotations.take(.quieterReporting, &findings)
        if field.maturity == .stable { field.maturity = syntax.maturity }
        field.description = syntax.description
        guard let model = resolver.field(field, &findings) else { return nil }
        checkGlobal(field, &findings)
        let isWritable = !syntax.isReadOnly
        if !isWritable, syntax.writePrivilege != nil || syntax.isTimedWrite {
            findings.error(
                field.name.location, "the attribute '\(field.name.text)' is readonly but has rules for writes",
                hint: "remove 'readonly', or the write privilege and 'timedwrite'")
        }
        return AttributeModel(
            field: model, isReadable: !syntax.isWriteOnly, isWritable: isWritable,
            readPrivilege: syntax.readPrivilege ?? .view, writePrivilege: syntax.writePrivilege ?? .operate,
            requiresTimedWrite: syntax.isTimedWrite, isReported: !syntax.isUnreported,
            isQuieterReported: isQuieterReported)
    }

    /// The global attributes have fixed names and numbers.
    private func checkGlobal(_ field: FieldSyntax, _ findings: inout Findings) {
        let name = field.name.text.lowercased()
        let definition = GlobalAttributes.definitions.first {
            UInt64($0.id) == field.id.value || $0.name.lowercased() == name
        }
        guard let definition, UInt64(definition.id) != field.id.value || definition.name.lowercased() != name else {
            return
        }
        findings.error(
            field.name.location, "the global attribute '\(definition.name)' has the number \(definition.id)",
            hint: "give '\(field.name.text)' another name or number")
    }

    // MARK: Commands and events

    private func resolveResponses(_ resolver: FieldResolver, _ findings: inout Findings) -> [ResponseModel] {
        var responses: [ResponseModel] = []
        var numbers: [NumberSyntax] = []
        for structure in structures {
            guard case .response(let number) = structure.role else { continue }
            numbers.append(number)
            responses.append(
                ResponseModel(
                    id: number.id(of: structure.name.text, &findings), name: structure.name.text,
                    fields: resolver.fields(structure.fields, of: structure.name.text, &findings) { field, findings in
                        refined(field, [member(.structure, structure.name.text, field)], &findings)
                    },
                    maturity: structure.maturity, description: structure.description,
                    location: structure.name.location))
        }
        findings.reportDuplicates(numbers) { "\(owner) has the response number \($0) twice" }
        return responses.ordered(by: \.id)
    }

    private func resolveCommands(_ resolver: FieldResolver, _ findings: inout Findings) -> [CommandModel] {
        findings.reportDuplicates(commands.map(\.id)) { "\(owner) has the command number \($0) twice" }
        findings.reportDuplicates(commands.map(\.name)) { "\(owner) has the command '\($0)' twice" }
        let requests = requestStructs
        let used = Set(commands.compactMap { $0.request?.text })
        for structure in requests.values.ordered(by: \.name.text)
        where !used.contains(structure.name.text) {
            // No command uses the request, but errors in it are still reported.
            _ = resolver.fields(structure.fields, of: structure.name.text, &findings)
        }
        return commands.map { command($0, requests, resolver, &findings) }.ordered(by: \.id)
    }

    private func command(
        _ syntax: CommandSyntax, _ requests: [String: StructSyntax], _ resolver: FieldResolver,
        _ findings: inout Findings
    ) -> CommandModel {
        let target = Refinements.Target(kind: .command, name: syntax.name.text)
        var fields: [FieldModel] = []
        if let request = syntax.request {
            if let structure = requests[request.text] {
                fields = resolver.fields(structure.fields, of: request.text, &findings) { field, findings in
                    let targets = [
                        member(.structure, request.text, field), member(.command, syntax.name.text, field),
                    ]
                    return refined(field, targets, &findings)
                }
            } else {
                let isOther = structures.contains { $0.name.text == request.text }
                findings.error(
                    request.location,
                    isOther ? "'\(request.text)' is not a request" : "no request struct '\(request.text)' in \(owner)",
                    hint: isOther
                        ? "write 'request struct \(request.text)'"
                        : findings.suggestion(for: request.text, among: requests.keys.ordered()))
            }
        }
        var annotations = refinements.merged(syntax.annotations, [target], &findings)
        let isRepeatable = annotations.take(.repeatable, &findings)
        return CommandModel(
            id: syntax.id.id(of: "command \(syntax.name.text)", &findings), name: syntax.name.text,
            requestName: syntax.request?.text, fields: fields, responseName: response(syntax, &findings),
            invokePrivilege: syntax.invokePrivilege ?? .operate, isTimed: syntax.isTimed,
            isFabricScoped: syntax.isFabricScoped, isOptional: syntax.isOptional, isRepeatable: isRepeatable,
            conformance: resolver.conformance(annotations, marks: [.repeatable], &findings),
            maturity: syntax.maturity, description: syntax.description, location: syntax.name.location)
    }

    private func response(_ syntax: CommandSyntax, _ findings: inout Findings) -> String? {
        let output = syntax.output.text
        if output == "DefaultSuccess" { return nil }
        let named = structures.first { $0.name.text == output }
        if case .response = named?.role { return output }
        let responses = structures.compactMap { structure -> String? in
            if case .response = structure.role { structure.name.text } else { nil }
        }
        findings.error(
            syntax.output.location,
            named == nil ? "no response struct '\(output)' in \(owner)" : "'\(output)' is not a response",
            hint: named == nil
                ? findings.suggestion(for: output, among: ["DefaultSuccess"] + responses)
                : "write 'response struct \(output) = …'")
        return nil
    }

    private func resolveEvents(_ resolver: FieldResolver, _ findings: inout Findings) -> [EventModel] {
        findings.reportDuplicates(events.map(\.id)) { "\(owner) has the event number \($0) twice" }
        findings.reportDuplicates(events.map(\.name)) { "\(owner) has the event '\($0)' twice" }
        return events.map { event in
            let target = Refinements.Target(kind: .event, name: event.name.text)
            return EventModel(
                id: event.id.id(of: "event \(event.name.text)", &findings), name: event.name.text,
                priority: event.priority, readPrivilege: event.readPrivilege ?? .view,
                isFabricSensitive: event.isFabricSensitive, isOptional: event.isOptional,
                fields: resolver.fields(event.fields, of: "event \(event.name.text)", &findings) { field, findings in
                    refined(field, [member(.event, event.name.text, field)], &findings)
                },
                conformance: resolver.conformance(
                    refinements.merged(event.annotations, [target], &findings), &findings),
                maturity: event.maturity, description: event.description, location: event.name.location)
        }.ordered(by: \.id)
    }
}
