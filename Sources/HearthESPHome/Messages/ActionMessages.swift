/// The messages of actions that a firmware names itself. ESPHome's description calls them services.
struct ListEntitiesServicesResponse: WireMessage {
    static let id: UInt16 = 41
    static let name = "ListEntitiesServicesResponse"
    static let fields = table(
        text(1, "name", \.actionName), fixed(2, "key", \.key), parts(3, "args", \.arguments),
        choice(4, "supports_response", \.answers))
    var actionName = ""
    var key: UInt32 = 0
    var arguments: [ActionArgumentPart] = []
    /// 0: does not answer; 1: answers data if asked; 2: always answers data; 100: says only whether it has run.
    var answers: UInt32 = 0
}

struct ActionArgumentPart: WireMessage {
    static let id: UInt16 = 0
    static let name = "ListEntitiesServicesArgument"
    static let fields = table(
        text(1, "name", \.argumentName), choice(2, "type", \.type), flag(5, "optional", \.isOptional),
        text(6, "default_value", \.missing))
    var argumentName = ""
    var type: UInt32 = 0
    var isOptional = false
    /// What the firmware takes if an optional argument is left out.
    var missing = ""
}

struct ExecuteServiceRequest: WireMessage {
    static let id: UInt16 = 42
    static let name = "ExecuteServiceRequest"
    static let fields = table(
        fixed(1, "key", \.key), parts(2, "args", \.arguments), number(3, "call_id", \.callID),
        flag(4, "return_response", \.wantsData))
    var key: UInt32 = 0
    var arguments: [ActionValuePart] = []
    /// Identifies the answer; 0 asks for none.
    var callID: UInt32 = 0
    var wantsData = false
}

struct ActionValuePart: WireMessage {
    static let id: UInt16 = 0
    static let name = "ExecuteServiceArgument"
    static let fields = table(
        flag(1, "bool", \.flag), integer(2, "legacy_int", \.legacyInteger), real(3, "float", \.real),
        text(4, "string", \.text), signed(5, "int", \.integer), flags(6, "bool_array", \.flags),
        signeds(7, "int_array", \.integers), reals(8, "float_array", \.reals), texts(9, "string_array", \.texts))
    var flag = false
    /// Only read by firmware whose API is older than 1.3.
    var legacyInteger: Int32 = 0
    var real: Float = 0
    var text = ""
    var integer: Int32 = 0
    var flags: [Bool] = []
    var integers: [Int32] = []
    var reals: [Float] = []
    var texts: [String] = []
}

struct ExecuteServiceResponse: WireMessage {
    static let id: UInt16 = 131
    static let name = "ExecuteServiceResponse"
    static let fields = table(
        number(1, "call_id", \.callID), flag(2, "success", \.succeeded), text(3, "error_message", \.error),
        data(4, "response_data", \.data))
    var callID: UInt32 = 0
    var succeeded = false
    var error = ""
    /// JSON.
    var data: [UInt8] = []
}
