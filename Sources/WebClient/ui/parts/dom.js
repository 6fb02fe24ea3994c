// A very small virtual DOM: what a screen should look like goes in, and what is there is patched.

/**
 * @typedef {{tag: string, properties: Object<string, any>, children: (VirtualNode | string)[],
 *   key: string | number | undefined, nodes?: Node[]}} VirtualNode
 *   `nodes`: what stands for its children; the very same object again means that nothing changed
 * @typedef {VirtualNode | string | number | null | undefined | boolean} Child
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @type {WeakMap<Element, {old: VirtualNode[], nodes: Node[]}>} what is in a container */
const rendered = new WeakMap();

/**
 * Properties become attributes; null, undefined and false are left out, but false is written for
 * `aria-…`. Functions are `on…` handlers; `style` is an object of CSS properties; `value` and
 * `checked` are what a person may change; `mounted(element)` is called once, when it is in place.
 *
 * @param {string} tag
 * @param {Object<string, any> | null} [properties]
 * @param {...(Child | Child[] | Child[][])} children
 * @returns {VirtualNode}
 */
export function h(tag, properties, ...children) {
  const { key, ...rest } = properties ?? {};
  return { tag, properties: rest, children: flat(children), key };
}

const flat = (children) =>
  children
    .flat(3)
    .filter((child) => child !== null && child !== undefined && child !== '' && child !== !!child)
    .map((child) => (typeof child === 'object' ? child : String(child)));

/**
 * Makes `node` the content of the container. Focus stays where it is, if that is still there.
 *
 * @param {Element} container
 * @param {VirtualNode | null} node
 */
export function render(container, node) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const mounts = [];
  const { old, nodes } = rendered.get(container) ?? { old: [], nodes: [] };
  const next = node ? [node] : [];
  rendered.set(container, {
    old: next,
    nodes: patchChildren(container, old, nodes, next, mounts),
  });
  const isLost = focused && focused !== document.activeElement && focused.isConnected;
  if (isLost && container.contains(focused)) focused.focus({ preventScroll: true });
  for (const mount of mounts) mount();
}

/** Whether the element of one can become the other's. */
const isSame = (old, next) =>
  typeof old === 'string' || typeof next === 'string'
    ? typeof old === typeof next
    : old.tag === next.tag && old.key === next.key;

const keyOf = (node) => (typeof node === 'string' ? undefined : node.key);

/** @returns {Node[]} what stands for `next`, in order */
function patchChildren(parent, old, nodes, next, mounts) {
  const isSameList = old.length === next.length && old.every((each, at) => isSame(each, next[at]));
  if (isSameList) return nodes.map((node, at) => patch(node, old[at], next[at], mounts));
  const keyed = new Map();
  const others = [];
  old.forEach((node, at) => {
    const entry = { node, element: nodes[at] };
    if (keyOf(node) === undefined) others.push(entry);
    else keyed.set(keyOf(node), entry);
  });
  const kept = new Set();
  const wanted = next.map((node) => {
    const key = keyOf(node);
    const place = others.findIndex((each) => isSame(each.node, node));
    const match = key !== undefined ? keyed.get(key) : others.splice(place, +(place >= 0))[0];
    if (!match || !isSame(match.node, node)) return create(node, parent, mounts);
    kept.add(match.element);
    return patch(match.element, match.node, node, mounts);
  });
  for (const node of nodes) if (!kept.has(node)) node.remove();
  let there = parent.firstChild;
  for (const node of wanted) {
    if (there === node) there = there.nextSibling;
    else parent.insertBefore(node, there);
  }
  return wanted;
}

function create(node, parent, mounts) {
  if (typeof node === 'string') return document.createTextNode(node);
  const isSvg = node.tag === 'svg' || parent.namespaceURI === SVG;
  const element = isSvg
    ? document.createElementNS(SVG, node.tag)
    : document.createElement(node.tag);
  node.nodes = patchChildren(element, [], [], node.children, mounts);
  setProperties(element, {}, node.properties);
  if (node.properties.mounted) mounts.push(() => node.properties.mounted(element));
  return element;
}

function patch(element, old, node, mounts) {
  if (typeof node === 'string') {
    if (old !== node) element.data = node;
    return element;
  }
  if (old === node) return element;
  node.nodes = patchChildren(element, old.children, old.nodes, node.children, mounts);
  setProperties(element, old.properties, node.properties);
  return element;
}

function setProperties(element, old, next) {
  for (const name in old) if (!(name in next)) setProperty(element, name, null, old[name]);
  for (const name in next) setProperty(element, name, next[name], old[name]);
}

function setProperty(element, name, value, old) {
  if (name === 'value' || name === 'checked') {
    if (element[name] !== value) element[name] = value ?? '';
  } else if (value === old || name === 'mounted') {
    return;
  } else if (name.startsWith('on')) {
    element[name] = value ?? null;
  } else if (name === 'style') {
    for (const each in old) if (!(each in (value ?? {}))) element.style.removeProperty(each);
    for (const each in value) element.style.setProperty(each, String(value[each]));
  } else if (name.startsWith('aria-') && typeof value === 'boolean') {
    element.setAttribute(name, String(value));
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}
