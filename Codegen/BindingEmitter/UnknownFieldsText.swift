/// The code with which every generated message writes and reads fields that its schema lacks.
enum UnknownFieldsText {
    static let write = "fields.setUnknownFields(self.unknownFields)"
    static let read = "fields.readUnknownFields(into: &self.unknownFields)"
}
