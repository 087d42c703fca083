@testable internal import HearthHomeKit
internal import Hearth
internal import HearthVirtualHome
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// A hub in this process with the virtual home, which does not change by itself. It stops at the end of the
/// test.
struct HomeKitHouse {
    let hub: Hub
    let devices: VirtualHome
    let server: RPCServer
    let store: HomeStore

    static func start(
        traits: [TraitDescriptor] = StandardTraits.descriptors, clock: any HomeClock = SystemClock(),
        limits: HubLimits = HubLimits(), file: String? = nil
    ) async throws -> HomeKitHouse {
        let store: HomeStore
        if let file { store = try await HomeStore.open(path: file) } else { store = try await HomeStore.inMemory() }
        let hub = Hub(
            store: store, traits: traits,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint),
            clock: clock, limits: limits)
        try await hub.start()
        let devices = VirtualHome(isLively: false)
        try await hub.attach(devices)
        var router = RPCRouter()
        hub.register(in: &router)
        let house = HomeKitHouse(hub: hub, devices: devices, server: RPCServer(router: router), store: store)
        atEnd { await house.stop() }
        return house
    }

    /// A client of its own, as another program has it.
    var client: RPCClient { RPCClient(transport: InProcessTransport(server: server)) }

    /// A program with a manager, whose homes are loaded.
    func program(_ name: String) async throws -> Program {
        try await Program.start(
            Home.connect(over: client, configuration: HomeClientConfiguration(clientID: name)))
    }

    /// A house with one program.
    static func open() async throws -> (HomeKitHouse, Program) {
        let house = try await start()
        return (house, try await house.program("app"))
    }

    /// A program at a home.
    static func oneProgram() async throws -> Program { try await open().1 }

    /// A house with two programs.
    static func openTwice() async throws -> (HomeKitHouse, Program, Program) {
        let house = try await start()
        return (house, try await house.program("one"), try await house.program("other"))
    }

    /// Two programs at one home.
    static func twoPrograms() async throws -> (Program, Program) {
        let (_, one, other) = try await openTwice()
        return (one, other)
    }

    func stop() async { try? await hub.shutdown() }
}

/// A program: a manager with a delegate that records its calls.
struct Program {
    let manager: HMHomeManager
    let told: DelegateRecorder
    let connection: Home

    static func start(_ home: Home) async throws -> Program {
        let told = DelegateRecorder()
        let manager = await told.manager { HMHomeManager(home: home) }
        let program = Program(manager: manager, told: told, connection: home)
        await program.told.waits(for: "homes")
        program.followHomes()
        return program
    }

    /// Sets the delegate of all homes and accessories.
    func followHomes() {
        for home in manager.homes {
            home.delegate = told
            for accessory in home.accessories { accessory.delegate = told }
        }
    }

    var home: HMHome {
        get throws { try require(manager.primaryHome) }
    }

    func accessory(_ name: String) throws -> HMAccessory {
        try require(manager.homes.lazy.flatMap(\.accessories).first { $0.name == name })
    }

    func characteristic(_ name: String, _ type: String) throws -> HMCharacteristic {
        try require(
            try accessory(name).services.lazy.flatMap(\.characteristics).first { $0.characteristicType == type })
    }
}

/// The code of the HomeKit error that a body throws; nil if it succeeds. Any other error is a failure of the test.
func code<R>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R) async -> HMError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return code(of: error)
    }
}

/// The same of a body that does not wait.
func code<R>(_ body: () throws -> R) -> HMError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return code(of: error)
    }
}

private func code(of error: any Error) -> HMError.Code? {
    if !(error is HMError) { Issue.record("\(error) is no HMError") }
    return (error as? HMError)?.code
}
