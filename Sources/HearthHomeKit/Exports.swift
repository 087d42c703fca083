// As HomeKit does: apps that import it get Foundation.
@_exported public import Foundation
