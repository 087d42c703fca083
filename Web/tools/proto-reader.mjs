// Reads the subset of proto3 that Schemas/proto/hearth/v1 uses: messages, enums, services, options.

/**
 * @typedef {{name: string, number: number, type: string, label: "" | "optional" | "repeated", oneof: number | undefined, comment: string}} ProtoField
 * @typedef {{name: string, fields: ProtoField[], comment: string}} ProtoMessage
 * @typedef {{name: string, values: {name: string, number: number, comment: string}[], comment: string}} ProtoEnum
 * @typedef {{name: string, input: string, output: string, clientStreams: boolean, serverStreams: boolean, comment: string}} ProtoMethod
 * @typedef {{name: string, methods: ProtoMethod[]}} ProtoService
 * @typedef {{messages: ProtoMessage[], enums: ProtoEnum[], services: ProtoService[]}} ProtoFile
 */

/**
 * Splits a text into words, punctuation, strings and line comments.
 *
 * @param {string} text
 */
function tokens(text) {
  return text.match(/\/\/[^\n]*|"(?:[^"\\]|\\.)*"|[\w.]+|[{}()[\]=;,<>]/g) ?? [];
}

/**
 * @param {string} text
 * @returns {ProtoFile}
 */
export function readProto(text) {
  const words = tokens(text);
  let at = 0;
  let comment = "";
  /** @type {ProtoFile} */
  const file = { messages: [], enums: [], services: [] };

  function next() {
    const word = words[at++];
    if (word === undefined) throw new Error("the file ends in the middle of a declaration");
    return word;
  }
  /** @param {string} word */
  function expect(word) {
    const found = next();
    if (found !== word) throw new Error(`expected ${word}, found ${found}`);
  }
  /** The next word after any comments; those directly above it are kept. */
  function nextWord() {
    comment = "";
    let word = next();
    while (word.startsWith("//")) {
      comment += (comment === "" ? "" : " ") + word.slice(2).trim();
      word = next();
    }
    return word;
  }
  function skipStatement() {
    let depth = 0;
    for (;;) {
      const word = next();
      if (word === "{") depth += 1;
      if (word === "}" && --depth === 0) return;
      if (word === ";" && depth === 0) return;
    }
  }

  /** @param {string} prefix */
  function readEnum(prefix) {
    /** @type {ProtoEnum} */
    const type = { name: prefix + next(), values: [], comment };
    expect("{");
    for (let word = nextWord(); word !== "}"; word = nextWord()) {
      const valueComment = comment;
      expect("=");
      type.values.push({ name: word, number: Number(next()), comment: valueComment });
      expect(";");
    }
    file.enums.push(type);
  }

  /** @param {string} prefix */
  function readMessage(prefix) {
    /** @type {ProtoMessage} */
    const message = { name: prefix + next(), fields: [], comment };
    file.messages.push(message);
    expect("{");
    let oneofs = 0;
    /** @type {number | undefined} */
    let oneof;
    for (let word = nextWord(); ; word = nextWord()) {
      if (word === "}") {
        if (oneof === undefined) return;
        oneof = undefined;
      } else if (word === "message") readMessage(`${message.name}.`);
      else if (word === "enum") readEnum(`${message.name}.`);
      else if (word === "option" || word === "reserved") skipStatement();
      else if (word === "oneof") {
        next();
        expect("{");
        oneof = oneofs++;
      } else {
        const fieldComment = comment;
        const label = word === "optional" || word === "repeated" ? word : "";
        const type = label === "" ? word : next();
        const name = next();
        expect("=");
        message.fields.push({ name, number: Number(next()), type, label, oneof, comment: fieldComment });
        if (next() !== ";") skipStatement();
      }
    }
  }

  function readService() {
    /** @type {ProtoService} */
    const service = { name: next(), methods: [] };
    expect("{");
    for (let word = nextWord(); word !== "}"; word = nextWord()) {
      if (word !== "rpc") {
        skipStatement();
        continue;
      }
      const methodComment = comment;
      const name = next();
      const [input, clientStreams] = readType();
      expect("returns");
      const [output, serverStreams] = readType();
      service.methods.push({ name, input, output, clientStreams, serverStreams, comment: methodComment });
      skipStatement();
    }
    file.services.push(service);
  }
  /** @returns {[string, boolean]} */
  function readType() {
    expect("(");
    const word = next();
    const streams = word === "stream";
    const type = streams ? next() : word;
    expect(")");
    return [type, streams];
  }

  while (at < words.length) {
    let word = next();
    if (word.startsWith("//")) {
      at -= 1;
      if (words.slice(at).every((rest) => rest.startsWith("//"))) break;
      word = nextWord();
    }
    if (word === "message") readMessage("");
    else if (word === "enum") readEnum("");
    else if (word === "service") readService();
    else skipStatement();
  }
  return file;
}
