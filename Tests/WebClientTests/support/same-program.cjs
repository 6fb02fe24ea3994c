// Says which modules aren't the same program any more. Run by `node --expose-internals`: the parser
// is the one that Node.js brings with it. From standard input: a list of [path, source, sent], and
// one of [path, sent] with files that hold several modules, whose sources are by path. To standard
// output: the paths of those that differ, and of all that those files hold.

const { readFileSync } = require('node:fs');
const { posix } = require('node:path');
const { parse } = require('internal/deps/acorn/acorn/dist/acorn');

const read = (text) => parse(text, { ecmaVersion: 'latest', sourceType: 'module' }).body;

/**
 * The program as text, without where in the file its parts stand, whether what is declared can be
 * set anew, and what names are that only their class knows; each of these is one name everywhere.
 */
function shape(statements) {
  const names = new Map();
  const numberOf = (name) => names.get(name) ?? names.set(name, names.size).get(name);
  return JSON.stringify(statements, (name, value) => {
    if (name === 'start' || name === 'end') return undefined;
    if (value === 'const' && name === 'kind') return 'let';
    if (value?.type === 'PrivateIdentifier') return numberOf(value.name);
    return value instanceof RegExp || typeof value === 'bigint' ? String(value) : value;
  });
}

const nameOf = (path) => path.slice(1).replace(/\.js$/, '').replace(/[-/.]/g, '_');
/** What a module is called that another asks for. */
const found = (path, from) => posix.resolve(posix.dirname(path), from);
/** With whole paths in what is loaded late. */
const whole = (text, path) =>
  text.replace(/\bimport\('(\.[^']*)'\)/g, (_, from) => `import('${found(path, from)}')`);

/** The statements that a module's function is to have. */
function joined(path, source) {
  const taken = [];
  const names = [];
  const own = [];
  const take = (what, from) =>
    taken.push(...read(`const ${what} = $.${nameOf(found(path, from.value))};`));
  for (const node of read(whole(source, path))) {
    if (node.type === 'ImportDeclaration') {
      const pairs = node.specifiers.map(({ imported, local }) =>
        imported && (imported.name === local.name ? local.name : `${imported.name}:${local.name}`),
      );
      take(pairs[0] ? `{${pairs}}` : node.specifiers[0].local.name, node.source);
    } else if (node.type === 'ExportAllDeclaration') {
      names.push(node.exported.name);
      take(node.exported.name, node.source);
    } else if (node.type === 'ExportNamedDeclaration') {
      const { declaration } = node;
      names.push((declaration.id ?? declaration.declarations[0].id).name);
      own.push(declaration);
    } else own.push(node);
  }
  const [{ expression }] = read(`(() => { return {${names}} })`);
  return [...taken, ...own, ...expression.body.body];
}

/** By name, the statements of the modules that a file holds. */
const held = (sent) =>
  read(sent)
    .filter(({ type }) => type === 'ExpressionStatement')
    .map(({ expression: { left, right } }) => [left.property.name, right.callee.body.body]);

const { alone, files, sources } = JSON.parse(readFileSync(0, 'utf8'));
const others = alone.filter(([, source, sent]) => shape(read(source)) !== shape(read(sent)));
const paths = new Map(Object.keys(sources).map((path) => [nameOf(path), path]));
const parts = files.flatMap(([, sent]) => held(sent));
const different = parts.filter(([name, statements]) => {
  const path = paths.get(name);
  return shape(joined(path, sources[path])) !== shape(statements);
});
const differing = [...others, ...different.map(([name]) => [paths.get(name)])];
console.log(
  JSON.stringify({
    differing: differing.map(([path]) => path),
    held: parts.map(([name]) => paths.get(name)),
  }),
);
