package import HearthClips

/// Where a hub keeps the clips of its cameras.
package struct HubMedia: Sendable {
    package let path: String
    package let limits: ClipLimits
    /// Whether clips are recorded. If not, old ones are only deleted.
    let records: Bool
    let folder: ClipFolder

    /// - Parameter path: the folder, which the hub's start makes.
    package init(_ path: String, limits: ClipLimits = ClipLimits(), records: Bool = true) {
        self.records = records
        self.path = path
        self.limits = limits
        folder = ClipFolder(path, limits: limits)
    }
}
