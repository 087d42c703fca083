import Hearth
import HearthTraits
import HearthWords

/// What the app knows of one kind of device: what to show, and what to do when somebody types.
///
/// A control is a value made of a device type as it was; the next change brings the next one.
protocol Control: Sendable {
    /// "on, 40 %"
    var status: String { get }
    /// What can be typed behind the device's number.
    var usage: String { get }
    /// Does what was typed behind the device's number; nothing typed is the main thing that one does with the device.
    func perform(_ words: [String]) async throws
}

/// What was typed does not fit the device.
struct UsageError: Error {
    let usage: String
}

extension Control {
    func refuse() -> UsageError { UsageError(usage: usage) }
}

/// Finds the control of a device by its types, in a fixed order: a device of several types gets the control that does
/// the most, and a color light is one before it is a light that can be dimmed.
enum ControlFactory {
    typealias Maker = @Sendable (DeviceTypeCollection) -> (any Control)?

    static let makers: [Maker] = [
        { OutletsControl($0.getAll(of: OnOffPluginUnitDeviceType.self)) },
        {
            $0[ExtendedColorLightDeviceType.self].map {
                ColorControl(lamp: Lamp($0.traits), color: $0.matterTraits.colorControlTrait)
            }
        },
        {
            $0[ColorTemperatureLightDeviceType.self].map {
                WhiteControl(lamp: Lamp($0.traits), color: $0.matterTraits.colorControlTrait)
            }
        },
        { $0[DimmableLightDeviceType.self].map { Lamp($0.traits) } },
        { $0[DimmablePlugInUnitDeviceType.self].map { Lamp($0.traits) } },
        { $0[OnOffLightDeviceType.self].map { SwitchControl($0.traits) } },
        { $0[DoorLockDeviceType.self]?.matterTraits.doorLockTrait.map(LockControl.init) },
        { $0[FanDeviceType.self]?.matterTraits.fanControlTrait.map(FanControl.init) },
        { $0[WindowCoveringDeviceType.self]?.matterTraits.windowCoveringTrait.map(BlindControl.init) },
        { $0[RefrigeratorDeviceType.self].map(RefrigeratorControl.init) },
        { $0[ThermostatDeviceType.self]?.matterTraits.thermostatTrait.map(ThermostatControl.init) },
        { $0[OnOffPluginUnitDeviceType.self].map { SwitchControl($0.traits) } },
        { $0[SpeakerDeviceType.self].map { Lamp($0.traits) } },
        { $0[BasicVideoPlayerDeviceType.self].map { SwitchControl($0.traits) } },
        { SensorControl($0) },
    ]

    static func control(for types: DeviceTypeCollection, of device: HomeDevice) -> any Control {
        for make in makers {
            if let control = make(types) { return control }
        }
        return OtherControl(typeName: device.types.unknownTypes().first?.name ?? "")
    }
}

extension DeviceType {
    /// What the maker calls this part, where it tells it from others of its kind.
    var makersWord: String? { traits[Matter.DescriptorTrait.self]?.tagList?.compactMap(\.label.value).first }
}

/// A device that this app can do nothing with. If it is of a maker's own type, the maker's name for that says what it is.
struct OtherControl: Control {
    let typeName: String

    var status: String { Phrase.words(ofName: typeName) }
    var usage: String { "this app has no control for it" }
    func perform(_ words: [String]) async throws { throw refuse() }
}
