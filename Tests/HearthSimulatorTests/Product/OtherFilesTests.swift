internal import ExampleMaker
internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthSimulator

/// Files without endpoint blocks, unusual files and invalid ones.
@Suite struct OtherFilesTests {
    private func product(_ schema: String) throws -> SimulatedProduct {
        try SimulatedProduct(schema: schema, path: "maker/thing.matter")
    }

    private func problems(_ schema: String, names: String? = nil) -> [String] {
        do throws(SimulationError) {
            _ = try SimulatedProduct(
                schema: schema, path: "maker/thing.matter", names: names.map { ($0, "maker/bindings.json") })
            return []
        } catch {
            return error.problems
        }
    }

    private static let pump = """
        cluster Pump = 0xFFF1FC40 {
          revision 1;
          bitmap Feature : bitmap32 { kReverse = 0x2; }
          attribute int16u speed = 0 [min = 5, max = limit];
          readonly attribute int16u limit = 1 [default = 9];
          attribute optional boolean reversed = 2 [required = Reverse];
          command Prime(): DefaultSuccess = 0;
        }
        cluster OnOff = 6 {
          revision 6;
          readonly attribute boolean onOff = 0;
          command Off(): DefaultSuccess = 0;
        }
        """

    // MARK: Without endpoint blocks

    @Test func ownDeviceTypeIsAnEndpoint() throws {
        let product = try Samples.product(Samples.spinner)
        expect(product.device.endpoints.map(\.id), equals: [0, 1])
        expect(
            product.device.endpoints[1].deviceTypes,
            equals: [
                .init(id: 0xFFF1_0001, revision: 1, isPrimary: true, name: "DisplayStand")
            ])
        expect(product.traits(at: 1).map(\.name).sorted(), equals: ["Descriptor", "Identify", "OnOff", "Spinner"])
        expect(product.traits(at: 0).map(\.name).sorted(), equals: ["BasicInformation", "Descriptor"])
        let spinner = try require(product.device.endpoints[1].traits.first { $0.descriptor.name == "Spinner" })
        expect(spinner.descriptor, equals: ExampleOrganization.SpinnerTrait.descriptor)
        expect(spinner.attributes[1], equals: .unsigned(120))
        expect(spinner.attributes[GlobalAttribute.featureMap], equals: .unsigned(1))
    }

    /// The file's own definition takes precedence over an endpoint's spelling; a standard type has the standard's name.
    @Test func aTypesNameIsTheMakersOfItsOwn() throws {
        let product = try product(
            """
            cluster Pump = 0xFFF1FC40 { revision 1; attribute int16u speed = 0; }
            device type Fountain = 0xFFF10004, version 1 { server cluster Pump; }
            endpoint 1 {
              device type acme_fountain = 0xFFF10004, version 1;
              device type acme_pond = 0xFFF10005, version 1;
              device type acme_light = 0x0100, version 3;
              server cluster Pump { ram attribute speed; }
            }
            """)
        expect(product.device.endpoints[1].deviceTypes.map(\.name), equals: ["Fountain", "acme_pond", ""])
    }

    /// Otherwise the makers' clusters are one endpoint, with all of their parts; limits by other attributes hold.
    @Test func makersClusters() throws {
        let product = try product(Self.pump)
        expect(product.traits(at: 1).map(\.name).sorted(), equals: ["Descriptor", "Pump"])
        let pump = try require(product.device.endpoints[1].traits.first { $0.descriptor.name == "Pump" })
        expect(pump.attributes[0], equals: .unsigned(5))
        expect(pump.attributes[2], equals: .bool(false))
        expect(pump.attributes[GlobalAttribute.featureMap], equals: .unsigned(2))
        expect(pump.attributes[GlobalAttribute.acceptedCommandList], equals: .list([.unsigned(0)]))
    }

    @Test func otherwiseAllStandardClustersButNodeOnes() throws {
        let schema = """
            cluster OnOff = 6 { revision 6; readonly attribute boolean onOff = 0; }
            cluster Descriptor = 29 { revision 3; readonly attribute int16u partsList[] = 3; }
            """
        let product = try product(schema)
        expect(product.traits(at: 1).map(\.name).sorted(), equals: ["Descriptor", "OnOff"])
        let onOff = try require(product.device.endpoints[1].traits.first { $0.descriptor.id == 6 })
        expect(onOff.attributes[GlobalAttribute.featureMap], equals: .unsigned(0))
        expectNil(onOff.attributes[0x4001])
    }

    @Test func aFileWithNothingInItIsRefused() {
        let message = "maker/thing.matter: there is nothing to simulate: no endpoint and no cluster"
        expect(problems("// nothing"), equals: [message])
        expect(problems("enum A : enum8 { kB = 0; }").count, equals: 1)
    }

