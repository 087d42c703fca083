internal import HearthWire

extension Hearth_V1_AutomationProgram {
    /// The devices that a scene acts on; nil if this is not a scene, or does more than people do by hand: it reads
    /// states, decides, waits for something or runs other automations.
    var devicesOfScene: Set<String>? {
        switch scene {
        case .unspecified, .triggerOwned: return nil
        default: break
        }
        var devices: Set<String> = []
        guard let graph, graph.collectDevices(&devices), !devices.isEmpty else { return nil }
        return devices
    }
}

extension Hearth_V1_AutomationNode {
    /// Adds the devices of all actions. Returns whether there is nothing but actions.
    fileprivate func collectDevices(_ devices: inout Set<String>) -> Bool {
        switch kind {
        case .manualStarter?: return true
        case .sequential(let flow)?, .parallel(let flow)?:
            return flow.nodes.allSatisfy { $0.collectDevices(&devices) }
        case .action(let action)?:
            guard let trait = action.trait, trait.group == nil, let device = trait.target?.deviceID else {
                return false
            }
            devices.insert(device)
            return action.arguments.allSatisfy { argument in
                if case .constant? = argument.value?.kind { true } else { false }
            }
        default: return false
        }
    }
}
