import Hearth
import HearthTraits
import HearthPhrases

/// How the app shows and controls one kind of device.
///
/// A control is a value that is made from a snapshot of the device type; each change makes a new one.
protocol Control: Sendable {
    /// "on, 40 %"
    var status: String { get }
    /// The words that can be typed after the device's number.
    var usage: String { get }
    /// Carries out the words typed after the device's number; without words, the device's main action.
    func perform(_ words: [String]) async throws
}

/// The typed words do not fit the device.
struct UsageError: Error {
    let usage: String
}

extension Control {
    func refuse() -> UsageError { UsageError(usage: usage) }
}

/// Finds the control of a device by its types, in a fixed order. A device of several types gets the control with the
/// most functions: a color light is tried before a dimmable one.
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
    /// The maker's name for this part, if it distinguishes it from others of its kind.
    var makersWord: String? { traits[Matter.DescriptorTrait.self]?.tagList?.compactMap(\.label.value).first }
}

/// A device without a control in this app. A maker's own type is shown by the maker's name for it.
struct OtherControl: Control {
    let typeName: String

    var status: String { Phrase.words(ofName: typeName) }
    var usage: String { "this app has no control for it" }
    func perform(_ words: [String]) async throws { throw refuse() }
}
