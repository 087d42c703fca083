internal import CUTF8Proc

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

// Texts in Unicode's normal forms (Unicode Standard Annex 15), by libutf8proc. Unsafe code stays in this file.
extension String {
    /// The text in form C: composed characters where there are any.
    package var inFormC: String { isASCII ? self : mapped(UTF8PROC_COMPOSE) }

    /// The text in form D: letters and their marks apart.
    package var inFormD: String { isASCII ? self : mapped(UTF8PROC_DECOMPOSE) }

    /// The text in form KC: composed, and without differences of form such as full width and ligatures.
    package var inFormKC: String { isASCII ? self : mapped(UTF8PROC_COMPOSE, UTF8PROC_COMPAT) }

    /// The text in form D with its case folded (The Unicode Standard, section 3.13): equal for texts that differ only in
    /// case.
    package var withFoldedCase: String { mapped(UTF8PROC_DECOMPOSE, UTF8PROC_CASEFOLD) }

    private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// The text itself if there is no memory for another.
    private func mapped(_ options: utf8proc_option_t...) -> String {
        let options = utf8proc_option_t(options.reduce(UTF8PROC_STABLE.rawValue) { $0 | $1.rawValue })
        var text = self
        var mapped: UnsafeMutablePointer<UInt8>?
        // Swift's texts are valid UTF-8, so that only memory can be missing.
        let count = text.withUTF8 { utf8proc_map($0.baseAddress, $0.count, &mapped, options) }
        defer { free(mapped) }
        guard count >= 0, let mapped else { return self }
        return String(decoding: UnsafeBufferPointer(start: mapped, count: count), as: UTF8.self)
    }
}
