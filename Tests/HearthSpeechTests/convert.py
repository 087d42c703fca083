#!/usr/bin/env python3
"""Samples sentences with their meanings from the templates of the package home-assistant-intents.

    pip install hassil home-assistant-intents
    convert.py LANGUAGE [SAMPLES [SEED]] > Sentences/sampled.LANGUAGE.json

The templates are from https://github.com/OHF-Voice/intents (Apache-2.0). The home and the expected readings are ours: a
sentence is right if it leads to the same verb, things and value as the intent and slots of its template.
"""

import json
import pathlib
import random
import re
import sys

import home_assistant_intents
from hassil.expression import Alternative, ListReference, Permutation, RuleReference, Sequence, TextChunk
from hassil.intents import Intents, RangeSlotList, TextSlotList

# Names of a home by language: zones, rooms and their zone, things as (name, room, domain, class).
HOMES = {
    "en": {
        "zones": ["Upstairs", "Ground Floor", "Basement"],
        "rooms": [("Kitchen", 1), ("Living Room", 1), ("Bedroom", 0), ("Bathroom", 0), ("Office", 2), ("Entrance", 1),
                  ("Garage", 1), ("Guest Room", 0)],
        "things": [
            ("Ceiling", 0, "light", ""), ("Countertop", 0, "light", ""), ("Floor Lamp", 1, "light", ""),
            ("Play Corner", 1, "light", ""), ("Bedside Lamp", 2, "light", ""), ("Mirror", 3, "light", ""),
            ("Desk Lamp", 4, "light", ""), ("Hallway", 5, "light", ""), ("Workbench", 6, "light", ""),
            ("Guest Lamp", 7, "light", ""), ("Coffee Maker", 0, "switch", ""), ("Heated Towels", 3, "switch", ""),
            ("Ceiling Fan", 1, "fan", ""), ("Table Fan", 4, "fan", ""), ("Bedroom Fan", 2, "fan", ""),
            ("Left Curtain", 1, "cover", "curtain"), ("Right Curtain", 1, "cover", "curtain"),
            ("South Blind", 0, "cover", "blind"), ("Sun Shade", 7, "cover", "shade"),
            ("Patio Awning", 1, "cover", "awning"), ("East Shutter", 2, "cover", "shutter"),
            ("Roof Window", 3, "cover", "window"), ("Big Door", 6, "cover", "garage"), ("Yard Gate", 5, "cover", "gate"),
            ("Cat Flap", 0, "cover", "door"), ("Front Entry", 5, "lock", ""), ("Cellar Lock", 4, "lock", ""),
            ("Main Water", 4, "valve", ""), ("Thermo One", 1, "climate", ""), ("Office Climate", 4, "climate", ""),
            ("Upper Thermostat", 2, "climate", ""), ("Big Screen", 1, "media_player", ""),
            ("Kitchen Radio", 0, "media_player", ""), ("Bed Speaker", 2, "media_player", ""), ("Rover", 5, "vacuum", ""),
            ("Movie Night", None, "scene", ""), ("Good Morning", None, "script", ""),
            ("Pantry Contact", 0, "binary_sensor", "door"), ("Couch Presence", 1, "binary_sensor", "occupancy"),
            ("Outdoor Humidity", None, "sensor", ""),
        ],
    },
    "de": {
        "zones": ["Obergeschoss", "Erdgeschoss", "Keller"],
        "rooms": [("Küche", 1), ("Wohnzimmer", 1), ("Schlafzimmer", 0), ("Bad", 0), ("Büro", 2), ("Flur", 1),
                  ("Garage", 1), ("Gästezimmer", 0)],
        "things": [
            ("Deckenspot", 0, "light", ""), ("Arbeitsplatte", 0, "light", ""), ("Stehlampe", 1, "light", ""),
            ("Spielecke", 1, "light", ""), ("Nachttischlampe", 2, "light", ""), ("Spiegel", 3, "light", ""),
            ("Schreibtischlampe", 4, "light", ""), ("Garderobe", 5, "light", ""), ("Werkbank", 6, "light", ""),
            ("Gästelampe", 7, "light", ""), ("Kaffeemaschine", 0, "switch", ""), ("Handtuchwärmer", 3, "switch", ""),
            ("Deckenventilator", 1, "fan", ""), ("Tischventilator", 4, "fan", ""), ("Bettventilator", 2, "fan", ""),
            ("Vorhang links", 1, "cover", "curtain"), ("Vorhang rechts", 1, "cover", "curtain"),
            ("Rollo Süd", 0, "cover", "blind"), ("Sonnenschirm", 7, "cover", "shade"),
            ("Markise Terrasse", 1, "cover", "awning"), ("Rollladen Ost", 2, "cover", "shutter"),
            ("Dachfenster", 3, "cover", "window"), ("Großes Tor", 6, "cover", "garage"), ("Hoftor", 5, "cover", "gate"),
            ("Katzenklappe", 0, "cover", "door"), ("Haustür", 5, "lock", ""), ("Kellerschloss", 4, "lock", ""),
            ("Hauptwasser", 4, "valve", ""), ("Thermo Eins", 1, "climate", ""), ("Büroklima", 4, "climate", ""),
            ("Oberes Thermostat", 2, "climate", ""), ("Großbild", 1, "media_player", ""),
            ("Küchenradio", 0, "media_player", ""), ("Bettbox", 2, "media_player", ""), ("Robbi", 5, "vacuum", ""),
            ("Filmabend", None, "scene", ""), ("Guten Morgen", None, "script", ""),
            ("Vorratskontakt", 0, "binary_sensor", "door"), ("Sofamelder", 1, "binary_sensor", "occupancy"),
            ("Außenfeuchte", None, "sensor", ""),
        ],
    },
    "fr": {
        "zones": ["Étage", "Rez-de-chaussée", "Sous-sol"],
        "rooms": [("Cuisine", 1), ("Salon", 1), ("Chambre", 0), ("Salle de bain", 0), ("Bureau", 2), ("Entrée", 1),
                  ("Garage", 1), ("Chambre d'amis", 0)],
        "things": [
            ("Plafonnier", 0, "light", ""), ("Plan de travail", 0, "light", ""), ("Lampadaire", 1, "light", ""),
            ("Coin jeux", 1, "light", ""), ("Lampe de chevet", 2, "light", ""), ("Miroir", 3, "light", ""),
            ("Lampe de bureau", 4, "light", ""), ("Applique", 5, "light", ""), ("Établi", 6, "light", ""),
            ("Lampe d'amis", 7, "light", ""), ("Machine à café", 0, "switch", ""), ("Sèche-serviettes", 3, "switch", ""),
            ("Ventilateur de plafond", 1, "fan", ""), ("Ventilateur de table", 4, "fan", ""),
            ("Ventilateur du lit", 2, "fan", ""), ("Rideau gauche", 1, "cover", "curtain"),
            ("Rideau droit", 1, "cover", "curtain"), ("Store sud", 0, "cover", "blind"),
            ("Parasol", 7, "cover", "shade"), ("Toile terrasse", 1, "cover", "awning"),
            ("Volet est", 2, "cover", "shutter"), ("Lucarne", 3, "cover", "window"),
            ("Grande porte", 6, "cover", "garage"), ("Portail cour", 5, "cover", "gate"),
            ("Chatière", 0, "cover", "door"), ("Porte d'entrée", 5, "lock", ""), ("Porte de cave", 4, "lock", ""),
            ("Arrivée d'eau", 4, "valve", ""), ("Thermo un", 1, "climate", ""), ("Clim bureau", 4, "climate", ""),
            ("Thermostat du haut", 2, "climate", ""), ("Grand écran", 1, "media_player", ""),
            ("Radio cuisine", 0, "media_player", ""), ("Enceinte chambre", 2, "media_player", ""),
            ("Robi", 5, "vacuum", ""), ("Soirée film", None, "scene", ""), ("Bon matin", None, "script", ""),
            ("Contact cellier", 0, "binary_sensor", "door"), ("Présence canapé", 1, "binary_sensor", "occupancy"),
            ("Humidité dehors", None, "sensor", ""),
        ],
    },
    "es": {
        "zones": ["Alta", "Baja", "Sótano"],
        "rooms": [("Cocina", 1), ("Salón", 1), ("Dormitorio", 0), ("Baño", 0), ("Despacho", 2), ("Recibidor", 1),
                  ("Garaje", 1), ("Cuarto de invitados", 0)],
        "things": [
            ("Techo", 0, "light", ""), ("Encimera", 0, "light", ""), ("Lámpara de pie", 1, "light", ""),
            ("Rincón de juegos", 1, "light", ""), ("Lámpara de noche", 2, "light", ""), ("Espejo", 3, "light", ""),
            ("Flexo", 4, "light", ""), ("Perchero", 5, "light", ""), ("Banco", 6, "light", ""),
            ("Lámpara de invitados", 7, "light", ""), ("Cafetera", 0, "switch", ""), ("Toallero", 3, "switch", ""),
            ("Ventilador de techo", 1, "fan", ""), ("Ventilador de mesa", 4, "fan", ""),
            ("Ventilador de cama", 2, "fan", ""), ("Cortina izquierda", 1, "cover", "curtain"),
            ("Cortina derecha", 1, "cover", "curtain"), ("Persiana sur", 0, "cover", "blind"),
            ("Estor gris", 7, "cover", "shade"), ("Toldo terraza", 1, "cover", "awning"),
            ("Veneciana este", 2, "cover", "shutter"), ("Claraboya", 3, "cover", "window"),
            ("Puerta grande", 6, "cover", "garage"), ("Verja patio", 5, "cover", "gate"),
            ("Gatera", 0, "cover", "door"), ("Puerta principal", 5, "lock", ""), ("Puerta del sótano", 4, "lock", ""),
            ("Agua general", 4, "valve", ""), ("Termo uno", 1, "climate", ""), ("Clima despacho", 4, "climate", ""),
            ("Termostato alto", 2, "climate", ""), ("Pantalla grande", 1, "media_player", ""),
            ("Radio cocina", 0, "media_player", ""), ("Altavoz cama", 2, "media_player", ""),
            ("Robi", 5, "vacuum", ""), ("Noche de cine", None, "scene", ""), ("Buenos días", None, "script", ""),
            ("Contacto despensa", 0, "binary_sensor", "door"), ("Presencia sofá", 1, "binary_sensor", "occupancy"),
            ("Humedad exterior", None, "sensor", ""),
        ],
    },
}
# The room of the speaker, where a template needs one.
HERE = 1
POWERED = {"light", "switch", "fan", "media_player", "input_boolean", "climate"}
INTENTS = (
    "HassTurnOn HassTurnOff HassLightSet HassSetPosition HassClimateSetTemperature HassClimateGetTemperature "
    "HassClimateSetFanMode HassFanSetSpeed HassGetState HassMediaNext HassMediaPause HassMediaPrevious "
    "HassMediaUnpause HassMediaPlayerMute HassMediaPlayerUnmute HassSetVolume HassSetVolumeRelative HassVacuumStart "
    "HassVacuumReturnToBase HassVacuumCleanArea HassGetCurrentTime HassGetCurrentDate").split()
