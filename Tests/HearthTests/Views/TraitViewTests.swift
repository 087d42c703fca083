internal import HearthMessage
internal import HearthPhrases
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Google's traits of cameras as views, without a hub.
@Suite struct TraitViewTests {
    private static let streams = Matter.CameraAvStreamManagementTrait.descriptor
    private static let transports = Matter.PushAvStreamTransportTrait.descriptor

    /// A camera on endpoint 2, inside of a doorbell on endpoint 1.
    private static func source(_ traits: [(TraitDescriptor, StructureValue)]) -> TraitViewSource {
        let records = traits.map { trait, values in
            (trait.id, TraitRecord(attributes: trait.encodeAttributes(values), connectivity: .direct))
        }
        let endpoints: [DeviceEndpoint] = [(1, nil), (2, 1)].map {
            DeviceEndpoint(id: $0, parent: $1, deviceTypes: [], traits: [])
        }
        return TraitViewSource(endpoints, [1: [:], 2: Dictionary(uniqueKeysWithValues: records)])
    }

    private static func view(_ descriptor: TraitDescriptor) throws -> TraitView {
        try require(TraitView.ofCameras.first { $0.descriptor.id == descriptor.id })
    }

    /// What an app sees of a trait, in one line.
    private static func line(_ trait: TraitDescriptor, _ source: TraitViewSource) throws -> String {
        let record = try require(try view(trait).record(source))
        return trait.line(try trait.decodeAttributes(record.attributes.span.bytes))
    }

    /// The requests of a command, or its error.
    private static func sent(
        _ trait: TraitDescriptor, _ name: String, _ arguments: StructureValue, _ source: TraitViewSource
    ) throws -> [String] {
        let command = try require(trait.commands.first { $0.name == name })
        let view = try view(trait)
        do throws(HomeError) {
            switch try view.effect(of: command, arguments, on: source) {
            case .response(let fields): return ["answer \(fields)"]
            case .actions(let actions): return actions.map(words)
            case .call: return ["a call"]
            }
        } catch {
            return ["\(error.code)"]
        }
    }

    private static func words(_ action: DeviceAction) -> String {
        func text(_ values: StructureValue) -> String {
            values.fields.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")
        }
        func text(_ value: TraitValue) -> String {
            switch value {
            case .structure(let content): "{\(text(content))}"
            default: "\(value)"
            }
        }
        return switch action.content {
        case .command(let command, let arguments):
            "\(action.endpoint) \(action.trait.name).\(command.name) \(text(arguments))"
        case .update(let values): "\(action.endpoint) \(action.trait.name) \(text(values))"
        }
    }

    @Test func settingsAreThoseOfMatter() throws {
        let source = Self.source([
            (
                Self.streams,
                [
                    2: .structure([0: .unsigned(1920), 1: .unsigned(1080), 2: .unsigned(30)]), 22: .unsigned(2),
                    26: .unsigned(127), 29: .bool(true), 34: .unsigned(180), 40: .unsigned(3), 25: .bool(false),
                ]
            )
        ])
        try expect(
            Self.line(Google.CameraAvStreamManagementTrait.descriptor, source),
            equals:
                "GoogleCameraAvStreamManagement(videoSensorParams: {sensorWidth: 1920, sensorHeight: 1080, maxFPS: 30}, "
                + "nightVision: auto, speakerVolumeLevel: 127, microphoneMuted: true, imageRotation: 180, "
                + "statusLightBrightness: high)")
    }

    @Test func settingsAreWrittenToMatter() throws {
        let source = Self.source([(Self.streams, [29: .bool(true), 34: .unsigned(0)])])
        let view = try Self.view(Google.CameraAvStreamManagementTrait.descriptor)
        let actions = try view.actions(writing: [29: .bool(false), 34: .unsigned(180)], to: source)
        expect(
            actions.map(Self.words),
            equals: [
                Self.words(
                    try source.action(
                        on: Self.streams.id, .update([29: .bool(false), 34: .unsigned(180)])
                    ).get())
            ])
        expect(actions.map(\.endpoint), equals: [2])
        // Matter has no microphone for recordings, and the camera no speaker.
        for lacking: UInt32 in [256, 26] {
            let error = expect(throws: HomeError.self) { try view.actions(writing: [lacking: .bool(true)], to: source) }
            expect(error?.code, equals: .unimplemented)
        }
    }

