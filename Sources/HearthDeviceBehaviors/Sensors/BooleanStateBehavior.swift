public import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// BooleanState (Matter cluster 0x0045). The device type determines what true means: closed for a contact sensor, wet
/// for a leak detector.
public struct BooleanStateBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.BooleanStateTrait

    /// What true means.
    public enum Meaning: Hashable, Sendable {
        /// A contact sensor: closed.
        case isClosed
        /// A leak detector: wet.
        case isWet
    }

    public var attributes = T.Attributes()
    private let meaning: Meaning

    /// Creates a sensor of something closed, or of something dry.
    public init(_ meaning: Meaning) {
        self.meaning = meaning
        attributes.featureMap = .changeEvent
        attributes.stateValue = meaning == .isClosed
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        switch (input, meaning) {
        case (.contact(let value), .isClosed), (.leak(let value), .isWet): set(value, &context)
        default: break
        }
    }

    private mutating func set(_ value: Bool, _ context: inout EndpointContext) {
        guard attributes.stateValue != value else { return }
        attributes.stateValue = value
        var payload = T.StateChangeEvent.Payload()
        payload.stateValue = value
        context.emit(T.StateChangeEvent.self, payload)
    }
}