GUARDED = {"garage", "gate", "door"}


class Sampler:
    def __init__(self, language, intents, home, chance):
        self.language, self.intents, self.home, self.chance = language, intents, home, chance

    def sample(self, expression, lists, slots):
        """A text of an expression; notes the chosen values in slots."""
        if isinstance(expression, TextChunk):
            return expression.original_text
        if isinstance(expression, Alternative):
            return self.sample(self.chance.choice(expression.items), lists, slots)
        if isinstance(expression, Sequence):
            return "".join(self.sample(item, lists, slots) for item in expression.items)
        if isinstance(expression, Permutation):
            items = list(expression.items)
            self.chance.shuffle(items)
            return " ".join(self.sample(item, lists, slots) for item in items)
        if isinstance(expression, RuleReference):
            # What recognisers of speech hear wrongly.
            if expression.rule_name.startswith("stt_fix") or expression.rule_name.endswith("_dirty"):
                raise LookupError(expression.rule_name)
            return self.sample(self.intents.expansion_rules[expression.rule_name].expression, lists, slots)
        if isinstance(expression, ListReference):
            return self.value(expression, lists, slots)
        raise ValueError(expression)

    def value(self, reference, lists, slots):
        name, slot = reference.list_name, reference.slot_name
        if name in lists:
            text, value = self.chance.choice(lists[name])
            slots[slot] = value
            return text
        found = self.intents.slot_lists[name]
        if isinstance(found, RangeSlotList):
            number = self.chance.randrange(found.start, found.stop + 1, found.step)
            slots[slot] = number * (found.multiplier or 1)
            return str(number)
        if not isinstance(found, TextSlotList):
            raise LookupError(name)
        chosen = self.chance.choice(found.values)
        slots[slot] = chosen.value_out
        return self.sample(chosen.text_in.expression if hasattr(chosen.text_in, "expression") else chosen.text_in,
                           lists, slots)


