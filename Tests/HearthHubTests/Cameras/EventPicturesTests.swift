internal import Expectations
internal import HearthBase
internal import HearthClips
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Testing

/// The pictures that are taken at cameras' events, and who gets them.
@Suite(.timeLimit(.minutes(2))) struct EventPicturesTests {
    private struct Bed {
        let home: PeopleHome
        let camera = TestCamera()

        init() async throws {
            home = try await PeopleHome()
            try await home.test.hub.attach(camera)
        }

        var hub: Hub { home.test.hub }

        func list(_ principal: Principal = .owner) async throws -> [Hearth_V1_CameraPicture] {
            try await Hearth_V1_CameraClient(home.test.client(principal)).listPictures(
                Hearth_V1_ListPicturesRequest(structureID: home.home, deviceIDs: ["camera"])
            ).pictures
        }

        /// The path of a picture that motion leads to.
        func path(for principal: Principal = .owner) async throws -> String {
            camera.move()
            try await until { try await !list(principal).isEmpty }
            return try require(try await list(principal).first?.path)
        }
    }

    @Test func motionLeadsToAPicture() async throws {
        let bed = try await Bed()
        let path = try await bed.path()
        expect(bed.hub.cameraPicture(at: path), equals: TestCamera.jpeg)
        let picture = try require(try await bed.list().first)
        expect(picture.target, equals: Hearth_V1_Target(TestCamera.path()))
        for wrong in ["", "/media/", path + "0", path.dropLast() + "x", "/media/../" + path.dropFirst(7)] {
            expect(bed.hub.cameraPicture(at: String(wrong)) == nil)
        }
        // Motion within two seconds leads to no other picture.
        bed.camera.move()
        await bed.home.test.clock.advance(by: .seconds(3))
        bed.camera.move()
        try await until { try await bed.list().count == 2 }
    }

    /// A visitor is seen and rings a moment later: both events have the picture.
    @Test func anEventSoonAfterJoinsThePicture() async throws {
        let bed = try await Bed()
        let first = try await bed.path()
        await bed.home.test.clock.advance(by: .milliseconds(1_500))
        bed.camera.move()
        try await until { try await bed.list().count == 2 }
        let pictures = try await bed.list()
        expect(Set(pictures.map(\.path)).count, equals: 1)
        let times = pictures.compactMap(\.time?.sinceEpoch)
        expect(times.last.map { times[0] - $0 }, equals: .milliseconds(1_500))
        expect(bed.hub.cameraPicture(at: first), equals: TestCamera.jpeg)
    }

    /// A camera that does not answer is asked again later, and keeps no other camera from being asked.
    @Test func aSilentCameraIsGivenUp() async throws {
        let mayAnswer = Latch()
        let home = try await PeopleHome()
        let ids = (0..<6).map { "silent-\($0)" }
        let silent = TestCamera(ids, mayAnswer: mayAnswer)
        try await home.test.hub.attach(silent)
        let camera = TestCamera()
        try await home.test.hub.attach(camera)
        func list() async throws -> Set<String> {
            let pictures = try await Hearth_V1_CameraClient(home.test.client()).listPictures(
                Hearth_V1_ListPicturesRequest(structureID: home.home)
            ).pictures
            return Set(pictures.compactMap(\.target?.deviceID))
        }
        for id in ids { silent.move(id) }
        camera.move()
        try await until { try await list() == ["camera"] }
        await home.test.clock.advance(by: .seconds(10))
        mayAnswer.open()
        try await until {
            silent.move("silent-5")
            await home.test.clock.advance(by: .seconds(3))
            return try await list().contains("silent-5")
        }
        try await expect(list().contains("silent-0"), equals: false)
    }

    enum Ending: CaseIterable { case time, grant, credential, privacy, removal, hubsEnd }

    @Test(arguments: Ending.allCases)
    func whatEndsAnAddress(_ ending: Ending) async throws {
        let bed = try await Bed()
        let guest = try await bed.home.join("guest", .guest, Grant(devices: ["camera"]))
        let path = try await bed.path(for: guest)
        expect(bed.hub.cameraPicture(at: path), equals: TestCamera.jpeg)
        switch ending {
        case .time: await bed.home.test.clock.advance(by: .seconds(300))
        case .grant: try await bed.home.regrant("guest", Grant())
        case .credential: bed.hub.end(credential: "key of guest")
        case .privacy: bed.camera.setLivePrivacy(true)
        case .removal: _ = try await bed.hub.removeDevice("camera", as: owner)
        case .hubsEnd: try await bed.hub.shutdown()
        }
        expect(bed.hub.cameraPicture(at: path) == nil)
    }

    @Test func picturesAreForThoseWhoMayWatch() async throws {
        let bed = try await Bed()
        let whole = try await bed.home.join("whole", .guest, Grant(hasEverything: true))
        let named = try await bed.home.join("named", .guest, Grant(devices: ["camera"]))
        _ = try await bed.path()
        try await expect(bed.list(whole).count, equals: 0)
        try await expect(bed.list(named).count, equals: 1)
        // Guests get no pictures from before their grant.
        await bed.home.test.clock.advance(by: .seconds(1))
        let late = try await bed.home.join("late", .guest, Grant(devices: ["camera"]))
        try await expect(bed.list(late).count, equals: 0)
        try await bed.home.regrant("named", Grant(rooms: [bed.home.den], devices: ["camera"]))
        try await expect(bed.list(named).count, equals: 0)
        let error = await expect(throws: RPCError.self) { try await bed.list(PeopleHome.principal("stranger")) }
        expect(error?.code, equals: .notFound)
    }

    @Test func aPrivateCameraTakesNone() async throws {
        let bed = try await Bed()
        bed.camera.setRecordingPrivacy(true)
        bed.camera.move()
        await bed.home.test.clock.advance(by: .seconds(3))
        bed.camera.setRecordingPrivacy(false)
        bed.camera.move()
        try await until { try await bed.list().count == 1 }
        try await expect(bed.list().count, equals: 1)
    }

    @Test func theShelfIsBounded() {
        var shelf = PictureShelf(bytes: 100)
        let cameras = (0..<3).map { ClipCamera(structureID: "home", deviceID: "\($0)", endpoint: 1) }
        func times() -> [Int64] { shelf.pictures.flatMap(\.times).map(\.components.seconds) }
        for time in 0..<10 { shelf.add([1], of: cameras[0], at: [.seconds(time)]) }
        expect(times(), equals: Array(2..<10))
        shelf.add([UInt8](repeating: 1, count: 98), of: cameras[1], at: [.seconds(10)])
        expect(times(), equals: [8, 9, 10])
        shelf.add([UInt8](repeating: 1, count: 101), of: cameras[2], at: [.seconds(11)])
        shelf.add([], of: cameras[2], at: [.seconds(11)])
        expect(times(), equals: [8, 9, 10])
        shelf.remove { $0 == cameras[0] }
        expect(times(), equals: [10])
    }

    /// Asking again lets an address last longer, and makes no other one.
    @Test func aHolderHasOneAddressOfAPicture() {
        var addresses = PictureAddresses<String>()
        let first = addresses.add(1, for: "a", secret: [1], at: .zero)
        let names = [
            addresses.add(1, for: "a", secret: [2], at: .seconds(200)),
            addresses.add(2, for: "a", secret: [3], at: .seconds(200)),
            addresses.add(1, for: "b", secret: [4], at: .seconds(200)),
        ]
        expect(names, equals: [first, "03", "04"])
        expect(addresses.find(first, at: .seconds(499))?.picture, equals: 1)
        expect(addresses.add(1, for: "a", secret: [5], at: .seconds(500)), equals: "05")
    }

    @Test func addressesAreBounded() {
        var addresses = PictureAddresses<String>()
        func secret(_ number: Int) -> [UInt8] { [UInt8(number / 256), UInt8(number % 256)] }
        let names = (0..<5_000).map { addresses.add(UInt64($0), for: "a", secret: secret($0), at: .zero) }
        expect(addresses.find(names[903], at: .zero) == nil)
        expect(addresses.find(names[904], at: .zero)?.picture, equals: 904)
        expect(addresses.find(names[904], at: .seconds(300)) == nil)
        let other = addresses.add(1, for: "b", secret: [1], at: .zero)
        addresses.end { $0 == "a" }
        expect(
            (addresses.find(names[4_999], at: .zero) == nil, addresses.find(other, at: .zero)?.picture), are: (true, 1))
    }
}
