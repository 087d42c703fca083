internal import HearthTraitCore

extension VirtualHome {
    /// Lets the people of the house do what is due. What they do has the device as its cause, as with a hand.
    func live(_ context: BehaviorContext) {
        guard household?.deadline.map({ $0 <= context.now }) == true else { return }
        var power: [String: Bool] = [:]
        for device in devices { power[device.id] = device.isOn }
        let known = power
        let view = Household.View(isOn: { known[$0] }, hour: context.hour)
        for step in household?.steps(until: context.now, view) ?? [] { perform(step, context) }
    }

    private func perform(_ step: Household.Step, _ context: BehaviorContext) {
        guard let index = devices.firstIndex(where: { $0.id == step.device }) else { return }
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
            // What a device refuses just does not happen.
            _ = try? devices[index].invoke(descriptor, of: trait, at: 1, [:], context, &outcome)
        }
        tell(index, outcome, .device)
    }
}

extension VirtualDevice {
    /// The first endpoint's trait.
    fileprivate func trait(_ id: UInt32) -> TraitInstance? {
        endpoint(1)?.description.traits.first { $0.descriptor.id == id }
    }

    /// Whether it is on; nil for what can't be.
    fileprivate var isOn: Bool? { trait(0x0006)?.attributes[0]?.bool }

    /// DoorLock.LockState: 2 is unlocked, 3 unlatched.
    fileprivate var isUnlocked: Bool { [2, 3].contains(trait(0x0101)?.attributes[0]?.integer) }
}
