internal import BindingPlan

extension HomeKitEmitter {
    /// `HomeKitErrorCode`: what hubs send.
    func sentCodes(_ text: inout CodeText) {
        text.documentation(
            "The error codes of HomeKit (`HMError.Code`), with their names and the gRPC status that each is sent as.")
        text.block("public enum HomeKitErrorCode: Int, Sendable, CaseIterable") { text in
            for row in tables.errors {
                text.documentation(Self.sentence(row.comment))
                text.line("case \(Namer.escaped(row.name)) = \(row.code)")
            }
            text.line()
            text.documentation("The number of the gRPC status for the error, unless the hub has a more specific one.")
            text.block("public var grpcStatus: UInt8") { statuses(&$0) }
        }
    }

    private func statuses(_ text: inout CodeText) {
        text.line("switch self {")
        for (number, status) in HomeKitTables.grpcStatuses.enumerated() {
            let cases = tables.errors.filter { $0.grpcStatus == status }.map { ".\($0.name)" }
            guard !cases.isEmpty else { continue }
            text.folded("case \(cases.joined(separator: ", ")):")
            text.indented { $0.line("\(number)") }
        }
        text.line("}")
    }

    /// `HMError.Code`: what apps see. It is an enumeration of its own, since an app that imports HearthHomeKit alone must
    /// see it.
    func codes(_ text: inout CodeText) {
        text.block("extension HMError") { text in
            text.documentation("The numbers of HomeKit's errors (HomeKit documentation, HMError.Code).")
            text.block("public enum Code: Int, Hashable, Sendable, CaseIterable") { text in
                for row in tables.errors {
                    text.documentation("HomeKit's error \(row.code): \(row.homeKitComment ?? row.comment).")
                    text.line("case \(Namer.escaped(row.name)) = \(row.code)")
                }
            }
        }
        text.line()
        text.line("// HomeKit's codes are also static members of HMError, as in `HMError.insufficientPrivileges`.")
        text.block("extension HMError") { text in
            for row in tables.errors {
                text.documentation("``Code-swift.enum/\(row.name)``.")
                text.brief("public static var \(Namer.escaped(row.name)): Code", ".\(row.name)")
            }
        }
    }
}
