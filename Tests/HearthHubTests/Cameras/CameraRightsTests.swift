internal import Expectations
internal import HearthCameraMedia
internal import HearthBase
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Testing

/// Who may watch a camera, and what ends a view.
@Suite(.timeLimit(.minutes(2)))
struct CameraRightsTests {
    private struct Bed {
        let home: PeopleHome
        let camera: TestCamera

        init(limits: HubLimits = HubLimits()) async throws {
            home = try await PeopleHome(limits: limits)
            camera = TestCamera(room: "Kitchen")
            try await home.test.hub.attach(camera)
        }

        func view(_ principal: Principal, _ request: Hearth_V1_OpenLiveViewRequest = TestCamera.request()) async throws
            -> TestView
        {
            try await TestView(home.test.client(principal), request)
        }

        /// Opens a view and reads up to its first picture.
        func watching(_ principal: Principal) async throws -> TestView {
            let view = try await view(principal)
            let parts = try await [view.next(), view.next(), view.next()]
            expect(parts, equals: ["opened", "format with sound", "picture 0"])
            return view
        }

        /// What ends a view within a second.
        func end(of view: TestView) async -> RPCError? {
            async let end = view.end()
            await home.test.clock.advance(by: .seconds(1))
            return await end
        }

        /// The texts of the audit log about cameras.
        func log() async throws -> [String] {
            try await home.people().listAudit(Hearth_V1_ListAuditRequest()).entries.reversed()
                .filter { $0.what.contains("watch") }.map { "\($0.actor) \($0.what)" }
        }
    }

