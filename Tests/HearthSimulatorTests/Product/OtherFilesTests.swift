internal import HearthDevices
internal import HearthTraitCore
internal import HearthTraits
internal import Testing
@testable internal import HearthSimulator

/// Files without endpoint blocks, odd files and bad ones.
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

    @Test func aDeviceTypeOfTheFilesOwnIsAnEndpointStandardClustersComeFromThePackage() throws {
        let product = try Samples.product(Samples.spinner)
        #expect(product.device.endpoints.map(\.id) == [0, 1])
        #expect(product.device.endpoints[1].deviceTypes == [.init(id: 0xFFF1_0001, revision: 1, isPrimary: true)])
        #expect(product.traits(at: 1).map(\.name).sorted() == ["Descriptor", "Identify", "OnOff", "Spinner"])
        #expect(product.traits(at: 0).map(\.name).sorted() == ["BasicInformation", "Descriptor"])
        let spinner = try #require(product.device.endpoints[1].traits.first { $0.descriptor.name == "Spinner" })
        #expect(spinner.descriptor == ExampleOrganization.SpinnerTrait.descriptor)
        #expect(spinner.attributes[1] == .unsigned(120))
        #expect(spinner.attributes[GlobalAttribute.featureMap] == .unsigned(1))
    }

    /// Else the makers' clusters are one endpoint, with all of their parts; limits by other attributes hold.
    @Test func makersClusters() throws {
        let product = try product(Self.pump)
        #expect(product.traits(at: 1).map(\.name).sorted() == ["Descriptor", "Pump"])
        let pump = try #require(product.device.endpoints[1].traits.first { $0.descriptor.name == "Pump" })
        #expect(pump.attributes[0] == .unsigned(5))
        #expect(pump.attributes[2] == .bool(false))
        #expect(pump.attributes[GlobalAttribute.featureMap] == .unsigned(2))
        #expect(pump.attributes[GlobalAttribute.acceptedCommandList] == .list([.unsigned(0)]))
    }

    @Test func elseStandardClustersWithoutThoseAboutANodesOwnAffairs() throws {
        let schema = """
            cluster OnOff = 6 { revision 6; readonly attribute boolean onOff = 0; }
            cluster Descriptor = 29 { revision 3; readonly attribute int16u partsList[] = 3; }
            """
        let product = try product(schema)
        #expect(product.traits(at: 1).map(\.name).sorted() == ["Descriptor", "OnOff"])
        let onOff = try #require(product.device.endpoints[1].traits.first { $0.descriptor.id == 6 })
        #expect(onOff.attributes[GlobalAttribute.featureMap] == .unsigned(0))
        #expect(onOff.attributes[0x4001] == nil)
    }

    @Test func aFileWithNothingInItIsRefused() {
        let message = "maker/thing.matter: there is nothing to simulate: no endpoint and no cluster"
        #expect(problems("// nothing") == [message])
        #expect(problems("enum A : enum8 { kB = 0; }").count == 1)
    }

    // MARK: Endpoint blocks

    /// A root is added where the file has none; a feature map that is not given follows from what is there.
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
        #expect(product.device.endpoints.map(\.id) == [0, 3])
        let pump = try #require(product.device.endpoints[1].traits.first)
        #expect(pump.attributes[GlobalAttribute.featureMap] == .unsigned(2))
        #expect(pump.attributes[GlobalAttribute.acceptedCommandList] == .list([]))
        #expect(pump.attributes[1] == .unsigned(9))
        #expect(pump.attributes[2] == .bool(true))
    }

    /// A standard cluster with a part that the package does not know keeps the file's descriptor.
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
        let onOff = try #require(product.device.endpoints[1].traits.first)
        #expect(onOff.descriptor !== Matter.OnOffTrait.descriptor)
        #expect(onOff.descriptor.revision == 99)
        #expect(onOff.attributes[0x5000] == .unsigned(3))
        #expect(onOff.attributes[0] == .bool(true))
    }

    @Test func aDefaultThatItsAttributeCantHaveIsToldAndLeftOut() throws {
        let product = try product(
            Self.pump + """
                endpoint 1 { server cluster Pump { ram attribute speed default = 70000; ram attribute limit default = 8; } }
                """)
        #expect(product.warnings == ["Pump.speed: the default 70000 is not a whole number of 0 to 65535; ignored"])
        #expect(product.device.endpoints[1].traits.first?.attributes[0] == .unsigned(5))
    }

    // MARK: Mistakes

    @Test func allMistakesOfAFileComeWithFileLineColumn() {
        let found = problems(
            """
            cluster Pump = 0xFFF1FC40 {
              attribute int16q speed = 0;
            }
            endpoint 1 {
              server cluster Pumb { }
            }
            """)
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("maker/thing.matter:2:13: error: ") == true, "\(found)")
        #expect(found.last?.hasPrefix("maker/thing.matter:5:18: error: no cluster 'Pumb'") == true, "\(found)")
        #expect(found.last?.contains("Pump") == true)
    }

    @Test func aDeviceTypeThatNamesAClusterWhichIsNowhereIsToldWithItsPlace() {
        let found = problems(
            Self.pump + """

                device type Fountain = 0xFFF10002, version 1 {
                  server cluster Pump;
                  server cluster LevelControll;
                }
                """)
        #expect(found.count == 1)
        let message = "maker/thing.matter:16:18: error: no cluster 'LevelControll'"
        #expect(found.first?.hasPrefix(message) == true, "\(found)")
        #expect(found.first?.contains("LevelControl'?") == true, "\(found)")
    }

    @Test func soDoesABindingsJsonThatCantBeRead() {
        let found = problems(Self.pump, names: "{")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("maker/bindings.json:1:1") == true, "\(found)")
    }
}
