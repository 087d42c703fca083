internal import HearthTraitCore

/// The devices of a ``HostEngine``, which receive work with its encoded message.
protocol WorkProvider: Sendable {
    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription]

    /// Executes a command or a write. Its changes are reported before this returns.
    ///
    /// - Returns: the response's message; empty for a bare status.
    func carryOut(_ work: DeviceWork) async throws -> [UInt8]

    func stop() async
}

/// A provider that receives work as values.
struct ValueProvider: WorkProvider {
    private let provider: any DeviceProvider

    init(_ provider: any DeviceProvider) {
        self.provider = provider
    }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        try await provider.start(hub: hub, stored: stored)
    }

    func carryOut(_ work: DeviceWork) async throws -> [UInt8] {
        let values = try work.values()
        switch work.task {
        case .invoke(let command):
            let invocation = CommandInvocation(
                path: work.path, command: command, arguments: values, message: work.message, cause: work.cause)
            return try await provider.invoke(invocation).map { work.trait.encodeResponse(of: command, $0) } ?? []
        case .write:
            try await provider.write(
                AttributeUpdate(path: work.path, values: values, message: work.message, cause: work.cause))
            return []
        }
    }

    func stop() async { await provider.stop() }
}