    struct Viewer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let role: MemberRole?
        var grant: Grant?
        let code: RPCError.Code?
    }

    static let viewers = [
        Viewer(testDescription: "an owner", role: .owner, code: nil),
        Viewer(testDescription: "an administrator", role: .administrator, code: nil),
        Viewer(
            testDescription: "a guest with the camera", role: .guest, grant: Grant(devices: ["camera"]), code: nil),
        Viewer(
            testDescription: "a guest with everything", role: .guest, grant: Grant(hasEverything: true),
            code: .notFound),
        Viewer(
            testDescription: "a guest with another device", role: .guest, grant: Grant(devices: ["lamp-1"]),
            code: .notFound),
        Viewer(
            testDescription: "a guest whose hours are over", role: .guest,
            grant: Grant(devices: ["camera"], until: .seconds(1)), code: .notFound),
        Viewer(testDescription: "a stranger", role: nil, code: .notFound),
    ]

    @Test(arguments: viewers)
    func whoMayWatch(_ viewer: Viewer) async throws {
        let bed = try await Bed()
        var principal = PeopleHome.principal("viewer")
        if let role = viewer.role { principal = try await bed.home.join("viewer", role, viewer.grant) }
        let view = try await bed.view(principal)
        do throws(RPCError) {
            _ = try await view.next()
            expect(nil, equals: viewer.code)
        } catch {
            expect(error.code, equals: viewer.code)
            // Nothing about a camera that is hidden.
            expect(!error.message.contains("Porch"))
        }
    }

    /// A guest of the kitchen sees no camera in it, but by name.
    @Test func aRoomShowsNoCamera() async throws {
        let bed = try await Bed()
        let room = try require(
            bed.home.test.hub.directory.cells.first { $0.id == bed.home.home }?.read { $0.devices["camera"]?.roomID })
        let guest = try await bed.home.join("guest", .guest, Grant(rooms: [room]))
        let view = try await bed.view(guest)
        await expect(view.end()?.code, equals: .notFound)
    }

    @Test func aClientWithoutTheRightToOperateWatchesNothing() async throws {
        let bed = try await Bed()
        let viewer = Principal(id: "display", rights: [.public, .view])
        let view = try await bed.view(viewer)
        await expect(view.end()?.code, equals: .permissionDenied)
    }

    enum Ending: CaseIterable {
        case livePrivacy, hardPrivacy, revokedGrant, otherGrant, removedPerson, hours, removedDevice, time, cameraEnds
    }

    @Test(arguments: Ending.allCases)
    func whatEndsAView(_ ending: Ending) async throws {
        let bed = try await Bed(limits: .with { if ending == .time { $0.cameraViewTime = .milliseconds(900) } })
        let home = bed.home
        let hoursEnd = home.test.clock.sinceEpoch + .milliseconds(800)
        try await home.join("guest", .guest, Grant(devices: ["camera"], until: ending == .hours ? hoursEnd : nil))
        let view = try await bed.watching(PeopleHome.principal("guest"))
        var expected: RPCError.Code? = .notFound
        switch ending {
        case .livePrivacy:
            bed.camera.setLivePrivacy(true)
            expected = .failedPrecondition
        case .hardPrivacy:
            bed.camera.setHardPrivacy(true)
            expected = .failedPrecondition
        case .revokedGrant: try await home.regrant("guest", Grant())
        case .otherGrant: try await home.regrant("guest", Grant(devices: ["lamp-1"]))
        case .removedPerson: _ = try await home.test.hub.people.removePerson(home.person("guest"), as: owner)
        case .hours: break
        case .removedDevice: _ = try await home.test.hub.removeDevice("camera", as: owner)
        case .time: expected = nil
        case .cameraEnds:
            bed.camera.relay().end()
            expected = .unavailable
        }
        await expect(bed.end(of: view)?.code, equals: expected)
        try await until { home.test.hub.cameras.count == 0 }
        try await until { bed.camera.relay().viewerCount == 0 }
        let again = try await bed.view(PeopleHome.principal("guest"))
        let next = try? await again.next()
        expect(next == "opened", equals: ending == .time || ending == .cameraEnds)
    }

    /// A picture that waits for a client that does not read is not sent once the privacy mode is on.
    @Test func whatWaitsIsDroppedWithTheView() async throws {
        let bed = try await Bed()
        let view = try await bed.watching(.owner)
        let large = [UInt8](repeating: 7, count: 400_000)
        for time in 1...20 {
            bed.camera.relay().send(.unit(CameraUnit(isKey: true, time: Int64(time), bytes: large)))
        }
        bed.camera.setLivePrivacy(true)
        await bed.home.test.clock.advance(by: .seconds(1))
        var pictures = 0
        let error = await expect(throws: RPCError.self) {
            while let part = try await view.next() { pictures += part.hasPrefix("picture") ? 1 : 0 }
        }
        expect(error?.code, equals: .failedPrecondition)
        // Those that the call had taken already.
        expect(pictures, isAtMost: 2)
    }

    @Test func watchingIsLoggedWithBeginAndEnd() async throws {
        let bed = try await Bed()
        try await bed.home.join("Ada", .guest, Grant(devices: ["camera"]))
        for _ in 0..<3 {
            let view = try await bed.watching(PeopleHome.principal("Ada"))
            bed.camera.setHardPrivacy(true)
            _ = await bed.end(of: view)
            bed.camera.setHardPrivacy(false)
            try await until { bed.home.test.hub.cameras.count == 0 }
        }
        await bed.home.test.clock.advance(by: .seconds(62))
        try await expect(
            bed.log(),
            equals: [
                "Ada began to watch \"Porch\"", "Ada stopped watching \"Porch\"",
                "Ada began to watch \"Porch\" (2 times more)", "Ada stopped watching \"Porch\" (2 times more)",
            ])
    }

    // MARK: Limits

    @Test func viewersAreLimited() async throws {
        let bed = try await Bed(
            limits: .with {
                $0.viewersPerCamera = 2
                $0.cameraViewers = 20
            })
        let views = try await [bed.watching(.owner), bed.watching(.owner)]
        let third = try await bed.view(.owner)
        let error = await third.end()
        expect(error?.code, equals: .resourceExhausted)
        expect(
            error?.message,
            equals: "there are 2 live views of Porch, the most there may be; end one that is not needed")
        _ = views
    }

    /// A guest does not lock the owner out of a camera.
    @Test func aPersonHasAShareOfACamera() async throws {
        let bed = try await Bed()
        let ada = try await bed.home.join("Ada", .guest, Grant(devices: ["camera"]))
        let views = try await [bed.watching(ada), bed.watching(ada), bed.watching(ada), bed.watching(ada)]
        let fifth = try await bed.view(ada)
        await expect(
            fifth.end()?.message,
            equals: "you have 4 live views of Porch, the most a person may have; end one that is not needed")
        let own = try await bed.watching(.owner)
        withExtendedLifetime((views, own)) {}
    }

    @Test func aPersonHasAShareOfTheViews() async throws {
        let bed = try await Bed(limits: .with { $0.cameraViewersPerPerson = 1 })
        let ada = try await bed.home.join("Ada", .administrator)
        let first = try await bed.watching(ada)
        let second = try await bed.view(ada)
        await expect(second.end()?.code, equals: .resourceExhausted)
        // Others have theirs, and a view that has ended is no longer counted.
        _ = try await bed.watching(try await bed.home.join("Bob", .administrator))
        bed.camera.setHardPrivacy(true)
        _ = await bed.end(of: first)
        bed.camera.setHardPrivacy(false)
        try await until { bed.home.test.hub.cameras.count == 0 }
        _ = try await bed.watching(ada)
    }

    /// A client that is gone while its camera is being reached leaves nothing behind.
    @Test func aClientMayGiveUp() async throws {
        let home = try await PeopleHome()
        let mayOpen = Latch()
        let camera = TestCamera(mayOpen: mayOpen)
        try await home.test.hub.attach(camera)
        let opening = Task { try await TestView(home.test.client()).next() }
        try await until { home.test.hub.cameras.count == 1 }
        opening.cancel()
        mayOpen.open()
        try await until { home.test.hub.cameras.count == 0 }
        try await until { camera.relay().viewerCount == 0 }
    }

    /// A camera that never begins takes no place for ever.
    @Test func theWaitForACameraIsLimited() async throws {
        let home = try await PeopleHome()
        try await home.test.hub.attach(TestCamera(mayOpen: Latch()))
        let view = try await TestView(home.test.client())
        try await until { home.test.hub.cameras.count == 1 }
        async let end = view.end()
        await home.test.clock.advance(by: .seconds(61))
        await expect(end?.code, equals: .unavailable)
        try await until { home.test.hub.cameras.count == 0 }
    }

    @Test func aGuestMayNoLongerWaitOnceTheGrantIsGone() async throws {
        let home = try await PeopleHome()
        try await home.test.hub.attach(TestCamera(mayOpen: Latch()))
        let guest = try await home.join("guest", .guest, Grant(devices: ["camera"]))
        let view = try await TestView(home.test.client(guest))
        try await until { home.test.hub.cameras.count == 1 }
        try await home.regrant("guest", Grant())
        async let end = view.end()
        await home.test.clock.advance(by: .seconds(1))
        await expect(end?.code, equals: .notFound)
    }

    /// A view that is over may still be there for a moment, until its client has taken its last part.
    @Test func aViewThatIsOverIsNotExtended() async throws {
        let bed = try await Bed(limits: .with { $0.cameraViewTime = .seconds(10) })
        let desk = bed.home.test.hub.cameras
        let view = try await desk.open(TestCamera.path().target, .main, as: owner)
        try desk.extend(view.id, as: owner.principal)
        await bed.home.test.clock.advance(by: .seconds(10))
        let error = expect(throws: RPCError.self) { try desk.extend(view.id, as: owner.principal) }
        expect(error?.code, equals: .notFound)
        await desk.close(view)
    }

    @Test func aViewIsExtendedByItsOwnerOnly() async throws {
        let bed = try await Bed(limits: .with { $0.cameraViewTime = .seconds(10) })
        let ada = try await bed.home.join("Ada", .guest, Grant(devices: ["camera"]))
        let bob = try await bed.home.join("Bob", .administrator)
        let view = try await bed.view(ada)
        guard case .opened(let opened)? = try await view.reader.next()?.part else { throw RPCError(.internal, "") }
        expect(opened.seconds, equals: 10)
        let request = Hearth_V1_ExtendLiveViewRequest(streamID: opened.streamID)
        let error = await expect(throws: RPCError.self) {
            try await Hearth_V1_CameraClient(bed.home.test.client(bob)).extendLiveView(request)
        }
        expect(error?.code, equals: .notFound)
        await bed.home.test.clock.advance(by: .seconds(8))
        try await expect(
            Hearth_V1_CameraClient(bed.home.test.client(ada)).extendLiveView(request).seconds, equals: 10)
        await bed.home.test.clock.advance(by: .seconds(9))
        bed.camera.relay().send(.unit(CameraUnit(isKey: false, time: 17, bytes: [2])))
        try await expect(
            [view.next(), view.next(), view.next()], equals: ["format with sound", "picture 0", "picture 17"])
        await expect(bed.end(of: view) == nil)
    }

    @Test func soundIsLeftOutIfItIsNotWanted() async throws {
        let bed = try await Bed()
        let view = try await bed.view(.owner, TestCamera.request(withoutAudio: true))
        bed.camera.relay().send(.unit(CameraUnit(isAudio: true, isKey: true, time: 1, bytes: [3])))
        bed.camera.relay().send(.unit(CameraUnit(isKey: false, time: 2, bytes: [4])))
        try await expect(
            [view.next(), view.next(), view.next(), view.next()],
            equals: ["opened", "format", "picture 0", "picture 2"])
    }

    @Test func theHubsEndEndsViews() async throws {
        let bed = try await Bed()
        let view = try await bed.watching(.owner)
        async let end = view.end()
        try await bed.home.test.hub.shutdown()
        await expect(end?.code, equals: .unavailable)
    }

    @Test func theHubsEndIsLoggedAsTheEndOfViews() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await test.hub.attach(TestCamera())
        let view = try await TestView(test.client())
        _ = try await view.next()
        async let end = view.end()
        try await test.hub.shutdown()
        _ = await end
        let store = try await HomeStore.open(path: folder.file)
        try await expect(
            store.audit(AuditRequest()).map(\.what),
            equals: ["stopped watching \"Porch\"", "began to watch \"Porch\""])
        try await store.close(clean: true)
    }

    // MARK: Privacy

    /// A guest may protect others from being watched, and not the other way round.
    @Test func aGuestSwitchesPrivacyOnButNotOff() async throws {
        let bed = try await Bed()
        let hub = bed.home.test.hub
        let guest = Caller(try await bed.home.join("Ada", .guest, Grant(devices: ["camera"])))
        let member = Caller(try await bed.home.join("Bob", .administrator))
        _ = try await hub.update(TestCamera.path(), [20: .bool(false)], as: guest)
        for _ in 0..<2 { _ = try await hub.update(TestCamera.path(), [20: .bool(true)], as: guest) }
        let error = await expect(throws: RPCError.self) {
            try await hub.update(TestCamera.path(), [20: .bool(false)], as: guest)
        }
        expect(error?.code, equals: .permissionDenied)
        expect(
            error?.message,
            equals: "you may not switch off softLivestreamPrivacyModeEnabled of Porch; ask an owner or administrator")
        _ = try await hub.update(TestCamera.path(), [20: .bool(false)], as: member)
        await bed.home.test.clock.advance(by: .seconds(62))
        let entries = try await bed.home.people().listAudit(Hearth_V1_ListAuditRequest()).entries
        let name = "CameraAvStreamManagement.softLivestreamPrivacyModeEnabled"
        expect(
            entries.filter { $0.action == .sensitiveCommand }.reversed().map { "\($0.actor) \($0.what)" },
            equals: [
                "Ada set \(name) of \"Porch\"", "Bob set \(name) of \"Porch\"",
                "Ada set \(name) of \"Porch\" (2 times more)",
            ])
    }
}
