// The messages are a module of their own, which compiles beside the modules that HearthWire converts to.
@_exported public import HearthWireMessages
