/// Requests of clients that try to make two readers see different requests, and similar ones.
enum SmugglingCorpus {
    /// Two requests. A strict reader must not see the second: the error in the first ends the connection.
    static let attacks: [String] = {
        let next = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"
        func post(_ fields: [String], _ body: String) -> String {
            (["POST / HTTP/1.1", "Host: h"] + fields).joined(separator: "\r\n") + "\r\n\r\n" + body + next
        }
        let chunked = "Transfer-Encoding: chunked"
        let empty = "0\r\n\r\n"
        // CL.TE and TE.CL: the length and the chunks disagree.
        var attacks = [
            post(["Content-Length: 5", chunked], empty), post([chunked, "Content-Length: 5"], empty),
            post(["Content-Length: 0", chunked], empty), post([chunked, "Content-Length: 3"], "1\r\na\r\n" + empty),
        ]
        // TE.TE: one of two readers does not recognize the chunks.
        attacks += [
            "Transfer-Encoding : chunked", "Transfer-Encoding: xchunked", "Transfer-Encoding:\u{B}chunked",
            "Transfer-Encoding: \u{B}chunked", "Transfer-Encoding: chunked\u{0}", "Transfer-Encoding:\u{0}chunked",
            "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity, chunked",
            "Transfer-Encoding: x, chunked",
            "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: 'chunked'", "Transfer-Encoding: chunked;a",
            "Transfer-Encoding:\r\n chunked", "X: y\r\n Transfer-Encoding: chunked", "Transfer-Encoding\r\n: chunked",
            "X: y\nTransfer-Encoding: chunked", "X: y\rTransfer-Encoding: chunked", " Transfer-Encoding: chunked",
            "\u{0}Transfer-Encoding: chunked", "Transfer\u{0}-Encoding: chunked", "Transfer-Encoding\t: chunked",
            "Transfer-Encoding: chunked\r", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
            "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chUnked", "Transfer-Encoding:", "Transfer-Encoding: ,chunked",
            "Transfer-Encoding: chunked,",
            "\"Transfer-Encoding\": chunked", "Transfer-Encoding: chunk\u{E9}d",
        ].flatMap { [post([$0, "Content-Length: 5"], empty), post([$0], empty)] }
        // Ambiguous lengths.
        attacks += [
            "5, 5", "5,6", "5\r\nContent-Length: 5", "5\r\nContent-Length: 6", "+5", "-5", "5 5", "0x5", "5\u{0}", "5;",
            "\u{B}5", "5\u{B}", "1e1", "5.0", "", "18446744073709551621", "4294967301", "5\r\nContent-Length: ",
            "5\n", "5\r", "\r\n 5", "5_0", "٥",
        ].map { post(["Content-Length: " + $0], "aaaaa") }
        attacks += ["Content-Length : 5", "Content-Length\t: 5", " Content-Length: 5", "Content\u{0}-Length: 5"]
            .map { post([$0], "aaaaa") }
        // Chunks with wrong sizes, and lines that end early or late for some readers.
        attacks += [
            "3\r\nabcd\r\n0\r\n\r\n", "3\r\nab\r\n0\r\n\r\n", "3\nabc\r\n0\r\n\r\n", "3\r\nabc\n0\r\n\r\n",
            "3\r\nabc0\r\n\r\n",
            "3\r\r\nabc\r\n0\r\n\r\n", "3\rX\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n", "+3\r\nabc\r\n0\r\n\r\n",
            "-3\r\nabc\r\n0\r\n\r\n", " 3\r\nabc\r\n0\r\n\r\n", "3 \r\nabc\r\n0\r\n\r\n", "3\t\r\nabc\r\n0\r\n\r\n",
            "100000003\r\nabc\r\n0\r\n\r\n", "10000000000000003\r\nabc\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n",
            "3;\nabc\r\n0\r\n\r\n", "3;a\nb\r\nabc\r\n0\r\n\r\n", "3;a=\"\n\"\r\nabc\r\n0\r\n\r\n",
            "3;a\rb\r\nabc\r\n0\r\n\r\n",
            "3;\u{0}\r\nabc\r\n0\r\n\r\n", "3_0\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n\r\n0\r\n\r\n", "0\r\n\n", "0\n\r\n",
            "0\r\nContent-Length : 5\r\n\r\n", "0\r\nContent-Length: 5\r\n\r\n",
            "0\r\nTransfer-Encoding: chunked\r\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX\r\n\r\n", "0\r\nX: y\n\n",
            "0\r\n\u{0}\r\n\r\n", "\r\n",
            "3;" + String(repeating: "a", count: 5_000) + "\r\nabc\r\n0\r\n\r\n", "3\u{0}\r\nabc\r\n0\r\n\r\n",
            "0\r\r\n\r\n",
        ].map { post([chunked], $0) }
        // Heads in which two readers see different lines, hosts or targets.
        attacks += [
            "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.1\r\nHost: h\r\nX: y\r\n z\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nHost: g\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
            "GET http://g/ HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.0\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\rX: y\r\n\r\n",
            "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\n Host: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n",
            "GET /\tx HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\u{0}: h\r\n\r\n", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n",
            "GET / x HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX: \u{0}\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX y: z\r\n\r\n",
            "GET /\r\nHost: h\r\n\r\n",
        ].map { $0 + next }
        return attacks
    }()

    /// Requests that any reader accepts.
    static let requests: [String] = [
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "HEAD /a?b=c HTTP/1.1\r\nHost: h:1\r\nAccept: */*\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
        "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n\r\n{}\n",
        "OPTIONS /x HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX:  y\t\r\nZ:\r\n\r\n",
        "GET /%41?a=%20&b HTTP/1.1\r\nHost: [::1]:4327\r\nX-A_b.c: \u{E9}\r\n\r\n",
    ]

    /// Fields with blanks around their values, which readers accept differently.
    static let blanks: [String] = {
        let fields = [
            ("Host", "h", ""), ("Content-Length", "5", "hello"),
            ("Transfer-Encoding", "chunked", "5\r\nhello\r\n0\r\n\r\n"),
            ("Connection", "close", ""), ("Connection", "keep-alive", ""), ("Expect", "100-continue", ""),
            ("X", "y", ""),
        ]
        let blanks = ["", " ", "\t", "  ", " \t", "\t ", "\u{B}", "\u{C}", "\u{A0}"]
        return fields.flatMap { name, value, body in
            blanks.flatMap { before in
                blanks.map { behind in
                    let host = name == "Host" ? "" : "Host: h\r\n"
                    return "POST / HTTP/1.1\r\n\(host)\(name):\(before)\(value)\(behind)\r\n\r\n" + body + requests[0]
                }
            }
        }
    }()
}
