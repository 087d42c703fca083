internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Device types and endpoints.
struct DeviceTests {
    static let clusters = """
        cluster OnOff = 6 {
          bitmap Feature : bitmap32 { kLighting = 0x1; kDead = 0x2; }
          attribute boolean onOff = 0;
          attribute int16u onTime = 7;
          attribute char_string label = 8;
          command On(): DefaultSuccess = 1;
          response struct Answer = 4 { }
          info event E = 3 { }
        }
        cluster LevelControl = 8 { }

        """

    @Test func deviceTypes() throws {
        let (model, findings) = resolve(
            Self.clusters + """
                device type Dimmable = 0x0101, version 3 [class = simple, superset = Light] {
                  optional server cluster LevelControl;
                  server cluster OnOff {
                    require feature Lighting, Dead;
                    require attribute onTime;
                    require command On;
                    require event E;
                  }
                  client cluster OnOff;
                  optional endpoint Light [min = 1, max = 4];
                }
                device type Light = 0x0100, version 4 { server cluster OnOff; }
                device type Stand = 0xFFF10001, version 1 { }
                """)
        expect(findings, equals: [])
        expect(model.deviceTypes.map(\.name), equals: ["Light", "Dimmable", "Stand"])
        let type = model.deviceTypes[1]
        expect(type.id, equals: 0x101)
        expect(type.revision, equals: 3)
        expect(type.vendor, equals: .matter)
        expect(type.deviceClass, equals: "simple")
        expect(type.superset, equals: "Light")
        expect(type.clusters.map(\.clusterID), equals: [6, 6, 8])
        expect(type.clusters.map(\.side), equals: [.client, .server, .server])
        expect(type.clusters.map(\.isOptional), equals: [false, false, true])
        let onOff = type.clusters[1]
        expect(onOff.requiredFeatures, equals: 3)
        expect(onOff.requiredAttributes == [7] && onOff.requiredCommands == [1] && onOff.requiredEvents == [3])
        expect(
            type.components,
            equals: [
                DeviceTypeComponentModel(
                    deviceTypeID: 0x100, deviceTypeName: "Light", isOptional: true, minimumCount: 1, maximumCount: 4)
            ])
        expect(model.deviceTypes[2].vendor.name, equals: "Vendor_FFF1")
    }

    @Test(arguments: [
        (
            "device type A = 1, version 1 { server cluster OnOf; }",
            "51: error: no cluster 'OnOf' (did you mean 'OnOff'?)"
        ),
        (
            "device type A = 1, version 1 { server cluster OnOff { require feature Lightning; } }",
            "75: error: cluster OnOff has no feature 'Lightning' (did you mean 'Lighting'?)"
        ),
        (
            "device type A = 1, version 1 { server cluster OnOff; server cluster OnOff; }",
            "73: error: device type A has the server cluster 'OnOff' twice (the first is in line 11)"
        ),
        (
            "device type A = 1, version 1 [clas = simple] { }",
            "35: error: unknown annotation 'clas' (did you mean 'class'?)"
        ),
        (
            "device type A = 1, version 1 [class = smple] { }",
            "43: error: no class 'smple' of device types (did you mean 'simple'?)"
        ),
        ("device type A = 1, version 1 [superset = B] { }", "46: error: no other device type 'B'"),
        ("device type A = 1, version 1 [superset = 1] { }", "46: error: 'superset' takes a name"),
        ("device type A = 1, version 1 { endpoint B; }", "45: error: no device type 'B'"),
        (
            "device type A = 1, version 1 { endpoint A [min = 3, max = 2]; }",
            "45: error: at least 3 but at most 2 endpoints of 'A'"
        ),
        (
            "device type A = 1, version 1 { } device type B = 1, version 1 { }",
            "54: error: the device type number 1 is taken (the first is in line 11)"
        ),
        (
            "device type A = 1, version 1 { } device type A = 2, version 1 { }",
            "50: error: there is a device type 'A' already (the first is in line 11)"
        ),
        ("endpoint 1 { server cluster OnOff { emits event F; } }", "53: error: cluster OnOff has no event 'F'"),
        (
            "endpoint 1 { server cluster OnOff { ram attribute onOf; } }",
            "55: error: cluster OnOff has no attribute 'onOf' (did you mean 'onOff'?)"
        ),
        (
            "endpoint 1 { server cluster OnOff { handle command Onn; } }",
            "56: error: cluster OnOff has no command 'Onn' (did you mean 'On'?)"
        ),
        (
            "endpoint 1 { server cluster OnOff { ram attribute onTime default = \"x\"; } }",
            "72: error: this default does not fit the attribute 'onTime'"
        ),
        (
            "endpoint 1 { server cluster OnOff { } server cluster OnOff { } }",
            "58: error: endpoint 1 has the cluster 'OnOff' twice (the first is in line 11)"
        ),
    ])
    func mistakes(_ text: String, _ expected: String) {
        expect(resolve(Self.clusters + "    " + text).findings, equals: ["a.matter:11:\(expected)"])
    }

    @Test func endpoints() throws {
        let (model, findings) = resolve(
            Self.clusters + """
                endpoint 1 {
                  device type ma_light = 256, version 4;
                  binding cluster LevelControl;
                  server cluster OnOff {
                    emits event E;
                    persist attribute onOff default = 1;
                    ram attribute onTime default = 0xFFFF;
                    callback attribute label default = "x";
                    callback attribute featureMap;
                    handle command On;
                    handle command Answer;
                  }
                }
                """)
        expect(findings, equals: [])
        let endpoint = try require(model.endpoints.first)
        expect(endpoint.deviceTypes, equals: [EndpointModel.DeviceType(id: 256, name: "ma_light", revision: 4)])
        expect(endpoint.boundClusterIDs, equals: [8])
        let cluster = endpoint.serverClusters[0]
        expect(cluster.clusterID == 6 && cluster.eventIDs == [3])
        // A response that some tools list among the accepted commands is not a command.
        expect(cluster.commandIDs, equals: [1])
        expect(cluster.attributes.map(\.id), equals: [0, 7, 8, 0xFFFC])
        expect(cluster.attributes.map(\.defaultValue), equals: [.boolean(true), .integer(0xFFFF), .string("x"), nil])
        expect(cluster.attributes.map(\.storage), equals: [.persist, .ram, .callback, .callback])
    }
}
