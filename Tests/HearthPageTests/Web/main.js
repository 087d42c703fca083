import { odd } from "./lib/odd.js";

document.title = odd.length.toString();
