internal import HearthBase
internal import BindingPlan
internal import ResolvedSchema
internal import TraitSchema

/// Writes the Swift of one trait.
struct TraitEmitter {
    let plan: TraitPlan
    let descriptors: DescriptorPlace

    var name: String { plan.qualifiedName }

    func emit() -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: plan.cluster.location.file))
        text.line()
        text.line("public import HearthMessage")
        if let module = descriptors.module { text.line("public import \(module)") }
        text.line("public import HearthTraitCore")
        text.line()
        head(&text)
        section("Attributes", &text)
        text.block("extension \(name)") { attributes(&$0) }
        section("Commands", &text)
        text.block("extension \(name)") { commands(&$0) }
        if !plan.events.isEmpty {
            section("Events", &text)
            text.block("extension \(name)") { events(&$0) }
        }
        section("Handler", &text)
        handler(&text)
        if !(plan.enums.isEmpty && plan.bitmaps.isEmpty && plan.structs.isEmpty && plan.responses.isEmpty) {
            section("Types", &text)
            text.block("extension \(name)") { types(&$0) }
        }
        section("Descriptor", &text)
        text.block("extension \(name)") { text in
            let head = "public static let descriptor: TraitDescriptor ="
            switch descriptors {
            case .inline: DescriptorEmitter(plan: plan).emit(head, &text)
            case .catalog: text.chain("\(head) \(DescriptorPlace.catalogName).\(plan.catalogName)")
            }
        }
        return text.text
    }

    private func section(_ title: String, _ text: inout CodeText) {
        text.line()
        text.line("// MARK: \(title)")
        text.line()
    }

    private func head(_ text: inout CodeText) {
        text.block("extension \(plan.vendor)") { text in
            text.documentation(plan.cluster.description, plan.facts)
            text.line("@dynamicMemberLookup")
            text.block("public struct \(plan.swiftName): Trait") { text in
                text.lines([
                    "@usableFromInline let contents: TraitContents<Attributes>",
                    "",
                    "@inlinable public var attributes: Attributes { contents.attributes }",
                    "@inlinable public var metadata: TraitMetadata { contents.metadata }",
                    "@inlinable public var interaction: TraitInteraction { contents.interaction }",
                    "",
                ])
                text.block(
                    "public init(attributes: Attributes, metadata: TraitMetadata, interaction: TraitInteraction)"
                ) {
                    $0.line(
                        "contents = TraitContents(attributes: attributes, metadata: metadata, interaction: interaction)"
                    )
                }
                text.line()
                text.line("/// An attribute, by its name.")
                text.block("public subscript<Value>(dynamicMember keyPath: KeyPath<Attributes, Value>) -> Value") {
                    $0.line("contents.attributes[keyPath: keyPath]")
                }
            }
        }
    }

    // MARK: Attributes

    private func attributes(_ text: inout CodeText) {
        text.line("/// The attributes of `\(plan.name)`; those that the device lacks are nil.")
        let messages = MessageBody(plan: plan)
        text.block("public struct Attributes: TraitAttributes") { text in
            let own = Set(plan.attributes.ownFields.map(\.number))
            for (field, attribute) in zip(plan.attributes.fields, plan.cluster.attributes)
            where own.contains(field.number) {
                text.documentation(attribute.summary, field.facts(of: attribute, type: field.value.swift))
                let wrapper = field.model.isNullable ? "@TraitAttribute(isNullable: true)" : "@TraitAttribute"
                text.declaration("\(wrapper) public var \(Namer.escaped(field.swift))", type: field.valueType + "?")
            }
            text.line("/// The global attributes besides the feature map.")
            text.line("public var globalAttributes: GlobalAttributeValues = GlobalAttributeValues()")
            messages.emit(plan.attributes, layout: "attributesLayout", into: &text)
        }
        guard !plan.writable.isEmpty else { return }
        text.line()
        mutableAttributes(&text)
    }

    private func mutableAttributes(_ text: inout CodeText) {
        text.line("/// The attributes that can be written, for ``update(_:)``.")
        text.block("public final class MutableAttributes") { text in
            text.line("fileprivate var attributes: Attributes = Attributes()")
            text.line()
            for field in plan.writable {
                text.comment(["Sets `\(field.swift)`. \(field.words)"], mark: "///")
                let name = "set" + Namer.capitalized(field.swift)
                text.brief(
                    "public func \(name)(_ value: \(field.parameterType))",
                    "attributes.\(field.swift) = \(field.value(ofParameter: "value"))")
            }
        }
        text.line()
        text.lines([
            "/// Writes attributes in one request, all or none.",
            "///",
            "/// - Parameter block: Sets the attributes to write; runs synchronously, on the caller's actor.",
            "/// - Returns: The trait with all attributes after the update.",
            "/// - Throws: `HomeError`.",
            "@discardableResult",
        ])
        // Runs on the caller's actor, so that the closure is not sent: otherwise code on the main actor could not call
        // it.
        let head = "nonisolated(nonsending) public func update"
        text.signature(
            head, ["_ block: (MutableAttributes) -> Void"], " async throws -> Self {")
        text.indented { text in
            text.lines([
                "let changes = MutableAttributes()",
                "block(changes)",
                "let attributes = try await contents.interaction.update(Self.descriptor, changes.attributes)",
                "return Self(attributes: attributes, metadata: metadata, interaction: contents.interaction)",
            ])
        }
        text.line("}")
        automationUpdate(&text)
    }

    /// An id as it is written in calls.
    func hex(_ id: UInt32) -> String { UInt64(id).hex(digits: 2) }

    // MARK: Events

    private func events(_ text: inout CodeText) {
        let types = plan.events.map { "\($0.swift).self" }
        let head = "public static var supportedEventTypes: [any Event.Type]"
        let whole = "\(head) { [\(types.joined(separator: ", "))] }"
        if text.fits(whole) {
            text.line(whole)
        } else {
            text.block(head) { $0.call("", types, brackets: ("[", "]")) }
        }
        text.line()
        for (index, event) in plan.events.enumerated() {
            if index > 0 { text.line() }
            text.documentation(event.model.description, event.facts)
            text.block("public struct \(event.swift): Event") { text in
                text.line("/// The fields of the event.")
                message(event.payload, layout: "eventLayout(\(hex(event.model.id)))", into: &text)
                parameters(of: event, &text)
                text.line()
                text.lines([
                    "public typealias Source = \(name)",
                    "public static var eventID: UInt32 { \(UInt64(event.model.id).hex(digits: 2)) }",
                    "public let payload: Payload",
                    "public let metadata: EventMetadata",
                    "",
                ])
                text.block("public init(payload: Payload, metadata: EventMetadata)") {
                    $0.lines(["self.payload = payload", "self.metadata = metadata"])
                }
            }
        }
    }

    /// A struct with a property per field.
    func message(
        _ message: MessagePlan, layout: String, into text: inout CodeText, isElement: Bool = false
    ) {
        text.block("public struct \(message.swift): \(isElement ? "TraitStruct" : "Message")") { text in
            for field in message.fields {
                text.documentation(field.model.description, field.model.sentence(type: field.value.swift))
                let head = "public var \(Namer.escaped(field.swift)): "
                let property = head + Self.property(field)
                text.line(text.fits(property) ? property : head + Self.property(field, isShort: true))
            }
            MessageBody(plan: plan).emit(message, layout: layout, into: &text) { memberwise(message, &$0) }
            if isElement {
                text.line()
                text.line("static let listLayout: MessageLayout = WireList.messages { layout }")
            }
        }
    }

    /// - Parameter isShort: whether to leave out the type's name where it can be inferred.
    private static func property(_ field: FieldPlanOfTrait, isShort: Bool = false) -> String {
        switch field.presence {
        case .plain where isShort && field.value.kind == "enumeration" && !field.isList:
            "\(field.valueType) = .init(rawValue: 0)"
        case .plain: "\(field.valueType) = \(field.isList ? "[]" : field.value.zero)"
        case .nullable, .optional, .attribute: "\(field.valueType)? = nil"
        case .optionalNullable: "Presence<\(field.valueType)> = .absent"
        }
    }
}
