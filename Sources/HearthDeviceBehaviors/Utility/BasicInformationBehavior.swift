public import HearthNodeTraits
internal import HearthTraitCatalog
public import HearthTraitCore

/// Maker, model and identity of a device: the values of its Basic Information cluster.
public struct ProductIdentity: Hashable, Sendable {
    /// The maker's name.
    public var vendorName: String
    /// The maker's vendor ID, assigned by the Connectivity Standards Alliance.
    public var vendorID: UInt16
    /// The product's name.
    public var productName: String
    /// The maker's product ID.
    public var productID: UInt16
    /// The device's serial number.
    public var serialNumber: String
    /// A globally unique ID that never changes; at most 32 bytes.
    public var uniqueID: String

    /// Creates an identity. Default: a product of the example vendor.
    public init(
        vendorName: String = "ExampleOrganization", vendorID: UInt16 = 0xFFF1, productName: String, productID: UInt16,
        serialNumber: String, uniqueID: String
    ) {
        self.vendorName = vendorName
        self.vendorID = vendorID
        self.productName = productName
        self.productID = productID
        self.serialNumber = serialNumber
        self.uniqueID = uniqueID
    }
}

/// BasicInformation (Matter cluster 0x0028) of a node.
public struct BasicInformationBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.BasicInformationTrait

    public var attributes: T.Attributes
    private var startUpDue: Duration?
    private let reportsStartUp: Bool

    /// Creates the information of a product.
    public init(_ product: ProductIdentity) {
        self.init(
            HandledTrait.Attributes(
                vendorName: product.vendorName, vendorID: product.vendorID, productName: product.productName,
                productID: product.productID, serialNumber: product.serialNumber, uniqueID: product.uniqueID),
            reportsStartUp: true)
    }

    /// Creates the information with all its attributes.
    ///
    /// - Parameter reportsStartUp: whether it emits StartUp when it starts.
    package init(_ attributes: HandledTrait.Attributes, reportsStartUp: Bool) {
        self.attributes = attributes
        self.reportsStartUp = reportsStartUp
    }

    /// nodeLabel and location.
    public static let storedAttributes: Set<UInt32> = [0x5, 0x6]

    public var deadline: Duration? { startUpDue }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        if reportsStartUp { startUpDue = context.now }
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        startUpDue = nil
        var payload = T.StartUpEvent.Payload()
        payload.softwareVersion = attributes.softwareVersion ?? 0
        context.emit(T.StartUpEvent.self, payload)
    }

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        if let label = changes.nodeLabel { try NodeLabel.check(label, attribute: 0x5) }
        guard let location = changes.location else { return }
        let isCode =
            location.utf8.count == 2
            && location.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard isCode else {
            throw TraitError(
                .constraintError, "location is a country's two capital letters (ISO 3166), XX for none",
                element: .attribute(0x6), field: "location", constraint: "minLength = 2, maxLength = 2")
        }
    }
}

enum NodeLabel {
    static func check(_ label: String, attribute: UInt32) throws(TraitError) {
        guard label.utf8.count > 32 else { return }
        throw TraitError(
            .constraintError, "nodeLabel is at most 32 bytes, not \(label.utf8.count)", element: .attribute(attribute),
            field: "nodeLabel", constraint: "maxLength = 32")
    }
}
