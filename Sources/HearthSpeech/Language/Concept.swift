/// What a word of a sentence means, in any language. The raw values are keys of the language files.
enum Concept: String, Hashable, Sendable {
    /// A verb that says nothing by itself: set, make, turn.
    case act
    /// A verb that is said of people, too, so that it needs more than a place: "get off the kitchen".
    case vague
    /// Switches off what was named, and nothing else: "lights out", but not "get out of the kitchen".
    case out
    /// To the end of the way that the verb names.
    case fully
    /// By a small step: "a bit".
    case slightly
    /// Sends a named cleaner to its station.
    case back
    case on, off, toggle, open, close, stop, up, down, more, less, dim
    case lock, unlock
    /// Switches an alarm system on or off.
    case arm, disarm
    case play, pause, resume, next, previous, mute, unmute
    case start, run, clean, dock, heat, cool
    /// "It" that stands for nothing: "make it warmer".
    case dummy
    /// Asks for light without a verb: "I need light".
    case need
    /// Lets things move: "lass … runter". "Lass … an" keeps what is on, which is no command.
    case letting = "let"
    /// Together with ``off`` it means ``run``: "führe … aus".
    case perform
    /// Turns a key: with ``open`` it means ``unlock``, with ``close`` or ``off`` ``lock``.
    case key
    // What is set or asked for.
    case brightness, color, whiteness, temperature, volume, position, speed, mode, scene, music, state, time, date
    case warm
    // Before a value that is meant as it is, not as a difference.
    case to
    /// Before a difference.
    case by
    // Questions.
    case what, which, howMany = "how-many", whether = "is", any
    // States that are no verbs.
    case closed, locked, unlocked, opening, closing, detected, clear, armed, disarmed
}

/// A piece of meaning that a part of a sentence has.
enum Atom: Hashable, Sendable {
    case concept(Concept)
    case kind(ThingKind)
    case name(NameTable.Meaning, NameTable.Exactness)
    case value(SpokenValue)
    /// Says nothing: "please".
    case filler
    /// Says nothing, but stands before something: "the", "in".
    case leading
    /// As ``leading``, where the word may also be a concept: "on".
    case ambiguous
    /// Follows "on" or "off" from a word that also opens or closes: "auf", "zu".
    case opensToo
    /// Says nothing after the name of a place or before a value: "floor", "level".
    case rank
    /// Before a name that is also a word for a time, or of the grammar: "Sunset", "Off".
    case doubtful
    /// A number after a word that also stands before times: "at 8".
    case timed(Double)
    case and, except, all, both, here, everywhere
}

/// The values of commands.
package enum SpokenValue: Hashable, Sendable {
    /// A number without a unit.
    case number(Double)
    case percent(Double)
    /// °C.
    case degrees(Double)
    case kelvin(Double)
    /// A name of `Phrase.hues`, or white.
    case color(String)
    /// A mode of a fan.
    case mode(String)
    /// A level of an alarm system.
    case level(ArmLevel)
    /// A difference in percent, or of the device's usual step if nil.
    case more(Double?)
    /// As ``more``.
    case less(Double?)
}

/// How far an alarm system watches a home. The raw values are keys of the language files.
package enum ArmLevel: String, CaseIterable, Hashable, Sendable {
    /// The level for a home with awake people in it.
    case home
    /// The level for an empty home.
    case away
    /// The level for a home whose people sleep.
    case night
}
