/// How a hub was installed. It decides which commands on its machine have the rights of its owner.
public enum Installation: Hashable, Sendable, CaseIterable {
    /// A program that a user starts: commands of that user.
    case program
    /// A service of the machine, as Debian's package installs it: commands of root and of the members of its group.
    case service
    /// A container: commands in the container.
    case container
}
