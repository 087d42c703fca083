internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthTraits
internal import Testing
@testable internal import HearthSimulator

/// The example's product file, endpoint by endpoint.
@Suite struct ReadingLampTests {
    private let product: SimulatedProduct

    init() throws {
        product = try Samples.product(Samples.readingLamp)
    }

    private func trait(_ name: String, _ endpoint: UInt16 = 1) throws -> ProductTrait {
        let traits = try #require(product.device.endpoints.first { $0.id == endpoint }).traits
        return try #require(traits.first { $0.descriptor.name == name })
    }

    private func value(_ name: String, _ attribute: String, _ endpoint: UInt16 = 1) throws -> TraitValue? {
        let trait = try trait(name, endpoint)
        return trait.attributes[try #require(trait.descriptor.attribute(named: attribute)).id]
    }

    @Test func productIsNamedAfterItsFileByDefault() throws {
        #expect(product.device.id == "simulated-reading-lamp")
        #expect(product.device.name == "reading-lamp")
        #expect(product.device.room == nil)
        #expect(product.warnings.isEmpty)
        let named = try Samples.product(
            Samples.readingLamp, naming: .init(id: "lamp-7", name: "Ada's lamp", room: "Study"))
        #expect(named.device.id == "lamp-7")
        #expect(named.device.name == "Ada's lamp")
        #expect(named.device.room == "Study")
    }

    @Test func endpointsHangBelowTheRootWithDeviceTypesById() {
        #expect(product.device.endpoints.map(\.id) == [0, 1])
        #expect(product.device.endpoints.map(\.parent) == [nil, 0])
        #expect(product.device.endpoints[0].deviceTypes == [.init(id: 0x16, revision: 3, isPrimary: false)])
        #expect(product.device.endpoints[1].deviceTypes == [.init(id: 0x100, revision: 3, isPrimary: true)])
    }

    @Test func descriptorsComeFromThePackageOrTheFile() throws {
        #expect(try trait("OnOff").descriptor === Matter.OnOffTrait.descriptor)
        let own = try trait("ReadingComfort").descriptor
        #expect(own.typeName == "hearth.traits.vendor_fff1.v1.ReadingComfort")
        #expect(own.id == 0xFFF1_FC30)
        #expect(own.revision == 2)
        #expect(own.attribute(3)?.field.step == 10)
        #expect(own.event(0)?.name == "PageTurned")
    }

    @Test func makersOnOffAdditionsAreATraitOfTheirOwn() throws {
        let added = try trait("OnOffExtension")
        #expect(added.descriptor.id == 0xFFF1_0006)
        #expect(added.descriptor.vendor == "Vendor_FFF1")
        #expect(try value("OnOffExtension", "nightLight") == .unsigned(5))
        #expect(added.attributes[GlobalAttribute.acceptedCommandList] == .list([.unsigned(0xFFF1_0000)]))
        #expect(try trait("OnOff").attributes[0xFFF1_0001] == nil)
        #expect(
            try trait("OnOff").attributes[GlobalAttribute.acceptedCommandList]
                == .list([.unsigned(0), .unsigned(1), .unsigned(2)]))
    }

    @Test func bindingsJsonNamesTheVendor() throws {
        let product = try Samples.product(Samples.readingLamp, names: #"{"vendors": {"0xFFF1": "Lumen"}}"#)
        let vendors = Set(product.traits.map(\.vendor))
        #expect(vendors == ["Matter", "Lumen"])
        #expect(product.device.identity.vendorName == "Lumen")
    }

    @Test func numbersAreReadAsTheirBitsNullNegativeEnumsBitmaps() throws {
        #expect(try value("OnOff", "onOff") == .bool(false))
        #expect(try value("OnOff", "startUpOnOff") == .null)
        #expect(try value("ReadingComfort", "paperTemperature") == .null)
        #expect(try value("ReadingComfort", "tilt") == .signed(-10))
        #expect(try value("ReadingComfort", "posture") == .unsigned(1))
        #expect(try value("ReadingComfort", "glare") == .unsigned(3))
        #expect(try value("ReadingComfort", "wantedDistance") == .unsigned(400))
        #expect(try value("ReadingComfort", "reader") == .string("Ada"))
        #expect(try value("ReadingComfort", "sessions") == .list([]))
    }

    @Test func anAttributeThatTheEndpointDoesNotListIsNotThere() throws {
        let basic = try trait("BasicInformation", 0)
        #expect(basic.descriptor.attribute(named: "serialNumber") != nil)
        #expect(try value("BasicInformation", "serialNumber", 0) == nil)
        let ids: [UInt32] = [1, 2, 3, 4, 5, 0xFFF8, 0xFFF9, 0xFFFB, 0xFFFC, 0xFFFD]
        #expect(basic.attributes[GlobalAttribute.attributeList] == .list(ids.map { .unsigned(UInt64($0)) }))
    }

    @Test func theGlobalAttributesSayWhatTheFileLists() throws {
        let own = try trait("ReadingComfort")
        #expect(own.attributes[GlobalAttribute.acceptedCommandList] == .list([.unsigned(0), .unsigned(1)]))
        #expect(own.attributes[GlobalAttribute.generatedCommandList] == .list([.unsigned(2)]))
        #expect(own.attributes[GlobalAttribute.clusterRevision] == .unsigned(2))
        #expect(own.attributes[GlobalAttribute.featureMap] == .unsigned(0))
        #expect(try trait("OnOff").attributes[GlobalAttribute.featureMap] == .unsigned(1))
    }

    @Test func descriptorAgreesWithWhatIsThere() throws {
        let servers: [UInt64] = [3, 4, 6, 29, 98, 0xFFF1_0006, 0xFFF1_FC30]
        #expect(try value("Descriptor", "serverList") == .list(servers.map { .unsigned($0) }))
        #expect(try value("Descriptor", "partsList") == .list([]))
        #expect(try value("Descriptor", "partsList", 0) == .list([.unsigned(1)]))
        #expect(
            try value("Descriptor", "deviceTypeList")
                == .list([.structure([0: .unsigned(0x100), 1: .unsigned(3)])]))
    }

    @Test func persistAndWrittenCallbackSurviveARestart() throws {
        #expect(try trait("ReadingComfort").stored == [3, 4])
        #expect(try trait("OnOff").stored == [0, 0x4003])
    }
}