    /// What Matter has no attribute for.
    @Test func aDeviceAddsToAViewWithTheTraitItself() throws {
        let trait = Google.CameraAvStreamManagementTrait.descriptor
        let source = Self.source([
            (Self.streams, [29: .bool(true), 34: .unsigned(0)]), (trait, [34: .unsigned(90), 256: .bool(false)]),
        ])
        try expect(
            Self.line(trait, source),
            equals: "GoogleCameraAvStreamManagement(microphoneMuted: true, imageRotation: 90, "
                + "recordingMicrophoneMuted: false)")
        let actions = try Self.view(trait).actions(
            writing: [29: .bool(false), 34: .unsigned(180), 256: .bool(true)], to: source)
        expect(
            actions.map { "\($0.trait.id) \($0.content)" },
            equals: [
                "\(Self.streams.id) \(DeviceAction.Content.update([29: .bool(false)]))",
                "\(trait.id) \(DeviceAction.Content.update([34: .unsigned(180), 256: .bool(true)]))",
            ])
    }

    @Test(
        arguments: [
            ([:] as StructureValue, 0), ([19: .bool(true), 20: .bool(false)], 0), ([20: .bool(true)], 1),
            ([20: .bool(false), 21: .bool(true)], 1),
        ] as [(StructureValue, UInt64)])
    func aCameraIsOffWhileItsPrivacySays(_ values: StructureValue, _ status: UInt64) throws {
        let record = try require(
            try Self.view(Google.PushAvStreamTransportTrait.descriptor).record(Self.source([(Self.streams, values)])))
        let shown = try Google.PushAvStreamTransportTrait.descriptor.decodeAttributes(record.attributes.span.bytes)
        expect(
            shown[1], equals: .list([.structure([0: .unsigned(65_535), 1: .unsigned(status)])]))
    }

    @Test func switchingACameraSetsItsPrivacy() throws {
        let trait = Google.PushAvStreamTransportTrait.descriptor
        let source = Self.source([(Self.streams, [19: .bool(false), 20: .bool(false)])])
        try expect(
            Self.sent(trait, "SetTransportStatus", [1: .unsigned(1)], source),
            equals: [
                Self.words(try source.action(on: Self.streams.id, .update([19: .bool(true), 20: .bool(true)])).get())
            ])
        try expect(
            Self.sent(trait, "SetTransportStatus", [0: .unsigned(65_535), 1: .unsigned(0)], source),
            equals: [
                Self.words(try source.action(on: Self.streams.id, .update([19: .bool(false), 20: .bool(false)])).get())
            ])
        try expect(
            Self.sent(trait, "SetTransportStatus", [1: .unsigned(1)], Self.source([(Self.streams, [:])])),
            equals: ["unimplemented"])
    }

    @Test func connectionsOfMatterAreListedAndSwitched() throws {
        let trait = Google.PushAvStreamTransportTrait.descriptor
        let options: StructureValue = [
            0: .unsigned(1), 1: .null, 2: .null, 3: .unsigned(4), 4: .string("https://example.org/in"),
            5: .structure([0: .unsigned(1), 1: .null, 2: .unsigned(5)]), 6: .unsigned(0),
            7: .structure([0: .unsigned(0)]),
        ]
        let connection: StructureValue = [
            0: .unsigned(7), 1: .unsigned(0), 2: .structure(options), 254: .unsigned(1),
        ]
        let source = Self.source([
            (Self.streams, [20: .bool(false)]),
            (Self.transports, [0: .list([]), 1: .list([.structure(connection)])]),
        ])
        let record = try require(try Self.view(trait).record(source))
        let shown = try require(
            Google.PushAvStreamTransportTrait.Attributes(serialized: record.attributes.span.bytes).currentConnections)
        expect(shown.map(\.connectionID), equals: [65_535, 7])
        expect(shown.map(\.transportStatus), equals: [.active, .active])
        expect(shown.last?.transportOptions?.triggerOptions.motionSensitivity, equals: 5)
        expectNil(shown.last?.transportOptions?.videoStreamID)
        try expect(
            Self.sent(trait, "SetTransportStatus", [0: .unsigned(7), 1: .unsigned(1)], source),
            equals: [
                Self.words(try source.command(4, on: Self.transports.id, [0: .unsigned(7), 1: .unsigned(1)]).get())
            ])
        try expect(
            Self.sent(trait, "ModifyPushTransport", [0: .unsigned(7), 1: .structure(options)], source),
            equals: [
                Self.words(
                    try source.command(3, on: Self.transports.id, [0: .unsigned(7), 1: .structure(options)]).get())
            ])
        try expect(Self.sent(trait, "FindTransport", [0: .unsigned(9)], source), equals: ["notFound"])
    }

