import Foundation
import Hearth
import HearthTraits

/// The usual ways in which apps await, catch and ignore: none is run, all must compile in both language modes, since
/// HearthTests contains this file as well. With typed errors the compiler crashed on some.
enum Shapes {
    // MARK: Catching

    static func catchAsHomeError(_ rooms: Set<Room>) async {
        do {
            _ = try await rooms.first!.setName("")
        } catch let error as HomeError {
            print(error.code)
        } catch {
            print(error)
        }
    }

    static func catchAll(_ room: Room) async {
        do { _ = try await room.setName("Hall") } catch { print(error.localizedDescription) }
    }

    static func catchByPattern(_ room: Room) async {
        do {
            _ = try await room.setName("Hall")
        } catch let error as HomeError where error.code == .notFound {
            print("gone")
        } catch is HomeError {
            print("refused")
        } catch {
            print(error)
        }
    }

    static func catchCancellation(_ trait: Matter.OnOffTrait) async {
        do { try await trait.on() } catch is CancellationError { print("cancelled") } catch { print(error) }
    }

    static func catchAndThrowOn(_ trait: Matter.OnOffTrait) async throws {
        do {
            try await trait.off()
        } catch let error as HomeError {
            if error.code == .unavailable { return }
            throw error
        }
    }

    static func catchInALoop(_ devices: Set<HomeDevice>) async -> [String: any Error] {
        var failures: [String: any Error] = [:]
        for device in devices {
            do {
                _ = try await device.setName(device.name + "!")
            } catch {
                failures[device.id] = error
                continue
            }
        }
        return failures
    }

    static func catchWithDefer(_ structure: Structure) async {
        defer { print("done") }
        do {
            let room = try await structure.createRoom(name: "Attic")
            try await structure.deleteRoom(room)
        } catch { print(error) }
    }

    static func catchInAClosure(_ trait: Matter.OnOffTrait) -> @Sendable () async -> Bool {
        { do { try await trait.toggle(); return true } catch { return false } }
    }

    static func nested(_ structure: Structure, _ device: HomeDevice) async {
        do {
            let room = try await structure.createRoom(name: "Attic")
            do {
                _ = try await structure.move(device: device, to: room)
            } catch let error as HomeError {
                print(error.message)
                try await structure.deleteRoom(room)
            }
        } catch { print(error) }
    }

    static func toOneOfOurs(_ trait: Matter.OnOffTrait) async throws {
        struct AppError: Error { let cause: any Error }
        do { try await trait.on() } catch { throw AppError(cause: error) }
    }

    static func switchOnTheCode(_ trait: Matter.DoorLockTrait) async -> String {
        do {
            try await trait.lockDoor()
            return "locked"
        } catch let error as HomeError {
            switch error.code {
            case .unavailable, .deadlineExceeded: return "away"
            case .permissionDenied: return "not yours"
            default: return error.message
            }
        } catch { return "\(error)" }
    }

    // MARK: Ignoring

    static func ignore(_ light: OnOffLightDeviceType) async {
        try? await light.matterTraits.onOffTrait?.toggle()
        _ = try? await light.matterTraits.levelControlTrait?.update { $0.setOnLevel(5) }
    }

    static func orNothing(_ home: Home) async -> Set<Structure> { (try? await home.structures().list()) ?? [] }

    static func firstOrNothing(_ home: Home) async -> Set<HomeDevice>? {
        try? await home.devices().batched().values.first { !$0.isEmpty }
    }

    static func guardLetTry(_ device: HomeDevice) async -> HomeDevice? {
        guard let renamed = try? await device.setName("Lamp") else { return nil }
        return renamed
    }

    static func ifLetTry(_ device: HomeDevice) async {
        if let data = try? await device.customAppData, let value = try? await data["order"] { print(value) }
    }

    // MARK: Sequences

    static func forAwait(_ home: Home) async throws {
        for try await devices in home.devices().batched().values where !devices.isEmpty {
            print(devices.count)
            break
        }
    }

