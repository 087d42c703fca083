/// How every generated message writes and reads the fields that its schema does not know.
enum UnknownFieldsText {
    static let write = "fields.setUnknownFields(self.unknownFields)"
    static let read = "fields.readUnknownFields(into: &self.unknownFields)"
}
