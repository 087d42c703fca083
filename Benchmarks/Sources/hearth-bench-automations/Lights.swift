internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// Lights that carry out commands at once, and report when they got one.
final class Lights: DeviceProvider {
    private struct State {
        var hub: (any DeviceReporter)?
        var isOn: [Bool]
        var told: (@Sendable (Int) -> Void)?
    }

    static let onOff = Matter.OnOffTrait.descriptor
    private let state: Mutex<State>
    private let name: @Sendable (Int) -> String

    init(_ count: Int, named name: @escaping @Sendable (Int) -> String = { "Light \($0)" }) {
        state = Mutex(State(isOn: Array(repeating: false, count: count)))
        self.name = name
    }

    static func id(_ light: Int) -> String { "light-\(light)" }

    /// Sets the function to call with the light at each command.
    func whenTold(_ body: (@Sendable (Int) -> Void)?) { state.withLock { $0.told = body } }

    private func description(_ light: Int) -> DeviceDescription {
        DeviceDescription(
            id: Self.id(light), name: name(light),
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0x100, revision: 3, isPrimary: true)],
                    traits: [
                        TraitInstance(
                            descriptor: Self.onOff,
                            attributes: [
                                0x0000: .bool(false),
                                0xFFF9: .list([.unsigned(0), .unsigned(1), .unsigned(2)]), 0xFFFC: .unsigned(0),
                                0xFFFD: .unsigned(6),
                            ])
                    ]),
            ], isMatterDevice: false)
    }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        state.withLock { state in
            state.hub = hub
            return state.isOn.indices.map(description)
        }
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        guard let light = Int(invocation.path.target.deviceID.dropFirst("light-".count)) else { return nil }
        state.withLock { $0.told }?(light)
        switch invocation.command.methodName {
        case "on": set(light, { _ in true }, invocation.cause)
        case "off": set(light, { _ in false }, invocation.cause)
        default: set(light, { !$0 }, invocation.cause)
        }
        return nil
    }

    func write(_ update: AttributeUpdate) async throws {}

    func stop() async { state.withLock { $0.hub = nil } }

    /// Presses the light's own switch.
    func press(_ light: Int) { set(light, { !$0 }, .device) }

    private func set(_ light: Int, _ body: (Bool) -> Bool, _ cause: ChangeCause) {
        let (hub, isOn) = state.withLock { state in
            state.isOn[light] = body(state.isOn[light])
            return (state.hub, state.isOn[light])
        }
        let key = DeviceChange.TraitKey(endpoint: 1, traitID: Self.onOff.id)
        hub?.report(
            DeviceChange(deviceID: Self.id(light), attributes: [key: [0: .bool(isOn)]], events: [], cause: cause))
    }
}
