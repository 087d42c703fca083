internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// BooleanState (Matter cluster 0x0045). The device type determines what true means: closed for a contact sensor, wet
/// for a leak detector.
struct BooleanStateBehavior: Behavior {
    typealias T = Matter.BooleanStateTrait

    enum Meaning: Hashable, Sendable {
        case isClosed
        case isWet
    }

    var attributes = T.Attributes()
    private let meaning: Meaning

    init(_ meaning: Meaning) {
        self.meaning = meaning
        attributes.featureMap = .changeEvent
        attributes.stateValue = meaning == .isClosed
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext) {
        switch (input, meaning) {
        case (.contact(let value), .isClosed), (.leak(let value), .isWet): set(value, &context)
        default: break
        }
    }

    private mutating func set(_ value: Bool, _ context: inout BehaviorContext) {
        guard attributes.stateValue != value else { return }
        attributes.stateValue = value
        var payload = T.StateChangeEvent.Payload()
        payload.stateValue = value
        context.emit(T.StateChangeEvent.self, payload)
    }
}
