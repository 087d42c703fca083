// Matter's standard semantic tag namespaces (Matter 1.4 Standard Namespaces). Tags distinguish endpoints of one device
// type.

extension SemanticTag {
    /// Matter's namespace 0x01: functions of something that opens and closes, such as a garage door.
    public enum CommonClosure {
        /// "Opening": opens the closure, such as the button that opens a garage door.
        public static let opening = SemanticTag(namespaceID: 0x01, tag: 0)
        /// "Closing": closes the closure.
        public static let closing = SemanticTag(namespaceID: 0x01, tag: 1)
        /// "Stop": stops the closure's movement.
        public static let stop = SemanticTag(namespaceID: 0x01, tag: 2)
    }

    /// Matter's namespace 0x04: a direction of movement, relative to the device.
    public enum CommonDirection {
        /// "Upward": a movement up.
        public static let upward = SemanticTag(namespaceID: 0x04, tag: 0)
        /// "Downward": a movement down.
        public static let downward = SemanticTag(namespaceID: 0x04, tag: 1)
        /// "Leftward": a movement to the left.
        public static let leftward = SemanticTag(namespaceID: 0x04, tag: 2)
        /// "Rightward": a movement to the right.
        public static let rightward = SemanticTag(namespaceID: 0x04, tag: 3)
        /// "Forward": a movement to the front.
        public static let forward = SemanticTag(namespaceID: 0x04, tag: 4)
        /// "Backward": a movement to the back.
        public static let backward = SemanticTag(namespaceID: 0x04, tag: 5)
    }

    /// Matter's namespace 0x05: the level of a feature, such as a fan speed.
    public enum CommonLevel {
        /// "Low" level, such as the lowest fan speed.
        public static let low = SemanticTag(namespaceID: 0x05, tag: 0)
        /// "Medium" level.
        public static let medium = SemanticTag(namespaceID: 0x05, tag: 1)
        /// "High" level, such as the highest fan speed.
        public static let high = SemanticTag(namespaceID: 0x05, tag: 2)
    }

    /// Matter's namespace 0x06: where the device or its sensor is.
    public enum CommonLocation {
        /// "Indoor": indoors, or about indoor conditions, such as the indoor temperature.
        public static let indoor = SemanticTag(namespaceID: 0x06, tag: 0)
        /// "Outdoor": outdoors, or about outdoor conditions, such as the outdoor temperature.
        public static let outdoor = SemanticTag(namespaceID: 0x06, tag: 1)
        /// "Inside": inside the equipment, such as a sensor in a cabinet.
        public static let inside = SemanticTag(namespaceID: 0x06, tag: 2)
        /// "Outside": outside the equipment, such as a sensor on a cabinet.
        public static let outside = SemanticTag(namespaceID: 0x06, tag: 3)
    }

    /// Matter's namespace 0x07: a number that distinguishes endpoints, such as the outlets of a power strip.
    public enum CommonNumber {
        /// "Zero", the number 0.
        public static let zero = SemanticTag(namespaceID: 0x07, tag: 0)
        /// "One", the number 1.
        public static let one = SemanticTag(namespaceID: 0x07, tag: 1)
        /// "Two", the number 2.
        public static let two = SemanticTag(namespaceID: 0x07, tag: 2)
        /// "Three", the number 3.
        public static let three = SemanticTag(namespaceID: 0x07, tag: 3)
        /// "Four", the number 4.
        public static let four = SemanticTag(namespaceID: 0x07, tag: 4)
        /// "Five", the number 5.
        public static let five = SemanticTag(namespaceID: 0x07, tag: 5)
        /// "Six", the number 6.
        public static let six = SemanticTag(namespaceID: 0x07, tag: 6)
        /// "Seven", the number 7.
        public static let seven = SemanticTag(namespaceID: 0x07, tag: 7)
        /// "Eight", the number 8.
        public static let eight = SemanticTag(namespaceID: 0x07, tag: 8)
        /// "Nine", the number 9.
        public static let nine = SemanticTag(namespaceID: 0x07, tag: 9)
        /// "Ten", the number 10.
        public static let ten = SemanticTag(namespaceID: 0x07, tag: 10)
    }

    /// Matter's namespace 0x08: a position on the device.
    public enum CommonPosition {
        /// "Left": on the left.
        public static let left = SemanticTag(namespaceID: 0x08, tag: 0)
        /// "Right": on the right.
        public static let right = SemanticTag(namespaceID: 0x08, tag: 1)
        /// "Top": at the top, such as the upper compartment of a refrigerator.
        public static let top = SemanticTag(namespaceID: 0x08, tag: 2)
        /// "Bottom": at the bottom.
        public static let bottom = SemanticTag(namespaceID: 0x08, tag: 3)
        /// "Middle": in the middle.
        public static let middle = SemanticTag(namespaceID: 0x08, tag: 4)
        /// "Row" in a grid, for grids with more than three rows. ``SemanticTag/label`` must hold the row's number in
        /// digits, counted from 1.
        public static let row = SemanticTag(namespaceID: 0x08, tag: 5)
        /// "Column" in a grid, for grids with more than three columns. ``SemanticTag/label`` must hold the column's
        /// number in digits, counted from 1.
        public static let column = SemanticTag(namespaceID: 0x08, tag: 6)
    }

    /// Matter's namespace 0x43: the function of a button on a switch. For switches only.
    public enum Switches {
        /// "On": switches on.
        public static let on = SemanticTag(namespaceID: 0x43, tag: 0)
        /// "Off": switches off.
        public static let off = SemanticTag(namespaceID: 0x43, tag: 1)
        /// "Toggle": switches between on and off.
        public static let toggle = SemanticTag(namespaceID: 0x43, tag: 2)
        /// "Up", such as dim up.
        public static let up = SemanticTag(namespaceID: 0x43, tag: 3)
        /// "Down", such as dim down.
        public static let down = SemanticTag(namespaceID: 0x43, tag: 4)
        /// "Next", such as select the next scene.
        public static let next = SemanticTag(namespaceID: 0x43, tag: 5)
        /// "Previous", such as select the previous scene.
        public static let previous = SemanticTag(namespaceID: 0x43, tag: 6)
        /// "Enter/OK/Select": confirms or selects.
        public static let enter = SemanticTag(namespaceID: 0x43, tag: 7)
        /// "Custom": another function, described in ``SemanticTag/label``.
        public static let custom = SemanticTag(namespaceID: 0x43, tag: 8)
    }
}
