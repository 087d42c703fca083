@testable internal import HearthHomeKit
internal import Foundation
internal import Hearth
internal import HearthBase
internal import HearthIntegrations
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import IntegrationTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// Accessories that the hub has found, added by HomeKit's names.
@Suite(.timeLimit(.minutes(5)))
struct AddingTests {
    private let ecosystem = FakeEcosystem()

    private func start() async throws -> (IntegrationHouse, Program) {
        let house = try await IntegrationHouse(ecosystem)
        return (house, try await program(house, "one"))
    }

    private func program(
        _ house: IntegrationHouse, _ name: String, _ principal: Principal = .owner
    ) async throws -> Program {
        try await Program.start(
            Home.connect(over: house.client(principal), configuration: HomeClientConfiguration(clientID: name)))
    }

    @Test func browserFindsAnAccessoryThatBecomesTheHomes() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let (house, one) = try await start()
        let other = try await program(house, "other")
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let accessory = try await finder.next()
        expect((accessory.name, accessory.manufacturer), are: ("Strip AA", "Fakes"))
        expect((accessory.home == nil, accessory.room == nil, accessory.services.isEmpty), are: (true, true, true))
        let foundID = accessory.uniqueIdentifier

        let home = try one.home
        await expect(
            code { try await home.assignAccessory(accessory, to: home.roomForEntireHome()) },
            equals: .objectNotAssociatedToAnyHome)
        try await home.addAccessory(accessory)
        expect(home.accessories.map { $0 === accessory }, equals: [true])
        expect((accessory.home === home, accessory.uniqueIdentifier != foundID), are: (true, true))
        expect(accessory.name, equals: "one")
        expect(accessory.services.map(\.serviceType).contains(HMServiceTypeLightbulb))
        // The same object, as apps use it in the completion handler.
        let attic = try await home.addRoom(withName: "Attic")
        try await home.assignAccessory(accessory, to: attic)
        expect(accessory.room === attic)
        try await until { finder.browser.discoveredAccessories.isEmpty }
        // Of additions by others delegates are notified, of own ones not.
        await other.told.waits(for: "+accessory one")
        expect(one.told.events.filter { $0.contains("accessory") }, equals: [])
        await expect(code { try await home.addAccessory(accessory) }, equals: .objectAlreadyAssociatedToHome)
        try await house.end()
    }

    @Test("Calls that name an accessory wait until it is added, as the guides print them")
    func callsForAFoundAccessoryWaitForItsAddition() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let accessory = try await finder.next()
        let home = try one.home
        let attic = try await home.addRoom(withName: "Attic")
        let outcomes = Mutex<[String]>([]), done = Latch()
        func note(_ name: String) -> ((any Error)?) -> Void {
            { error in
                let isLast = outcomes.withLock { outcomes in
                    outcomes.append(error.map { "\(name): \($0)" } ?? name)
                    return outcomes.count == 4
                }
                if isLast { done.open() }
            }
        }
        home.addAccessory(accessory, completionHandler: note("added"))
        home.assignAccessory(accessory, to: attic, completionHandler: note("assigned"))
        accessory.updateName("Reading light", completionHandler: note("renamed"))
        home.unblockAccessory(accessory, completionHandler: note("unblocked"))
        await done.wait()
        expect(Set(outcomes.withLock { $0 }), equals: ["added", "assigned", "renamed", "unblocked"])
        expect(outcomes.withLock { $0.first }, equals: "added")
        expect((accessory.room === attic, accessory.name), are: (true, "Reading light"))
        try await house.end()
    }

    @Test func anAdditionDelaysOnlyCallsThatNameItsAccessory() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let accessory = try await finder.next()
        let home = try one.home
        let attic = try await home.addRoom(withName: "Attic")
        let outcomes = Mutex<[String]>([])
        func note(_ name: String) -> ((any Error)?) -> Void {
            { error in outcomes.withLock { $0.append(error == nil ? name : "\(name) failed") } }
        }
        // As while a person walks to its button.
        let walk = try require(home.model).order.enter([.addition(accessory.key)])
        home.addAccessory(accessory) { error in
            note("added")(error)
            accessory.updateName("Last", completionHandler: note("renamed again"))
        }
        home.assignAccessory(accessory, to: attic, completionHandler: note("assigned"))
        accessory.updateName("First", completionHandler: note("renamed"))
        accessory.identify(completionHandler: note("identified"))
        _ = try await home.addRoom(withName: "Cellar")
        expect(outcomes.withLock { $0 }, equals: [])
        walk.leave()
        try await until { outcomes.withLock { $0.count } == 5 }
        expect(
            outcomes.withLock { $0 },
            equals: ["added", "assigned", "renamed", "identified", "renamed again"])
        expect((accessory.room === attic, accessory.name), are: (true, "Last"))
        // Its later calls take their places among those to the home at once.
        try await until { accessory.addition == nil }
        try await house.end()
    }

    @Test func removedAccessoryComesBackAsTheSameOne() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let home = try one.home
        let accessory = try await finder.next()
        try await home.addAccessory(accessory)
        let attic = try await home.addRoom(withName: "Attic")
        try await home.assignAccessory(accessory, to: attic)
        try await accessory.updateName("Reading light")
        let id = accessory.uniqueIdentifier
        for integration in try await one.connection.integrations.list() {
            try await one.connection.integrations.remove(id: integration.id)
        }
        let again = try await finder.next()
        try await until { accessory.home == nil }
        try await home.addAccessory(again)
        expect((again.uniqueIdentifier, again.name, again.room === attic), are: (id, "Reading light", true))
        try await house.end()
    }

    @Test func ignoredAccessoryLeavesTheBrowser() async throws {
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let accessory = try await finder.next()
        try await one.connection.integrations.ignore(id: "fake/AA")
        try await until { finder.browser.discoveredAccessories.isEmpty }
        try await one.connection.integrations.stopIgnoring(id: "fake/AA")
        let again = try await finder.next()
        expect((again !== accessory, again.name), are: (true, "Strip AA"))
        try await house.end()
    }

    @Test("An accessory that is removed before the search is told that it was added is found again")
    func accessoryRemovedAtOnceIsFoundAgain() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        var accessory = try await finder.next()
        for _ in 0..<5 {
            try await one.home.addAccessory(accessory)
            let integration = try require(await one.connection.integrations.list().first)
            try await one.connection.integrations.remove(id: integration.id)
            let again = try await finder.next()
            expect(again !== accessory)
            accessory = again
        }
        try await house.end()
    }

    @Test func accessoryWithAKeyIsAddedByAToken() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter22")
        let (house, one) = try await start()
        let keeper = KeyKeeper()
        await MainQueue.result { [manager = one.manager] in manager.delegate = keeper }
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA", askingFor: "key")
        let accessory = try await finder.next()
        let home = try one.home
        await expect(code { try await home.addAccessory(accessory) }, equals: .invalidOrMissingAuthorizationData)
        let request = try require(keeper.requests.first)
        expect(request.accessoryName, equals: "Strip AA")
        expect(request.home === home && request.requiresOwnershipToken && !request.requiresSetupPayloadURL)
        func payload(_ key: String) throws -> HMAccessorySetupPayload {
            let token = try require(HMAccessoryOwnershipToken(data: Data(key.utf8)))
            return try require(request.makePayload(ownershipToken: token))
        }
        let wrong = try payload("wrong")
        await expect(
            code { _ = try await home.addAndSetupAccessories(with: wrong) },
            equals: .invalidOrMissingAuthorizationData)
        let added = try await home.addAndSetupAccessories(with: try payload("hunter22"))
        expect((added?.map(\.name), home.accessories.map(\.name), keeper.requests.count), are: (["one"], ["one"], 1))
        try await house.end()
    }

    @Test func aPersonIsAskedToPressTheButton() async throws {
        ecosystem["bridge.local"] = .init(identity: "AA", givenToken: "t0ken")
        ecosystem["other.local"] = .init(identity: "BB", devices: ["two"], givenToken: "t0ken")
        let (house, one) = try await start()
        let keeper = KeyKeeper()
        await MainQueue.result { [manager = one.manager] in manager.delegate = keeper }
        let finder = Finder(one.manager)
        await house.announce("bridge.local", "AA", askingFor: "button")
        let accessory = try await finder.next()
        expect(accessory.requiresButtonPress)
        let home = try one.home
        try await home.addAccessory(accessory)
        expect(keeper.buttons, equals: ["Strip AA in Home"])
        expect(!accessory.requiresButtonPress)
        _ = try await home.addAndSetupAccessories(
            with: HMAccessorySetupPayload(text: "hearth-device:fake?host=other.local"))
        expect(keeper.buttons, equals: ["Strip AA in Home", "other.local in Home"])
        try await house.end()
    }

    @Test func addressAndKeyAreAPayloadOfTheSetupManager() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter 22")
        let (house, one) = try await start()
        let home = try one.home
        let attic = try await home.addRoom(withName: "Attic")
        let request = HMAccessorySetupRequest()
        request.payload = HMAccessorySetupPayload(
            url: URL(string: "hearth-device:fake?host=strip.local&key=hunter%2022"))
        request.homeUniqueIdentifier = home.uniqueIdentifier
        request.suggestedRoomUniqueIdentifier = attic.uniqueIdentifier
        request.suggestedAccessoryName = "Reading light"
        let setup = HMAccessorySetupManager(manager: one.manager)
        let result = try await setup.performAccessorySetup(using: request)
        expect(result.homeUniqueIdentifier, equals: home.uniqueIdentifier)
        let accessory = try one.accessory("Reading light")
        expect((result.accessoryUniqueIdentifiers, accessory.room === attic), are: ([accessory.uniqueIdentifier], true))

        request.suggestedRoomUniqueIdentifier = UUID()
        await expect(code { try await setup.performAccessorySetup(using: request) }, equals: .notFound)
        request.suggestedRoomUniqueIdentifier = nil
        await expect(
            code { try await setup.performAccessorySetup(using: request) },
            equals: .objectAlreadyAssociatedToHome)
        request.payload = HMAccessorySetupPayload(text: "hearth-device:fake?host=nowhere.local")
        await expect(code { try await setup.performAccessorySetup(using: request) }, equals: .accessoryNotReachable)
        request.payload = HMAccessorySetupPayload(text: "hearth-device:fake")
        await expect(code { try await setup.performAccessorySetup(using: request) }, equals: .invalidParameter)
        try await house.end()
    }

    @Test func chooserShowsWhatWasFound() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["other.local"] = .init(identity: "BB", devices: ["two"])
        let (house, one) = try await start()
        await house.announce("strip.local", "AA")
        await house.announce("other.local", "BB")
        HMHomeManager.accessoryChooser = { _, accessories in accessories.filter { $0.name == "Strip BB" } }
        defer { HMHomeManager.accessoryChooser = nil }
        let home = try one.home
        try await home.addAndSetupAccessories()
        expect(home.accessories.map(\.name), equals: ["two"])
        try await house.end()
    }

    @Test func thingsWithSeveralDevicesStayOutsideOfTheHome() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"])
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let accessory = try await finder.next()
        let home = try one.home
        try await home.addAccessory(accessory)
        expect(home.accessories.map(\.name).sorted(), equals: ["one", "two"])
        expectNil(accessory.home)
        try await house.end()
    }

    @Test func whatIsGoneOrForbiddenHasItsError() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let (house, one) = try await start()
        let finder = Finder(one.manager)
        await house.announce("strip.local", "AA")
        let accessory = try await finder.next()
        finder.browser.stopSearchingForNewAccessories()
        await house.centre.take(.gone(type: "_fake._tcp", name: "Strip AA"))
        let home = try one.home
        await expect(code { try await home.addAccessory(accessory) }, equals: .accessoryDiscoveryFailed)
        expect(finder.browser.discoveredAccessories.map { $0 === accessory }, equals: [true])

        let rights: Rights = [.public, .view, .operate, .manage]
        let person = Principal(id: "app", rights: rights)
        let bob = try await Home.connect(
            over: house.client(person), configuration: HomeClientConfiguration(clientID: "bob"))
        let browser = HMAccessoryBrowser(manager: HMHomeManager(home: bob))
        browser.startSearchingForNewAccessories()
        try await until { browser.searchError?.code == .insufficientPrivileges }
        try await house.end()
    }
}

