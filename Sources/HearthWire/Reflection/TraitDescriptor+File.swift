public import HearthMessage
public import HearthTraitModel

extension TraitDescriptor {
    /// Where the trait's `.proto` file lies below the import root: `hearth/traits/matter/v1/on_off.proto`.
    public var protoPath: String { WireNames.file(name, package: package) }

    /// The trait's `.proto` file: the same, byte for byte, as what protoc makes of the file that the generator exports
    /// for it. Made anew each time its bytes are asked for.
    public var fileDescriptor: FileDescriptor {
        FileDescriptor(path: protoPath, dependencies: Self.fileDependencies) { TraitFileWriter(self).encode() }
    }

    /// What every trait's file is built on.
    static let fileDependencies: [FileDescriptor] = [
        Google_Protobuf_TimestampFile.descriptor, Hearth_V1_CommonFile.descriptor, Hearth_V1_TraitFile.descriptor,
    ]
}
