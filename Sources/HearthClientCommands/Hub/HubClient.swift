internal import Hearth
package import HearthRPC
internal import HearthBase
internal import HearthPhrases
internal import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Synchronization

/// A connection to a hub for one command. It converts errors into the program's.
package final class HubClient: Sendable {
    package let client: RPCClient
    /// The client id in the causes of this program's changes.
    let clientID: String
    /// The calls that need no home.
    let access: HubAccess
    /// The integrations of the hub.
    let integrations: HubIntegrations
    private let settings: HomeClientConfiguration
    /// Whether the hub knows this client by a key, which expires unless it is renewed.
    private let hasKey: Bool
    /// The home, once it is connected.
    private let connected = Mutex<Home?>(nil)

    init(_ client: RPCClient, hasKey: Bool = false) {
        self.client = client
        self.hasKey = hasKey
        clientID = "hearth-\(UInt32.random(in: .min ... .max))"
        var settings = HomeClientConfiguration(clientID: clientID, connectTimeout: .seconds(10))
        settings.callTimeout = .seconds(10)
        self.settings = settings
        access = HubAccess(over: client, configuration: settings)
        integrations = HubIntegrations(over: client, configuration: settings)
    }

    /// Renews the client's key. The hub decides whether that is due.
    func renewKey() async {
        if hasKey { try? await access.renewCredential() }
    }

    /// Renews the client's key each day until the task is cancelled, because a watch may run for longer than the key is
    /// valid.
    func keepKey(_ clock: any HomeClock = SystemClock()) async {
        while true {
            await clock.sleep(for: .seconds(86_400))
            guard !Task.isCancelled else { return }
            await renewKey()
        }
    }

    /// The caller, as the hub has authenticated it.
    func caller() async throws(CommandError) -> HubCaller {
        do throws(HomeError) { return try await access.caller() } catch { throw CommandError(error) }
    }

    /// The people of some structures, in the order of the structures.
    func people(of structures: [Structure]) async throws(CommandError) -> [ListedMember] {
        try await ListedMember.all(of: structures, try await caller())
    }

    /// The automations of some structures, in the order of the structures and of their names.
    func automations(of structures: [Structure]) async throws(CommandError) -> [HomeAutomation] {
        var all: [HomeAutomation] = []
        for structure in structures {
            let created = try await CommandError.ofHome { try await structure.automationsByCreation() }
            all += created.ordered { [NaturalOrder.key($0.name), $0.name, $0.id] }
        }
        return all
    }

    /// The home on the hub. The first call connects it; it then stays current until the program ends.
    func home() async throws(CommandError) -> Home {
        if let home = connected.withLock({ $0 }) { return home }
        let home = try await CommandError.ofHome {
            try await Home.connect(over: client, configuration: settings)
        }
        connected.withLock { $0 = home }
        return home
    }

    /// All objects of the home, as they are now.
    func listing() async throws(CommandError) -> HomeListing {
        let home = try await home()
        return try await CommandError.ofHome {
            let snapshot = try home.snapshot()
            let foreign = snapshot.traitIDs.filter { StandardTraits.descriptor($0) == nil }
            return HomeListing(home, snapshot, foreign: try await home.schemas(of: foreign))
        }
    }

    /// Descriptors of traits that this program was not compiled with. Traits that the hub can't describe are missing.
    func schemas(_ ids: Set<UInt32>) async throws(CommandError) -> [TraitDescriptor] {
        let home = try await home()
        return try await CommandError.ofHome { Array(try await home.schemas(of: ids).values) }
    }
}
