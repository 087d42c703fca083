internal import HearthTraitDescriptors

extension AttributeID {
    static let playback = AttributeID(TraitIDs.mediaPlayback, 0, "currentState")
    static let inputs = AttributeID(TraitIDs.mediaInput, 0, "inputList")
    static let currentInput = AttributeID(TraitIDs.mediaInput, 1, "currentInput")
}

extension CommandID {
    static let selectInput = CommandID(TraitIDs.mediaInput, 0, "SelectInput")
    static let play = CommandID(TraitIDs.mediaPlayback, 0, "Play")
    static let pause = CommandID(TraitIDs.mediaPlayback, 1, "Pause")
    static let stop = CommandID(TraitIDs.mediaPlayback, 2, "Stop")
    static let sendKey = CommandID(TraitIDs.keypadInput, 0, "SendKey")
}

extension ServiceTable {
    static let media: [ServiceMapping] = [television, inputSource, speaker]

    private static let players = [DeviceTypeIDs.basicVideoPlayer, DeviceTypeIDs.castingVideoPlayer]

    /// Television: OnOff (0x6), MediaPlayback (0x506), MediaInput (0x507), KeypadInput (0x509).
    private static let television = ServiceMapping(
        .television, deviceTypes: players, traits: [TraitIDs.onOff],
        [
            televisionActive,
            CharacteristicLink.attribute(.activeIdentifier, .currentInput, .number)
                .sending(.selectInput, argument: 0, .number).offered { _ in true },
            name(.configuredName), remoteKey, .constant(.sleepDiscoveryMode, .uint(1)), mediaState, targetMediaState,
        ]
    ).with { $0.alsoTakes = [TraitIDs.mediaPlayback, TraitIDs.mediaInput, TraitIDs.keypadInput] }

    /// Speaker: off is muted, and the level is the volume.
    private static let speaker = ServiceMapping(
        .speaker, deviceTypes: [DeviceTypeIDs.speaker], traits: [TraitIDs.onOff],
        [
            CharacteristicLink.attribute(.mute, .onOff, .inverted)
                .choosing([(.bool(true), .off, [:]), (.bool(false), .on, [:])]),
            CharacteristicLink.attribute(.volume, .currentLevel, .volume)
                .sending(
                    .moveToLevel, argument: 0, .volume, with: [1: .unsigned(0), 2: .unsigned(1), 3: .unsigned(1)]),
        ]
    ).with { $0.alsoTakes = [TraitIDs.levelControl] }

    private static let televisionActive: CharacteristicLink = {
        let link = CharacteristicLink.attribute(.active, .onOff, .flag)
        return link.choosing([(.uint(1), .on, [:]), (.uint(0), .off, [:])])
    }()

    private static func name(_ type: CharacteristicType) -> CharacteristicLink {
        .computed(type, from: []) { .string($0.device.name) }
    }

    /// RemoteKey and the key codes of CEC.
    private static let remoteKey: CharacteristicLink = {
        let keys = Conversion.choices([
            72: 0, 73: 1, 75: 2, 76: 3, 1: 4, 2: 5, 3: 6, 4: 7, 0: 8, 13: 9, 9: 10, 97: 11, 53: 15,
        ])
        var link = CharacteristicLink(.remoteKey).sending(.sendKey, argument: 0, keys)
        link.isWritable = { $0.has(TraitIDs.keypadInput) }
        link.limit = { $1.validValues = (0...11).map { $0 } + [15] }
        return link
    }()

    /// CurrentState: playing 0, paused 1, not playing 2, buffering 3.
    private static let mediaState = CharacteristicLink.attribute(
        .currentMediaState, .playback, .choices([0: 0, 1: 1, 2: 2, 3: 4]))

    private static let targetMediaState: CharacteristicLink = {
        var link = CharacteristicLink.computed(.targetMediaState, from: [.playback]) { reading in
            // Buffering leads to playing.
            let targets: [Int64: UInt64] = [0: 0, 1: 1, 2: 2, 3: 0]
            return reading.integer(.playback).flatMap { targets[$0] }.map { .uint($0) }
        }
        link.isOffered = { $0.has(.playback) }
        return link.choosing([(.uint(0), .play, [:]), (.uint(1), .pause, [:]), (.uint(2), .stop, [:])])
    }()

    // MARK: Inputs

    /// InputSource: an entry of MediaInput's InputList (index 0, type 1, name 2).
    private static let inputSource = ServiceMapping(
        .inputSource, deviceTypes: players, traits: [TraitIDs.mediaInput],
        [
            .computed(.configuredName, from: [.inputs]) { input($0)?[2]?.string.map { .string($0) } },
            .computed(.name, from: [.inputs]) { input($0)?[2]?.string.map { .string($0) } },
            .computed(.inputSourceType, from: [.inputs]) { reading in
                input(reading)?[1].flatMap(inputTypes.toCharacteristic) ?? .uint(0)
            },
            .constant(.isConfigured, .uint(1)), .constant(.currentVisibilityState, .uint(0)),
            identifier,
        ]
    ).with {
        $0.isMain = false
        $0.partOf = .television
        $0.joins = .television
        $0.parts = { reading in
            (reading.value(.inputs)?.list ?? []).compactMap { entry in
                guard case .structure(let input) = entry else { return nil }
                return input[0]?.integer.flatMap { UInt32(exactly: $0) }
            }
        }
    }

    /// The identifier of an input; from an accessory it adds an entry to the television's InputList.
    private static let identifier: CharacteristicLink = {
        var link = CharacteristicLink.computed(.identifier, from: []) { .uint(UInt64($0.part)) }
        link.attributes = { values in
            guard let index = values.integer(.identifier).flatMap({ UInt8(exactly: $0) }) else { return [:] }
            let name = values[.configuredName]?.text ?? values[.name]?.text ?? ""
            // InputType 11: other.
            let type = values[.inputSourceType].flatMap(inputTypes.toTrait) ?? .unsigned(11)
            let entry: StructureValue = [0: .unsigned(UInt64(index)), 1: type, 2: .string(name), 3: .string("")]
            return [.inputs: .list([.structure(entry)])]
        }
        return link
    }()

    private static func input(_ reading: ServiceReading) -> StructureValue? {
        for case .structure(let input) in reading.value(.inputs)?.list ?? []
        where input[0]?.integer == Int64(reading.part) {
            return input
        }
        return nil
    }

    /// InputSourceType by InputType: composite 3, HDMI 4, video 8, SCART 9 (as composite), USB 10, coaxial 2 (as
    /// tuner).
    private static let inputTypes = Conversion.choices([3: 4, 4: 3, 8: 4, 9: 4, 10: 9, 2: 2])
}
