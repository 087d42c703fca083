/// The first line of a request, `method target version` (RFC 9112, section 3). Malformed lines are refused.
struct RequestLine {
    let method: HTTP1Method
    let target: Range<Int>

    /// - Parameters:
    ///   - line: the range of the line, without its CRLF.
    ///   - classes: ``ByteClass/table``.
    init(
        _ bytes: [UInt8], _ line: Range<Int>, _ options: HTTP1Options, _ classes: [UInt8]
    ) throws(HTTP1Error) {
        var index = line.lowerBound
        func skip(_ wanted: UInt8) {
            while index < line.upperBound, classes[Int(bytes[index])] & wanted != 0 { index &+= 1 }
        }
        skip(ByteClass.token)
        let name = line.lowerBound..<index
        guard !name.isEmpty, index < line.upperBound, bytes[index] == UInt8(ascii: " ") else { throw Self.notALine }
        index &+= 1
        let start = index
        skip(ByteClass.target)
        target = start..<index
        guard !target.isEmpty, index < line.upperBound, bytes[index] == UInt8(ascii: " ") else { throw Self.notALine }
        let version = bytes[(index &+ 1)..<line.upperBound]
        guard Self.isVersion(version) else { throw Self.notALine }
        guard version.elementsEqual("HTTP/1.1".utf8) else {
            throw HTTP1Error(505, "unsupported version; use HTTP/1.1, or HTTP/2 over TLS or with prior knowledge")
        }
        guard let method = Self.method(bytes[name], options) else {
            let methods = HTTP1Method.allCases.filter(options.methods.contains).map(\.rawValue)
            throw HTTP1Error(501, "unsupported method; use one of \(methods.joined(separator: ", "))")
        }
        self.method = method
        guard bytes[target.lowerBound] == UInt8(ascii: "/") else {
            throw .malformed("the target of a request must begin with a slash; send the host in the field Host")
        }
        guard target.count <= options.maxTargetBytes else { throw Self.tooLong(options) }
    }

    private static let notALine = HTTP1Error.malformed("the first line is not of the form: method target HTTP/1.1")

    static func tooLong(_ options: HTTP1Options) -> HTTP1Error {
        HTTP1Error(414, "the target is longer than \(options.maxTargetBytes) bytes")
    }

    /// The most bytes of method, version and spaces: a longer line need not be awaited.
    static let mostBesideTarget = 32

    private static func isVersion(_ version: ArraySlice<UInt8>) -> Bool {
        guard version.count == 8, version.starts(with: "HTTP/".utf8) else { return false }
        func isDigit(_ place: Int) -> Bool {
            let byte = version[version.startIndex + place]
            return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        }
        return isDigit(5) && version[version.startIndex + 6] == UInt8(ascii: ".") && isDigit(7)
    }

    private static func method(_ name: ArraySlice<UInt8>, _ options: HTTP1Options) -> HTTP1Method? {
        // Compared by bytes: creating a string for each request's method costs more than parsing it.
        let method: HTTP1Method
        if name.elementsEqual("GET".utf8) {
            method = .get
        } else if name.elementsEqual("POST".utf8) {
            method = .post
        } else if name.elementsEqual("HEAD".utf8) {
            method = .head
        } else if name.elementsEqual("PUT".utf8) {
            method = .put
        } else if name.elementsEqual("OPTIONS".utf8) {
            method = .options
        } else if name.elementsEqual("PATCH".utf8) {
            method = .patch
        } else if name.elementsEqual("DELETE".utf8) {
            method = .delete
        } else {
            return nil
        }
        return options.methods.contains(method) ? method : nil
    }
}
