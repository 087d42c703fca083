internal import ExampleMaker
internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct HostedDeviceTests {
    private struct Motor: ExampleOrganization.SpinnerTraitHandler {
        var speed: UInt16? = 120
        func spin(
            _ arguments: ExampleOrganization.SpinnerTrait.Commands.Spin,
            _ state: TraitState<ExampleOrganization.SpinnerTrait>
        ) async throws(TraitError) {
            state.update {
                // Above the maximum: a mistake of the maker's.
                $0.rpm = 500
                $0.label = "spinning"
            }
            state.emit(ExampleOrganization.SpinnerTrait.JammedEvent.self) { $0.atSpeed = 90 }
        }

        var initialAttributes: ExampleOrganization.SpinnerTrait.Attributes {
            var attributes = ExampleOrganization.SpinnerTrait.Attributes()
            attributes.rpm = 0
            attributes.maxSpeed = speed
            attributes.label = "Spinner"
            return attributes
        }
    }

    private struct Thermometer: Matter.TemperatureMeasurementTraitHandler {
        let isNullStated: Bool

        var initialAttributes: Matter.TemperatureMeasurementTrait.Attributes {
            var attributes = Matter.TemperatureMeasurementTrait.Attributes()
            attributes.maxMeasuredValue = 5_000
            if isNullStated { attributes.measuredValue = nil }
            return attributes
        }
    }

    /// Mandatory nullable attributes begin as null; optional ones are absent.
    @Test(arguments: [true, false])
    func nullableAttributesBeginAsNull(_ isStated: Bool) throws {
        let attributes = HostedTrait(Thermometer(isNullStated: isStated)) { _ in }.attributes
        let values = attributes.fields.filter { !GlobalAttribute.contains($0.key) }
        expect(values, equals: [0: .null, 1: .null, 2: .signed(5_000)])
        let listed = attributes[GlobalAttribute.attributeList]?.list?.compactMap(\.integer).filter { $0 < 0xFFF8 }
        expect(listed, equals: [0, 1, 2])
        let device = HostedDevice(
            id: "t", name: "Thermometer", type: TemperatureSensorDeviceType.self,
            handlers: [Thermometer(isNullStated: isStated)])
        expect(throws: Never.self) { try HandlerProvider([device]) }
    }

    @Test func invalidValuesOfAHandlerAreNotSent() async throws {
        let hub = PaperHub()
        let told = Told()
        let device = HostedDevice(id: "m", name: "Motor", type: DisplayStandDeviceType.self, handlers: [Motor()])
        let host = try DeviceHost([device], to: hub.server(), told: told)
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            try await hub.send(.toggle(1, "m", trait: 0xFFF1_FC01, command: 0))
            await hub.until { $0.results[1] != nil }
        }
        let trait = ExampleOrganization.SpinnerTrait.descriptor
        let changes = try hub.heard.reports.flatMap(\.states).compactMap(\.attributes).map { packed in
            try trait.decodeAttributes(packed.value.span.bytes)
        }
        expect(changes, equals: [[3: .string("spinning")]])
        expect(hub.heard.reports.flatMap(\.events).map(\.eventID), equals: [0])
        let mistakes = told.all.compactMap { if case .mistake(let error) = $0 { error } else { nil } }
        expect(mistakes.map(\.constraint), equals: ["max = maxSpeed = 120"])
        expect(mistakes.first?.message.hasPrefix("m/1: Spinner.rpm is 500"), equals: true)
        // The type's missing trait is reported, and the device is still added.
        expect(told.all.contains(.gap("endpoint 1 of 'm' is a DisplayStand without Identify, which the type demands")))
    }

    @Test func partTagsAndTypeNamesReachHubAndDescriptor() throws {
        let device = HostedDevice(
            id: "m", name: "Motors",
            endpoints: [
                HostedEndpoint(
                    1, types: [DisplayStandDeviceType.self], tags: [SemanticTag.CommonPosition.left],
                    handlers: [Motor()]),
                HostedEndpoint(
                    2, types: [DisplayStandDeviceType.self],
                    tags: [SemanticTag(namespaceID: 8, tag: 1, label: "Right one")], handlers: [Motor()]),
            ])
        let endpoints = try BuiltDevice(device).description.endpoints
        expect(endpoints.map { $0.deviceTypes.map(\.name) }, equals: [[""], ["DisplayStand"], ["DisplayStand"]])
        expect(endpoints.map(\.tags.count), equals: [0, 1, 1])
        expect(endpoints.last?.tags.first?.label, equals: "Right one")
        let descriptors = endpoints.compactMap { endpoint in
            endpoint.traits.first { $0.descriptor.id == Matter.DescriptorTrait.descriptor.id }
        }
        expect(
            descriptors.map { $0.attributes[GlobalAttribute.featureMap] },
            equals: [.unsigned(0), .unsigned(1), .unsigned(1)])
        expect(descriptors.map { $0.attributes[4]?.list?.count }, equals: [nil, 1, 1])
    }

    @Test func aDeviceThatCannotBeIsRefusedWithAllItsMistakes() throws {
        let broken = HostedDevice(
            id: "m", name: "Motor",
            endpoints: [
                HostedEndpoint(1, parent: 4, types: [], handlers: [Motor(speed: 9_999)]),
                HostedEndpoint(2, types: [], handlers: [Motor(speed: nil), Motor()]),
                HostedEndpoint(2, types: [], handlers: []),
            ])
        let error = expect(throws: HomeError.self) { try BuiltDevice(broken) }
        let message = try require(error?.message)
        for part in [
            "two endpoints have the same number", "endpoint 1 is below endpoint 4, which does not exist",
            "Spinner.maxSpeed is 9999, which breaks the rule max = 600",
            "endpoint 2 has two implementations of Spinner",
            "endpoint 1 has no device type",
            "the implementation of Spinner has no initial value for maxSpeed",
        ] {
            expect(message.contains(part), "\(part) in: \(message)")
        }
        let twice = expect(throws: HomeError.self) { try HandlerProvider([.lamp(), .lamp()]) }
        expect(twice?.code, equals: .alreadyExists)
    }

    @Test func partsAreListedAtEveryDepth() throws {
        let lamp = OnOffLightDeviceType.self
        let device = HostedDevice(
            id: "d", name: "D",
            endpoints: [
                HostedEndpoint(1, types: [lamp], handlers: []),
                HostedEndpoint(5, parent: 1, types: [lamp], handlers: []),
                HostedEndpoint(7, parent: 5, types: [lamp], handlers: []),
            ])
        let built = try BuiltDevice(device)
        let lists = try built.description.endpoints.map { endpoint -> [UInt16]? in
            let values = try require(endpoint.traits.first { $0.descriptor.id == 0x1D }).attributes
            let bytes = Matter.DescriptorTrait.descriptor.encodeAttributes(values)
            return try Matter.DescriptorTrait.Attributes(serialized: bytes.span.bytes).partsList
        }
        expect(lists, equals: [[1, 5, 7], [5, 7], [7], []])
    }

    @Test func invalidStoredValuesAreLeftOut() async throws {
        let device = HostedDevice(id: "m", name: "Motor", type: DisplayStandDeviceType.self, handlers: [Motor()])
        let built = try BuiltDevice(device)
        let path = TraitPath(TraitTarget(deviceID: "m", endpoint: 1), 0xFFF1_FC01)
        await built.start(stored: StoredState([path: [0: .unsigned(7), 3: .string("Shop window")]]))
        let values = try require(built.values(of: path))
        expect(values[0], equals: .unsigned(0))
        expect(values[3], equals: .string("Shop window"))
    }
}

extension BuiltDevice {
    /// A device whose changes go nowhere.
    fileprivate init(_ device: HostedDevice) throws(HomeError) {
        try self.init(
            device, clock: ManualClock(), outlet: BehaviorHost.Outlet(report: { _ in }, remember: { _, _ in }))
    }

    fileprivate func values(of path: TraitPath) -> StructureValue? {
        let endpoint = description.endpoints.first { $0.id == path.target.endpoint }
        return endpoint?.traits.first { $0.descriptor.id == path.traitID }?.attributes
    }
}
