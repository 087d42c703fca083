// The color of a lamp: sliders for hue, strength and warmth, and swatches, by what the lamp can do.

import { computed, el } from "../../lib/view.js";
import { chroma, kelvin, whiteOf } from "../../home/color.js";
import { asNumber } from "../../home/status.js";
import { Trait } from "../../home/traits.js";
import { number, percent } from "../../home/words.js";
import { reading, slider } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

const Feature = /** @type {const} */ ({ HUE_SATURATION: 0x01, TEMPERATURE: 0x10 });
const anyway = { transitionTime: 2, optionsMask: 0, optionsOverride: 0 };
/** In degrees: what people ask for most. */
const hues = [0, 28, 48, 110, 175, 215, 265, 320];

/** @param {App} app @param {Part} part */
export function colorControls(app, part) {
  const color = reading(app, part, Trait.COLOR_CONTROL);
  const features = asNumber(color.value?.["featureMap"]) ?? 0;
  const hue = () => asNumber(color.value?.["currentHue"]);
  const saturation = () => asNumber(color.value?.["currentSaturation"]);
  const warmest = computed(() => asNumber(color.value?.["colorTempPhysicalMaxMireds"]) ?? 500);
  const coldest = computed(() => asNumber(color.value?.["colorTempPhysicalMinMireds"]) ?? 150);
  const send = (/** @type {string} */ name, /** @type {import("../../lib/trait.js").TraitValues} */ values) =>
    app.commands.invoke(part, Trait.COLOR_CONTROL, name, { ...values, ...anyway });
  const toWhite = (/** @type {number} */ mireds) => send("moveToColorTemperature", { colorTemperatureMireds: Math.round(mireds) });
  const toColor = (/** @type {number} */ wantedHue, /** @type {number} */ wantedSaturation) =>
    send("moveToHueAndSaturation", { hue: wantedHue, saturation: wantedSaturation });

  const rainbow = `linear-gradient(var(--way, to right), ${[0, 60, 120, 180, 240, 300, 360].map((degrees) => `hsl(${degrees} 90% 58%)`).join(", ")})`;
  const whites = computed(() => [0, 0.25, 0.5, 0.75, 1].map((share) => coldest.value + share * (warmest.value - coldest.value)));

  const swatch = (/** @type {string} */ css, /** @type {string} */ label, /** @type {() => unknown} */ onclick) =>
    el("button", { type: "button", class: "swatch", "--swatch": css, "aria-label": label, title: label, onclick });

  return [
    (features & Feature.TEMPERATURE) !== 0 && el("div", { class: "labeled" },
      el("span", {}, t("control.white")),
      slider({
        label: t("control.white"), class: "painted", min: coldest.value, max: warmest.value,
        value: () => asNumber(color.value?.["colorTemperatureMireds"]),
        words: (value) => t("control.kelvin", { kelvin: number(kelvin(value), 0) }),
        send: toWhite,
        style: { "--track": () => `linear-gradient(var(--way, to right), ${whites.value.map(whiteOf).join(", ")})` },
      })),
    (features & Feature.HUE_SATURATION) !== 0 && [
      el("div", { class: "labeled" }, el("span", {}, t("control.hue")),
        slider({
          label: t("control.hue"), class: "painted", max: 254, value: hue,
          words: (value) => t("control.colorOf", { degrees: Math.round((value / 254) * 360) }),
          send: (value) => toColor(value, Math.max(60, saturation() ?? 254)),
          style: { "--track": rainbow },
        })),
      el("div", { class: "labeled" }, el("span", {}, t("control.saturation")),
        slider({
          label: t("control.saturation"), class: "painted", max: 254, value: saturation,
          words: (value) => percent(value / 254),
          send: (value) => toColor(hue() ?? 0, value),
          style: { "--track": () => `linear-gradient(var(--way, to right), ${chroma(hue() ?? 0, 0)}, ${chroma(hue() ?? 0, 254)})` },
        })),
    ],
    el("div", { class: "swatches", role: "group", "aria-label": t("control.swatches") },
      (features & Feature.TEMPERATURE) !== 0 && [0.85, 0.5, 0.1].map((share) => {
        const mireds = coldest.value + share * (warmest.value - coldest.value);
        return swatch(whiteOf(mireds), t("control.whiteOf", { kelvin: number(kelvin(mireds), 0) }), () => toWhite(mireds));
      }),
      (features & Feature.HUE_SATURATION) !== 0 && hues.map((degrees) => {
        const value = Math.round((degrees / 360) * 254);
        return swatch(chroma(value, 254), t("control.colorOf", { degrees }), () => toColor(value, 230));
      })),
  ];
}
