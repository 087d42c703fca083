internal import Hearth
internal import HearthBase
internal import HearthPhrases
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// The state of a hub as text and JSON.
struct StatusWords {
    /// A home and its devices.
    struct Home: Hashable {
        let name: String
        let devices: Int
        /// The names of devices that can't be reached.
        let offline: [String]

        static func all(of listing: HomeListing) -> [Home] {
            listing.structures.map { structure in
                let devices = listing.devices.filter { $0.structureID == structure.id }
                let offline = devices.filter { $0.state == .offline }
                return Home(
                    name: structure.name, devices: devices.count,
                    offline: offline.map { device in device.room.map { "\(device.name) (\($0))" } ?? device.name })
            }
        }
    }

    /// The most names in a line.
    private static let mostNames = 8

    let status: Hearth_V1_GetStatusResponse
    let homes: [Home]
    let integrations: [Integration]
    /// Since 1970.
    let now: Duration

    // MARK: Text

    var text: String {
        var lines = ["Hearth \(status.version)\(status.startedAt.map { ", running for \(age($0))" } ?? "")"]
        if let new = status.newVersion {
            lines.append("A newer version is available, \(new.installed) → \(new.available):  \(new.command)")
        }
        lines.append("")
        let own: [(String, String?)] = [
            ("Links", links), ("Backup", backup), ("Off site", offSite), ("Store", store),
            ("Certificate", certificate), ("Listens on", status.listening.joined(separator: ", ")),
        ]
        let rows: [(String, String?)] = [("Health", health)] + homes.map { ("Home", line(of: $0)) } + own
        for case (let name, let text?) in rows where !text.isEmpty {
            lines.append(name + String(repeating: " ", count: max(1, 13 - name.count)) + text)
        }
        return lines.joined(separator: "\n")
    }

    private var health: String? {
        guard !status.problems.isEmpty else { return "all is well" }
        return status.problems.map { "\($0.isVital ? "UNHEALTHY" : "degraded"): \($0.reason)" }.joined(separator: "; ")
    }

    private func line(of home: Home) -> String {
        let count = "\(home.name): " + Self.count(home.devices, "device")
        guard !home.offline.isEmpty else { return count }
        return count + ", \(home.offline.count) offline: " + Self.names(home.offline)
    }

    private var links: String? {
        guard !integrations.isEmpty else { return nil }
        let online = integrations.count { $0.health == .online }
        let others = integrations.filter { $0.health != .online }.map {
            "\($0.name) \(IntegrationWords.text($0.health, since: $0.healthSince))"
        }
        return (["\(online) of \(integrations.count) online"] + others.prefix(Self.mostNames)).joined(separator: "; ")
    }

    private var backup: String? {
        guard let backups = status.backups else { return "none, the hub makes no backups" }
        let newest = backups.newestAt.map { "\(Self.date($0)), \(age($0)) ago" } ?? "none yet"
        return newest + (backups.failure.isEmpty ? "" : "; the last attempt failed: \(backups.failure)")
    }

    private var offSite: String? {
        guard let copies = status.backups?.offSite else { return nil }
        let newest = copies.newestAt.map { "\(Self.date($0)), \(age($0)) ago" } ?? "none yet"
        return newest + (copies.failure.isEmpty ? "" : "; \(copies.failure)")
    }

    private var store: String? {
        guard let store = status.store else { return nil }
        return Self.size(store.bytes) + (store.freeBytes.map { ", \(Self.size($0)) free" } ?? "")
    }

    private var certificate: String? {
        guard let certificate = status.certificate, let end = certificate.expiresAt else { return nil }
        let left = end.sinceEpoch - now
        let rest = left > .zero ? "" : ", which is over"
        let kind = certificate.isSelfSigned ? ", self-signed" : ""
        return "until \(Self.date(end).prefix(10))\(rest)\(kind), for \(Self.names(certificate.names))"
    }

    private static func names(_ names: [String]) -> String {
        let rest = names.count - mostNames
        return names.prefix(mostNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }

    private static func date(_ time: Google_Protobuf_Timestamp) -> String {
        LocalTime.dateAndTime(time.secondsSince1970)
    }

    /// The time since a moment, in its two largest units.
    private func age(_ time: Google_Protobuf_Timestamp) -> String { Self.duration(now - time.sinceEpoch) }

    /// A duration such as "3 d 2 h", "2 h 5 min" or "12 s".
    static func duration(_ time: Duration) -> String {
        let seconds = max(0, time.components.seconds)
        let units: [(String, Int64)] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        guard let first = units.firstIndex(where: { seconds >= $0.1 }) else { return "0 s" }
        let whole = "\(seconds / units[first].1) \(units[first].0)"
        guard first < units.count - 2 else { return whole }
        let rest = seconds % units[first].1 / units[first + 1].1
        return rest == 0 ? whole : "\(whole) \(rest) \(units[first + 1].0)"
    }

    private static func size(_ bytes: UInt64) -> String {
        let units: [(String, UInt64)] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
        let unit = units.first { bytes >= $0.1 } ?? ("B", 1)
        return "\(bytes / unit.1) \(unit.0)"
    }

    // MARK: JSON

    var json: JSON {
        func time(_ time: Google_Protobuf_Timestamp?) -> JSON {
            time.map { .number(WholeTime.seconds($0.secondsSince1970)) } ?? .null
        }
        func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
        let problems = status.problems.map { problem in
            JSON.object([
                ("part", .string("\(problem.part)")), ("vital", .bool(problem.isVital)),
                ("reason", .string(problem.reason)),
            ])
        }
        let homes = homes.map { home in
            JSON.object([
                ("name", .string(home.name)), ("devices", .number(home.devices)), ("offline", strings(home.offline)),
            ])
        }
        let backups = status.backups.map { backups in
            JSON.object([
                ("newest", time(backups.newestAt)), ("failure", .string(backups.failure)),
                (
                    "off_site",
                    backups.offSite.map { copies in
                        .object([("newest", time(copies.newestAt)), ("failure", .string(copies.failure))])
                    } ?? .null
                ),
            ])
        }
        let newVersion = status.newVersion.map { new in
            JSON.object([
                ("installed", .string(new.installed)), ("available", .string(new.available)),
                ("command", .string(new.command)),
            ])
        }
        return .object([
            ("version", .string(status.version)), ("new_version", newVersion ?? .null),
            ("started", time(status.startedAt)), ("problems", .array(problems)), ("homes", .array(homes)),
            ("links", .array(integrations.map(IntegrationWords.json))), ("backups", backups ?? .null),
            ("store_bytes", .number(status.store?.bytes ?? 0)),
            ("free_bytes", status.store?.freeBytes.map { .number($0) } ?? .null),
            ("certificate_ends", time(status.certificate?.expiresAt)),
            ("certificate_names", strings(status.certificate?.names ?? [])), ("listening", strings(status.listening)),
        ])
    }
}
