internal import HearthClips
internal import HearthHub
package import HearthTerminal

/// Where the hub keeps clips of cameras, and how many, by the options of `hearth serve`.
package enum MediaOptions {
    /// Options of `hearth serve`.
    package static let options: [Arguments.Option] = [
        .init("no-clips", nil, "Records no clips of cameras, whatever is switched on."),
        .init("clips-size", "SIZE", "The size of all clips; the oldest are deleted.", default: "10GB"),
        .init("clips-time", "TIME", "How long clips are kept.", default: "7d"),
    ]

    static func media(_ arguments: Arguments, beside place: StorePlace) throws(CommandError) -> HubMedia {
        var limits = ClipLimits()
        limits.bytes = try Retention.size("clips-size", arguments) ?? limits.bytes
        limits.time = try Retention.time("clips-time", arguments) ?? limits.time
        return HubMedia(place.media, limits: limits, records: !arguments.has("no-clips"))
    }
}
