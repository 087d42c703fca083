internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

@Suite struct CameraTests {
    private typealias T = StandardTraits

    private func camera(
        isDoorbell: Bool = false, width: Int = 1920, height: Int = 1080, objects: [String] = ["person", "vehicle"]
    ) -> EntityKind {
        .camera(
            EntityKind.Camera(
                isDoorbell: isDoorbell, width: width, height: height, framesPerSecond: 25, objects: objects))
    }

    private func types(_ kind: EntityKind) throws -> [UInt32] {
        try TestDevice([Entity(key: "camera", name: "", kind: kind)]).machine().description.endpoints.last?.deviceTypes
            .map(\.id) ?? []
    }

    @Test func aCameraIsACameraOrADoorbell() throws {
        try expect(types(camera()), equals: [T.cameraDeviceType.id])
        try expect(types(camera(isDoorbell: true)), equals: [T.videoDoorbellDeviceType.id])
    }

    @Test func thePictureIsDescribed() throws {
        let machine = try TestDevice([Entity(key: "camera", name: "", kind: camera())]).machine()
        expect(
            try machine.value(of: T.matterCameraAvStreamManagement, "videoSensorParams"),
            equals: .structure([0: .unsigned(1920), 1: .unsigned(1080), 2: .unsigned(25)]))
        // Numbers that a damaged memory may have.
        _ = try TestDevice([Entity(key: "camera", name: "", kind: camera(width: .max, height: .max))]).machine()
        // A sensor that Matter does not know is left out.
        let small = try TestDevice([Entity(key: "camera", name: "", kind: camera(width: 0))]).machine()
        expectNil(try small.value(of: T.matterCameraAvStreamManagement, "videoSensorParams"))
    }

    @Test func whatIsSeenIsAnEvent() throws {
        var machine = try TestDevice([Entity(key: "camera", name: "", kind: camera())]).machine()
        machine.take([:], events: [EntityReport.Event(entity: "camera", type: "person", moment: .seconds(7))])
        let event = machine.last.change?.events.first
        expect(event?.traitID, equals: T.googleObjectDetection.id)
        expect(event?.fields[0], equals: .signed(7_000))
        machine.take([:], events: [EntityReport.Event(entity: "camera", type: "ghost")])
        expect(machine.last.change?.events.count ?? 0, equals: 0)
        let plain = try TestDevice([Entity(key: "camera", name: "", kind: camera(objects: []))]).machine()
        expect(plain.values.keys.contains { $0.traitID == T.googleObjectDetection.id }, equals: false)
    }

    @Test func aSpeakerIsDescribedAndMuted() throws {
        let trait = T.matterCameraAvStreamManagement
        func machine(hasSpeaker: Bool) throws -> TestMachine {
            let camera = EntityKind.Camera(
                isDoorbell: false, width: 640, height: 360, framesPerSecond: 25, objects: [], hasSpeaker: hasSpeaker)
            return try TestDevice([Entity(key: "camera", name: "", kind: .camera(camera))]).machine()
        }
        for (hasSpeaker, support, muted) in [
            (true, TraitValue.unsigned(1), TraitValue.bool(false)), (false, nil, nil),
        ] as [(Bool, TraitValue?, TraitValue?)] {
            let machine = try machine(hasSpeaker: hasSpeaker)
            try expect(machine.value(of: trait, "twoWayTalkSupport"), equals: support)
            try expect(machine.value(of: trait, "speakerMuted"), equals: muted)
        }
    }

    @Test func kindsSurviveARestart() {
        var kind = EntityKind.Camera(
            isDoorbell: true, width: 1920, height: 1080, framesPerSecond: 25, objects: ["person"], hasPictures: true,
            hasSpeaker: true)
        expect(EntityKindParts(.camera(kind)).kind, equals: .camera(kind))
        (kind.isDoorbell, kind.hasPictures, kind.hasSpeaker) = (false, false, false)
        expect(EntityKindParts(.camera(kind)).kind, equals: .camera(kind))
    }
}
