// How screens become elements: Sources/WebClient/ui/parts/dom.js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { h, render } from '../../Sources/WebClient/ui/parts/dom.js';
import { newDocument } from './support/fake-dom.js';

let body;
beforeEach(() => {
  body = newDocument().body;
});

const list = (...names) => h('ul', null, names.map((name) => h('li', { key: name }, name)));
const items = () => body.childNodes[0].childNodes;

test('What is null, undefined, true or false shows nothing; numbers show, 0 too', () => {
  render(body, h('p', null, null, undefined, true, false, '', 0, [[7]], 'x'));
  assert.equal(body.childNodes[0].html, '<p>07x</p>');
});

test('Properties are attributes; false, null and undefined are left out, but for aria', () => {
  const properties = { id: 'a', hidden: true, title: null, lang: undefined, disabled: false };
  render(body, h('p', { ...properties, 'aria-pressed': false }));
  assert.equal(body.childNodes[0].html, '<p id="a" hidden="" aria-pressed="false"></p>');
  render(body, h('p', { disabled: true }));
  assert.equal(body.childNodes[0].html, '<p disabled=""></p>');
});

test('A patched element stays the same element, with the handler of the last rendering', () => {
  const pressed = [];
  render(body, h('button', { onclick: () => pressed.push(1) }, 'a'));
  const before = body.childNodes[0];
  render(body, h('button', { onclick: () => pressed.push(2) }, 'b'));
  assert.equal(body.childNodes[0], before);
  before.onclick();
  assert.deepEqual([pressed, before.html], [[2], '<button>b</button>']);
  render(body, h('button', null, 'b'));
  assert.equal(before.onclick, null);
});

test('Another tag or key makes another element', () => {
  render(body, h('p', { key: 1 }, 'a'));
  const before = body.childNodes[0];
  render(body, h('p', { key: 2 }, 'a'));
  assert.notEqual(body.childNodes[0], before);
  render(body, h('div', null, 'a'));
  assert.equal(body.childNodes[0].html, '<div>a</div>');
  render(body, null);
  assert.equal(body.childNodes.length, 0);
});

test('Keyed elements move with what they stand for, in every order', () => {
  const orders = ['abcd', 'dcba', 'bd', 'xbady', '', 'cab'];
  for (const from of orders) {
    for (const to of orders) {
      newDocument();
      body = document.body;
      render(body, list(...from));
      const before = new Map(items().map((item) => [item.html, item]));
      render(body, list(...to));
      assert.equal(items().map((item) => item.childNodes[0].data).join(''), to);
      for (const item of items()) assert.equal(before.get(item.html) ?? item, item, from + to);
    }
  }
});

test('Nothing moves that is in its place', () => {
  render(body, list('a', 'b', 'c'));
  document.moves = 0;
  render(body, list('a', 'b', 'c'));
  assert.equal(document.moves, 0);
});

test('The very same node again is left alone, with all that is in it', () => {
  const still = h('p', null, 'a');
  render(body, h('div', null, still, h('p', null, 'b')));
  const [first, second] = items();
  first.childNodes[0].data = 'changed behind its back';
  render(body, h('div', null, still, h('p', null, 'c')));
  assert.equal(first.html, '<p>changed behind its back</p>');
  assert.equal(second.html, '<p>c</p>');
});

test('What comes and goes before others takes nothing from them', () => {
  render(body, h('div', null, h('main', null), h('p', null, 'a')));
  const [main, paragraph] = items();
  render(body, h('div', null, h('header', null), h('main', null), 'text', h('p', null, 'a')));
  assert.equal(items()[1], main);
  assert.equal(items()[3], paragraph);
  render(body, h('div', null, h('main', null), h('p', null, 'a')));
  assert.deepEqual(items(), [main, paragraph]);
});

test('Focus stays on an element that moves, and goes with one that is gone', () => {
  render(body, list('a', 'b'));
  const [, second] = items();
  second.focus();
  render(body, list('b', 'c', 'a'));
  assert.equal(document.activeElement, second);
  render(body, list('a'));
  assert.equal(document.activeElement, body);
});

test('What a person typed is kept unless the screen says otherwise', () => {
  render(body, h('input', { value: 'a' }));
  const [input] = body.childNodes;
  input.value = 'ab';
  render(body, h('input', { value: 'ab' }));
  assert.equal(input.value, 'ab');
  render(body, h('input', { value: '' }));
  assert.equal(input.value, '');
});

test('Styles are set one by one and taken back', () => {
  render(body, h('p', { style: { '--a': 1, color: 'red' } }));
  render(body, h('p', { style: { '--a': 2 } }));
  assert.deepEqual(body.childNodes[0].style.values, { '--a': '2' });
  render(body, h('p', null));
  assert.deepEqual(body.childNodes[0].style.values, {});
});

test('`mounted` is called once, when the element is in place', () => {
  const seen = [];
  const view = () => h('p', null, h('b', { mounted: (element) => seen.push(element.isConnected) }));
  render(body, view());
  render(body, view());
  assert.deepEqual(seen, [true]);
});

test('What is inside of svg is svg', () => {
  render(body, h('svg', null, h('g', null, h('path', null))));
  const path = body.childNodes[0].childNodes[0].childNodes[0];
  assert.match(path.namespaceURI, /svg$/);
});
