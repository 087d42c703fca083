public import HearthMessage
public import HearthTraitDescriptors

extension TraitDescriptor {
    /// The path of the trait's `.proto` file below the import root: `hearth/traits/matter/v1/on_off.proto`.
    public var protoPath: String { WireNames.file(name, package: package) }

    /// The trait's `.proto` file: byte for byte the same as protoc's output for the exported file. Computed each time
    /// its bytes are requested.
    public var fileDescriptor: FileDescriptor {
        FileDescriptor(path: protoPath, dependencies: Self.fileDependencies) { TraitFileWriter(self).encode() }
    }

    /// The imports of every trait's file.
    static let fileDependencies: [FileDescriptor] = [
        Google_Protobuf_TimestampFile.descriptor, Hearth_V1_CommonFile.descriptor, Hearth_V1_TraitFile.descriptor,
    ]
}
