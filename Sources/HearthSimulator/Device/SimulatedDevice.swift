internal import HearthVirtualHome
public import HearthTraitCore

/// A product simulated at a hub. Requests of clients change values here and are logged.
///
/// Traits with a behaviour in `HearthVirtualHome` are simulated. For all others, writes are checked and stored; commands
/// are checked, succeed, change nothing and are logged. Their responses contain arguments and attributes of the same
/// name, otherwise the schema's defaults and zeros.
public struct SimulatedDevice: DeviceProvider {
    private let product: SimulatedProduct
    private let home: VirtualHome
    private let log: @Sendable (String) -> Void

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - product: the product to simulate.
    ///   - clock: the time of the device.
    ///   - log: called with a line for each event at the device.
    public init(
        _ product: SimulatedProduct, clock: any HomeClock = SystemClock(),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.product = product
        self.log = log
        home = VirtualHome(products: [product.device], clock: clock, notice: log)
    }

    // MARK: DeviceProvider

    public func start(hub: any DeviceReporter, stored: StoredState) async -> [DeviceDescription] {
        await home.start(hub: LoggedReports(hub: hub, product: product, log: log), stored: stored)
    }

    public func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        let trait = product.trait(invocation.path.traitID, at: invocation.path.target.endpoint)
        let arguments = trait.map { $0.text(invocation.arguments, invocation.command.arguments) } ?? ""
        let call = "\(name(invocation.path)).\(invocation.command.methodName)(\(arguments))"
        log("\(call)\(by(invocation.cause))")
        do {
            return try await home.invoke(invocation)
        } catch {
            log("\(call) refused: \(reason(error))")
            throw error
        }
    }

    public func write(_ update: AttributeUpdate) async throws {
        let trait = product.trait(update.path.traitID, at: update.path.target.endpoint)
        let fields = StructDescriptor("", trait?.attributes.map(\.field) ?? [])
        let values = trait.map { $0.text(update.values, fields) } ?? ""
        log("\(name(update.path)) write \(values)\(by(update.cause))")
        do {
            try await home.write(update)
        } catch {
            log("\(name(update.path)) write refused: \(reason(error))")
            throw error
        }
    }

    public func stop() async {
        await home.stop()
    }

    private func name(_ path: TraitPath) -> String {
        let trait = product.trait(path.traitID, at: path.target.endpoint)
        return "\(path.target.endpoint) \(trait?.name ?? "trait \(path.traitID)")"
    }

    private func by(_ cause: ChangeCause) -> String {
        switch cause {
        case .client(let id, _) where !id.isEmpty: "  from \(id)"
        case .automation(let id, _): "  from automation \(id)"
        case .client, .device, .hub: ""
        }
    }

    private func reason(_ error: any Error) -> String { (error as? TraitError)?.message ?? "\(error)" }

    // MARK: Console

    /// Executes a line typed at the simulator's console. `help` lists the commands.
    ///
    /// - Returns: the text to print.
    /// - Throws: ``ConsoleError`` that says what is wrong with the line.
    public func run(_ line: String) async throws(ConsoleError) -> String {
        switch try ConsoleCommand(line, product) {
        case .nothing: return ""
        case .help: return ConsoleCommand.usage
        case .show(let endpoint): return await values(of: endpoint)
        case .set(let path, let values):
            do {
                try await home.adopt(values, of: path)
            } catch {
                throw ConsoleError(reason(error))
            }
            return ""
        case .event(let path, let id, let fields):
            do {
                try await home.emit(id, fields, of: path)
            } catch {
                throw ConsoleError(reason(error))
            }
            return ""
        }
    }

    private func values(of wanted: UInt16?) async -> String {
        var lines: [String] = []
        for device in await home.descriptions {
            for endpoint in device.endpoints where wanted == nil || endpoint.id == wanted {
                for trait in endpoint.traits {
                    let shown = trait.descriptor.attributes.filter { !GlobalAttribute.contains($0.id) }.map(\.field)
                    let values = trait.descriptor.text(trait.attributes, StructDescriptor("", shown))
                    lines.append("\(endpoint.id) \(trait.descriptor.name): \(values)")
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}