/// A browser with a delegate that hands out what was found.
private final class Finder: NSObject, HMAccessoryBrowserDelegate, Sendable {
    let browser: HMAccessoryBrowser
    private let found: AsyncStream<HMAccessory>
    private let feed: AsyncStream<HMAccessory>.Continuation

    init(_ manager: HMHomeManager) {
        browser = HMAccessoryBrowser(manager: manager)
        (found, feed) = AsyncStream.makeStream()
        super.init()
        browser.delegate = self
        browser.startSearchingForNewAccessories()
    }

    /// - Throws: `CancellationError` at the end of the test's time.
    func next() async throws -> HMAccessory {
        for await accessory in found { return accessory }
        throw CancellationError()
    }

    func accessoryBrowser(_ browser: HMAccessoryBrowser, didFindNewAccessory accessory: HMAccessory) {
        feed.yield(accessory)
    }
}

/// A manager's delegate that keeps the requests for keys and for presses of buttons.
private final class KeyKeeper: NSObject, HMHomeManagerDelegate, Sendable {
    private let kept = Mutex<[HMAddAccessoryRequest]>([])
    private let pressed = Mutex<[String]>([])
    var requests: [HMAddAccessoryRequest] { kept.withLock { $0 } }
    var buttons: [String] { pressed.withLock { $0 } }

    func homeManager(_ manager: HMHomeManager, didRequestButtonPressFor accessoryName: String, in home: HMHome) {
        pressed.withLock { $0.append("\(accessoryName) in \(home.name)") }
    }

    func homeManager(_ manager: HMHomeManager, didReceiveAddAccessoryRequest request: HMAddAccessoryRequest) {
        kept.withLock { $0.append(request) }
    }
}
