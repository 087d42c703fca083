internal import CLibpq

/// A connection of libpq, none of whose calls waits for the server. On one thread only.
///
/// libpq's functions and result codes are described in the PostgreSQL documentation, chapter 34.
final class LibpqConnection {
    /// What a connection waits for.
    enum Progress { case reads, writes, ready, failed }

    private let connection: OpaquePointer

    /// Begins to connect. Hosts must be paths of Unix sockets or have an address, as libpq waits for a look-up of names.
    init?(_ parameters: [(name: String, value: String)]) {
        let keywords = CStrings(parameters.map(\.name))
        let values = CStrings(parameters.map(\.value))
        let connection = withExtendedLifetime((keywords, values)) {
            PQconnectStartParams(keywords.pointers, values.pointers, 0)
        }
        guard let connection else { return nil }
        self.connection = connection
        // Otherwise libpq prints notices.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    /// The socket; it can be another after ``continueConnecting()``.
    var descriptor: Int32 { PQsocket(connection) }

    /// libpq's last message, in one line.
    var message: String {
        PQerrorMessage(connection).map { text in
            String(cString: text).split(whereSeparator: \.isNewline).joined(separator: "; ")
        } ?? ""
    }

    /// The process of the server that serves this connection.
    var serverProcess: Int32 { PQbackendPID(connection) }

    /// Whether libpq could begin to connect.
    var hasBegun: Bool { PQstatus(connection) != CONNECTION_BAD }

    func continueConnecting() -> Progress {
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_READING: .reads
        case PGRES_POLLING_WRITING: .writes
        case PGRES_POLLING_OK:
            PQsetnonblocking(connection, 1) == 0 && PQenterPipelineMode(connection) == 1 ? .ready : .failed
        default: .failed
        }
    }

    /// Sends what waits.
    func flush() -> Progress {
        switch PQflush(connection) {
        case 0: .ready
        case 1: .writes
        default: .failed
        }
    }

    /// Reads what has arrived. Returns false if the connection is lost.
    func read() -> Bool { PQconsumeInput(connection) == 1 }

    // MARK: Sending

    func prepare(_ name: String, _ statement: PostgresStatement) -> Bool {
        let types = statement.values.map { Oid($0.type) }
        return PQsendPrepare(connection, name, statement.text, Int32(clamping: types.count), types) == 1
    }

    func execute(_ name: String, _ values: [PostgresValue]) -> Bool {
        withParameters(values) { pointers, lengths, formats in
            PQsendQueryPrepared(
                connection, name, Int32(clamping: values.count), pointers, lengths, formats, Self.binary)
        } == 1
    }

    func executeOnce(_ statement: PostgresStatement) -> Bool {
        let types = statement.values.map { Oid($0.type) }
        return withParameters(statement.values) { pointers, lengths, formats in
            PQsendQueryParams(
                connection, statement.text, Int32(clamping: types.count), types, pointers, lengths, formats, Self.binary
            )
        } == 1
    }

    func sync() -> Bool { PQpipelineSync(connection) == 1 }

    private static let binary: Int32 = 1

    private func withParameters(
        _ values: [PostgresValue],
        _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Int32
    ) -> Int32 {
        var buffer: [UInt8] = []
        var ranges: [Range<Int>?] = []
        for value in values {
            let start = buffer.count
            ranges.append(value.append(to: &buffer) ? start..<buffer.count : nil)
        }
        // An empty value is no NULL, so it needs an address.
        buffer.append(0)
        let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: Self.binary, count: values.count)
        return buffer.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = ranges.map { range in range.flatMap { range in start.map { $0 + range.lowerBound } } }
            return body(pointers, lengths, formats)
        }
    }

    // MARK: Receiving

    /// Asks for the rows of the next statement one by one. Has no effect without such a statement, or if it
    /// returns no rows.
    func receiveRowsSingly() { PQsetSingleRowMode(connection) }

    /// The next answer that has arrived.
    ///
    /// - Returns: nil if none has arrived.
    func nextReply() -> PipelineMachine.Reply? {
        // libpq separates statements by one null.
        for _ in 0..<2 {
            guard PQisBusy(connection) == 0 else { return nil }
            guard let result = PQgetResult(connection) else {
                receiveRowsSingly()
                continue
            }
            defer { PQclear(result) }
            if let reply = Self.reply(result) {
                if case .synced = reply { receiveRowsSingly() }
                return reply
            }
        }
        return nil
    }

    private static func reply(_ result: OpaquePointer) -> PipelineMachine.Reply? {
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE: return .row(row(result))
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            return .completed(changed: PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0)
        case PGRES_PIPELINE_ABORTED: return .skipped
        case PGRES_PIPELINE_SYNC: return .synced
        default:
            return .failed(
                ServerMessage(
                    sqlState: field(result, "C"), text: field(result, "M")))
        }
    }

    private static func row(_ result: OpaquePointer) -> [[UInt8]?] {
        (0..<PQnfields(result)).map { column in
            guard PQgetisnull(result, 0, column) == 0, let value = PQgetvalue(result, 0, column) else { return nil }
            return Array(UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, 0, column))))
        }
    }

    /// A field of an error by its letter (PostgreSQL documentation, 55.8).
    private static func field(_ result: OpaquePointer, _ letter: Unicode.Scalar) -> String {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) } ?? ""
    }
}

/// Texts as C's arrays of them, ended by a null.
private final class CStrings {
    private let storage: [UnsafeMutablePointer<CChar>]

    init(_ texts: [String]) {
        storage = texts.map { text in
            let bytes = text.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (index, byte) in bytes.enumerated() { copy[index] = byte }
            return copy
        }
    }

    deinit { for text in storage { text.deallocate() } }

    var pointers: [UnsafePointer<CChar>?] { storage.map { UnsafePointer($0) } + [nil] }
}
