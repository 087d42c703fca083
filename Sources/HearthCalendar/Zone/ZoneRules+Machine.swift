#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension ZoneRules {
    /// The offsets of this machine's clock, which the C library reads from the variable TZ or from `/etc/localtime`. It has
    /// read them when the process first asks.
    package static let ofThisMachine = ZoneRules { instant in
        var seconds = time_t(instant)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
}
