/// Something that announces itself and that may be added.
package struct FoundThing: Hashable, Sendable {
    /// How far it can be added.
    package enum Readiness: Hashable, Sendable {
        case ready, needsKey, needsPassword, needsCode
        /// A person has to press its button while it is added.
        case needsButton
        /// The hub knows what it is but can't connect to it yet.
        case notSupported
    }

    /// Identifies it among all found things, also after its address has changed. In the inbox it begins with the ID of
    /// the integration that has found it, if one has.
    package var key: String
    /// ID of its kind; of things that are not supported, the name of their ecosystem.
    package var kind: String
    /// The identity that a probe will find (``ProbedDevices/identity``); empty if it is not announced.
    package var identity: String
    package var name: String
    /// Its maker or ecosystem, for people.
    package var maker: String
    /// Host or IP address, with a port if it is not the kind's default.
    package var address: String
    package var readiness: Readiness
    /// The settings that it announces.
    package var settings: [String: String]
    /// The fields whose values are those of the integration that has found it, such as the broker's address and
    /// password. The names are the same in both kinds.
    package var sharedFields: [String]
    /// The ID of the integration that has found it; nil for a thing that was announced in the network.
    package internal(set) var finder: String?

    /// What identifies the integration that it is or would be added as.
    var integrationIdentity: IntegrationIdentity { IntegrationIdentity(kind: kind, identity: identity) }

    package init(
        key: String, kind: String, identity: String = "", name: String, maker: String = "", address: String,
        readiness: Readiness, settings: [String: String] = [:], sharedFields: [String] = []
    ) {
        self.key = key
        self.kind = kind
        self.identity = identity
        self.name = name
        self.maker = maker
        self.address = address
        self.readiness = readiness
        self.settings = settings
        self.sharedFields = sharedFields
    }
}
