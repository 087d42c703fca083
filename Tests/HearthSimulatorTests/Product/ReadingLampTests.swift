internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthSimulator

/// The example's product file, endpoint by endpoint.
@Suite struct ReadingLampTests {
    private let product: SimulatedProduct

    init() throws {
        product = try Samples.product(Samples.readingLamp)
    }

    private func trait(_ name: String, _ endpoint: UInt16 = 1) throws -> ProductTrait {
        let traits = try require(product.device.endpoints.first { $0.id == endpoint }).traits
        return try require(traits.first { $0.descriptor.name == name })
    }

    private func value(_ name: String, _ attribute: String, _ endpoint: UInt16 = 1) throws -> TraitValue? {
        let trait = try trait(name, endpoint)
        return trait.attributes[try require(trait.descriptor.attribute(named: attribute)).id]
    }

    @Test func productIsNamedAfterItsFileByDefault() throws {
        expect(product.device.id, equals: "simulated-reading-lamp")
        expect(product.device.name, equals: "reading-lamp")
        expectNil(product.device.room)
        expect(product.warnings.isEmpty)
        let named = try Samples.product(
            Samples.readingLamp, naming: .init(id: "lamp-7", name: "Ada's lamp", room: "Study"))
        expect(named.device.id, equals: "lamp-7")
        expect(named.device.name, equals: "Ada's lamp")
        expect(named.device.room, equals: "Study")
    }

    @Test func endpointsHangBelowTheRootWithDeviceTypesById() {
        expect(product.device.endpoints.map(\.id), equals: [0, 1])
        expect(product.device.endpoints.map(\.parent), equals: [nil, 0])
        expect(product.device.endpoints[0].deviceTypes, equals: [.init(id: 0x16, revision: 3, isPrimary: false)])
        expect(product.device.endpoints[1].deviceTypes, equals: [.init(id: 0x100, revision: 3, isPrimary: true)])
    }

    @Test func descriptorsComeFromThePackageOrTheFile() throws {
        try expect(trait("OnOff").descriptor === Matter.OnOffTrait.descriptor)
        let own = try trait("ReadingComfort").descriptor
        expect(own.typeName, equals: "hearth.traits.vendor_fff1.v1.ReadingComfort")
        expect(own.id, equals: 0xFFF1_FC30)
        expect(own.revision, equals: 2)
        expect(own.attribute(3)?.field.step, equals: 10)
        expect(own.event(0)?.name, equals: "PageTurned")
    }

    @Test func makersOnOffAdditionsAreATraitOfTheirOwn() throws {
        let added = try trait("OnOffExtension")
        expect(added.descriptor.id, equals: 0xFFF1_0006)
        expect(added.descriptor.vendor, equals: "Vendor_FFF1")
        try expect(value("OnOffExtension", "nightLight"), equals: .unsigned(5))
        expect(added.attributes[GlobalAttribute.acceptedCommandList], equals: .list([.unsigned(0xFFF1_0000)]))
        try expectNil(trait("OnOff").attributes[0xFFF1_0001])
        try expect(
            trait("OnOff").attributes[GlobalAttribute.acceptedCommandList],
            equals: .list([.unsigned(0), .unsigned(1), .unsigned(2)]))
    }

    @Test func bindingsJsonNamesTheVendor() throws {
        let product = try Samples.product(Samples.readingLamp, names: #"{"vendors": {"0xFFF1": "Lumen"}}"#)
        let vendors = Set(product.traits.map(\.vendor))
        expect(vendors, equals: ["Matter", "Lumen"])
        expect(product.device.identity.vendorName, equals: "Lumen")
    }

    @Test func numbersAreReadAsTheirBitsNullNegativeEnumsBitmaps() throws {
        try expect(value("OnOff", "onOff"), equals: .bool(false))
        try expect(value("OnOff", "startUpOnOff"), equals: .null)
        try expect(value("ReadingComfort", "paperTemperature"), equals: .null)
        try expect(value("ReadingComfort", "tilt"), equals: .signed(-10))
        try expect(value("ReadingComfort", "posture"), equals: .unsigned(1))
        try expect(value("ReadingComfort", "glare"), equals: .unsigned(3))
        try expect(value("ReadingComfort", "wantedDistance"), equals: .unsigned(400))
        try expect(value("ReadingComfort", "reader"), equals: .string("Ada"))
        try expect(value("ReadingComfort", "sessions"), equals: .list([]))
    }

    @Test func anAttributeThatTheEndpointDoesNotListIsNotThere() throws {
        let basic = try trait("BasicInformation", 0)
        expect(basic.descriptor.attribute(named: "serialNumber") != nil)
        try expectNil(value("BasicInformation", "serialNumber", 0))
        let ids: [UInt32] = [1, 2, 3, 4, 5, 0xFFF8, 0xFFF9, 0xFFFB, 0xFFFC, 0xFFFD]
        expect(basic.attributes[GlobalAttribute.attributeList], equals: .list(ids.map { .unsigned(UInt64($0)) }))
    }

    @Test func theGlobalAttributesSayWhatTheFileLists() throws {
        let own = try trait("ReadingComfort")
        expect(own.attributes[GlobalAttribute.acceptedCommandList], equals: .list([.unsigned(0), .unsigned(1)]))
        expect(own.attributes[GlobalAttribute.generatedCommandList], equals: .list([.unsigned(2)]))
        expect(own.attributes[GlobalAttribute.clusterRevision], equals: .unsigned(2))
        expect(own.attributes[GlobalAttribute.featureMap], equals: .unsigned(0))
        try expect(trait("OnOff").attributes[GlobalAttribute.featureMap], equals: .unsigned(1))
    }

    @Test func descriptorAgreesWithWhatIsThere() throws {
        let servers: [UInt64] = [3, 4, 6, 29, 98, 0xFFF1_0006, 0xFFF1_FC30]
        try expect(value("Descriptor", "serverList"), equals: .list(servers.map { .unsigned($0) }))
        try expect(value("Descriptor", "partsList"), equals: .list([]))
        try expect(value("Descriptor", "partsList", 0), equals: .list([.unsigned(1)]))
        try expect(
            value("Descriptor", "deviceTypeList"),
            equals: .list([.structure([0: .unsigned(0x100), 1: .unsigned(3)])]))
    }

    @Test func persistAndWrittenCallbackSurviveARestart() throws {
        try expect(trait("ReadingComfort").stored, equals: [3, 4])
        try expect(trait("OnOff").stored, equals: [0, 0x4003])
    }
}
