internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// The requests from a hub to its devices, in order, each with the time of day.
final class SentRequests: Sendable {
    private struct State {
        var lines: [String] = []
        var refusals: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let clock: any HomeClock
    private let midnight: Duration

    /// - Parameter midnight: The beginning of the day, since 1970.
    init(clock: any HomeClock, midnight: Duration) {
        self.clock = clock
        self.midnight = midnight
    }

    var lines: [String] { state.withLock { $0.lines } }

    /// Makes a device refuse its next commands.
    func refuse(_ deviceID: String, times: Int) { state.withLock { $0.refusals[deviceID] = times } }

    /// Wraps a provider so that each request to its devices is recorded.
    func noting(_ provider: any DeviceProvider) -> any DeviceProvider { Noted(provider: provider, sent: self) }

    private func note(_ path: TraitPath, _ what: String, _ fields: StructureValue, _ schema: [FieldDescriptor])
        throws(TraitError)
    {
        let second = (clock.sinceEpoch - midnight).components.seconds
        let time = [second / 3_600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        let values = schema.compactMap { field -> String? in
            switch fields[field.id] {
            case .string(let text)?: "\(field.name) \(text)"
            case .signed(let number)?: "\(field.name) \(number)"
            // Default options are left out.
            case .unsigned(let number)? where number != 0 || what.isEmpty: "\(field.name) \(number)"
            default: nil
            }
        }
        let place = [time.joined(separator: ":"), path.target.deviceID, what].filter { !$0.isEmpty }
        let isRefused = state.withLock { state in
            state.lines.append((place + values).joined(separator: " "))
            guard let left = state.refusals[path.target.deviceID], left > 0 else { return false }
            state.refusals[path.target.deviceID] = left - 1
            return true
        }
        if isRefused { throw TraitError(.failure, "\(path.target.deviceID) was told to refuse") }
    }

    private struct Noted: DeviceProvider {
        let provider: any DeviceProvider
        let sent: SentRequests

        func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
            try await provider.start(hub: hub, stored: stored)
        }

        func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
            let command = invocation.command
            try sent.note(invocation.path, command.methodName, invocation.arguments, command.arguments.fields)
            return try await provider.invoke(invocation)
        }

        func write(_ update: AttributeUpdate) async throws {
            let trait = StandardTraits.descriptors.first { $0.id == update.path.traitID }
            try sent.note(update.path, "", update.values, trait?.attributes.map(\.field) ?? [])
            try await provider.write(update)
        }

        func stop() async { await provider.stop() }
    }
}
