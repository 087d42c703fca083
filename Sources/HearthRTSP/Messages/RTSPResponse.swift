/// A response of a camera (RFC 2326, section 7).
struct RTSPResponse: Hashable, Sendable {
    /// A field of the head.
    struct Field: Hashable, Sendable {
        /// In lower case.
        var name: String
        var value: String
    }

    var status: Int
    /// The words after the status; cut after 100 bytes.
    var reason: String
    var fields: [Field]
    var body: [UInt8] = []

    /// The first value of a field.
    ///
    /// - Parameter name: in lower case.
    func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All values of a field.
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