    /// Acme's additions to OnOff are a trait beside it, as in the bindings of the same file.
    @Test func nothingOfTheTurntableIsLost() throws {
        let product = try Samples.product(Samples.turntable)
        expect(product.warnings, equals: [])
        expect(
            product.traits(at: 1).map(\.name).sorted(), equals: ["Descriptor", "OnOff", "OnOffExtension", "Spinner"])
        let added = try require(product.device.endpoints[1].traits.first { $0.descriptor.name == "OnOffExtension" })
        expect(added.attributes[0xFFF2_0000], equals: .unsigned(10))
    }

    @Test func clusterOnNoEndpointIsReported() throws {
        let addition = """
            cluster OnOff = 6 {
              revision 6;
              readonly attribute boolean onOff = 0;
              attribute int8u glow = 0xFFF10000;
            }
            """
        let types = try product(
            Self.own + addition + "\ndevice type Thing = 0xFFF10001, version 1 { server cluster Own; }")
        expect(
            types.warnings,
            equals: [
                "maker/thing.matter:2:9: warning: cluster 'OnOff' is on no endpoint; it is left out (name it in a device "
                    + "type: 'server cluster OnOff;')",
                "maker/thing.matter:5:19: warning: what Vendor_FFF1 adds to OnOff is on no endpoint; it is left out (name "
                    + "it in a device type: 'server cluster OnOff;')",
            ])
        let blocks = try product(
            Self.own + addition + "\nendpoint 1 { server cluster OnOff { ram attribute onOff; } }")
        expect(
            blocks.warnings,
            equals: [
                "maker/thing.matter:5:19: warning: what Vendor_FFF1 adds to OnOff is on no endpoint; it is left out (list "
                    + "its attributes and commands in an endpoint: 'server cluster OnOff { … }')",
                "maker/thing.matter:1:9: warning: cluster 'Own' is on no endpoint; it is left out (list its attributes "
                    + "and commands in an endpoint: 'server cluster Own { … }')",
            ])
        let part = try product(Self.own + "endpoint 1 { server cluster Own { handle command Go; } }")
        expect(
            part.warnings,
            equals: [
                "maker/thing.matter:1:44: warning: attribute 'speed' is on no endpoint; it is left out (list it: 'ram "
                    + "attribute speed;', or call it optional)"
            ])
    }

    private static let own =
        "cluster Own = 0xFFF1FC41 { attribute int8u speed = 0; command Go(): DefaultSuccess = 0; }\n"

    /// Hubs would refuse it; the other clusters are still added.
    @Test func unknownStandardNumberIsLeftOut() throws {
        let seven = "cluster Kettle = 7 { attribute boolean hot = 0; }\n"
        let product = try product(
            Self.own + seven
                + "device type Thing = 0xFFF10001, version 1 { server cluster Own; server cluster Kettle; }")
        expect(product.traits(at: 1).map(\.name).sorted(), equals: ["Descriptor", "Own"])
        expect(product.warnings.count, equals: 1)
        expect(product.warnings.first?.hasPrefix("maker/thing.matter:2:9: warning: cluster 'Kettle' has"), equals: true)
        let alone = problems(seven)
        expect(alone.count, equals: 2, "\(alone)")
        expect(alone.last?.contains("there is nothing to simulate"), equals: true, "\(alone)")
    }

    /// The catalog's names are Swift's, which is not a change by the maker.
    @Test func unchangedStandardClusterIsNotReported() throws {
        try expect(Samples.product(Samples.spinner).warnings, equals: [])
        let product = try product(
            """
            cluster OnOff = 6 {
              revision 6;
              enum StartUpOnOffEnum : enum8 { kOff = 0; kOn = 1; kToggle = 2; }
              readonly attribute int8u onOff = 0;
              attribute access(write: manage) optional nullable StartUpOnOffEnum startUpOnOff = 16387;
            }
            """)
        expect(product.warnings.count, equals: 1, "\(product.warnings)")
        expect(
            product.warnings.first?.hasPrefix(
                "maker/thing.matter:4:28: warning: attribute OnOff.onOff differs from the standard's: encoding"),
            equals: true)
    }

    // MARK: Names of files

    @Test(arguments: [
        ("reading-lamp", "simulated-reading-lamp"), ("Lamp 7", "simulated-Lamp-7"),
        (String(repeating: "a", count: 64), "simulated-" + String(repeating: "a", count: 64)),
    ])
    func aFilesNameIsTheDevicesID(_ stem: String, _ id: String) throws {
        try expect(named(stem).device.id, equals: id)
    }

