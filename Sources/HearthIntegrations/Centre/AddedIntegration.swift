internal import HearthEntities
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// An added integration and its present state. Its description shows no secret.
struct AddedIntegration: Sendable {
    var stored: StoredIntegration
    /// The health as the link says it.
    var linkHealth = LinkHealth.connecting
    /// The health as people see it.
    var health = LinkHealth.connecting
    /// When the health began, since 1970.
    var since: Duration
    /// The new address that was tried last, and when, by the clock that does not jump.
    var tried: (address: NewAddress, at: Duration)?
    /// When an announcement woke its link last, by the clock that does not jump.
    var wokenAt: Duration?
    /// Why a new address was not taken on, as the log says it; nil if the last one was.
    var refusal: String?
    /// When the log last named an address that announcements say, by the clock that does not jump.
    var noticedAt: Duration?
    /// Whether its addition has not changed the other end yet, or could not.
    var isUnclaimed = false
    /// Its present run; nil while it has none, for example without a needed secret.
    var run: IntegrationRun?
    /// Another number for each run of the centre, and after a run's end, so that late news of an old run is recognised.
    var runNumber: UInt64 = 0

    var settings: IntegrationSettings { IntegrationSettings(values: stored.settings, secrets: stored.secrets) }

    /// The beginning of the IDs of its devices.
    var idPrefix: String { Self.idPrefix(stored.id) }

    static func idPrefix(_ id: String) -> String { id + "-" }

    func message(kind: (any IntegrationKind)?, deviceCount: Int) -> Hearth_V1_Integration {
        let fields = kind?.fields.map(\.name) ?? []
        func place(_ field: String) -> (Int, String) { (fields.firstIndex(of: field) ?? fields.count, field) }
        return Hearth_V1_Integration(
            id: stored.id, kind: stored.kind, name: stored.name,
            settings: stored.settings.sorted { place($0.key) < place($1.key) }
                .map { Hearth_V1_IntegrationSetting(field: $0.key, value: $0.value) },
            secretFields: stored.secrets.filter { !$0.value.value.isEmpty }.keys.sorted { place($0) < place($1) },
            health: Hearth_V1_IntegrationHealth(health, since: since), deviceCount: UInt32(clamping: deviceCount),
            structureID: stored.structureID, canJoin: run?.joining != nil)
    }
}
