internal import Foundation
internal import HearthVirtualHome
internal import HearthTraitCore
internal import Synchronization
@testable internal import HearthSimulator

/// Product files that tests read.
enum Samples {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let readingLamp = root.appending(path: "Examples/products/reading-lamp.matter").path
    static let turntable = root.appending(path: "Examples/spinner/Sources/Turntable/Turntable.matter").path
    static let spinner = root.appending(path: "Tests/ExampleMaker/ExampleOrganization.matter").path

    /// Makers' real files, if this machine has some: in a folder named by the environment, else in one beside the
    /// sources.
    static let products: [String] = {
        let given = ProcessInfo.processInfo.environment["HEARTH_PRODUCT_FILES"]
        let beside = root.deletingLastPathComponent().appending(path: "shared/data/matter")
        let folder = given.map { URL(filePath: $0) } ?? beside
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".matter") }.sorted().map { folder.appending(path: $0).path }
    }()

    static func product(
        _ path: String, names: String? = nil, naming: SimulatedProduct.Naming = .init()
    ) throws -> SimulatedProduct {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try SimulatedProduct(
            schema: text, path: path, names: names.map { ($0, "bindings.json") }, naming: naming)
    }
}

/// A simulated device with a clock that is moved by hand, and its output.
struct Stand {
    final class Hub: DeviceReporter {
        private let kept = Mutex<[DeviceChange]>([])
        func report(_ change: DeviceChange) { kept.withLock { $0.append(change) } }
        func bring(_ devices: [DeviceDescription]) {}
        func remove(_ deviceIDs: [String]) {}
        func remember(_ deviceID: String, key: String, _ value: [UInt8]) {}
        var changes: [DeviceChange] { kept.withLock { $0 } }
    }

    final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        func add(_ line: String) { kept.withLock { $0.append(line) } }
        var lines: [String] { kept.withLock { $0 } }
    }

    let product: SimulatedProduct
    let clock = ManualClock()
    let device: SimulatedDevice
    let hub = Hub()
    let log = Log()
    let description: DeviceDescription

    init(_ product: SimulatedProduct, stored: StoredState = StoredState()) async throws {
        self.product = product
        let log = log
        device = SimulatedDevice(product, clock: clock) { log.add($0) }
        let devices = await device.start(hub: hub, stored: stored)
        guard let first = devices.first else { throw SimulationError(["no device"]) }
        description = first
    }

    func path(_ trait: TraitDescriptor, _ endpoint: UInt16) -> TraitPath {
        TraitPath(TraitTarget(deviceID: product.device.id, endpoint: endpoint), trait.id)
    }

    func trait(_ name: String, _ endpoint: UInt16) throws -> TraitDescriptor {
        guard let trait = product.traits(at: endpoint).first(where: { $0.name == name }) else {
            throw SimulationError(["no trait \(name) on endpoint \(endpoint)"])
        }
        return trait
    }

    @discardableResult
    func send(
        _ name: String, _ command: String, _ arguments: StructureValue = [:], endpoint: UInt16 = 1
    ) async throws -> StructureValue? {
        let trait = try trait(name, endpoint)
        guard let found = trait.command(named: command) else { throw SimulationError(["no command \(command)"]) }
        return try await device.invoke(
            CommandInvocation(
                path: path(trait, endpoint), command: found, arguments: arguments, cause: .client("tester")))
    }

    func write(_ name: String, _ values: StructureValue, endpoint: UInt16 = 1) async throws {
        let trait = try trait(name, endpoint)
        try await device.write(AttributeUpdate(path: path(trait, endpoint), values: values, cause: .client("tester")))
    }

    /// The last reported value of an attribute, else its initial one.
    func value(_ name: String, _ attribute: String, endpoint: UInt16 = 1) throws -> TraitValue? {
        let trait = try trait(name, endpoint)
        guard let id = trait.attribute(named: attribute)?.id else { return nil }
        let key = DeviceChange.TraitKey(endpoint: endpoint, traitID: trait.id)
        let first = description.endpoints.first { $0.id == endpoint }?.traits.first { $0.descriptor.id == trait.id }
        return hub.changes.compactMap { $0.attributes[key]?[id] }.last ?? first?.attributes[id]
    }
}