def expected(intent, data, slots, home):
    """The reading that an intent with slots asks for; None if it is out of scope."""
    things = home["things"]
    slots = {**(data.slots or {}), **slots}
    needs_here = "area" in (data.requires_context or {})
    rooms = None
    if "area" in slots:
        rooms = {slots["area"]}
    elif "floor" in slots:
        rooms = {index for index, (_, zone) in enumerate(home["rooms"]) if zone == slots["floor"]}
    elif needs_here:
        rooms = {HERE}
    domain, kind, name = slots.get("domain"), slots.get("device_class"), slots.get("name")

    def of(*domains):
        return [i for i, t in enumerate(things)
                if (name is None or i == name) and t[2] in domains
                and (not kind or t[3] in (kind if isinstance(kind, list) else [kind]))
                and (rooms is None or t[1] in rooms)]

    if intent in ("HassTurnOn", "HassTurnOff"):
        on = intent == "HassTurnOn"
        domain = domain or (things[name][2] if name is not None else "light")
        found = of(domain)
        if not found:
            return None
        if domain == "cover":
            verb = "open" if on else "close"
            is_guarded = any(things[i][3] in GUARDED for i in found)
            if is_guarded and on and name is None:
                return {"verb": verb, "asks": found}
            return {"verb": verb, "things": found, **({"yes": True} if is_guarded and on else {})}
        if domain == "lock":
            return {"verb": "lock" if on else "unlock", "things": found, **({} if on else {"yes": True})}
        if domain == "valve":
            return {"verb": "open" if on else "close", "things": found, **({"yes": True} if on else {})}
        if domain in ("scene", "script"):
            return {"verb": "run", "things": found}
        return {"verb": "on" if on else "off", "things": found} if domain in POWERED else None
    if intent == "HassLightSet":
        found = of("light")
        for slot, verb, value in (("brightness", "brightness", "percent"), ("color", "color", "color"),
                                  ("temperature", "whiteness", "kelvin")):
            if slot in slots:
                return {"verb": verb, "things": found, "value": [value, slots[slot]]} if found else None
    if intent == "HassSetPosition":
        found = of("cover") or of("valve")
        if not found or any(things[i][2] == "valve" for i in found):
            return None
        if any(things[i][3] in GUARDED for i in found):
            if name is None:
                return {"verb": "position", "asks": found}
            return {"verb": "position", "things": found, "value": ["percent", slots["position"]], "yes": True}
        return {"verb": "position", "things": found, "value": ["percent", slots["position"]]}
    simple = {
        "HassClimateSetTemperature": ("temperature", "climate", "degrees", "temperature"),
        "HassClimateSetFanMode": ("fan-mode", "climate", "mode", "fan_mode"),
        "HassFanSetSpeed": ("fan-speed", "fan", "percent", "percentage"),
        "HassSetVolume": ("volume", "media_player", "percent", "volume_level"),
    }
    if intent in simple:
        verb, of_domain, unit, slot = simple[intent]
        found = of(of_domain)
        return {"verb": verb, "things": found, "value": [unit, slots[slot]]} if found else None
    if intent == "HassSetVolumeRelative":
        found, step = of("media_player"), slots["volume_step"]
        if isinstance(step, str):
            value = ["more" if step == "up" else "less", None]
        else:
            value = ["more" if step >= 0 else "less", abs(step)]
            if step == 0:
                return None
        return {"verb": "volume", "things": found, "value": value} if found else None
    media = {"HassMediaNext": "next", "HassMediaPrevious": "previous", "HassMediaPause": "pause",
             "HassMediaUnpause": "play", "HassMediaPlayerMute": "mute", "HassMediaPlayerUnmute": "unmute"}
    if intent in media:
        found = of("media_player")
        return {"verb": media[intent], "things": found} if found else None
    if intent.startswith("HassVacuum"):
        rooms = None
        return {"verb": "dock" if "Return" in intent else "clean", "things": of("vacuum")}
    if intent == "HassGetCurrentTime":
        return {"verb": "time", "things": []}
    if intent == "HassGetCurrentDate":
        return {"verb": "date", "things": []}
    if intent == "HassClimateGetTemperature":
        found = of("climate")
        return {"verb": "ask-temperature", "things": found} if found else None
    if intent == "HassGetState":
        return asked(data, slots, domain, name, things, of)
    return None