    /// As Google's sample app changes one option: it sends nil for all others.
    @Test func optionsThatAreNotSentStayAsTheyAre() throws {
        let time: StructureValue = [0: .unsigned(10), 1: .unsigned(5), 2: .unsigned(60), 3: .unsigned(0)]
        let trigger: StructureValue = [
            0: .unsigned(1), 1: .null, 2: .unsigned(5), 3: .structure(time), 4: .unsigned(4_000),
        ]
        let container: StructureValue = [
            0: .unsigned(0), 1: .structure([0: .unsigned(0), 1: .unsigned(4_000), 2: .unsigned(1_000)]),
        ]
        let old: StructureValue = [
            0: .unsigned(1), 1: .unsigned(2), 3: .unsigned(4), 4: .string("https://example.org/in"),
            5: .structure(trigger), 6: .unsigned(0), 7: .structure(container),
        ]
        let source = Self.source([
            (Self.streams, [20: .bool(false)]),
            (
                Self.transports,
                [1: .list([.structure([0: .unsigned(7), 1: .unsigned(0), 2: .structure(old), 254: .unsigned(1)])])]
            ),
        ])
        var sent = old
        sent[1] = nil
        sent[5] = .structure([0: .unsigned(1), 2: .unsigned(10)])
        sent[7] = .structure([0: .unsigned(0)])
        var expected = old
        var changed = trigger
        changed[2] = .unsigned(10)
        expected[5] = .structure(changed)
        try expect(
            Self.sent(
                Google.PushAvStreamTransportTrait.descriptor, "ModifyPushTransport",
                [0: .unsigned(7), 1: .structure(sent)], source),
            equals: [
                Self.words(
                    try source.command(3, on: Self.transports.id, [0: .unsigned(7), 1: .structure(expected)]).get())
            ])
    }

    @Test func whatHubsLackSaysSo() throws {
        let source = Self.source([(Self.streams, [GlobalAttribute.featureMap: .unsigned(0x6)])])
        for (trait, name, accepted) in [
            (Google.WebRtcLiveViewTrait.descriptor, "StartTalkback", [0, 2, 3]),
            (Google.CameraSnapshotTrait.descriptor, "GetLiveSnapshot", [] as [UInt64]),
        ] {
            try expect(Self.sent(trait, name, [:], source), equals: ["unimplemented"])
            let record = try require(try Self.view(trait).record(source))
            let shown = try trait.decodeAttributes(record.attributes.span.bytes)
            expect(shown[GlobalAttribute.acceptedCommandList], equals: .list(accepted.map { .unsigned($0) }))
        }
    }

    @Test func aLiveViewIsACallOfTheHub() throws {
        let trait = Google.WebRtcLiveViewTrait.descriptor
        // A camera with a loudspeaker that people can talk through.
        let source = Self.source([(Self.streams, [GlobalAttribute.featureMap: .unsigned(0x16), 9: .unsigned(2)])])
        for name in ["StartLiveView", "StopLiveView", "ExtendLiveView", "StartTalkback", "StopTalkback"] {
            try expect(Self.sent(trait, name, [:], source), equals: ["a call"])
        }
        let shown = try trait.decodeAttributes(require(Self.view(trait).record(source)).attributes.span.bytes)
        expect(shown[0], equals: .unsigned(1))
        expect(shown[GlobalAttribute.acceptedCommandList], equals: .list([0, 2, 3, 5, 6].map { .unsigned($0) }))
    }

    @Test func aViewNeedsItsTraitAndFeature() throws {
        let source = Self.source([(Self.streams, [GlobalAttribute.featureMap: .unsigned(0x4)])])
        expectNil(try Self.view(Google.WebRtcLiveViewTrait.descriptor).record(source))
        expectNil(try Self.view(Google.ChimeTrait.descriptor).record(source))
    }

    /// The table copies values between schemas, so both sides need the same shapes.
    @Test func sharedAttributesHaveTheSameShape() throws {
        func shape(_ field: FieldDescriptor, _ trait: TraitDescriptor) -> String {
            switch field.type {
            case .structure(let index):
                "\(field.isList) {" + trait.structs[index].fields.map { "\($0.id): \(shape($0, trait))" }.joined() + "}"
            case .enumeration(let index):
                "\(field.isList) \(trait.enums[index].cases.map { "\($0.value)=\($0.name)" })"
            default: "\(field.isList) \(field.type)"
            }
        }
        for view in TraitView.ofCameras {
            let source = try require(StandardTraits.descriptor(view.source))
            for id in view.shared {
                let (mine, other) = (view.descriptor.attribute(id), source.attribute(id))
                expect(
                    mine.map { "\($0.name) \(shape($0.field, view.descriptor))" },
                    equals: other.map { "\($0.name) \(shape($0.field, source))" })
            }
        }
    }
}
