// Which sheets are open: Sources/WebClient/ui/parts/sheet.js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { closeSheets, hasSheet, openSheet } from '../../Sources/WebClient/ui/parts/sheet.js';
import { newDocument } from './support/fake-dom.js';

/** @type {any[]} */
let dialogs = [];

beforeEach(() => {
  dialogs = [];
  const document = /** @type {any} */ (newDocument());
  const { createElement } = document;
  const nothing = () => null;
  document.createElement = (tag) => {
    const classes = new Set();
    const element = Object.assign(createElement(tag), {
      isOpen: false,
      classes,
      classList: {
        toggle: (name, isOn) => (isOn ? classes.add(name) : classes.delete(name)),
        remove: (name) => classes.delete(name),
      },
      addEventListener: nothing,
      querySelector: nothing,
      showModal: () => (element.isOpen = true),
      close: () => (element.isOpen = false),
    });
    if (tag === 'dialog') dialogs.push(element);
    return element;
  };
  Object.assign(document, { querySelector: nothing });
  document.body.append = (element) => document.body.insertBefore(element, null);
  globalThis.history = /** @type {any} */ ({
    state: null,
    pushState: (state) => (history.state = state),
    back: () => (history.state = null),
  });
});

const open = (label) => openSheet(() => null, { label });
const openOnes = () => dialogs.map(({ isOpen }) => isOpen);

test('What ends late closes its own sheet, and no other that has come since', () => {
  const closeFirst = open('first');
  closeSheets();
  open('second');
  closeFirst();
  assert.deepEqual(openOnes(), [false, true]);
  closeSheets();
  assert.ok(!hasSheet());
});

test('A sheet that is closed behind another one leaves that as it is', () => {
  const [closeFirst, closeSecond] = [open('first'), open('second')];
  closeFirst();
  assert.deepEqual(openOnes(), [false, true]);
  assert.ok(!dialogs[1].classes.has('under'));
  closeSecond();
  assert.ok(!hasSheet());
});

test('Below a sheet that is closed the one before shows again', () => {
  open('first');
  const close = open('second');
  assert.ok(dialogs[0].classes.has('under'));
  close();
  assert.deepEqual(openOnes(), [true, false]);
  assert.ok(!dialogs[0].classes.has('under'));
  closeSheets();
});
