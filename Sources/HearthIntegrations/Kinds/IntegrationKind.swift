package import HearthEntities
package import HearthStore

/// A kind of integration: how an ecosystem is found, asked and connected to. The hub knows ecosystems by this protocol
/// only.
package protocol IntegrationKind: Sendable {
    /// Identifies the kind, for example `esphome`: lower-case letters, digits and -. Stored with each integration.
    var id: String { get }
    /// The ecosystem's name, for example "ESPHome".
    var title: String { get }
    /// The devices that it brings, in a sentence.
    var summary: String { get }
    /// The fields, in the order in which a form asks for them.
    var fields: [IntegrationField] { get }
    /// The types of services by which its devices announce themselves, for example `_esphomelib._tcp`.
    var serviceTypes: [String] { get }

    /// Whether its links send commands into the home. The causes of these carry the integration's name, so renaming it
    /// starts a new link.
    var actsByName: Bool { get }

    /// The thing behind an announced service of one of the ``serviceTypes``; nil if it can't be added.
    func found(_ service: NearbyService) -> FoundThing?

    /// The new address of an added device that announces itself elsewhere than in its settings; nil if the settings are
    /// right, or have a name that is looked up at each connection.
    func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress?

    /// Connects once, asks what is there, and disconnects. Cancellation ends it early.
    ///
    /// - Parameters:
    ///   - settings: checked values.
    ///   - isAddition: whether it is probed to be added. If not, the other end has to prove itself by what was stored at
    ///     its addition, such as its key: a machine with its address or name may pose as it.
    ///   - reached: called with each step that begins, after ``AddingStep/searching``.
    func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices

    /// Changes the other end as the settings ask for. The hub calls it once, after it has stored an addition and before
    /// its first link: a secret that the other end takes here is stored already, so that a crash of the hub does not
    /// lose it.
    ///
    /// - Throws: an error only if the other end is surely unchanged. The integration is then removed again.
    func claim(_ settings: IntegrationSettings, identity: String) async throws(IntegrationFailure)

    /// Completes the changed settings of an added integration before they are tested or stored.
    ///
    /// - Throws: an error for a change that only an addition carries out.
    func completed(
        _ new: IntegrationSettings, changing old: IntegrationSettings
    ) throws(IntegrationFailure) -> IntegrationSettings

    /// What only one integration of the hub may have, of all kinds, with these settings; nil for nothing.
    func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting?

    /// Makes a link that is not started yet.
    ///
    /// - Parameters:
    ///   - settings: checked values.
    ///   - identity: the identity that the probe has found, by which the link recognises another device at the address.
    func makeLink(_ settings: IntegrationSettings, identity: String) throws(IntegrationFailure) -> any EntityLink

    /// Whether the new settings lead elsewhere, such as to another broker, so that the old link must first remove what
    /// it published.
    func isElsewhere(_ new: IntegrationSettings, than old: IntegrationSettings) -> Bool
}

extension IntegrationKind {
    package var serviceTypes: [String] { [] }
    package var actsByName: Bool { false }

    package func found(_ service: NearbyService) -> FoundThing? { nil }

    package func claim(_ settings: IntegrationSettings, identity: String) async throws(IntegrationFailure) {}

    package func completed(
        _ new: IntegrationSettings, changing old: IntegrationSettings
    ) throws(IntegrationFailure) -> IntegrationSettings { new }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? { nil }

    package func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting? { nil }

    package func isElsewhere(_ new: IntegrationSettings, than old: IntegrationSettings) -> Bool { false }
}

/// A setting that only one integration may have, such as a client id at a broker, which ends one of two connections with
/// the same.
package struct ExclusiveSetting: Hashable, Sendable {
    package var field: String
    /// The value and where it counts, in words for people: `the client ID "hub" at the broker localhost:1883`.
    package var value: String

    package init(field: String, value: String) {
        self.field = field
        self.value = value
    }
}

/// What a probe has found at an address.
package struct ProbedDevices: Hashable, Sendable {
    /// Identifies the device or broker, unique within the kind: a MAC address, the ID of a broker's data. It stays when
    /// the address, the name or the key changes.
    package var identity: String
    /// The name that it announces; may be empty.
    package var name: String
    /// The names of its devices, at most 100.
    package var deviceNames: [String]
    /// The number of its devices.
    package var deviceCount: Int
    /// Settings that the probe has learnt, which are stored with the given ones.
    package var settings: [String: String]
    /// Secrets that are stored with the given ones: those that the other end has given to the probe, and those that it
    /// is to get.
    package var secrets: [String: StoredSecret]

    package init(
        identity: String, name: String, deviceNames: [String] = [], deviceCount: Int? = nil,
        settings: [String: String] = [:], secrets: [String: StoredSecret] = [:]
    ) {
        self.identity = identity
        self.name = name
        self.deviceNames = Array(deviceNames.prefix(100))
        self.deviceCount = deviceCount ?? deviceNames.count
        self.settings = settings
        self.secrets = secrets
    }
}
