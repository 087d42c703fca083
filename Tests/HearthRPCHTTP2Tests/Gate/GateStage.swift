@testable internal import HearthRPCHTTP2
internal import TranscriptTestSupport

/// Requests as lines, such as `POST host=localhost:4327 origin=http://evil.com to=page`, and the gate's verdicts.
///
/// Without words a request comes from a browser on this machine, in HTTP/1.1, for a call with side effects, and has the
/// host 127.0.0.1:4327 and the content type application/json; `host=-` and `type=-` leave these out. `to` is page,
/// reading (a call without side effects) or other, `from` network or unix, `at` open (with listed pages) or proxied.
/// Other words and values have the effect "no such word".
enum GateStage {
    static let usual = WebGate(
        port: 4327, hosts: ["192.168.1.10", "fe80::1", "fd00::10", "hearth-1a2b", "hub.local", "hub.example:8443"])
    static let open = WebGate(
        port: 4327, hosts: [], origins: ["https://app.example", "http://localhost:5173"].compactMap(WebOrigin.init))
    private static let gates = [
        "open": open, "proxied": WebGate(port: 4327, hosts: ["hub.example"], proxies: ["127.0.0.1"]),
    ]
    private static let targets = ["page": WebTarget.page, "reading": .call(isReadable: true), "other": .other]
    private static let places = ["network": WebCaller.Place.network, "unix": .unixSocket]
    private static let marks: Set = ["forwarded", "preflight", "secure", "http2", "credential"]
    private static let fields: Set = ["host", "origin", "site", "type", "scheme", "address", "redirect", "trailer"]

    static func play(_ input: String) -> String {
        let words = Transcript.words(input)
        let unknown = words.dropFirst().filter { !isKnown($0) }
        guard unknown.isEmpty else { return ([input] + unknown.map { "no such word: \($0)" }).joined(separator: " | ") }
        func values(_ name: String) -> [String] {
            words.dropFirst().map(Transcript.pair).filter { $0.name == name }.map { unquoted($0.value) }
        }
        func list(_ name: String, _ usual: String) -> [String] {
            let given = values(name)
            return given == ["-"] ? [] : given.isEmpty ? [usual] : given
        }
        var request = WebRequest()
        request.method = unquoted(words[0])
        request.hosts = list("host", "127.0.0.1:4327")
        request.origins = values("origin")
        request.fetchSites = values("site")
        request.contentTypes = list("type", "application/json")
        request.isForwarded = words.contains("forwarded")
        request.forwardedSchemes = values("scheme")
        request.isPreflight = words.contains("preflight")
        let gate = gates[values("at").first ?? ""] ?? usual
        if let path = values("redirect").first {
            return ([input] + (gate.redirect(request, path: path).map { [text($0)] } ?? [])).joined(separator: " | ")
        }
        let caller = WebCaller(
            place: places[values("from").first ?? ""] ?? .loopback, address: values("address").first ?? "127.0.0.1",
            isSecure: words.contains("secure"), isHTTP1: !words.contains("http2"),
            hasCredential: words.contains("credential"))
        let target = targets[values("to").first ?? ""] ?? .call(isReadable: false)
        let verdict = gate.judge(request, for: target, from: caller)
        return [input, text(verdict, trailers: values("trailer"))].joined(separator: " | ")
    }

    private static func isKnown(_ word: String) -> Bool {
        let (name, value) = Transcript.pair(word)
        return switch name {
        case "at": gates[value] != nil
        case "to": targets[value] != nil
        case "from": places[value] != nil
        default: marks.contains(word) || fields.contains(name) && word.contains("=")
        }
    }

    private static func unquoted(_ word: String) -> String {
        word.count > 1 && word.hasPrefix("\"") && word.hasSuffix("\"") ? String(word.dropFirst().dropLast()) : word
    }

    private static func text(_ verdict: WebVerdict, trailers: [String]) -> String {
        switch verdict {
        case .passes(let passage):
            let type = passage.contentType.map { ", \($0)" } ?? ""
            return "passes\(type)\(passage.mayBeLocalOwner ? ", may be the owner" : "")"
                + text(passage.fields(trailers: trailers))
        case .answered(let answer): return text(answer)
        }
    }

    private static func text(_ answer: WebAnswer) -> String {
        "\(answer.status)\(answer.text.isEmpty ? "" : " ")\(answer.text)" + text(answer.fields)
    }

    private static func text(_ fields: [WebField]) -> String {
        fields.map { " | \($0.name): \($0.value)" }.joined()
    }
}
