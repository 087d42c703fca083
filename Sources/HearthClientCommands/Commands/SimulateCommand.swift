internal import HearthBase
internal import HearthDeviceHost
internal import HearthSystem
internal import HearthVirtualHome
internal import HearthEventLoop
internal import HearthSimulator
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// `hearth simulate FILE.matter`: simulates a product's device at a running hub until Ctrl-C.
package enum SimulateCommand {
    /// An event that the command waits for.
    private enum Happening: Sendable {
        case attached
        case line(String)
        case signal
        /// The host has ended, with a reason if that was unexpected.
        case ended(String?)
    }

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let product = try read(arguments.positional[0], arguments)
        show(product.warnings)
        if arguments.has("replace") {
            try await TraitReplacement(hub: Connection.open(arguments), product: product).run()
        }
        try await attach(product, arguments)
    }

    private static func attach(_ product: SimulatedProduct, _ arguments: Arguments) async throws(CommandError) {
        let device = SimulatedDevice(product) { print($0) }
        let connection = try await Connection.find(arguments)
        let address = connection.address
        let (happenings, events) = AsyncStream.makeStream(of: Happening.self)
        let host = try host(of: product, device, connection) { notice in
            tell(notice, product, address)
            if case .state(.attached) = notice { events.yield(.attached) }
            if case .refused(_, let error) = notice { events.yield(.ended(error.message)) }
        }
        let loop = try EventLoop.shared.mapError { CommandError(.cantStart, $0.message) }.get()
        let signals = Task {
            for await _ in loop.endSignals() { events.yield(.signal) }
        }
        let hosting = Task {
            do {
                try await host.run()
                events.yield(.ended(nil))
            } catch {
                events.yield(.ended((error as? HomeError)?.message ?? "\(error)"))
            }
        }
        let reason = await react(to: happenings, device) { events.yield(.line($0)) }
        // A second signal ends the process immediately.
        let impatient = Task {
            for await happening in happenings {
                if case .signal = happening { exit(130) }
            }
        }
        hosting.cancel()
        _ = await hosting.value
        impatient.cancel()
        signals.cancel()
        if let reason { throw CommandError(.refused, reason) }
        try printLine("Ended; the device is offline, and is the same device when it is simulated again.")
    }

    /// The connection that attaches a product to a hub.
    private static func host(
        of product: SimulatedProduct, _ device: SimulatedDevice, _ connection: Connection,
        notice: @escaping @Sendable (HostNotice) -> Void
    ) throws(CommandError) -> DeviceHost {
        do throws(HomeError) {
            return try DeviceHost(
                address: connection.address, tls: connection.tls, token: connection.token,
                identity: identity(product), name: "hearth simulate", provider: device, traits: product.traits,
                notice: notice)
        } catch {
            throw CommandError(.usage, error.message)
        }
    }

    /// Handles events. Lines are read once the device is attached.
    ///
    /// - Returns: why it ended; nil if that was requested.
    private static func react(
        to happenings: AsyncStream<Happening>, _ device: SimulatedDevice,
        takeLine: @escaping @Sendable (String) -> Void
    ) async -> String? {
        var isReading = false
        for await happening in happenings {
            switch happening {
            case .attached:
                if !isReading { readLines(takeLine) }
                isReading = true
            case .signal: return nil
            case .ended(let reason): return reason
            case .line(let line):
                do throws(ConsoleError) {
                    let answer = try await device.run(line)
                    if !answer.isEmpty { try? printLine(answer) }
                } catch {
                    printError(error.message)
                }
            }
        }
        return nil
    }

    /// An identity from the device's ID: invalid characters are replaced, and an ID that is too long is hashed.
    private static func identity(_ product: SimulatedProduct) -> ProviderIdentity {
        let id = product.device.id
        let plain = id.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isAllowed = character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
            return isAllowed ? String(character) : "%" + hex(byte, digits: 2, uppercase: true)
        }.joined()
        return .given("simulate/" + (plain.utf8.count > 100 ? hex(stableHash(Array(id.utf8)), digits: 16) : plain))
    }

    // MARK: The file

    private static func read(_ path: String, _ arguments: Arguments) throws(CommandError) -> SimulatedProduct {
        let schema = try text(path)
        let namesPath =
            path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .map { $0 + "/" }.joined() + "bindings.json"
        var names: (text: String, path: String)?
        if FileFacts(namesPath, followsLink: true) != nil { names = (try text(namesPath), namesPath) }
        do throws(SimulationError) {
            return try SimulatedProduct(
                schema: schema, path: path, names: names,
                naming: .init(id: arguments["id"], name: arguments["name"], room: arguments["room"]))
        } catch {
            show(error.problems)
            throw CommandError(.badFile, "\(path) can't be simulated; the errors are listed above")
        }
    }

    /// The text of a file; the errors are for the person who wrote it.
    static func text(_ path: String) throws(CommandError) -> String {
        guard let facts = FileFacts(path, followsLink: true) else {
            throw CommandError(.badFile, "\(path) can't be read: there is no such file")
        }
        guard !facts.isFolder else { throw CommandError(.badFile, "\(path) can't be read: it is a folder") }
        // Also from a pipe, such as the standard input.
        guard let bytes = try? OpenFile.reading(path).readToEnd() else {
            throw CommandError(.badFile, "\(path) can't be read; check its permissions")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.badFile, "\(path) is not UTF-8 text")
        }
        return text.withoutByteOrderMark
    }

    // MARK: The terminal

    /// Prints the first findings only: a maker mends those first, and then sees the rest.
    private static func show(_ findings: [String]) {
        let most = 20
        findings.prefix(most).forEach(printError)
        if findings.count > most { printError("… and \(findings.count - most) more") }
    }

    private static func print(_ line: String) {
        try? printLine("\(LocalTime.timeOfDay(SystemClock().sinceEpoch / .seconds(1)))  \(line)")
    }

    private static func tell(_ notice: HostNotice, _ product: SimulatedProduct, _ address: String) {
        switch notice {
        case .state(.attached):
            let count = product.device.endpoints.count
            try? printLine(
                """
                \(product.device.name) is on the hub at \(address), id \(product.device.id): \(count) endpoints, \
                \(product.traits.count) traits
                Type help for what you can do to it here; Ctrl-C ends it.
                """)
        case .state(.connecting), .refused: break
        case .state(.waiting), .mistake, .gap, .eventsLost: printError("hearth: \(notice)")
        }
    }

    /// Reads lines from standard input if that is possible; a shell's background job has no input.
    private static func readLines(_ take: @escaping @Sendable (String) -> Void) {
        signal(SIGTTIN, SIG_IGN)
        SystemThread.start {
            while let line = readLine() { take(line) }
        }
    }
}
