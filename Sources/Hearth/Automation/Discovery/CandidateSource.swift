internal import HearthTraitCore

/// A node candidate of this module.
protocol FoundCandidate: NodeCandidate {
    var found: CandidateSource { get }
}

extension FoundCandidate {
    public var homeObject: any HomeObject {
        switch found.object {
        case .device(let device): device
        case .structure(let structure): structure
        }
    }
    public var deviceTypes: [any DeviceType.Type] { found.deviceTypes }
    public var trait: any Trait.Type { found.trait }
    public var unsupportedReasons: [UnsupportedCandidateReason] { [] }
}

/// A trait of a device or structure that automations may use. Equality ignores the trait's values.
struct CandidateSource: Hashable, Sendable {
    enum Object: Hashable, Sendable {
        case device(HomeDevice)
        case structure(Structure)
    }

    /// Unique among the candidates of a home.
    let id: String
    let object: Object
    let deviceTypes: [any DeviceType.Type]
    let trait: any Trait.Type
    private let record: TraitRecord

    /// - Parameter element: the part of the trait, such as "command 2".
    init(
        _ object: Object, _ target: TraitTarget, _ deviceTypes: [any DeviceType.Type], _ trait: any Trait.Type,
        _ record: TraitRecord, _ element: String
    ) {
        self.object = object
        self.deviceTypes = deviceTypes
        self.trait = trait
        self.record = record
        id = "\(target)/\(trait.descriptor.id)/\(element)"
    }

    var traitNumber: UInt32 { trait.descriptor.id }

    /// The trait's current values.
    var values: StructureValue {
        (try? trait.descriptor.decodeAttributes(record.attributes.span.bytes)) ?? StructureValue()
    }

    func details(of fields: [FieldDescriptor]) -> [AnyField: FieldDetails] {
        let values = values
        return Dictionary(
            fields.map { (AnyField($0), FieldDetails($0, of: trait, values)) }, uniquingKeysWith: { first, _ in first })
    }

    static func == (left: CandidateSource, right: CandidateSource) -> Bool {
        left.id == right.id && left.object == right.object
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(object)
    }
}
