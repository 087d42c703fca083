internal import HearthBase
internal import HearthTLS

/// A web server that gets a hub's notices.
package struct NoticeTarget: Sendable {
    package let address: WebAddress
    package let form: NoticeForm
    let token: String?
    package let choice: NoticeChoice

    /// - Parameters:
    ///   - address: may have a user and a password, which are sent by Basic authentication (RFC 7617).
    ///   - token: an access token; nil for none.
    /// - Throws: ``PostError`` with ``PostError/Code/address`` for a password or a token that would be sent in clear
    ///   text, and for both.
    package init(
        _ address: WebAddress, form: NoticeForm, token: String? = nil, choice: NoticeChoice = NoticeChoice()
    ) throws(PostError) {
        let secret = token != nil ? "token" : address.login.isEmpty ? nil : "password"
        if let secret, !address.isSecure {
            throw PostError(
                .address, "the \(secret) would be sent to \(address.host) in clear text",
                wayOut: "give an address that begins with https://, or leave out the \(secret)")
        }
        guard token == nil || address.login.isEmpty else {
            throw PostError(
                .address, "\(address.host) would get a password and a token, and takes one of them",
                wayOut: "leave out what is before @ in the address, or the token")
        }
        self.address = address
        self.form = form
        self.token = token
        self.choice = choice
    }

    /// Posts a notice.
    package func post(_ notice: PostedNotice, by poster: WebPoster) async throws(PostError) {
        try await poster.send(form.request(notice, to: address, token: token), to: address)
    }

    /// Identifies the address without showing it, as it may be a secret.
    package var identity: String {
        let digest = SHA256.hash([UInt8]((address.origin + address.target).utf8))
        return "\(address.authority)/\(hex(Array(digest.prefix(8))))"
    }
}