    static func forAwaitAndCatch(_ home: Home) async {
        do {
            for try await rooms in home.rooms().batched().values { print(rooms.count) }
        } catch let error as HomeError { print(error.code) } catch { print(error) }
    }

    static func firstOf(_ home: Home) async throws -> Set<Room>? {
        try await home.rooms().batched().values.first { _ in true }
    }

    static func reduced(_ home: Home) async throws -> Int {
        try await home.rooms().batched().prefix(3).values.reduce(0) { $0 + $1.count }
    }

    static func mapped(_ home: Home) async throws -> [Int] {
        var counts: [Int] = []
        for try await count in home.devices().batched().values.map({ $0.count }).prefix(2) { counts.append(count) }
        return counts
    }

    static func byIterator(_ home: Home) async throws -> Int? {
        var iterator = home.devices().batched().values.makeAsyncIterator()
        return try await iterator.next()?.count
    }

    static func withoutFailure(_ home: Home) async {
        for await names in home.devices().batched().map({ $0.map(\.name) }).replaceError(with: []).values {
            print(names)
        }
    }

    // MARK: Tasks

    static func task(_ trait: Matter.OnOffTrait) -> Task<Void, any Error> { Task { try await trait.on() } }

    static func taskValue(_ device: HomeDevice) async throws -> String {
        try await Task { try await device.setName("Lamp").name }.value
    }

    static func taskResult(_ device: HomeDevice) async -> Bool {
        switch await Task(operation: { try await device.setName("Lamp") }).result {
        case .success: true
        case .failure(let error): error is CancellationError
        }
    }

    static func detached(_ home: Home) { Task.detached { _ = try await home.createStructure(name: "Cottage") } }

    static func asyncLet(_ home: Home) async throws -> Int {
        async let rooms = home.rooms().list()
        async let devices = home.devices().list()
        return try await rooms.count + devices.count
    }

