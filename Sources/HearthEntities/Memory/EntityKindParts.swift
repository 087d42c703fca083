/// The parts of an entity's kind by their types, in the order of its declaration, for storage. A new part of a kind
/// goes to the end; a part that a stored kind lacks has its default.
struct EntityKindParts: Hashable, Sendable {
    var tag: UInt8
    var texts: [String] = []
    var numbers: [Double] = []
    var flags: [Bool] = []
    var lists: [[String]] = []

    init(
        tag: UInt8, texts: [String] = [], numbers: [Double] = [], flags: [Bool] = [], lists: [[String]] = []
    ) {
        self.tag = tag
        self.texts = texts
        self.numbers = numbers
        self.flags = flags
        self.lists = lists
    }

    func text(_ index: Int) -> String { texts.indices.contains(index) ? texts[index] : "" }
    func number(_ index: Int, _ missing: Double = 0) -> Double {
        numbers.indices.contains(index) && numbers[index].isFinite ? numbers[index] : missing
    }
    func count(_ index: Int) -> Int { Int(exactly: number(index).rounded()) ?? 0 }
    func flag(_ index: Int) -> Bool { flags.indices.contains(index) && flags[index] }
    func list(_ index: Int) -> [String] { lists.indices.contains(index) ? lists[index] : [] }
}

extension EntityKindParts {
    init(_ kind: EntityKind) {
        switch kind {
        case .light(let light):
            let colors: [EntityKind.Light.Color: Double] = [.none: 0, .hueSaturation: 1, .xy: 2]
            let corners = light.gamut.map { [$0.red, $0.green, $0.blue] } ?? []
            self.init(
                tag: 1,
                numbers: [colors[light.color] ?? 0, light.mireds?.lowerBound ?? 0, light.mireds?.upperBound ?? 0]
                    + corners.flatMap { [$0.x, $0.y] },
                flags: [light.hasBrightness, light.mireds != nil, light.hasTransition], lists: [light.effects])
        case .toggle(let deviceClass): self.init(tag: 2, texts: [deviceClass])
        case .siren(let tones, let hasVolume, let hasDuration):
            self.init(tag: 3, flags: [hasVolume, hasDuration], lists: [tones])
        case .fan(let fan):
            self.init(
                tag: 4, numbers: [Double(fan.speeds)], flags: [fan.oscillates, fan.hasDirection], lists: [fan.presets])
        case .cover(let cover):
            self.init(
                tag: 5, texts: [cover.deviceClass], flags: [cover.hasPosition, cover.hasTilt, cover.canStop])
        case .valve(let hasPosition, let canStop, let deviceClass):
            self.init(tag: 6, texts: [deviceClass], flags: [hasPosition, canStop])
        case .lock(let canOpen, let codeFormat):
            self.init(tag: 7, texts: [codeFormat ?? ""], flags: [canOpen, codeFormat != nil])
        case .climate(let climate): self.init(climate, tag: 8)
        case .waterHeater(let climate): self.init(climate, tag: 9)
        case .humidifier(let dries, let minimum, let maximum, let modes):
            self.init(tag: 10, numbers: [minimum, maximum], flags: [dries], lists: [modes])
        case .alarmPanel(let modes, let needsCode, let needsCodeToArm, let hasTextCode):
            self.init(tag: 11, flags: [needsCode, needsCodeToArm, hasTextCode], lists: [modes])
        case .mediaPlayer(let features): self.init(tag: 12, lists: [features])
        case .vacuum(let features, let fanSpeeds): self.init(tag: 13, lists: [features, fanSpeeds])
        case .sensor(let deviceClass, let unit, let stateClass):
            self.init(tag: 14, texts: [deviceClass, unit, stateClass])
        case .flag(let deviceClass): self.init(tag: 15, texts: [deviceClass])
        case .number(let minimum, let maximum, let step, let unit, let deviceClass, let mode, let words):
            self.init(
                tag: 16, texts: [unit, deviceClass],
                numbers: [minimum, maximum, step, Double(mode.rawValue)] + words.map { $0.number ?? 0 },
                flags: words.map { $0.number != nil }, lists: words.isEmpty ? [] : [words.map(\.text)])
        case .choice(let options, let isSettable): self.init(tag: 17, flags: [isSettable], lists: [options])
        case .text(let minimumLength, let maximumLength, let isSecret, let isSettable):
            self.init(
                tag: 18, numbers: [Double(minimumLength), Double(maximumLength)], flags: [isSecret, isSettable])
        case .press(let deviceClass): self.init(tag: 19, texts: [deviceClass])
        case .moment(let hasDate, let hasTime, let isSettable):
            self.init(tag: 20, flags: [hasDate, hasTime, !isSettable])
        case .event(let types, let deviceClass): self.init(tag: 21, texts: [deviceClass], lists: [types])
        case .update(let canInstall): self.init(tag: 22, flags: [canInstall])
        case .actions(let actions):
            self.init(
                tag: 23, texts: actions.map(\.name), flags: actions.map(\.answers),
                lists: actions.map { $0.arguments.flatMap { [$0.name, $0.type.rawValue] } })
        case .camera(let camera):
            self.init(
                tag: 24, numbers: [camera.width, camera.height, camera.framesPerSecond].map { Double($0) },
                flags: [camera.isDoorbell, camera.hasPictures, camera.hasSpeaker], lists: [camera.objects])
        }
    }

