internal import HearthSQL

extension HomeStore {
    static func answers(_ database: Database) throws -> [StoredAnswer] {
        try database.rows(
            "SELECT number, caller, request_key, begun, code, message, content, structures FROM answer ORDER BY number"
        ) { row -> StoredAnswer? in
            guard let key = RequestKey(try row.blob(2)) else { return nil }
            var answer = StoredAnswer(
                number: try row.int64(0), caller: try row.text(1), key: key,
                households: try row.text(7).split(separator: "\n").map { String($0) },
                begun: .nanoseconds(try row.int64(3)))
            if let code = try row.int64OrNil(4) {
                let content = try row.blob(6)
                answer.outcome =
                    code == 0
                    ? .response(content)
                    : .failure(code: UInt8(clamping: code), message: try row.text(5), details: content)
            }
            return answer
        }.compactMap { $0 }
    }

    public func note(_ changes: [StoreChange]) throws(StoreError) {
        try write { database in
            try database.execute("PRAGMA synchronous = NORMAL")
            let result = Result {
                try database.transaction {
                    for change in changes { try Self.apply(change, to: database) }
                }
            }
            try database.execute("PRAGMA synchronous = EXTRA")
            try result.get()
        }
    }

    static func put(_ answer: StoredAnswer, to database: Database) throws {
        let (code, message, content): (Int64?, String, [UInt8]) =
            switch answer.outcome {
            case .response(let bytes): (0, "", bytes)
            case .failure(let code, let message, let details): (Int64(code), message, details)
            case nil: (nil, "", [])
            }
        try database.run(
            """
            INSERT OR REPLACE INTO answer(number, caller, request_key, begun, code, message, content, structures)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            .integer(answer.number), .text(answer.caller), .blob(answer.key.bytes),
            .integer(answer.begun.nanoseconds), SQLValue(code), .text(message), .blob(content),
            .text(answer.households.joined(separator: "\n")))
    }
}
