internal import HearthBase
internal import ProtoSchema

/// The pool of one file `test.proto` in package `test`.
func pool(_ body: String, path: String = "test.proto") -> DescriptorPool {
    DescriptorPool([ProtoSource(path: path, text: "syntax = \"proto3\";\npackage test;\n" + body)])
}

/// The diagnostics of a file, without their places.
func complaints(_ body: String) -> [String] {
    pool(body).diagnostics.map(\.message)
}
