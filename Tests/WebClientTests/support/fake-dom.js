// As much of a document as `ui/parts/dom.js` uses, so that it can be tested without a browser.

class FakeNode {
  parentNode = null;
  childNodes = [];
  attributes = {};
  namespaceURI = 'html';

  constructor(name, data = '') {
    this.name = name;
    this.data = data;
    this.style = {
      values: {},
      setProperty: (name, value) => (this.style.values[name] = value),
      removeProperty: (name) => delete this.style.values[name],
    };
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const siblings = this.parentNode.childNodes;
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return this.parentNode ? this.parentNode.isConnected : this === document.body;
  }

  contains(other) {
    return this === other || this.childNodes.some((each) => each.contains(other));
  }

  remove() {
    const siblings = this.parentNode?.childNodes ?? [];
    if (this.parentNode) siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
    if (this.contains(document.activeElement)) document.activeElement = document.body;
  }

  insertBefore(node, before) {
    node.remove();
    const place = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(place, 0, node);
    node.parentNode = this;
    document.moves += 1;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  focus() {
    document.activeElement = this;
  }

  /** As one would write it in HTML. */
  get html() {
    if (this.name === '#text') return this.data;
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${value}"`);
    const inside = this.childNodes.map((each) => each.html).join('');
    return `<${this.name}${attributes.join('')}>${inside}</${this.name}>`;
  }
}

/** A new `document`, also as the global one. */
export function newDocument() {
  const body = new FakeNode('body');
  const made = {
    body,
    activeElement: body,
    moves: 0,
    createElement: (name) => new FakeNode(name),
    createTextNode: (text) => new FakeNode('#text', text),
    createElementNS: (space, name) => Object.assign(new FakeNode(name), { namespaceURI: space }),
  };
  Object.defineProperty(globalThis, 'document', { value: made, configurable: true });
  return made;
}
