internal import HearthAccessControl
internal import HearthTerminal

extension Installation {
    /// How the hub of this process was installed.
    ///
    /// - Parameters:
    ///   - socket: the value of `--socket`. The unit of the machine's service has a fixed one.
    ///   - environment: the environment of this process. In a container it names the container's manager in `container`
    ///     (systemd.io/CONTAINER_INTERFACE, "Environment Variables"): Podman sets it, and so does the image.
    init(socket: String?, _ environment: [String: String]) {
        self =
            if socket == LocalHub.serviceSocket {
                .service
            } else if environment["container"]?.isEmpty == false {
                .container
            } else {
                .program
            }
    }
}
