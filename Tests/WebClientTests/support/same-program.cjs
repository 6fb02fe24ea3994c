// Says which modules aren't the same program any more. Run by `node --expose-internals`: the parser
// is the one that Node.js brings with it. From standard input: a list of [path, source, sent].

const { readFileSync } = require('node:fs');
const { parse } = require('internal/deps/acorn/acorn/dist/acorn');

/** The program as text, without where in the file its parts stand. */
const shape = (text) =>
  JSON.stringify(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }), (name, value) => {
    if (name === 'start' || name === 'end') return undefined;
    return value instanceof RegExp || typeof value === 'bigint' ? String(value) : value;
  });

const files = JSON.parse(readFileSync(0, 'utf8'));
const others = files.filter(([, source, sent]) => shape(source) !== shape(sent));
console.log(JSON.stringify(others.map(([path]) => path)));
