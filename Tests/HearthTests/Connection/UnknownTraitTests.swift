internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

/// A maker's process, a hub and an app, each at its own end of a socket; the app was compiled without the trait.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct UnknownTraitTests {
    private static let turner = TraitDescriptor(
        id: 0xFFF1_FC31, name: "Turner", vendor: "Acme", package: "hearth.traits.acme.v1", revision: 3,
        enums: [EnumDescriptor("WayEnum", bits: 8, [(0, "left"), (1, "right")])],
        attributes: [
            AttributeDescriptor(
                FieldDescriptor(0, "speed", .unsigned(16), max: .literal(900), unit: "1/min"), write: .operate),
            AttributeDescriptor(FieldDescriptor(1, "way", .enumeration(0))),
        ],
        commands: [
            CommandDescriptor(
                0, "Turn", method: "turn",
                [
                    FieldDescriptor(0, "speed", .unsigned(16), max: .literal(900)),
                    // An omitted one is null.
                    FieldDescriptor(1, "time", .unsigned(16), .nullable),
                ],
                response: StructDescriptor("TurnResponse", [FieldDescriptor(0, "turns", .unsigned(32))]))
        ])

    /// A maker's process as the hub sees it.
    private struct Maker {
        let client: RPCClient
        let writer: RPCWriter<Hearth_V1_AttachRequest>
        let reader: RPCReader<Hearth_V1_AttachResponse>
        let welcome: Hearth_V1_AttachWelcome

        init(_ address: String) async throws {
            client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
            (writer, reader) = try await Hearth_V1_ProviderClient(client).attach()
            try await writer.write(
                .init(content: .hello(.init(providerID: "acme", name: "Acme", schemas: [turner.schema]))))
            guard case .welcome(let welcome) = try await reader.next()?.content else {
                throw RPCError(.internal, "no welcome")
            }
            self.welcome = welcome
            let device = Hearth_V1_Device(
                id: "fan", name: "Fan",
                endpoints: [
                    .init(id: 0),
                    .init(
                        id: 1, parent: 0,
                        deviceTypes: [.init(id: 0xFFF1_00EE, revision: 1, isPrimary: true, name: "Windmill")],
                        traits: [.init(id: turner.id, name: turner.typeName)]),
                ])
            try await writer.write(
                .init(content: .bring(.init(callID: 1, devices: [.init(device: device, states: [Self.state(300)])]))))
            guard case .brought(let result) = try await reader.next()?.content, result.status?.code ?? 0 == 0 else {
                throw RPCError(.internal, "the device was refused")
            }
        }

        private static func state(_ speed: UInt64) -> Hearth_V1_TraitState {
            let values: StructureValue = [
                0: .unsigned(speed), 1: .unsigned(1), 0xFFF9: .list([.unsigned(0)]), 0xFFFD: .unsigned(3),
            ]
            return Hearth_V1_TraitState(
                target: .init(deviceID: "fan", endpoint: 1), traitID: turner.id,
                attributes: .init(typeName: turner.attributesTypeName, value: turner.encodeAttributes(values)))
        }

        func report(_ speed: UInt64) async throws {
            try await writer.write(.init(content: .report(.init(deviceID: "fan", states: [Self.state(speed)]))))
        }

        /// Handles one request of the hub.
        func serve() async throws {
            while let message = try await reader.next() {
                switch message.content {
                case .invoke(let invoke):
                    let arguments = try turner.decodeArguments(of: turner.commands[0], invoke.command.span.bytes)
                    expect(arguments[1], equals: .null)
                    try await report(UInt64(arguments[0]?.integer ?? 0))
                    let response = turner.encodeResponse(of: turner.commands[0], [0: .unsigned(12)])
                    try await writer.write(.init(content: .result(.init(callID: invoke.callID, response: response))))
                    return
                case .write(let write):
                    let values = try turner.decodeAttributes(write.attributes.span.bytes)
                    try await report(UInt64(values[0]?.integer ?? 0))
                    try await writer.write(.init(content: .result(.init(callID: write.callID))))
                    return
                default: continue
                }
            }
        }
    }

    private func fan(_ home: Home) async throws -> HomeDevice {
        try require(try await home.devices().list().first { $0.id == "fan" })
    }

    @Test func anAppReadsAndCommandsWhatItWasNeverCompiledWith() async throws {
        let served = try await ServedHub.start()
        let maker = try await Maker(served.address)
        let home = try await Home.connect(
            to: served.address,
            configuration: HomeClientConfiguration(
                knownTraits: StandardTraits.descriptors, knownDeviceTypes: StandardTraits.deviceTypes))
        let fan = try await fan(home)
        let trait = try require(try await fan.types.unknownTraits().first)
        expect(trait.name, equals: "hearth.traits.acme.v1.Turner")
        expect((trait["speed"], trait[1]), are: (.unsigned(300), .unsigned(1)))
        expect(trait.description, equals: "Turner(speed: 300, way: right)")
        expect(trait.metadata.sourceConnectivity.connectivityState, equals: .online)
        expect(trait.identifier, equals: "home.matter.fff1.clusters.fc31")
        expect(fan.types.unknownTypes().map(\.id), equals: [0xFFF1_00EE])
        expect(fan.types.unknownTypes().map(\.name), equals: ["Windmill"])
        expect(fan.types.unknownTypes().map(\.identifier), equals: ["home.matter.fff1.types.00ee"])
        expect(fan.agentID, equals: "acme")

        // Both conform to the same protocols as those with a Swift type.
        let asTrait: any HearthTraitCore.Trait = trait
        expect(asTrait.description, equals: trait.description)
        expect((trait.attributes.clusterRevision, trait.attributes.acceptedCommandList), are: (3, [0]))
        let type: any DeviceType = try require(fan.types.unknownTypes().first)
        expect((type.traits.traitIDs, type.metadata.isPrimaryType), are: ([Self.turner.id], true))
        expectNil(type.traits[UnknownTrait.self])
        expect(!fan.types.contains(UnknownDeviceType.self))

        async let turned = trait.send("turn", ["speed": .unsigned(450)])
        try await maker.serve()
        try await expect(turned, equals: ["turns": .unsigned(12)])
        try await expect(fan.types.unknownTraits().first?["speed"], equals: .unsigned(450))

        async let updated = trait.update(["speed": .unsigned(10)])
        try await maker.serve()
        try await expect(updated["speed"], equals: .unsigned(10))

        for (name, arguments, code) in [
            ("spin", [:], .unimplemented), ("turn", ["speed": .unsigned(901)], .invalidArgument),
            ("turn", ["sped": .unsigned(1)], .invalidArgument), ("turn", ["speed": .bool(true)], .invalidArgument),
            ("turn", [:], .invalidArgument),
        ] as [(String, [String: TraitValue], HomeError.Code)] {
            let error = await expect(throws: HomeError.self) { try await trait.send(name, arguments) }
            expect(error?.code, equals: code, "\(name) \(arguments)")
        }
        await expect(throws: HomeError.self) { try await trait.update(["way": .unsigned(0)]) }
        await maker.client.close()
    }

    @Test func aDeviceWhoseProcessWasCutOffComesBackAsTheSame() async throws {
        let served = try await ServedHub.start()
        let maker = try await Maker(served.address)
        let home = try await Home.connect(to: served.address)
        var device = try await fan(home)
        _ = try await device.setName("Breeze")
        try await maker.report(77)
        try await until { try await self.fan(home).types.unknownTraits().first?["speed"] == .unsigned(77) }
        let trait = try require(try await device.types.unknownTraits().first)

        async let lost = trait.send("turn", ["speed": .unsigned(5)])
        while let message = try await maker.reader.next() {
            if case .invoke = message.content { break }
        }
        await maker.client.close()
        do {
            _ = try await lost
            Issue.record("answered")
        } catch let error as HomeError {
            expect(error.code, equals: .unavailable)
        }
        let error = await expect(throws: HomeError.self) { try await trait.send("turn", ["speed": .unsigned(5)]) }
        expect(error?.code, equals: .unavailable)
        try await until { try await self.fan(home).sourceConnectivity.connectivityState == .offline }

        let again = try await Maker(served.address)
        expect(again.welcome.states.count, equals: 1)
        try await until { try await self.fan(home).sourceConnectivity.connectivityState == .online }
        device = try await fan(home)
        expect((device.id, device.name), are: ("fan", "Breeze"))
        await again.client.close()
    }

    @Test func aFloodOverASocketIsHeldBackAndCut() async throws {
        var limits = HubLimits()
        limits.providerMessagesPerSecond = 200
        limits.floodTime = .milliseconds(300)
        let served = try await ServedHub.start(limits: limits)
        let maker = try await Maker(served.address)
        let flood = Task { for speed in UInt64(0)... { try await maker.report(speed % 900) } }
        let error = await expect(throws: RPCError.self) { while try await maker.reader.next() != nil {} }
        expect(error?.code, equals: .resourceExhausted)
        _ = await flood.result
        await maker.client.close()
        let again = try await Maker(served.address)
        try await again.report(3)
        await again.client.close()
    }
}
