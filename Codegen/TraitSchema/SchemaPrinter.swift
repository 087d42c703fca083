internal import HearthTraitDescriptors

/// Writes a syntax tree as text in a fixed layout. Parsing the text gives the same tree.
public struct SchemaPrinter {
    public enum Style: Sendable {
        /// Everything.
        case full
        /// Only Matter's language, for tools without Hearth's additions: no annotations except `spec_name`, no
        /// refinements, no top-level device types, no vendor.
        case plain
    }

    public static func print(_ file: FileSyntax, style: Style = .full) -> String {
        var printer = SchemaPrinter(style: style)
        for item in file.items { printer.item(item) }
        return printer.text
    }

    /// The text of one cluster. Two clusters are equal if their texts are.
    public static func print(_ cluster: ClusterSyntax, style: Style = .full) -> String {
        var printer = SchemaPrinter(style: style)
        printer.cluster(cluster)
        return printer.text
    }

    let style: Style
    private(set) var text = ""
    private var depth = 0

    init(style: Style) {
        self.style = style
    }

    // MARK: Lines

    mutating func line(_ words: String) {
        if !words.isEmpty { text += String(repeating: "  ", count: depth) + words }
        text += "\n"
    }

    mutating func block(_ head: String, _ body: (inout SchemaPrinter) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// A blank line between the items of a file, none before the first.
    private mutating func separate() {
        if !text.isEmpty { line("") }
    }

    mutating func description(_ description: String?) {
        guard let description else { return }
        let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 1 else { return line("/** \(description) */") }
        line("/** \(lines[0])")
        for next in lines.dropFirst() { line(next.isEmpty ? " *" : " * \(next)") }
        line(" */")
    }

    private mutating func item(_ item: FileItemSyntax) {
        switch item {
        case .constants(let type):
            separate()
            constants(type)
        case .structure(let type):
            separate()
            structure(type)
        case .cluster(let cluster):
            separate()
            self.cluster(cluster)
        case .endpoint(let endpoint):
            separate()
            self.endpoint(endpoint)
        case .deviceType, .refinement, .vendor:
            guard style == .full else { return }
            separate()
            addition(item)
        }
    }

    // MARK: Matter's items

    private mutating func cluster(_ cluster: ClusterSyntax) {
        description(cluster.description)
        let side = cluster.side.map { "\($0.rawValue) " } ?? ""
        let id = Self.id(cluster.id.value) + annotations(cluster.annotations)
        block("\(Self.maturity(cluster.maturity))\(side)cluster \(cluster.name.text) = \(id)") { printer in
            if let revision = cluster.revision { printer.line("revision \(revision.value);") }
            var previous = cluster.revision == nil ? nil : ItemGroup.head
            for item in cluster.items {
                let group = ItemGroup(item)
                if group == .block || previous != nil && previous != group { printer.line("") }
                printer.clusterItem(item)
                previous = group
            }
        }
    }

    /// Items without blank lines between them.
    private enum ItemGroup {
        case head, attribute, command
        /// An item with blank lines around it.
        case block

        init(_ item: ClusterItemSyntax) {
            self =
                switch item {
                case .constants, .structure, .event: .block
                case .attribute: .attribute
                case .command: .command
                }
        }
    }

    private mutating func clusterItem(_ item: ClusterItemSyntax) {
        switch item {
        case .constants(let type): constants(type)
        case .structure(let type): structure(type)
        case .attribute(let attribute): self.attribute(attribute)
        case .command(let command): self.command(command)
        case .event(let event): self.event(event)
        }
    }

    private mutating func constants(_ type: ConstantsSyntax) {
        description(type.description)
        let shared = type.isShared ? "shared " : ""
        let head = "\(Self.maturity(type.maturity))\(shared)\(type.kind.rawValue) \(type.name.text) : \(type.base.text)"
        block(head) { printer in
            for constant in type.constants {
                printer.description(constant.description)
                let value = type.kind == .bitmap ? Self.hex(constant.value.value) : "\(constant.value.value)"
                let tail = printer.annotations(constant.annotations)
                printer.line("\(Self.maturity(constant.maturity))\(constant.name.text) = \(value)\(tail);")
            }
        }
    }

    private mutating func structure(_ type: StructSyntax) {
        description(type.description)
        var head = Self.maturity(type.maturity)
        var number = ""
        switch type.role {
        case .plain: break
        case .request: head += "request "
        case .response(let id):
            head += "response "
            number = " = \(id.value)"
        }
        if type.isShared { head += "shared " }
        if type.isFabricScoped { head += "fabric_scoped " }
        block("\(head)struct \(type.name.text)\(number)") { $0.fields(type.fields) }
    }

    private mutating func fields(_ fields: [FieldSyntax]) {
        for field in fields {
            description(field.description)
            line(self.field(field) + ";")
        }
    }

    private func field(_ field: FieldSyntax) -> String {
        var words = Self.maturity(field.maturity)
        if field.isOptional { words += "optional " }
        if field.isNullable { words += "nullable " }
        if field.isFabricSensitive { words += "fabric_sensitive " }
        words += field.type.text
        if let length = field.length { words += "<\(length.value)>" }
        words += " \(field.name.text)\(field.isList ? "[]" : "") = \(field.id.value)"
        return words + annotations(field.annotations)
    }

    private mutating func attribute(_ attribute: AttributeSyntax) {
        description(attribute.description)
        var words = Self.maturity(attribute.maturity)
        if attribute.isReadOnly { words += "readonly " }
        if attribute.isWriteOnly { words += "writeonly " }
        if attribute.isUnreported { words += "nosubscribe " }
        if attribute.isTimedWrite { words += "timedwrite " }
        words += "attribute "
        words += Self.access([("read", attribute.readPrivilege), ("write", attribute.writePrivilege)])
        line(words + field(attribute.field) + ";")
    }

    private mutating func command(_ command: CommandSyntax) {
        description(command.description)
        var words = Self.maturity(command.maturity)
        if command.isFabricScoped { words += "fabric " }
        if command.isTimed { words += "timed " }
        if command.isOptional { words += "optional " }
        words += "command " + Self.access([("invoke", command.invokePrivilege)])
        words += "\(command.name.text)(\(command.request?.text ?? "")): \(command.output.text) = \(command.id.value)"
        line(words + annotations(command.annotations) + ";")
    }

    private mutating func event(_ event: EventSyntax) {
        description(event.description)
        var words = Self.maturity(event.maturity)
        if event.isFabricSensitive { words += "fabric_sensitive " }
        if event.isOptional { words += "optional " }
        words += "\(event.priority.word) "
        words += "event " + Self.access([("read", event.readPrivilege)])
        words += "\(event.name.text) = \(event.id.value)" + annotations(event.annotations)
        block(words) { $0.fields(event.fields) }
    }

    private mutating func endpoint(_ endpoint: EndpointSyntax) {
        block("endpoint \(endpoint.number.value)") { printer in
            for type in endpoint.deviceTypes {
                printer.line("device type \(type.name.text) = \(type.id.value), version \(type.version.value);")
            }
            for name in endpoint.bindings { printer.line("binding cluster \(name.text);") }
            for cluster in endpoint.clusters {
                printer.block("server cluster \(cluster.name.text)") { $0.endpointItems(cluster) }
            }
        }
    }

    private mutating func endpointItems(_ cluster: EndpointSyntax.Cluster) {
        for name in cluster.events { line("emits event \(name.text);") }
        for attribute in cluster.attributes {
            var words = "\(attribute.storage.rawValue) attribute \(attribute.name.text)"
            switch attribute.defaultValue?.value {
            case .integer(let value): words += " default = \(value)"
            case .string(let value): words += " default = \(inQuotes(value))"
            case .boolean(let value): words += " default = \(value)"
            case nil: break
            }
            line(words + ";")
        }
        for name in cluster.commands { line("handle command \(name.text);") }
    }
}
