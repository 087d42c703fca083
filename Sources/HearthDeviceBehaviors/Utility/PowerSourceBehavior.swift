public import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// PowerSource (Matter cluster 0x002F): mains, or replaceable batteries. Read-only.
public struct PowerSourceBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.PowerSourceTrait

    /// The charge, in 0.5 %, at or below which the level is a warning.
    static let warningAt: UInt8 = 40
    static let criticalAt: UInt8 = 20

    public var attributes = T.Attributes()

    /// Creates mains power.
    public init() {
        attributes.featureMap = .wired
        attributes.status = .active
        attributes.order = 0
        attributes.description = "Mains"
        attributes.wiredCurrentType = .ac
        attributes.endpointList = []
    }

    /// Creates replaceable batteries, whose charge `PhysicalInput.battery` changes.
    ///
    /// - Parameters:
    ///   - battery: the battery's type, such as "CR2032".
    ///   - quantity: the number of batteries.
    ///   - halfPercent: the charge in 0.5 %.
    public init(battery: String, quantity: UInt8, halfPercent: UInt8) {
        self.init(battery: battery, quantity: quantity, halfPercent: halfPercent, simulatesVoltage: false)
    }

    /// Creates replaceable batteries.
    ///
    /// - Parameter simulatesVoltage: whether BatVoltage is derived from the charge, as for virtual devices.
    package init(battery: String, quantity: UInt8, halfPercent: UInt8, simulatesVoltage: Bool) {
        attributes.featureMap = [.battery, .replaceable]
        attributes.status = .active
        attributes.order = 0
        attributes.description = "Battery"
        attributes.batReplaceability = .userReplaceable
        attributes.batReplacementDescription = battery
        attributes.batQuantity = quantity
        attributes.batPresent = true
        attributes.endpointList = []
        if simulatesVoltage { attributes.batVoltage = 0 }
        setCharge(halfPercent)
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .battery(let halfPercent) = input, attributes.featureMap?.contains(.battery) == true else { return }
        setCharge(halfPercent)
    }

    private mutating func setCharge(_ halfPercent: UInt8) {
        let charge = min(halfPercent, 200)
        attributes.batPercentRemaining = charge
        if attributes.$batVoltage.isSupported { attributes.batVoltage = 2400 + UInt32(charge) * 3 }
        attributes.batChargeLevel = charge <= Self.criticalAt ? .critical : charge <= Self.warningAt ? .warning : .ok
        attributes.batReplacementNeeded = charge <= Self.criticalAt
    }
}