    /// By a hash, since too little would remain of a name in another script to distinguish it.
    @Test func aLongOrForeignNameGivesAnIDThatFitsAndIsItsOwn() throws {
        let long = String(repeating: "a", count: 200)
        let stems = [long, long + "b", "лампа", "домик", String(repeating: "é", count: 100)]
        let devices = try stems.map { try named($0).device }
        expect(Set(devices.map(\.id)).count, equals: stems.count)
        expect(Set(devices.map(\.identity.uniqueID)).count, equals: stems.count)
        expect(Set(devices.map(\.identity.serialNumber)).count, equals: stems.count)
        for device in devices {
            expect(device.id.utf8.count, isAtMost: 64)
            expect(device.id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            expect(device.identity.productName.utf8.count, isAtMost: 32)
            expect(device.identity.serialNumber.utf8.count, isAtMost: 32)
            expect(device.identity.uniqueID.utf8.count, isAtMost: 32)
        }
        try expect(named(long).device.id, equals: devices[0].id, "the same file is the same device")
    }

    private func named(_ stem: String) throws -> SimulatedProduct {
        try SimulatedProduct(schema: Self.pump, path: "maker/\(stem).matter")
    }

    // MARK: Endpoint blocks

    /// A root is added where the file has none; an absent feature map is derived from the parts.
    @Test func withoutRoot() throws {
        let product = try product(
            Self.pump + """
                endpoint 3 {
                  device type ma_pump = 771, version 3;
                  server cluster Pump {
                    ram attribute speed default = 7;
                    callback attribute limit;
                    ram attribute reversed default = 1;
                  }
                }
                """)
        expect(product.device.endpoints.map(\.id), equals: [0, 3])
        let pump = try require(product.device.endpoints[1].traits.first)
        expect(pump.attributes[GlobalAttribute.featureMap], equals: .unsigned(2))
        expect(pump.attributes[GlobalAttribute.acceptedCommandList], equals: .list([]))
        expect(pump.attributes[1], equals: .unsigned(9))
        expect(pump.attributes[2], equals: .bool(true))
    }

    /// A standard cluster with a part unknown to the package keeps the file's descriptor.
    @Test func newerStandardCluster() throws {
        let product = try product(
            """
            cluster OnOff = 6 {
              revision 99;
              readonly attribute boolean onOff = 0;
              attribute int8u mood = 0x5000;
            }
            endpoint 1 { server cluster OnOff { ram attribute onOff default = 1; ram attribute mood default = 3; } }
            """)
        let onOff = try require(product.device.endpoints[1].traits.first)
        expect(onOff.descriptor !== Matter.OnOffTrait.descriptor)
        expect(onOff.descriptor.revision, equals: 99)
        expect(onOff.attributes[0x5000], equals: .unsigned(3))
        expect(onOff.attributes[0], equals: .bool(true))
    }

    @Test func impossibleDefaultIsReportedAndLeftOut() throws {
        let product = try product(
            Self.pump + """
                endpoint 1 {
                  server cluster Pump {
                    ram attribute speed default = 70000;
                    ram attribute limit default = 8;
                    handle command Prime;
                  }
                }
                """)
        expect(
            product.warnings,
            equals: [
                "maker/thing.matter:15:35: warning: the default 70000 of Pump.speed is left out: it is not a whole number "
                    + "of 0 to 65535"
            ])
        expect(product.device.endpoints[1].traits.first?.attributes[0], equals: .unsigned(5))
    }

    // MARK: Mistakes

    @Test func mistakesHaveFileLineAndColumn() {
        let found = problems(
            """
            cluster Pump = 0xFFF1FC40 {
              attribute int16q speed = 0;
            }
            endpoint 1 {
              server cluster Pumb { }
            }
            """)
        expect(found.count, equals: 2)
        expect(found.first?.hasPrefix("maker/thing.matter:2:13: error: "), equals: true, "\(found)")
        expect(found.last?.hasPrefix("maker/thing.matter:5:18: error: no cluster 'Pumb'"), equals: true, "\(found)")
        expect(found.last?.contains("Pump"), equals: true)
    }

    @Test func unknownClusterIsReportedWithItsLocation() {
        let found = problems(
            Self.pump + """

                device type Fountain = 0xFFF10002, version 1 {
                  server cluster Pump;
                  server cluster LevelControll;
                }
                """)
        expect(found.count, equals: 1)
        let message = "maker/thing.matter:16:18: error: no cluster 'LevelControll'"
        expect(found.first?.hasPrefix(message), equals: true, "\(found)")
        expect(found.first?.contains("LevelControl'?"), equals: true, "\(found)")
    }

    @Test func soDoesABindingsJsonThatCantBeRead() {
        let found = problems(Self.pump, names: "{")
        expect(found.count, equals: 1)
        expect(found.first?.hasPrefix("maker/bindings.json:1:1"), equals: true, "\(found)")
    }
}
