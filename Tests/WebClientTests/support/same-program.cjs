// Says which modules aren't the same program any more. Run by `node --expose-internals`: the parser
// is the one that Node.js brings with it. From standard input: a list of [path, source, sent], and
// one of [path, sent] with files that hold several modules, whose sources are by path. To standard
// output: the paths of those that differ, and of all that those files hold.

const { readFileSync } = require('node:fs');
const { posix } = require('node:path');
const { parse } = require('internal/deps/acorn/acorn/dist/acorn');

const read = (text) => parse(text, { ecmaVersion: 'latest', sourceType: 'module' }).body;

/** Adds the names in what is declared, such as `{ a, b: [c] }`. */
function addNames(pattern, names) {
  if (!pattern) return;
  const { type, name, properties, elements, argument, left, value } = pattern;
  if (type === 'Identifier') names.add(name);
  for (const part of [...(properties ?? elements ?? []), argument, left, value]) {
    if (part) addNames(part, names);
  }
}

/** The names of all variables that a program declares. */
function declaredIn(node, names = new Set()) {
  if (!node || typeof node !== 'object') return names;
  if (node.type === 'VariableDeclarator') addNames(node.id, names);
  if (/Function|^Class/.test(node.type)) addNames(node.id, names);
  for (const pattern of node.params ?? [node.type === 'CatchClause' && node.param]) {
    if (pattern) addNames(pattern, names);
  }
  for (const part of Object.values(node)) declaredIn(part, names);
  return names;
}

/** Whether a name is one of a property, not of a variable. */
const isOfProperty = (node, place) =>
  !node.computed &&
  (node.type === 'MemberExpression' ? place === 'property' : place === 'key');

/**
 * The program as text, without where in the file its parts stand, whether what is declared can be
 * set anew, whether a property is written as its variable, and what the names are that only their
 * class or their module knows; each of these is one name everywhere.
 */
function shape(statements) {
  const names = new Map();
  const numberOf = (name) => names.get(name) ?? names.set(name, names.size).get(name);
  const declared = declaredIn(statements);
  return JSON.stringify(statements, function replace(name, value) {
    if (name === 'start' || name === 'end') return undefined;
    // `{ a }` is `{ a: a }`.
    if (name === 'shorthand') return undefined;
    if (value === 'const' && name === 'kind') return 'let';
    if (value?.type === 'PrivateIdentifier') return numberOf(value.name);
    if (value?.type === 'Identifier' && declared.has(value.name) && !isOfProperty(this, name)) {
      return `variable ${numberOf(`variable ${value.name}`)}`;
    }
    return value instanceof RegExp || typeof value === 'bigint' ? String(value) : value;
  });
}

const nameOf = (path) => posix.basename(path, '.js').replace(/[-.]/g, '_');
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
