internal import HearthDeviceBehaviors
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Builds a device: the root endpoint with its information, and a matching Descriptor on every endpoint.
struct DeviceBuilder {
    /// The power source of a device.
    enum Power {
        case mains
        case battery(String, quantity: UInt8, halfPercent: UInt8)
    }

    /// An endpoint below the root or another endpoint.
    struct Part {
        var id: UInt16
        var parent: UInt16 = 0
        var types: [DeviceTypeDescriptor]
        var tags: [SemanticTag] = []
        var behaviors: [any HostedBehavior]
    }

    let id: String
    let name: String
    let room: String?
    let product: ProductIdentity
    private let power: Power
    /// Whether apps show its software updates, and set it up.
    private let isSetUpByApps: Bool
    private var parts: [Part] = []
    private var habits: [DeviceLife.Habit] = []

    init(
        _ id: String, _ name: String, room: String?, product: String, productID: UInt16, power: Power = .mains,
        isSetUpByApps: Bool = false
    ) {
        self.isSetUpByApps = isSetUpByApps
        self.id = id
        self.name = name
        self.room = room
        self.power = power
        self.product = ProductIdentity(
            productName: product, productID: productID, serialNumber: "HV-\(id)", uniqueID: String(id.prefix(32)))
    }

    /// Adds an endpoint with the next free number.
    ///
    /// - Parameter tags: the tags that distinguish it from similar endpoints.
    mutating func add(
        _ types: [DeviceTypeDescriptor], below parent: UInt16 = 0, tags: [SemanticTag] = [],
        _ behaviors: [any HostedBehavior]
    ) {
        parts.append(
            Part(id: UInt16(clamping: parts.count + 1), parent: parent, types: types, tags: tags, behaviors: behaviors))
    }

    /// Adds a recurring occasion.
    mutating func add(_ occasion: any Occasion, at endpoint: UInt16, every pause: ClosedRange<Duration>) {
        habits.append(DeviceLife.Habit(endpoint: endpoint, pause: pause, occasion))
    }

    func build(seed: UInt64, isLively: Bool) -> VirtualDevice {
        var root: [any HostedBehavior] = [BasicInformationBehavior(product)]
        switch power {
        case .mains: root.append(PowerSourceBehavior())
        case .battery(let battery, let quantity, let halfPercent):
            root.append(
                PowerSourceBehavior(
                    battery: battery, quantity: quantity, halfPercent: halfPercent, simulatesVoltage: true))
        }
        var types = [StandardTraits.rootNodeDeviceType, StandardTraits.powerSourceDeviceType]
        if isSetUpByApps {
            types.append(StandardTraits.otaRequestorDeviceType)
            root += Parts.updates()
        }
        let rootPart = Part(id: 0, types: types, behaviors: root)
        let endpoints = ([rootPart] + parts).map { part in endpoint(part) }
        let mixed = id.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return VirtualDevice(
            id: id, name: name, room: room, endpoints: endpoints,
            life: DeviceLife(isLively ? habits : [], seed: mixed))
    }

    private func endpoint(_ part: Part) -> VirtualEndpoint {
        let types = part.types.enumerated().map { index, type in
            DeviceTypeEntry(
                id: type.id, revision: type.revision, isPrimary: index == 0 && !type.isUtility, name: type.name)
        }
        let descriptor = DescriptorBehavior(
            deviceTypes: types, servers: part.behaviors.map(\.descriptor.id), parts: below(part.id), tags: part.tags)
        return VirtualEndpoint(
            id: part.id, parent: part.id == 0 ? nil : part.parent, deviceTypes: types,
            tags: part.tags, behaviors: part.behaviors + [descriptor])
    }

    /// All endpoints below one, at any depth. Matter requires the full list only for the root and aggregators; here
    /// every endpoint has it.
    private func below(_ id: UInt16) -> [UInt16] {
        let children = parts.filter { $0.parent == id && $0.id != id }.map(\.id)
        return children + children.flatMap(below)
    }
}
