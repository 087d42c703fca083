internal import HearthCommonTraits
internal import HearthDeviceBehaviors
internal import HearthTraitCore

extension VirtualHome {
    /// The name of the people of the demo house in the causes of changes.
    public static let familyName = "the simulated family"

    /// Performs the actions of the people that are due. The causes of the changes name them.
    func live(_ context: EndpointContext) {
        guard household?.deadline.map({ $0 <= context.now }) == true else { return }
        let view = Household.View(
            isOn: { [devices] id in devices.first { $0.id == id }?.isOn }, hour: context.hour)
        for step in household?.steps(until: context.now, view) ?? [] { perform(step, context) }
    }

    private func perform(_ step: Household.Step, _ present: EndpointContext) {
        let family = ChangeCause.client(Self.familyName)
        // Later effects, such as a fade, have the same cause.
        var context = present
        context.cause = family
        guard let index = devices.firstIndex(where: { $0.id == step.device }),
            household?.leavesAlone(step.device, at: context.now) == false
        else { return }
        var outcome = VirtualDevice.Outcome()
        switch step.deed {
        case .input(let input): devices[index].sense(input, at: nil, context, &outcome)
        case .openDoor:
            // A locked door doesn't open.
            guard devices[index].isUnlocked else { return }
            devices[index].sense(.contact(isClosed: false), at: nil, context, &outcome)
        case .turn(let on):
            guard let isOn = devices[index].isOn, isOn != on else { return }
            devices[index].sense(.toggle, at: nil, context, &outcome)
        case .command(let trait, let command):
            guard let descriptor = devices[index].trait(trait)?.descriptor.command(command) else { return }
            // Refused commands are ignored.
            _ = try? devices[index].invoke(
                CommandCall(descriptor, values: [:]), of: trait, at: 1, context, &outcome)
        }
        tell(index, outcome, family)
    }
}

extension VirtualDevice {
    /// The position of the first latching switch at an endpoint, or at any; nil without one.
    func latchedPosition(at endpoint: UInt16?) -> UInt8? {
        let switches = endpoints.filter { endpoint == nil || $0.id == endpoint }
            .compactMap { $0.behaviors.behavior(SwitchBehavior.self)?.attributes }
        return switches.first { $0.featureMap?.contains(.latchingSwitch) == true }?.currentPosition
    }

    /// The first endpoint's trait.
    fileprivate func trait(_ id: UInt32) -> TraitInstance? {
        endpoint(1)?.description.traits.first { $0.descriptor.id == id }
    }

    /// Whether it is on; nil for a device that can't be on or off.
    fileprivate var isOn: Bool? { trait(0x0006)?.attributes[0]?.bool }

    /// DoorLock.LockState: 2 is unlocked, 3 unlatched.
    fileprivate var isUnlocked: Bool { [2, 3].contains(trait(0x0101)?.attributes[0]?.integer) }
}
