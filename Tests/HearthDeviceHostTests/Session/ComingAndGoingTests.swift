@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import Testing

@Suite("Devices that come and go at any moment")
struct ComingAndGoingTests {
    /// The lamp with a second part, which has the button.
    private static func grown(_ id: String, isOn: Bool = false) -> DeviceDescription {
        let lamp = Sample.lamp(id, isOn: isOn)
        let part = EndpointDescription(
            id: 2, parent: 0, deviceTypes: [.init(id: 0xF, revision: 3, isPrimary: true)],
            traits: [TraitInstance(descriptor: Sample.button, attributes: [0: .unsigned(2), 1: .unsigned(0)])])
        return DeviceDescription(
            id: id, name: lamp.name, suggestedRoom: lamp.suggestedRoom, endpoints: lamp.endpoints + [part],
            isMatterDevice: false)
    }

    private static func pressedBelow(_ id: String) -> DeviceChange {
        var change = Sample.pressed(id)
        change.attributes = [.init(endpoint: 2, traitID: Sample.button.id): [1: .unsigned(1)]]
        change.events[0].endpoint = 2
        return change
    }

    @Test func whatADeviceSaidThatIsGoneIsNotTakenForWhatTheNextSays() {
        var machine = AttachMachine.attached([])
        machine.announce("a")
        _ = machine.report(Sample.turned("a", on: true))
        machine.remove("a")
        _ = machine.add(Sample.lamp("a"))
        let brought = machine.sent().flatMap { content -> [Bool?] in
            if case .bring(let bring) = content { bring.devices.map(\.isOn) } else { [] }
        }
        #expect(brought == [false])
    }
}
