/// The way out of errors about a hub that only its own machine reaches.
package enum OpenToNetwork {
    /// How to let a hub listen for other machines: a clause for an error.
    package static let wayOut =
        "start it with --listen 0.0.0.0:4327 (with the package: add that to HEARTH_SERVE_OPTIONS in /etc/default/hearth, "
        + "and type sudo systemctl restart hearth)"
}
