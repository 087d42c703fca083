internal import HearthDeviceBehaviors
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Flag (a trait of Hearth's own) of a microphone that detects sounds: yes from a sound until 10 s after the last one.
struct SoundFlagBehavior: DescribedBehavior {
    private static let hold = Duration.seconds(10)
    private static let (value, deviceClass): (UInt32, UInt32) = (0, 1)

    let descriptor = StandardTraits.hearthProjectFlag
    var values: StructureValue = [Self.value: .bool(false), Self.deviceClass: .string("sound")]
    private(set) var deadline: Duration?

    mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .sound = input else { return }
        deadline = context.now + Self.hold
        values[Self.value] = .bool(true)
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        guard let end = deadline, end <= context.now else { return }
        deadline = nil
        values[Self.value] = .bool(false)
    }
}
