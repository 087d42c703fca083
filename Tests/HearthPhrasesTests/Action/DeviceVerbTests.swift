internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct DeviceVerbTests {
    private let lamp = device([6: [0: .bool(false)], 8: [0: .unsigned(10)]], types: [0x101])

    private func sent(_ verb: DeviceVerb, _ device: DeviceReading, _ number: Int? = nil) -> [String] {
        verb.actions(on: device, number).map { action in
            switch action.content {
            case .command(let command, let arguments):
                let values = arguments.fields.sorted { $0.key < $1.key }.compactMap { $0.value.integer }
                return "\(action.endpoint) \(action.trait.name).\(command.methodName) \(values)"
            case .update(let values):
                let written = values.fields.map { "\($0.key)=\($0.value.integer ?? -1)" }
                return "\(action.endpoint) \(action.trait.name) \(written)"
            }
        }
    }

    @Test func eachVerbFindsItsTrait() {
        expect(sent(.on, lamp), equals: ["1 OnOff.on []"])
        expect(sent(.dim, lamp, 40), equals: ["1 LevelControl.moveToLevelWithOnOff [102, 5]"])
        expect(sent(.toggle, device([0x202: [0: .unsigned(0)]])), equals: ["1 FanControl [\"0=3\"]"])
        expect(sent(.open, device([0x102: [:]])), equals: ["1 WindowCovering.upOrOpen []"])
        expect(sent(.open, device([0x102: [:]]), 30), equals: ["1 WindowCovering.goToLiftPercentage [7000]"])
        expect(sent(.open, device([0x102: [:]]), 0), equals: ["1 WindowCovering.downOrClose []"])
        expect(sent(.lock, device([0x101: [:]])), equals: ["1 DoorLock.lockDoor []"])
        expect(sent(.open, device([0x104: [:]])), equals: ["1 ClosureControl.moveTo [1]"])
        expect(sent(.close, device([0x104: [:]])), equals: ["1 ClosureControl.moveTo [0]"])
        expect(sent(.open, device([0x104: [:]]), 30), equals: [])
    }

    @Test func allPartsAreSwitched() {
        let strip = DeviceReading([part(1, [6: [0: .bool(true)]]), part(2, [6: [0: .bool(false)]])])
        expect(sent(.off, strip), equals: ["1 OnOff.off []", "2 OnOff.off []"])
    }

    /// For a room, a word means its devices of the usual kind; a named device does all it can.
    @Test(
        arguments: [
            (.setTemperature, 0x201, 0x301, true), (.setTemperature, 0x56, 0x71, false), (.open, 0x102, 0x202, true),
            (.open, 0x81, 0x42, false), (.close, 0x81, 0x42, false),
            (.close, 0x104, 0x230, false),
            (.dim, 8, 0x101, true), (.dim, 8, 0x110, false),
            (.on, 6, 0x10A, true), (.on, 6, 0x7B, false), (.off, 6, 0x7B, true), (.off, 6, 0x70, false),
            (.toggle, 6, 0x303, false), (.lock, 0x101, 0xA, true),
        ] as [(DeviceVerb, UInt32, UInt32, Bool)])
    func ofARoomAWordMeansItsKind(_ verb: DeviceVerb, _ trait: UInt32, _ type: UInt32, _ isMeant: Bool) {
        let device = device([trait: [0: .bool(true), 18: .signed(1)]], types: [type])
        expect(verb.actions(on: device, 20).count, equals: 1)
        expect(verb.actions(on: device, 20, scope: .among).isEmpty, equals: !isMeant)
    }

    @Test func unsuitableDeviceGetsNothing() {
        expect(sent(.lock, lamp), equals: [])
        // A speaker's level is its volume.
        expect(sent(.dim, device([8: [0: .unsigned(1)]], types: [0x22]), 40), equals: [])
        expect(sent(.on, device([0x402: [0: .signed(1)]])), equals: [])
        // The fan of an air conditioner switches nothing on.
        let conditioner = device([0x201: [28: .unsigned(0)], 0x202: [0: .unsigned(0)]], types: [0x301])
        for verb in [DeviceVerb.on, .off, .toggle] { expect(sent(verb, conditioner), equals: []) }
    }

    @Test(
        arguments: [
            (4, ["1 Thermostat [\"18=2150\"]"]), (3, ["1 Thermostat [\"17=2150\"]"]),
            (1, ["1 Thermostat [\"18=2150\"]"]),
        ] as [(UInt64, [String])])
    func aThermostatGetsWhatItsModeReaches(_ mode: UInt64, _ expected: [String]) {
        let thermostat = device([0x201: [17: .signed(2_600), 18: .signed(2_000), 28: .unsigned(mode)]])
        expect(sent(.setTemperature, thermostat, 2_150), equals: expected)
    }

    @Test func aLockThatWantsAPINSaysSo() throws {
        let lock = device([0x101: [51: .bool(true)]])
        let action = try require(DeviceVerb.unlock.actions(on: lock).first)
        expect(action.needsPIN)
        guard case .command(_, let arguments) = action.with(pin: "1234").content else { return }
        expect(arguments, equals: [0: .octets(Array("1234".utf8))])
        expect(DeviceVerb.unlock.actions(on: device([0x101: [:]])).first?.needsPIN, equals: false)
    }

    @Test(
        arguments: [
            ("21.5", 2_150), ("21.5C", 2_150), ("21.5 °C", 2_150), ("-3", -300), ("70F", 2_111), ("warm", nil),
            ("1000", nil), ("nan", nil), ("", nil),
        ] as [(String, Int16?)])
    func temperaturesAreRead(_ text: String, _ expected: Int16?) {
        expect(DeviceVerb.centidegrees(text), equals: expected)
    }

    @Test(arguments: [("40%", 40), ("0", 0), ("100", 100), ("101", nil), ("-1", nil), ("x", nil)] as [(String, Int?)])
    func sharesAreRead(_ text: String, _ expected: Int?) {
        expect(DeviceVerb.percent(text), equals: expected)
    }
}
