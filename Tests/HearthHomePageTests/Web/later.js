import { name } from "./lib/odd.js";

export const later = name;
