internal import HearthHomeKitMapping
internal import HearthRPC
internal import HearthTraitCore
package import HearthWire

/// A change of the data that an app stores with an object.
package struct AppDataChange: Sendable {
    static let maxEntries = 10
    static let maxKeyLength = 128
    static let maxValueLength = 1_024
    static let maxAppIDBytes = 255
    /// The most bytes of a character, which may consist of many code points.
    private static let bytesPerCharacter = 16

    private(set) var set: [String: String] = [:]
    let remove: Set<String>

    /// - Throws: ``HubError`` naming the key that is wrong.
    package init(_ request: Hearth_V1_UpdateAppDataRequest) throws(HubError) {
        remove = Set(request.remove)
        for datum in request.set {
            try Self.check(datum)
            guard set.updateValue(datum.value, forKey: datum.key) == nil, !remove.contains(datum.key) else {
                throw HubError(.invalidArgument, "the request names the key \(quoted(datum.key)) twice")
            }
        }
    }

    private static func check(_ datum: Hearth_V1_AppDatum) throws(HubError) {
        guard fits(datum.key, maxKeyLength) else {
            throw HubError(
                .invalidArgument,
                "the key \(quoted(String(datum.key.prefix(32)))) may have \(maxKeyLength) characters")
        }
        guard fits(datum.value, maxValueLength) else {
            throw HubError(
                .invalidArgument,
                "the value of \(quoted(datum.key)) is too long; it may have \(maxValueLength) characters")
        }
    }

    /// Compares bytes first, since counting characters visits each of them.
    private static func fits(_ text: String, _ length: Int) -> Bool {
        text.utf8.count <= length * bytesPerCharacter && text.count <= length
    }

    package static func check(appID: String) throws(HubError) {
        let count = appID.utf8.count
        guard count == 0 || count > maxAppIDBytes else { return }
        throw HubError(.invalidArgument, "the app id has \(count) bytes; it must have 1 to \(maxAppIDBytes)")
    }

    /// Bytes that an app's entries with an object take up.
    package static func bytes(of data: [String: String], _ appID: String) -> Int {
        data.reduce(0) { $0 + appID.utf8.count + $1.key.utf8.count + $1.value.utf8.count }
    }

    /// The app's data after the change.
    ///
    /// - Throws: ``HubError`` `.resourceExhausted` if it has too many entries.
    package func applied(to data: [String: String], of appID: String) throws(HubError) -> [String: String] {
        let after = data.filter { !remove.contains($0.key) }.merging(set) { _, new in new }
        guard after.count > Self.maxEntries else { return after }
        throw HubError(
            homeKit: .maximumObjectLimitReached,
            "the app \(quoted(appID)) would have \(after.count) entries with the object; "
                + "at most \(Self.maxEntries) are allowed, remove some")
    }
}
