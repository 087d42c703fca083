internal import HearthTraitCatalog
internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// DoorbellPress (a trait of Google's): its event means that the bell was rung. The button's Switch has more detail.
struct DoorbellPressBehavior: DescribedBehavior {
    private static let pressed: UInt32 = 0x0

    let descriptor = StandardTraits.googleDoorbellPress
    var values: StructureValue = [:]

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .switchPosition(let position) = input, position > 0 else { return }
        context.emit(descriptor.id, Self.pressed, [:])
    }
}
