internal import HearthBase
internal import HearthTraitCatalog
internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// The power of a metered device: zero while it is off, otherwise its load, which rises and falls by a tenth.
struct MeteredLoad: Sendable {
    /// The mean in mW.
    let mean: Int64
    private(set) var isOn = false

    init(watts: Int64) { mean = watts * 1000 }

    /// The power in mW at a time of the device's clock.
    func power(at now: Duration) -> Int64 {
        guard isOn else { return 0 }
        let step = (now.wholeSeconds / Int64(ElectricalPowerBehavior.pause.wholeSeconds)) % 8
        return mean + mean / 40 * (step < 4 ? step : 8 - step)
    }

    mutating func receive(_ signal: EndpointSignal) -> Bool {
        guard case .switched(let on, _) = signal, on != isOn else { return false }
        isOn = on
        return true
    }
}

/// ElectricalPowerMeasurement (Matter cluster 0x0090) of alternating current at 230 V.
struct ElectricalPowerBehavior: DescribedBehavior {
    /// The time between two measurements.
    static let pause = Duration.seconds(10)
    private static let millivolts: Int64 = 230_000
    private static let voltage: UInt32 = 0x4
    private static let current: UInt32 = 0x5
    private static let power: UInt32 = 0x8

    let descriptor = StandardTraits.matterElectricalPowerMeasurement
    var values: StructureValue = [
        // PowerModeEnum: 2 is alternating current.
        0x0: .unsigned(2), 0x1: .unsigned(1),
        0x2: .list([Meters.accuracy(of: .activePower, to: 4_000_000)]), Self.voltage: .signed(Self.millivolts),
        GlobalAttribute.featureMap: .unsigned(0x2),
    ]
    private var load: MeteredLoad
    private(set) var deadline: Duration?

    init(_ load: MeteredLoad) {
        self.load = load
        measure(0)
    }

    mutating func start(restored: Bool, _ context: inout EndpointContext) {
        receive(.switched(on: context.isOn ?? false, byTrait: false), &context)
    }

    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        if load.receive(signal) { timePassed(&context) }
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        measure(load.power(at: context.now))
        deadline = load.isOn ? context.now + Self.pause : nil
    }

    private mutating func measure(_ milliwatts: Int64) {
        values[Self.power] = .signed(milliwatts)
        values[Self.current] = .signed(milliwatts * 1000 / Self.millivolts)
    }
}

/// ElectricalEnergyMeasurement (Matter cluster 0x0091) of the energy imported since the device was created. It is
/// updated once a minute.
struct ElectricalEnergyBehavior: DescribedBehavior {
    private static let pause = Duration.seconds(60)
    private static let cumulative: UInt32 = 0x1

    let descriptor = StandardTraits.matterElectricalEnergyMeasurement
    var values: StructureValue = [
        0x0: Meters.accuracy(of: .electricalEnergy, to: 1_000_000_000),
        Self.cumulative: .structure([0: .signed(0)]),
        // Imported and cumulative energy.
        GlobalAttribute.featureMap: .unsigned(0x5),
    ]
    private var load: MeteredLoad
    /// In mW · s, to avoid rounding losses.
    private var counted: Int64 = 0
    private var last: Duration?
    private(set) var deadline: Duration?

    static let storedAttributes: Set<UInt32> = [cumulative]

    init(_ load: MeteredLoad) { self.load = load }

    mutating func start(restored: Bool, _ context: inout EndpointContext) {
        receive(.switched(on: context.isOn ?? false, byTrait: false), &context)
    }

    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        var next = load
        guard next.receive(signal) else { return }
        count(context)
        load = next
        last = load.isOn ? context.now : nil
        deadline = load.isOn ? context.now + Self.pause : nil
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        count(context)
        deadline = load.isOn ? context.now + Self.pause : nil
    }

    /// Adds the energy since the last call.
    private mutating func count(_ context: EndpointContext) {
        guard let last, last < context.now else { return }
        let seconds = (context.now - last).wholeSeconds
        guard seconds > 0 else { return }
        self.last = last + .seconds(seconds)
        counted += load.mean * min(seconds, 3_600)
        let whole = counted / 3_600
        counted -= whole * 3_600
        guard whole > 0, case .structure(let old)? = values[Self.cumulative] else { return }
        let (sum, overflow) = (old[0]?.integer ?? 0).addingReportingOverflow(whole)
        guard !overflow else { return }
        values[Self.cumulative] = .structure([
            0: .signed(sum), 2: .unsigned(UInt64(context.matterSeconds)),
        ])
    }
}

/// PowerTopology (Matter cluster 0x009C) of a meter for the whole device.
struct PowerTopologyBehavior: DescribedBehavior {
    let descriptor = StandardTraits.matterPowerTopology
    var values: StructureValue = [GlobalAttribute.featureMap: .unsigned(0x1)]
}

/// Common parts of the meters.
private enum Meters {
    /// MeasurementTypeEnum.
    enum Kind: UInt64 {
        case activePower = 5
        case electricalEnergy = 14
    }

    /// A MeasurementAccuracyStruct: 1 % over the whole range.
    static func accuracy(of kind: Kind, to most: Int64) -> TraitValue {
        .structure([
            0: .unsigned(kind.rawValue), 1: .bool(true), 2: .signed(0), 3: .signed(most),
            4: .list([.structure([0: .signed(0), 1: .signed(most), 2: .unsigned(100)])]),
        ])
    }
}
