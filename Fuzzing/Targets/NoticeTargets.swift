internal import HearthNoticeTargets
internal import HearthTLS

/// A person's address of a web server or a push service, or a stored list of browsers.
func fuzzNoticeAddress(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let (key, book) = PushBook.read(text) {
        let again = PushBook.read(book.text(key: key))
        must(again?.book == book && again?.key.secret == key.secret, "a stored list of browsers is read differently")
    }
    guard let address = try? WebAddress(text) else { return }
    must(address.target.hasPrefix("/"), "a target does not begin with /")
    must(!address.host.isEmpty && !address.host.contains("@"), "the host \(address.host) has no name")
    must(!(address.authority + address.target).contains(" "), "an address would begin another part of the request line")
    let again = try? WebAddress(address.origin + address.target)
    // The login is not part of the origin: it is sent in a header of its own.
    let place = [address.origin, address.host, address.target]
    must(
        again.map { [$0.origin, $0.host, $0.target] } == place, "\(place) is read as \(String(describing: again))")
}
