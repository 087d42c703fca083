internal import HearthBase
public import HearthTraitCore
internal import HearthWire

/// A trait without a Swift type in this program, such as a maker's. Its schema comes from the hub, so that attributes
/// and commands are accessed by name.
public struct UnknownTrait: Trait {
    /// A placeholder, since ``Trait`` requires a static descriptor. A value has its own ``descriptor-swift.property``.
    public static let descriptor = TraitDescriptor(
        id: 0xFFFF_FFFF, name: "UnknownTrait", vendor: "", package: "", revision: 0)

    /// The trait's schema as the hub serves it.
    public let descriptor: TraitDescriptor
    /// The attributes that the device has.
    public let attributes: Attributes
    /// Connectivity, and other metadata of the trait.
    public let metadata: TraitMetadata
    /// The route of the trait's commands and writes.
    public let interaction: TraitInteraction

    /// nil if the attributes can't be decoded.
    init?(_ descriptor: TraitDescriptor, _ record: TraitRecord, interaction: TraitInteraction) {
        guard let attributes = Attributes(record.attributes, descriptor) else { return nil }
        self.descriptor = descriptor
        self.attributes = attributes
        metadata = TraitMetadata(sourceConnectivity: record.connectivity, freshness: record.freshness)
        self.interaction = interaction
    }

    /// Creates a trait without a schema, so that its attributes and commands have no names.
    public init(attributes: Attributes, metadata: TraitMetadata, interaction: TraitInteraction) {
        descriptor = Self.descriptor
        self.attributes = attributes
        self.metadata = metadata
        self.interaction = interaction
    }

    /// Unique identifier with vendor and cluster in hexadecimal: "home.matter.fff1.clusters.fc00".
    public var identifier: String {
        "home.matter.\(hex(descriptor.id >> 16, digits: 4)).clusters.\(hex(descriptor.id & 0xFFFF, digits: 4))"
    }
    /// Full name in protobuf, such as "hearth.traits.acme.v1.Spinner".
    public var name: String { descriptor.typeName }
    /// The device and endpoint that have the trait.
    public var target: TraitTarget { interaction.target }

    /// The value of an attribute by name, such as "speed"; nil if the device or the trait doesn't have it.
    public subscript(_ name: String) -> TraitValue? {
        descriptor.attribute(named: name).flatMap { attributes.values[$0.id] }
    }

    /// The value of an attribute by ID.
    public subscript(_ id: UInt32) -> TraitValue? { attributes.values[id] }

    /// One line: "Spinner(speed: 300, way: left)".
    public var description: String { descriptor.line(attributes.values) }

    /// Sends a command with arguments by name.
    ///
    /// - Returns: the response's fields by name.
    /// - Throws: `HomeError`: `.unimplemented` if the trait has no such command, `.invalidArgument` for unknown or
    ///   invalid arguments; otherwise the device's error.
    @discardableResult
    public func send(
        _ command: String, _ arguments: [String: TraitValue] = [:]
    ) async throws -> [String: TraitValue] {
        guard let found = descriptor.command(named: command) else {
            let known = descriptor.commands.map(\.methodName)
            throw HomeError(
                .unimplemented, "\(descriptor.name) has no command \(quoted(command))\(didYouMean(command, known))")
        }
        let fields = found.arguments.fields
        let values = try values(arguments, of: fields, "\(descriptor.name).\(found.methodName) has no argument")
        do throws(TraitError) {
            try descriptor.checkArguments(of: found, values, attributes: [:], fixedRulesOnly: true)
        } catch {
            throw HomeError(error)
        }
        let bytes = try await interaction.proxy.invoke(
            found, of: descriptor, at: target, arguments: descriptor.encodeArguments(of: found, values))
        guard let response = found.response else { return [:] }
        do {
            return Self.named(try descriptor.decodeResponse(of: found, bytes.span.bytes), response.fields)
        } catch {
            throw HomeError(.internal, "the answer of \(descriptor.name).\(found.methodName) can't be read: \(error)")
        }
    }

    /// Writes attributes by name, all or none.
    ///
    /// - Returns: the trait's attributes after the write, by name.
    /// - Throws: `HomeError`: `.invalidArgument` for attributes that don't exist, are read-only, or get an invalid
    ///   value; otherwise the device's error.
    @discardableResult
    public func update(_ attributes: [String: TraitValue]) async throws -> [String: TraitValue] {
        let fields = descriptor.attributes.map(\.field)
        let values = try values(attributes, of: fields, "\(descriptor.name) has no attribute")
        do throws(TraitError) {
            try descriptor.checkWrite(values, present: [:], fixedRulesOnly: true)
        } catch {
            throw HomeError(error)
        }
        let bytes = try await interaction.proxy.update(
            descriptor, at: target, attributes: descriptor.encodeAttributes(values))
        do {
            return Self.named(try descriptor.decodeAttributes(bytes.span.bytes), fields)
        } catch {
            throw HomeError(.internal, "the attributes of \(descriptor.name) can't be read: \(error)")
        }
    }

    private func values(
        _ named: [String: TraitValue], of fields: [FieldDescriptor], _ refusal: String
    ) throws(HomeError) -> StructureValue {
        var values = StructureValue()
        for (name, value) in named {
            guard let field = fields.first(where: { $0.name == name }) else {
                throw HomeError(.invalidArgument, "\(refusal) \(quoted(name))\(didYouMean(name, fields.map(\.name)))")
            }
            guard descriptor.hasType(value, of: field) else {
                throw HomeError(
                    .invalidArgument, "\(descriptor.name): \(name) must be \(descriptor.typeName(of: field))")
            }
            values[field.id] = value
        }
        return values
    }

    private static func named(_ values: StructureValue, _ fields: [FieldDescriptor]) -> [String: TraitValue] {
        Dictionary(
            fields.compactMap { field in values[field.id].map { (field.name, $0) } }, uniquingKeysWith: { $1 })
    }
}