ALL = re.compile(r"\b(all|every|each|everywhere|alle[nrs]?|sämtliche[nrs]?|jede[nrs]?|ganzen?|kompletten?|gesamten?|überall|tout(e|es)?|tous|partout|tod[oa]s?|cada)\b", re.I)


# Words that templates make of parts that do not belong together.
BROKEN = {
    "fr": re.compile(r"\b(est|sont)(il|elle)s?\b|- til\b|\bat-il\b|verrouille(er|ée|é|r)|ferm(ée|er|é)(é|e)|verrouills|closs|portess|\bferme?s? à cl|\by a ?t[' ]?-?'?il\b|\by at", re.I),
    "es": re.compile(r"\b(encend[ae]|enciend?er|enciendé|establez?[cz]é|estable(ca|zce)|estable[zc]er|comiienz|comenz[ae]|empez[ae]|comienzar"
                     r"|empiezar|cierrar|continuaá)\b|\b(el|la|los|las)(toldo|persiana|cortina|puerta|estor|ventana|verja)", re.I),
}
# The Spanish templates call lights switches, which are things of their own here.
OTHER_KIND = {"es": re.compile(r"interruptor|llave", re.I)}
# The French ones open and close lights, and the radio for any music. A room that is closed means its coverings here.
OTHER_VERB = {"fr": re.compile(r"^(ouvr|ferm)\w+ (?!.*(lumière|lampe|ampoule|éclairage))|^\w+ (la |le |les |l')?radio( |$)", re.I)}
LIGHT = re.compile(r"light|lamp|bulb|licht|leucht|lumière|lampe|ampoule|éclair|illumin|luz|luces|lámpara|bombill|foco|luminaria|lamparilla", re.I)


