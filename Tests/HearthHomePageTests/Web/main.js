import { length, name as title } from "./lib/odd.js";

document.title = `${title}: ${length()}`;
import("./later.js");
