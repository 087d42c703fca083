// Controls of a lamp's color, by its features: a wheel, sliders for hue, saturation and warmth, and swatches.

import { computed, el, signal } from "../../lib/view.js";
import { chroma, kelvin, rgbOfPlace, whiteOf } from "../../home/color.js";
import { paced } from "../../home/commands.js";
import { asNumber } from "../../home/numbers.js";
import { COLOR_CONTROL } from "../../home/traits.js";
import { number, percent } from "../../home/words.js";
import { reading, slider } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

const Feature = /** @type {const} */ ({ HUE_SATURATION: 0x01, PLACE: 0x08, TEMPERATURE: 0x10 });
const anyway = { transitionTime: 2, optionsMask: 0, optionsOverride: 0 };
/** The hues of the swatches, in degrees. */
const hues = [0, 28, 48, 110, 175, 215, 265, 320];

/** @param {App} app @param {Part} part */
export function colorControls(app, part) {
  const color = reading(app, part, COLOR_CONTROL);
  const features = asNumber(color.value?.["featureMap"]) ?? 0;
  const hasHue = (features & Feature.HUE_SATURATION) !== 0;
  const isColored = hasHue || (features & Feature.PLACE) !== 0;
  // For a lamp that only supports CIE coordinates, hue and saturation are converted to and from these.
  const place = computed(() => hueOfPlace(asNumber(color.value?.["currentX"]) ?? 20_000, asNumber(color.value?.["currentY"]) ?? 20_000));
  const hue = () => (hasHue ? asNumber(color.value?.["currentHue"]) : place.value[0]);
  const saturation = () => (hasHue ? asNumber(color.value?.["currentSaturation"]) : place.value[1]);
  const warmest = computed(() => asNumber(color.value?.["colorTempPhysicalMaxMireds"]) ?? 500);
  const coldest = computed(() => asNumber(color.value?.["colorTempPhysicalMinMireds"]) ?? 150);
  const send = (/** @type {string} */ name, /** @type {import("../../lib/trait.js").TraitValues} */ values) =>
    app.commands.invoke(part, COLOR_CONTROL, name, { ...values, ...anyway });
  const toWhite = (/** @type {number} */ mireds) => send("moveToColorTemperature", { colorTemperatureMireds: Math.round(mireds) });
  const toColor = (/** @type {number} */ wantedHue, /** @type {number} */ wantedSaturation) =>
    hasHue ? send("moveToHueAndSaturation", { hue: wantedHue, saturation: wantedSaturation }) : send("moveToColor", placeOfHue(wantedHue, wantedSaturation));

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
    isColored && [
      wheel(hue, saturation, toColor),
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
      isColored && hues.map((degrees) => {
        const value = Math.round((degrees / 360) * 254);
        return swatch(chroma(value, 254), t("control.colorOf", { degrees }), () => toColor(value, 230));
      })),
  ];
}

/**
 * A color wheel for pointers: hue around, saturation outward. For keyboards and screen readers, the sliders do the same.
 *
 * @param {() => number | undefined} hue
 * @param {() => number | undefined} saturation
 * @param {(hue: number, saturation: number) => Promise<unknown>} send
 */
function wheel(hue, saturation, send) {
  const held = signal(/** @type {[number, number] | undefined} */ (undefined));
  const shown = () => held.value ?? [hue() ?? 0, saturation() ?? 0];
  const carry = paced((/** @type {[number, number]} */ [wantedHue, wantedSaturation]) => send(wantedHue, wantedSaturation));
  let last = 0;
  const pick = async (/** @type {PointerEvent} */ event) => {
    const { left, top, width } = self.getBoundingClientRect();
    const [right, down] = [(event.clientX - left) / width - 0.5, (event.clientY - top) / width - 0.5];
    const turn = (Math.atan2(down, right) / (2 * Math.PI) + 1) % 1;
    const turnNumber = (last += 1);
    held.value = [Math.round(turn * 254), Math.round(Math.min(1, 2 * Math.hypot(right, down)) * 254)];
    await carry(held.value);
    if (turnNumber === last) held.value = undefined;
  };
  const at = (/** @type {(angle: number) => number} */ side) => () => {
    const [angle = 0, strength = 0] = shown();
    return `${50 + 50 * (strength / 254) * side((angle / 254) * 2 * Math.PI)}%`;
  };
  const self = el("div", {
    class: "wheel", "aria-hidden": "true", "--x": at(Math.cos), "--y": at(Math.sin),
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      self.setPointerCapture(event.pointerId);
      pick(event);
    },
    onpointermove: (/** @type {PointerEvent} */ event) => event.buttons !== 0 && pick(event),
  });
  return self;
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {[hue: number, saturation: number]} 0 to 254
 */
export function hueOfPlace(x, y) {
  const [red, green, blue] = rgbOfPlace(x, y);
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span < 0.001) return [0, 0];
  const sixth = most === red ? ((green - blue) / span + 6) % 6 : most === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return [Math.round((sixth / 6) * 254), Math.round((span / most) * 254)];
}

/**
 * @param {number} hue 0 to 254
 * @param {number} saturation
 */
export function placeOfHue(hue, saturation) {
  const strength = saturation / 254;
  const linear = [5, 3, 1].map((offset) => {
    const sixth = (offset + (hue / 254) * 6) % 6;
    const value = 1 - strength * Math.max(0, Math.min(1, Math.min(sixth, 4 - sixth)));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  const across = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const up = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const all = across + up + 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sixteen = (/** @type {number} */ share) => Math.min(65_279, Math.round(share * 65_536));
  return { colorX: sixteen(across / all), colorY: sixteen(up / all) };
}
