// The standard namespaces of Matter that parts of a device are told apart by (Standard Namespaces, 1.4).

extension SemanticTag {
    /// Matter's namespace 0x01: what opens and closes.
    public enum CommonClosure {
        public static let opening = SemanticTag(namespaceID: 0x01, tag: 0)
        public static let closing = SemanticTag(namespaceID: 0x01, tag: 1)
        public static let stop = SemanticTag(namespaceID: 0x01, tag: 2)
    }

    /// Matter's namespace 0x04: a movement seen from the device.
    public enum CommonDirection {
        public static let upward = SemanticTag(namespaceID: 0x04, tag: 0)
        public static let downward = SemanticTag(namespaceID: 0x04, tag: 1)
        public static let leftward = SemanticTag(namespaceID: 0x04, tag: 2)
        public static let rightward = SemanticTag(namespaceID: 0x04, tag: 3)
        public static let forward = SemanticTag(namespaceID: 0x04, tag: 4)
        public static let backward = SemanticTag(namespaceID: 0x04, tag: 5)
    }

    /// Matter's namespace 0x05: how much.
    public enum CommonLevel {
        public static let low = SemanticTag(namespaceID: 0x05, tag: 0)
        public static let medium = SemanticTag(namespaceID: 0x05, tag: 1)
        public static let high = SemanticTag(namespaceID: 0x05, tag: 2)
    }

    /// Matter's namespace 0x06: where it is.
    public enum CommonLocation {
        public static let indoor = SemanticTag(namespaceID: 0x06, tag: 0)
        public static let outdoor = SemanticTag(namespaceID: 0x06, tag: 1)
        public static let inside = SemanticTag(namespaceID: 0x06, tag: 2)
        public static let outside = SemanticTag(namespaceID: 0x06, tag: 3)
    }

    /// Matter's namespace 0x07: a number.
    public enum CommonNumber {
        public static let zero = SemanticTag(namespaceID: 0x07, tag: 0)
        public static let one = SemanticTag(namespaceID: 0x07, tag: 1)
        public static let two = SemanticTag(namespaceID: 0x07, tag: 2)
        public static let three = SemanticTag(namespaceID: 0x07, tag: 3)
        public static let four = SemanticTag(namespaceID: 0x07, tag: 4)
        public static let five = SemanticTag(namespaceID: 0x07, tag: 5)
        public static let six = SemanticTag(namespaceID: 0x07, tag: 6)
        public static let seven = SemanticTag(namespaceID: 0x07, tag: 7)
        public static let eight = SemanticTag(namespaceID: 0x07, tag: 8)
        public static let nine = SemanticTag(namespaceID: 0x07, tag: 9)
        public static let ten = SemanticTag(namespaceID: 0x07, tag: 10)
    }

    /// Matter's namespace 0x08: where on the device.
    public enum CommonPosition {
        public static let left = SemanticTag(namespaceID: 0x08, tag: 0)
        public static let right = SemanticTag(namespaceID: 0x08, tag: 1)
        public static let top = SemanticTag(namespaceID: 0x08, tag: 2)
        public static let bottom = SemanticTag(namespaceID: 0x08, tag: 3)
        public static let middle = SemanticTag(namespaceID: 0x08, tag: 4)
        public static let row = SemanticTag(namespaceID: 0x08, tag: 5)
        public static let column = SemanticTag(namespaceID: 0x08, tag: 6)
    }

    /// Matter's namespace 0x43: what a button does.
    public enum Switches {
        public static let on = SemanticTag(namespaceID: 0x43, tag: 0)
        public static let off = SemanticTag(namespaceID: 0x43, tag: 1)
        public static let toggle = SemanticTag(namespaceID: 0x43, tag: 2)
        public static let up = SemanticTag(namespaceID: 0x43, tag: 3)
        public static let down = SemanticTag(namespaceID: 0x43, tag: 4)
        public static let next = SemanticTag(namespaceID: 0x43, tag: 5)
        public static let previous = SemanticTag(namespaceID: 0x43, tag: 6)
        public static let enter = SemanticTag(namespaceID: 0x43, tag: 7)
        public static let custom = SemanticTag(namespaceID: 0x43, tag: 8)
    }
}
