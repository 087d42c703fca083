internal import HearthTraitDescriptors
internal import HearthUnicode

/// The spellings under which two words count as the same.
enum Spelling {
    /// A text without differences of case, width and form: "ß" is "ss", and no apostrophes.
    ///
    /// - Parameter elisions: the shortened words whose apostrophe is a space: "l'entrée" is "l entrée".
    static func folded(_ text: String, elisions: Set<String> = []) -> String {
        var kept = String.UnicodeScalarView()
        var word = ""
        for scalar in text.inFormKC.uppercased().lowercased().unicodeScalars
        where !scalar.properties.isDefaultIgnorableCodePoint {
            if ObjectName.apostrophes.contains(scalar) {
                if elisions.contains(word) { kept.append(" ") }
                continue
            }
            kept.append(scalar)
            guard !elisions.isEmpty else { continue }
            if scalar.properties.isAlphabetic { word.unicodeScalars.append(scalar) } else { word = "" }
        }
        return String(kept)
    }

    /// A folded word without diacritics: "kuche" for "küche".
    static func plain(_ word: String) -> String {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
        var kept = String.UnicodeScalarView()
        for scalar in word.inFormD.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            kept.append(scalar)
        }
        return String(kept)
    }

    /// A folded word with umlauts written out: "kueche" for "küche".
    static func spelledOut(_ word: String) -> String {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
        var text = ""
        for character in word.inFormC {
            switch character {
            case "ä": text += "ae"
            case "ö": text += "oe"
            case "ü": text += "ue"
            default: text.append(character)
            }
        }
        return plain(text)
    }

    /// A folded word and its other spellings, each once.
    static func variants(_ word: String) -> [String] {
        let (plain, out) = (plain(word), spelledOut(word))
        if plain == word { return [word] }
        return plain == out ? [word, plain] : [word, plain, out]
    }
}
