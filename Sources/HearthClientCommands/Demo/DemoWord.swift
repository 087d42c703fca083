internal import Hearth
internal import HearthTraitCore

/// A word of `hearth demo` for an input of a virtual device.
package struct DemoWord {
    let input: DemoInput
    /// The kinds of devices that have the input.
    let devices: String
    /// The predicate that is printed after the device's name.
    let outcome: String
    /// The trait, and where that is ambiguous the device type, of such devices.
    private let trait: UInt32
    private let type: UInt32?

    /// The word that people type.
    package var word: String { input.rawValue }

    /// All words.
    package static let all = [
        DemoWord(.press, "button, doorbell or switch", "is pressed", trait: 0x003B),
        DemoWord(.hold, "button, doorbell or switch", "is held for a second", trait: 0x003B),
        DemoWord(.motion, "motion sensor", "sees somebody", trait: 0x0406),
        DemoWord(.sound, "camera that listens", "hears a sound", trait: 0xFFF0_FC0C, type: 0xFFF0_0008),
        DemoWord(.leak, "leak sensor", "is wet", trait: 0x0045, type: 0x0043),
        DemoWord(.dry, "leak sensor", "is dry", trait: 0x0045, type: 0x0043),
        DemoWord(.open, "contact sensor", "is open", trait: 0x0045, type: 0x0015),
        DemoWord(.close, "contact sensor", "is closed", trait: 0x0045, type: 0x0015),
        DemoWord(.smoke, "smoke alarm", "smells smoke", trait: 0x005C),
        DemoWord(.clear, "smoke alarm", "smells nothing", trait: 0x005C),
        DemoWord(.toggle, "light or plug", "is switched by hand", trait: 0x0006),
    ]

    private init(
        _ input: DemoInput, _ devices: String, _ outcome: String, trait: UInt32, type: UInt32? = nil
    ) {
        self.input = input
        self.devices = devices
        self.outcome = outcome
        self.trait = trait
        self.type = type
    }

    /// Whether a device has the input.
    func concerns(_ device: HomeListing.Device) -> Bool {
        device.endpoints.contains { endpoint in
            endpoint.traits.contains { $0.descriptor.id == trait }
                && (type.map { wanted in endpoint.deviceTypes.contains { $0.id == wanted } } ?? true)
        }
    }
}
