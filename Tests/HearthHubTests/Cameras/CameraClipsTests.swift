internal import Expectations
internal import Foundation
internal import HearthCameraMedia
internal import HearthClips
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Testing

/// Who may switch the recording of a camera, and see its clips.
@Suite(.timeLimit(.minutes(2))) struct CameraClipsTests {
    private struct Bed {
        let folder: TemporaryFolder
        let home: PeopleHome
        let camera = TestCamera()

        init() async throws {
            folder = try TemporaryFolder()
            var limits = ClipLimits()
            limits.reserve = 0
            home = try await PeopleHome(media: HubMedia(folder.path, limits: limits))
            try await home.test.hub.attach(camera)
        }

        func client(_ principal: Principal = .owner) -> Hearth_V1_CameraClient {
            Hearth_V1_CameraClient(home.test.client(principal))
        }

        func switchOn(_ principal: Principal = .owner, _ isOn: Bool = true) async throws {
            _ = try await client(principal).setRecording(
                Hearth_V1_SetRecordingRequest(target: Hearth_V1_Target(TestCamera.path()), isRecorded: isOn))
            if isOn { try await until { camera.relay().viewerCount == 1 } }
        }

        func list(_ principal: Principal = .owner) async throws -> Hearth_V1_ListClipsResponse {
            try await client(principal).listClips(
                Hearth_V1_ListClipsRequest(target: Hearth_V1_Target(TestCamera.path())))
        }

        func fetch(_ id: String, _ principal: Principal = .owner) async throws -> [UInt8] {
            let reader = try await client(principal).fetchClip(Hearth_V1_FetchClipRequest(clipID: id))
            var bytes: [UInt8] = []
            while let piece = try await reader.next() { bytes += piece.data }
            return bytes
        }

        /// Shows motion until a clip is being recorded.
        func begin() async throws {
            try await until {
                camera.move()
                camera.relay().send(.unit(CameraUnit(isKey: true, time: 1_000_000, bytes: [1])))
                return try files(".part").count == 1
            }
        }

        func files(_ ending: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
        }

        /// Shows 25 s of pictures.
        func continueForSeconds() async {
            for time in Int64(2)...26 {
                camera.relay().send(.unit(CameraUnit(isKey: true, time: time * 1_000_000, bytes: [1])))
                await home.test.clock.advance(by: .seconds(1))
            }
        }

        /// A clip of motion.
        func recorded() async throws -> Hearth_V1_CameraClip {
            try await begin()
            await continueForSeconds()
            return try await ended()
        }

        func ended() async throws -> Hearth_V1_CameraClip {
            try await until { try await !list().clips.isEmpty }
            return try require(try await list().clips.first)
        }
    }

    @Test func nothingIsRecordedAtFirst() async throws {
        let bed = try await Bed()
        bed.camera.move()
        await bed.continueForSeconds()
        expect(bed.camera.relay().viewerCount, equals: 0)
        let list = try await bed.list()
        expect((list.isRecorded, list.keepsClips, list.clips.count), are: (false, true, 0))
    }

    @Test func motionIsRecordedOnceItIsSwitchedOn() async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        let clip = try await bed.recorded()
        expect((clip.events, clip.target), are: ([1], Hearth_V1_Target(TestCamera.path())))
        let file = try await bed.fetch(clip.clipID)
        expect((UInt64(file.count), Array(file[4..<8])), are: (clip.bytes, Array("ftyp".utf8)))
        // Off again, and on at the next start only if it was on at the end of this one.
        try await bed.switchOn(.owner, false)
        try await until { bed.camera.relay().viewerCount == 0 }
        _ = try await bed.client().deleteClip(Hearth_V1_DeleteClipRequest(clipID: clip.clipID))
        try await expect(bed.list().clips.count, equals: 0)
        await expect(throws: RPCError.self) { try await bed.fetch(clip.clipID) }
        await bed.home.test.clock.advance(by: .seconds(62))
        let log = try await bed.home.people().listAudit(Hearth_V1_ListAuditRequest()).entries.reversed().map(\.what)
        expect(
            log.filter { $0.contains("Porch") },
            equals: [
                "switched the recording of \"Porch\" on", "watched a clip of \"Porch\"",
                "switched the recording of \"Porch\" off", "deleted a clip of \"Porch\"",
            ])
    }

    enum Person: CaseIterable { case owner, administrator, guestOfCamera, guestOfEverything, stranger }

    @Test(arguments: Person.allCases)
    func clipsAreForThoseWhoMayWatch(_ person: Person) async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        let principal =
            switch person {
            case .owner: try await bed.home.join("p", .owner)
            case .administrator: try await bed.home.join("p", .administrator)
            case .guestOfCamera: try await bed.home.join("p", .guest, Grant(devices: ["camera"]))
            case .guestOfEverything: try await bed.home.join("p", .guest, Grant(hasEverything: true))
            case .stranger: PeopleHome.principal("p")
            }
        await bed.home.test.clock.advance(by: .seconds(5))
        let clip = try await bed.recorded()
        func code(_ body: () async throws -> Void) async -> RPCError.Code? {
            do {
                try await body()
                return nil
            } catch {
                return RPCError(error).code
            }
        }
        let sees = [.owner, .administrator, .guestOfCamera].contains(person)
        let hidden: RPCError.Code? = sees ? nil : .notFound
        await expect(code { _ = try await bed.list(principal) }, equals: hidden)
        await expect(code { _ = try await bed.fetch(clip.clipID, principal) }, equals: hidden)
        await expect(
            code { try await bed.switchOn(principal) },
            equals: person == .owner ? nil : sees ? .permissionDenied : .notFound)
        let mayDelete = [.owner, .administrator].contains(person)
        await expect(
            code {
                _ = try await bed.client(principal).deleteClip(Hearth_V1_DeleteClipRequest(clipID: clip.clipID))
            }, equals: mayDelete ? nil : sees ? .permissionDenied : .notFound)
    }

    enum Mode: CaseIterable { case recording, live, hard }

    /// What is seen while a privacy mode is on is in no clip.
    @Test(arguments: Mode.allCases)
    func aPrivacyModeEndsTheRecording(_ mode: Mode) async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        try await bed.begin()
        switch mode {
        case .recording: bed.camera.setRecordingPrivacy(true)
        case .live: bed.camera.setLivePrivacy(true)
        case .hard: bed.camera.setHardPrivacy(true)
        }
        await bed.home.test.clock.advance(by: .seconds(1))
        bed.camera.relay().send(.unit(CameraUnit(isKey: true, time: 2_000_000, bytes: [1])))
        try await until { bed.camera.relay().viewerCount == 0 }
        // Clips from before it stay.
        let clip = try await bed.ended()
        expect(clip.duration?.duration, equals: .seconds(1))
        // It is not opened again until the mode is off, and then at once.
        for _ in 0..<70 { await bed.home.test.clock.advance(by: .seconds(1)) }
        expect(bed.camera.relay().viewerCount, equals: 0)
        let list = try await bed.list()
        expect((list.isRecorded, list.problem.contains("privacy")), are: (true, true))
        switch mode {
        case .recording: bed.camera.setRecordingPrivacy(false)
        case .live: bed.camera.setLivePrivacy(false)
        case .hard: bed.camera.setHardPrivacy(false)
        }
        await bed.home.test.clock.advance(by: .seconds(1))
        try await until { bed.camera.relay().viewerCount == 1 }
        try await until { try await bed.list().problem.isEmpty }
    }

    /// Guests get what was recorded while their grant held.
    @Test func guestsGetNoClipsFromOtherTimes() async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        let early = try await bed.home.join("early", .guest, Grant(devices: ["camera"]))
        await bed.home.test.clock.advance(by: .seconds(5))
        let clip = try await bed.recorded()
        let late = try await bed.home.join("late", .guest, Grant(devices: ["camera"]))
        try await expect(bed.list(early).clips.map(\.clipID), equals: [clip.clipID])
        try await expect(bed.list(late).clips.count, equals: 0)
        let error = await expect(throws: RPCError.self) { try await bed.fetch(clip.clipID, late) }
        expect(error?.code, equals: .notFound)
        // A grant that another one replaces begins anew, one that stays does not.
        try await bed.home.regrant("early", Grant(devices: ["camera"]))
        try await expect(bed.list(early).clips.count, equals: 1)
        try await bed.home.regrant("early", Grant(rooms: [bed.home.den], devices: ["camera"]))
        try await expect(bed.list(early).clips.count, equals: 0)
    }

    /// Off is off at once, also if the disk can't be written.
    @Test func switchingOffNeedsNoDisk() async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        let file = bed.folder.path + "/recorded.json"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let error = await expect(throws: RPCError.self) { try await bed.switchOn(.owner, false) }
        expect(error?.code, equals: .resourceExhausted)
        try await until { bed.camera.relay().viewerCount == 0 }
        try await expect(bed.list().isRecorded, equals: false)
    }

    /// A device that its provider takes away may come back: its clips stay.
    @Test func clipsOfAWithdrawnCameraStay() async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        _ = try await bed.recorded()
        try await bed.camera.withdraw()
        await bed.home.test.clock.advance(by: .seconds(61))
        try await bed.camera.comeBack()
        await bed.home.test.clock.advance(by: .seconds(61))
        let list = try await bed.list()
        expect((list.clips.count, list.isRecorded), are: (1, true))
    }

    @Test func theNumberOfRecordedCamerasIsBounded() async throws {
        let folder = try TemporaryFolder()
        var limits = ClipLimits()
        limits.cameras = 1
        let home = try await PeopleHome(media: HubMedia(folder.path, limits: limits))
        try await home.test.hub.attach(TestCamera(["one", "two"]))
        let client = Hearth_V1_CameraClient(home.test.client())
        func record(_ id: String, _ isOn: Bool = true) async throws {
            _ = try await client.setRecording(
                Hearth_V1_SetRecordingRequest(target: Hearth_V1_Target(TestCamera.path(id)), isRecorded: isOn))
        }
        for _ in 0..<2 { try await record("one") }
        let error = await expect(throws: RPCError.self) { try await record("two") }
        expect(error?.code, equals: .resourceExhausted)
        try await record("one", false)
        try await record("two")
    }

    @Test func aRemovedCamerasClipsAreDeleted() async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        _ = try await bed.recorded()
        _ = try await bed.home.test.hub.removeDevice("camera", as: owner)
        try await until { try bed.files(".mp4").isEmpty }
    }

    /// Without recordings, old clips go all the same.
    @Test func aHubThatRecordsNoneDeletesOldClips() async throws {
        let bed = try await Bed()
        try await bed.switchOn()
        _ = try await bed.recorded()
        var limits = ClipLimits()
        limits.time = .zero
        let home = try await PeopleHome(media: HubMedia(bed.folder.path, limits: limits, records: false))
        await home.test.clock.advance(by: .seconds(120))
        try await until { try bed.files(".mp4").isEmpty }
    }

    @Test func aHubWithoutMediaKeepsNoClips() async throws {
        let home = try await PeopleHome()
        try await home.test.hub.attach(TestCamera())
        let client = Hearth_V1_CameraClient(home.test.client())
        let error = await expect(throws: RPCError.self) {
            try await client.setRecording(
                Hearth_V1_SetRecordingRequest(target: Hearth_V1_Target(TestCamera.path()), isRecorded: true))
        }
        expect(error?.code, equals: .failedPrecondition)
        let list = try await client.listClips(
            Hearth_V1_ListClipsRequest(target: Hearth_V1_Target(TestCamera.path())))
        expect((list.keepsClips, list.clips.count), are: (false, 0))
    }
}