    static func group(_ lights: [OnOffLightDeviceType]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for light in lights {
                guard let trait = light.matterTraits.onOffTrait else { continue }
                group.addTask { try await trait.off() }
            }
            try await group.waitForAll()
        }
    }

    static func groupOfFailures(_ rooms: Set<Room>) async -> [HomeError] {
        await withTaskGroup(of: HomeError?.self) { group in
            for room in rooms {
                group.addTask {
                    do { _ = try await room.setName("x"); return nil } catch { return error as? HomeError }
                }
            }
            return await group.reduce(into: []) { if let error = $1 { $0.append(error) } }
        }
    }

    static func timedOut(_ trait: Matter.OnOffTrait) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await trait.on() }
            group.addTask {
                try await Task.sleep(nanoseconds: 1_000_000_000)
                throw CancellationError()
            }
            try await group.next()
            group.cancelAll()
        }
    }

    @MainActor static func onTheMainActor(_ trait: Matter.OnOffTrait) async throws -> Bool? {
        try await trait.toggle()
        return try await trait.update { $0.setOnTime(3) }.onTime == 3
    }

    static func withContinuation(_ trait: Matter.OnOffTrait) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Task {
                do {
                    try await trait.on()
                    continuation.resume()
                } catch { continuation.resume(throwing: error) }
            }
        }
    }

    static func retried(_ trait: Matter.OnOffTrait) async throws {
        for attempt in 1...3 {
            do { return try await trait.on() } catch  where attempt < 3 { continue }
        }
    }

    // MARK: Values of calls

    static func chained(_ home: Home) async throws -> String? {
        try await home.devices().list().first { $0.name == "Lamp" }?.setName("Light").name
    }

    static func mappedByTry(_ devices: [HomeDevice]) async throws -> [String] {
        var names: [String] = []
        for device in devices { names.append(try await device.setName("x").name) }
        return names
    }

    static func ternary(_ trait: Matter.OnOffTrait, _ isOn: Bool) async throws {
        isOn ? try await trait.on() : try await trait.off()
    }

    static func asFunction(_ trait: Matter.OnOffTrait) async throws {
        let act: () async throws -> Void = trait.toggle
        try await act()
    }

    static func chosen(_ trait: Matter.OnOffTrait, _ isOn: Bool) async throws {
        let act = isOn ? trait.on : trait.off
        try await act()
    }

    static func generic<T>(_ body: () async throws -> T) async -> Result<T, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    static func throughGeneric(_ device: HomeDevice) async -> String? {
        try? await generic { try await device.setName("x") }.get().name
    }

    static func rethrown(_ devices: [HomeDevice], _ body: (HomeDevice) async throws -> Void) async rethrows {
        for device in devices { try await body(device) }
    }

    static func throughRethrows(_ devices: [HomeDevice]) async throws {
        try await rethrown(devices) { _ = try await $0.setName("x") }
    }

    static func autoclosure(_ value: @autoclosure () async throws -> Int) async -> Int { (try? await value()) ?? 0 }

    static func throughAutoclosure(_ home: Home) async -> Int {
        await autoclosure(try await home.devices().list().count)
    }

    static func property(_ device: HomeDevice) async throws -> [String: String] {
        try await device.customAppData.values
    }

    static func propertyCaught(_ device: HomeDevice) async -> [String: String] {
        do { return try await device.customAppData.values } catch let error as HomeError {
            print(error)
            return [:]
        } catch { return [:] }
    }

    static func tupleOfCalls(_ home: Home) async throws -> (Int, Int) {
        (try await home.rooms().list().count, try await home.devices().list().count)
    }

    static func inAString(_ home: Home) async throws -> String { "\(try await home.rooms().list().count) rooms" }

    static func optionalChain(_ thermostat: ThermostatDeviceType) async throws {
        try await thermostat.matterTraits.thermostatTrait?.update { $0.setOccupiedHeatingSetpoint(2_100) }
    }

    static func forced(_ light: DimmableLightDeviceType) async {
        try! await light.matterTraits.onOffTrait!.on()
    }

    static func eitherOr(_ home: Home, _ name: String) async throws -> Structure {
        if let known = try await home.structures().list().first(where: { $0.name == name }) { return known }
        return try await home.createStructure(name: name)
    }

    static func whileLet(_ home: Home) async throws {
        var iterator = home.rooms().batched().values.makeAsyncIterator()
        while let rooms = try await iterator.next() { print(rooms.count) }
    }

    static func labelled(_ home: Home, _ wanted: Int) async throws {
        search: for try await devices in home.devices().batched().values {
            for device in devices where device.name.count == wanted { break search }
        }
    }

    static func storedTask(_ trait: Matter.OnOffTrait) async {
        let pending: [Task<Void, any Error>] = (0..<3).map { _ in Task { try await trait.toggle() } }
        for task in pending { _ = await task.result }
    }

    static func bothFail(_ home: Home) async -> String {
        do { return try await chained(home) ?? "no lamp" } catch let error as HomeError { return error.message } catch {
            return error.localizedDescription
        }
    }

    static func resultOfCall(_ device: HomeDevice) async -> Result<HomeDevice, HomeError> {
        do { return .success(try await device.setName("x")) } catch let error as HomeError {
            return .failure(error)
        } catch { return .failure(HomeError(.unknown, "\(error)")) }
    }

    static func decommissioned(_ device: HomeDevice) async -> Set<String> {
        guard case .eligible? = try? await device.decommissionEligibility else { return [] }
        return (try? await device.decommission()) ?? []
    }

    static func connected(_ address: String) async -> Home? {
        do { return try await Home.connect(to: address) } catch let error as HomeError {
            print(error.code)
            return nil
        } catch { return nil }
    }

    static func batch(_ home: Home, _ trait: Matter.OnOffTrait) async {
        do {
            let names = try await [home.rooms().list().map(\.name), home.devices().list().map(\.name)]
            print(names.flatMap { $0 })
            try await trait.off()
        } catch { print(error) }
    }
}
