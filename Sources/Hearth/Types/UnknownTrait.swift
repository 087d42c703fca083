public import HearthTraitCore
internal import HearthWire

/// A trait without its Swift type: a maker's, which this program was not compiled with. The hub tells what it is made
/// of, so that its attributes and commands go by their names.
public struct UnknownTrait: Hashable, Sendable, CustomStringConvertible {
    /// What the trait is made of, as the hub serves it.
    public let descriptor: TraitDescriptor
    /// The attributes that the device has, by their ids.
    public let attributes: StructureValue
    public let metadata: TraitMetadata
    private let interaction: TraitInteraction

    /// nil when the attributes are not those of the trait.
    init?(_ descriptor: TraitDescriptor, _ record: TraitRecord, interaction: TraitInteraction) {
        guard let attributes = try? descriptor.decodeAttributes(record.attributes.span.bytes) else { return nil }
        self.descriptor = descriptor
        self.attributes = attributes
        metadata = TraitMetadata(sourceConnectivity: record.connectivity)
        self.interaction = interaction
    }

    /// The trait's id among all: vendor and cluster in hex, "home.matter.fff1.clusters.fc00".
    public var identifier: String { "home.matter.\(hex(descriptor.id >> 16)).clusters.\(hex(descriptor.id & 0xFFFF))" }
    /// "hearth.traits.acme.v1.Spinner".
    public var name: String { descriptor.typeName }
    /// The device and the part of it that has the trait.
    public var target: TraitTarget { interaction.target }

    /// An attribute by its name: "speed". nil when the device or the trait does not have it.
    public subscript(_ name: String) -> TraitValue? {
        descriptor.attribute(named: name).flatMap { attributes[$0.id] }
    }

    /// An attribute by its id.
    public subscript(_ id: UInt32) -> TraitValue? { attributes[id] }

    /// "Spinner(speed: 300, way: left)".
    public var description: String {
        let fields = descriptor.attributes.filter { !GlobalAttribute.contains($0.id) }.map(\.field)
        return "\(descriptor.name)(\(descriptor.text(attributes, StructDescriptor(descriptor.name, fields))))"
    }

    /// Sends a command, by its name and those of its arguments, and gives back the response's fields by theirs.
    ///
    /// - Throws: `HomeError`: `.unimplemented` for a command that the trait does not have, `.invalidArgument` for an
    ///   argument that is none or breaks a rule; what the device says.
    @discardableResult
    public func send(
        _ command: String, _ arguments: [String: TraitValue] = [:]
    ) async throws(HomeError) -> [String: TraitValue] {
        guard let found = descriptor.command(named: command) else {
            let known = descriptor.commands.map(\.methodName)
            throw HomeError(
                .unimplemented, "\(descriptor.name) has no command \(quoted(command)).\(didYouMean(command, known))")
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

    /// Writes attributes by their names, all or none, and gives back the trait's attributes as they are then.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an attribute that is none, can't be written or breaks a rule; what
    ///   the device says.
    @discardableResult
    public func update(_ attributes: [String: TraitValue]) async throws(HomeError) -> [String: TraitValue] {
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
                throw HomeError(.invalidArgument, "\(refusal) \(quoted(name)).\(didYouMean(name, fields.map(\.name)))")
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

/// A device type without its Swift type: a maker's, or one of a later version.
public struct UnknownDeviceType: Hashable, Sendable {
    /// Matter's device type id; a vendor's with its prefix.
    public let id: UInt32
    public let revision: UInt32
    /// The part of the device that is of the type.
    public let endpoint: UInt16
    /// The traits of that part.
    public let traits: TraitCollection
    public let metadata: DeviceTypeMetadata

    /// The type's id among all: vendor and device type in hex, "home.matter.fff1.types.00ee".
    public var identifier: String { "home.matter.\(hex(id >> 16)).types.\(hex(id & 0xFFFF))" }
}

private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
