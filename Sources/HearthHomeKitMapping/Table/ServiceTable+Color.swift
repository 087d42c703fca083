internal import HearthTraitDescriptors

extension AttributeID {
    static let currentHue = AttributeID(TraitIDs.colorControl, 0, "currentHue")
    static let currentSaturation = AttributeID(TraitIDs.colorControl, 1, "currentSaturation")
    static let colorTemperature = AttributeID(TraitIDs.colorControl, 7, "colorTemperatureMireds")
    static let enhancedHue = AttributeID(TraitIDs.colorControl, 0x4000, "enhancedCurrentHue")
    static let minMireds = AttributeID(TraitIDs.colorControl, 0x400B, "colorTempPhysicalMinMireds")
    static let maxMireds = AttributeID(TraitIDs.colorControl, 0x400C, "colorTempPhysicalMaxMireds")
}

extension CommandID {
    static let moveToHueAndSaturation = CommandID(TraitIDs.colorControl, 6, "MoveToHueAndSaturation")
    static let enhancedMoveToHueAndSaturation = CommandID(
        TraitIDs.colorControl, 0x43, "EnhancedMoveToHueAndSaturation")
    static let moveToColorTemperature = CommandID(TraitIDs.colorControl, 10, "MoveToColorTemperature")
}

extension ServiceTable {
    /// Hue, Saturation and ColorTemperature of a light: ColorControl (0x300).
    static let color: [CharacteristicLink] = [hue, saturation, colorTemperature]

    private static let enhancedHueFeature: UInt32 = 0x2

    /// Arguments for a change without transition, which also applies while the light is off (Options: ExecuteIfOff), as
    /// HomeKit's lights accept a color then.
    private static func moving(_ values: StructureValue, from options: UInt32) -> StructureValue {
        var arguments = values
        arguments[options - 1] = .unsigned(0)
        arguments[options] = .unsigned(1)
        arguments[options + 1] = .unsigned(1)
        return arguments
    }

    /// Writes hue and saturation together; a missing one keeps its value.
    private static let moveToColor: CharacteristicLink.Write = { values, reading in
        let isEnhanced = reading.features(TraitIDs.colorControl) & enhancedHueFeature != 0
        let conversion: Conversion = isEnhanced ? .enhancedHue : .hue
        func present(_ attribute: AttributeID, most: Int64) -> TraitValue? {
            reading.integer(attribute).map { .unsigned(UInt64(clamping: min(max($0, 0), most))) }
        }
        guard
            let hue = values[.hue].flatMap(conversion.toTrait)
                ?? (isEnhanced ? present(.enhancedHue, most: 65_535) : present(.currentHue, most: 254)),
            let saturation = values[.saturation].flatMap(Conversion.saturation.toTrait)
                ?? present(.currentSaturation, most: 254)
        else { return [] }
        let command: CommandID = isEnhanced ? .enhancedMoveToHueAndSaturation : .moveToHueAndSaturation
        return [reading.invoke(command, moving([0: hue, 1: saturation], from: 3))]
    }

    private static let hue: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.hue, .currentHue, .hue)
        link.sources.append(.enhancedHue)
        link.read = { reading in
            reading.value(.enhancedHue).flatMap(Conversion.enhancedHue.toCharacteristic)
                ?? reading.value(.currentHue).flatMap(Conversion.hue.toCharacteristic)
        }
        link.write = moveToColor
        link.features = { _ in [TraitIDs.colorControl: 0x1] }
        link.commands = [
            .moveToHueAndSaturation: { arguments, _ in
                arguments[0].flatMap(Conversion.hue.toCharacteristic).map { [.hue: $0] } ?? [:]
            },
            .enhancedMoveToHueAndSaturation: { arguments, _ in
                arguments[0].flatMap(Conversion.enhancedHue.toCharacteristic).map { [.hue: $0] } ?? [:]
            },
        ]
        return link
    }()

    private static let saturation: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.saturation, .currentSaturation, .saturation)
        link.write = moveToColor
        for command in [CommandID.moveToHueAndSaturation, .enhancedMoveToHueAndSaturation] {
            link.commands[command] = { arguments, _ in
                arguments[1].flatMap(Conversion.saturation.toCharacteristic).map { [.saturation: $0] } ?? [:]
            }
        }
        return link
    }()

    private static let colorTemperature = CharacteristicLink.attribute(.colorTemperature, .colorTemperature, .mireds)
        .limited(.minMireds, .maxMireds, .mireds)
        .sending(.moveToColorTemperature, argument: 0, .mireds, with: moving([:], from: 2))
        .feature(TraitIDs.colorControl, 0x10)
}
