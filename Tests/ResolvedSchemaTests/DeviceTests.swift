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
        expect((findings, model.deviceTypes.map(\.name)), are: ([], ["Light", "Dimmable", "Stand"]))
        let type = model.deviceTypes[1]
        expect(
            (type.id, type.revision, type.vendor, type.deviceClass, type.superset, type.clusters.map(\.clusterID)),
            are: (0x101, 3, .matter, "simple", "Light", [6, 6, 8]))
        expect(type.clusters.map(\.side), equals: [.client, .server, .server])
        expect(type.clusters.map(\.isOptional), equals: [false, false, true])
        let onOff = type.clusters[1]
        expect(onOff.requiredFeatures, equals: 3)
        expect((onOff.requiredAttributes, onOff.requiredCommands, onOff.requiredEvents), are: ([7], [1], [3]))
        expect(
            type.components,
            equals: [
                DeviceTypeComponentModel(
                    deviceTypeID: 0x100, deviceTypeName: "Light", isOptional: true, minimumCount: 1, maximumCount: 4)
            ])
        expect(model.deviceTypes[2].vendor.name, equals: "Vendor_FFF1")
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
        expect((cluster.clusterID, cluster.eventIDs), are: (6, [3]))
        // A response that some tools list among the accepted commands is not a command.
        expect((cluster.commandIDs, cluster.attributes.map(\.id)), are: ([1], [0, 7, 8, 0xFFFC]))
        expect(cluster.attributes.map(\.defaultValue), equals: [.boolean(true), .integer(0xFFFF), .string("x"), nil])
        expect(cluster.attributes.map(\.storage), equals: [.persist, .ram, .callback, .callback])
    }
}
