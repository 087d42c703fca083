// The words and signs of the text form of automations, for those who write it and those who read it.

import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";

/** How tightly parts of an expression hold together, least first. */
export const level = { or: 0, and: 1, not: 2, comparison: 3, sum: 4, product: 5, sign: 6, single: 7 };
/** @type {Map<number, readonly [word: string, level: number]>} */
export const infix = new Map([
  [Operator.EQUALS, ["=", level.comparison]], [Operator.NOT_EQUALS, ["!=", level.comparison]],
  [Operator.LESS_THAN, ["<", level.comparison]], [Operator.LESS_THAN_OR_EQUALS, ["<=", level.comparison]],
  [Operator.GREATER_THAN, [">", level.comparison]], [Operator.GREATER_THAN_OR_EQUALS, [">=", level.comparison]],
  [Operator.HAS_BITS, ["has", level.comparison]], [Operator.CONTAINS, ["contains", level.comparison]], [Operator.HELD_FOR, ["held for", level.comparison]],
  [Operator.PLUS, ["+", level.sum]], [Operator.MINUS, ["-", level.sum]],
  [Operator.TIMES, ["*", level.product]], [Operator.DIVIDED_BY, ["/", level.product]], [Operator.REMAINDER, ["mod", level.product]],
]);
/** @type {Map<number, string>} */
export const functions = new Map(Object.entries(Operator).map(([name, number]) => /** @type {[number, string]} */ ([number, name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase())])));
export const withoutContext = new Set(/** @type {number[]} */ ([Operator.AND, Operator.OR, Operator.NOT, Operator.ITEM, Operator.COUNT, Operator.IS_ONLINE, Operator.HELD_FOR]));
export const causes = ["", "device", "client", "automation", "hub"];

/** @param {import("../../lib/hearth-v1.js").TraitSchema | undefined} schema */
export const attributesOf = (schema) => (schema?.attributes ?? []).flatMap((attribute) => attribute.field ?? []);
