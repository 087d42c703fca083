internal import CLibpq

/// The address of a database: a connection URI (PostgreSQL documentation, 34.1.1.2).
package struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
    /// The parameters by their names, with at least one host.
    let parameters: [String: String]

    /// Reads a URI. Except for the host, libpq's environment variables and its password file fill in what it leaves out.
    ///
    /// - Throws: ``PostgresError``, which does not contain the URI, as that can have a password.
    package init(_ text: String) throws(PostgresError) {
        guard ["postgresql://", "postgres://"].contains(where: { text.hasPrefix($0) }) else {
            throw PostgresError(
                .notSent,
                "the address of a database begins with postgresql://, as in postgresql://hearth@db.example/hearth")
        }
        guard let options = Self.options(in: text) else {
            throw PostgresError(
                .notSent, "the address of the database can't be read; write postgresql://USER@HOST/DATABASE")
        }
        parameters = options
    }

    private static func options(in text: String) -> [String: String]? {
        var reason: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &reason) else {
            PQfreemem(reason)
            return nil
        }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parameters
    }

    /// The hosts of the address with their ports, in the order in which they are tried.
    var hosts: [(name: String, port: String)] {
        let names = (parameters["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let ports = (parameters["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return names.enumerated().map { index, name in
            (name, ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : "")
        }
    }

    /// The database and its host, without user and password.
    package var description: String {
        let host = parameters["host"].map { " on \($0)" } ?? ""
        return "the database \"\(parameters["dbname"] ?? parameters["user"] ?? "")\"\(host)"
    }
}