    private init(_ climate: EntityKind.Climate, tag: UInt8) {
        self.init(
            tag: tag, numbers: [climate.minimum, climate.maximum, climate.step],
            flags: [
                climate.hasTwoTargets, climate.hasCurrentTemperature, climate.hasCurrentHumidity,
                climate.hasTargetHumidity, climate.hasAction, climate.hasHeatingDemand,
            ], lists: [climate.modes, climate.fanModes, climate.swingModes, climate.presets])
    }

    /// The kind; nil if it is unknown.
    var kind: EntityKind? {
        switch tag {
        case 1: .light(light)
        case 2: .toggle(deviceClass: text(0))
        case 3: .siren(tones: list(0), hasVolume: flag(0), hasDuration: flag(1))
        case 4: .fan(EntityKind.Fan(speeds: count(0), oscillates: flag(0), hasDirection: flag(1), presets: list(0)))
        case 5:
            .cover(
                EntityKind.Cover(deviceClass: text(0), hasPosition: flag(0), hasTilt: flag(1), canStop: flag(2)))
        case 6: .valve(hasPosition: flag(0), canStop: flag(1), deviceClass: text(0))
        case 7: .lock(canOpen: flag(0), codeFormat: flag(1) ? text(0) : nil)
        case 8: .climate(climate)
        case 9: .waterHeater(climate)
        case 10: .humidifier(dries: flag(0), minimum: number(0), maximum: number(1, 100), modes: list(0))
        case 11:
            .alarmPanel(modes: list(0), needsCode: flag(0), needsCodeToArm: flag(1), hasTextCode: flag(2))
        case 12: .mediaPlayer(features: list(0))
        case 13: .vacuum(features: list(0), fanSpeeds: list(1))
        case 14: .sensor(deviceClass: text(0), unit: text(1), stateClass: text(2))
        case 15: .flag(deviceClass: text(0))
        case 16:
            .number(
                minimum: number(0), maximum: number(1, 100), step: number(2), unit: text(0), deviceClass: text(1),
                mode: UInt8(exactly: count(3)).flatMap { EntityKind.NumberMode(rawValue: $0) } ?? .auto,
                words: list(0).enumerated().map { index, text in
                    EntityKind.NumberWord(text, number: flag(index) ? number(4 + index) : nil)
                })
        case 17: .choice(options: list(0), isSettable: flag(0))
        case 18: .text(minimumLength: count(0), maximumLength: count(1), isSecret: flag(0), isSettable: flag(1))
        case 19: .press(deviceClass: text(0))
        case 20: .moment(hasDate: flag(0), hasTime: flag(1), isSettable: !flag(2))
        case 21: .event(types: list(0), deviceClass: text(0))
        case 22: .update(canInstall: flag(0))
        case 23:
            .actions(texts.indices.map { DeviceAction(name: text($0), arguments: arguments($0), answers: flag($0)) })
        case 24:
            .camera(
                EntityKind.Camera(
                    isDoorbell: flag(0), width: count(0), height: count(1), framesPerSecond: count(2),
                    objects: list(0), hasPictures: flag(1), hasSpeaker: flag(2)))
        default: nil
        }
    }

    /// The arguments of an action, without their default values, which the device's next description brings.
    private func arguments(_ action: Int) -> [DeviceAction.Argument] {
        let words = list(action)
        return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
            DeviceAction.ArgumentType(rawValue: words[index + 1]).map {
                DeviceAction.Argument(name: words[index], type: $0)
            }
        }
    }

    private var light: EntityKind.Light {
        let (low, high) = (number(1), number(2))
        func corner(_ index: Int) -> ColorGamut.Point { ColorGamut.Point(x: number(index), y: number(index + 1)) }
        return EntityKind.Light(
            hasBrightness: flag(0), mireds: flag(1) && low <= high ? low...high : nil,
            color: count(0) == 1 ? .hueSaturation : count(0) == 2 ? .xy : .none,
            gamut: ColorGamut(red: corner(3), green: corner(5), blue: corner(7)), effects: list(0),
            hasTransition: flag(2))
    }

    private var climate: EntityKind.Climate {
        EntityKind.Climate(
            modes: list(0), minimum: number(0), maximum: number(1), step: number(2), hasTwoTargets: flag(0),
            hasCurrentTemperature: flag(1), hasCurrentHumidity: flag(2), hasTargetHumidity: flag(3),
            hasAction: flag(4), hasHeatingDemand: flag(5), fanModes: list(1), swingModes: list(2), presets: list(3))
    }
}