def switched(reading, text, slots, home):
    """What a place switches besides its lights, where a template says only the place: "éteins la cuisine"."""
    if reading["verb"] not in ("on", "off") or LIGHT.search(text) or not {"area", "floor"} & set(slots):
        return None
    rooms = {slots["area"]} if "area" in slots else {
        index for index, (_, zone) in enumerate(home["rooms"]) if zone == slots["floor"]}
    things = home["things"]
    if {things[i][2] for i in reading["things"]} != {"light"} or "name" in slots:
        return None
    return [i for i, t in enumerate(things) if t[1] in rooms and t[2] in ("light", "switch", "fan", "media_player")]


class Wide:
    """The same for the whole home."""

    class Data:
        def __init__(self, data):
            self.slots, self.response, self.requires_context = data.slots, data.response, {}

    @classmethod
    def of(cls, intent, data, slots, home):
        return expected(intent, cls.Data(data), slots, home)


def asked(data, slots, domain, name, things, of):
    domain = domain or (things[name][2] if name is not None else None)
    if domain in (None, "person"):
        return None
    found = of(domain)
    if not found:
        return None
    if "state" not in slots:
        return {"verb": "state", "things": found}
    state = slots["state"]
    if domain == "binary_sensor":
        is_open = things[name][3] == "door"
        state = ({"on": "open", "off": "closed"} if is_open else {"on": "detected", "off": "clear"})[state]
    form = {"any": "any", "all": "all", "which": "which", "how_many": "how-many"}.get(data.response)
    return {"verb": form or "is", "things": found, "state": state}


