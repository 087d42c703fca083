internal import CNghttp2

/// Header fields to send, in nghttp2's form. One list may be sent any number of times.
public final class HeaderList: @unchecked Sendable {
    // Unchecked, because the memory is written by `init` only and freed by the last owner.
    let fields: UnsafeMutablePointer<nghttp2_nv>
    let count: Int
    private let text: UnsafeMutablePointer<UInt8>

    /// - Parameters:
    ///   - fields: names in lower case, pseudo-headers first. Values must be valid in HTTP; nghttp2 refuses others.
    ///   - isPermanent: whether the list lives as long as the process, so that nghttp2 need not copy it.
    public init(_ fields: [(name: String, value: [UInt8])], isPermanent: Bool = false) {
        let size = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.count }
        text = .allocate(capacity: max(size, 1))
        self.fields = .allocate(capacity: max(fields.count, 1))
        count = fields.count
        let flags =
            isPermanent
            ? UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
            : UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
        var next = text
        for (index, field) in fields.enumerated() {
            let name = next
            for byte in field.name.utf8 {
                next.pointee = byte
                next += 1
            }
            let value = next
            for byte in field.value {
                next.pointee = byte
                next += 1
            }
            self.fields[index] = nghttp2_nv(
                name: name, value: value, namelen: field.name.utf8.count, valuelen: field.value.count, flags: flags)
        }
        if isPermanent { _ = Unmanaged.passRetained(self) }
    }

    /// Calls `body` with each field, for other versions of HTTP.
    public func forEachField(_ body: (_ name: String, _ value: [UInt8]) -> Void) {
        for index in 0..<count {
            let field = fields[index]
            body(
                String(decoding: UnsafeBufferPointer(start: field.name, count: field.namelen), as: UTF8.self),
                Array(UnsafeBufferPointer(start: field.value, count: field.valuelen)))
        }
    }

    deinit {
        fields.deallocate()
        text.deallocate()
    }
}