def main():
    language = sys.argv[1]
    samples = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 39)
    folder = pathlib.Path(home_assistant_intents.__file__).parent
    intents = Intents.from_dict(json.loads((folder / "data" / f"{language}.json").read_text()))
    home = HOMES[language]
    sampler = Sampler(language, intents, home, chance)
    rows, seen = [], set()
    for intent in INTENTS:
        for data in intents.intents[intent].data if intent in intents.intents else []:
            domains = (data.requires_context or {}).get("domain")
            if domains and not isinstance(domains, list):
                domains = [domains]
            names = [(t[0], i) for i, t in enumerate(home["things"]) if not domains or t[2] in domains]
            for sentence, source in zip(data.sentences, data.sentence_texts):
                for _ in range(samples):
                    slots = {}
                    in_rooms = names
                    room = None
                    lists = {"area": [(r[0], i) for i, r in enumerate(home["rooms"])],
                             "floor": [(z, i) for i, z in enumerate(home["zones"])], "name": in_rooms}
                    # A name in a place is one that is there.
                    if names and domains:
                        wanted = "door" if "bs_open" in source else "occupancy" if "bs_occupancy" in source else None
                        text, index = chance.choice([n for n in names if wanted in (None, home["things"][n[1]][3])])
                        room = home["things"][index][1]
                        lists["name"] = [(text, index)]
                        combination = (data.metadata or {}).get("slot_combination", "")
                        if room is not None and "area" in combination:
                            lists["area"] = [(home["rooms"][room][0], room)]
                        if room is not None and "floor" in combination:
                            zone = home["rooms"][room][1]
                            lists["floor"] = [(home["zones"][zone], zone)]
                    elif not names:
                        continue
                    try:
                        text = sampler.sample(sentence.expression, lists, slots)
                    except LookupError:
                        continue
                    reading = expected(intent, data, slots, home)
                    text = " ".join(text.split())
                    if reading is None or text in seen:
                        continue
                    if language in BROKEN and BROKEN[language].search(text):
                        continue
                    is_light = reading.get("things") and all(home["things"][i][2] == "light" for i in reading["things"])
                    if language in OTHER_KIND and is_light and OTHER_KIND[language].search(text):
                        continue
                    if language in OTHER_VERB and "name" not in slots and (is_light or reading["verb"] == "pause") and (
                            OTHER_VERB[language].search(text)):
                        continue
                    # "Stop the player" is a pause, too.
                    if reading["verb"] in ("on", "off") and any(
                            home["things"][i][2] == "media_player" for i in reading["things"]) and re.search(
                                "start|stop|arrêt|démarr|lanc", text):
                        continue
                    # "All lights off" is an order, too.
                    if reading["verb"] == "all" and not set(text.lower().split()) & {
                            "is", "are", "ist", "sind", "stehen", "est", "sont", "está", "están", "es", "son"}:
                        continue
                    # Whether "all lights" are those of the room or of the home is open.
                    if "area" in (data.requires_context or {}) and "things" in reading and ALL.search(text):
                        wide = Wide.of(intent, data, slots, home)
                        if wide and wide.get("things") != reading["things"]:
                            reading["or"] = wide["things"]
                    wide = switched(reading, text, slots, home)
                    if wide and wide != reading["things"]:
                        reading["or"] = wide
                    seen.add(text)
                    rows.append({"text": text, "intent": intent,
                                 **({"here": HERE} if "area" in (data.requires_context or {}) else {}), **reading})
    print(json.dumps({"source": "https://github.com/OHF-Voice/intents (Apache-2.0)", "home": home}, ensure_ascii=False)[:-1]
          + ', "sentences": [')
    print(",\n".join(json.dumps(row, ensure_ascii=False) for row in rows))
    print("]}")


main()
