// Links as pictures: Sources/WebClient/ui/state/qr-code.js.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrCode, qrPath } from '../../Sources/WebClient/ui/state/qr-code.js';

const LINK = `https://folf.example/a/l#${'0123456789abcdef'.repeat(8)}`;

/**
 * The length of a text, the mask, and the beginning of the SHA-256 of the rows ("1" for dark, a
 * line feed between them) that the package `qrcode` 8.2 of PyPI draws for it.
 */
const DRAWN = [
  [5, 0, 'c8ea1fc8dc95ba65'],
  [60, 3, 'a1c5c1974483174e'],
  [67, 5, '68b15be61564c0ab'],
  [106, 7, '5b81b1d2e41dbc6a'],
];

test('A picture is the one that another program draws', () => {
  for (const [length, mask, expected] of DRAWN) {
    const rows = qrCode(LINK.slice(0, length), mask);
    const text = rows.map((row) => row.map(Number).join('')).join('\n');
    const digest = createHash('sha256').update(text).digest('hex');
    assert.equal(digest.slice(0, 16), expected, `${length} bytes`);
  }
});

test('Without a mask one of the eight is chosen, and a picture is as small as can be', () => {
  const sizes = [14, 15, 42, 43, 84, 106].map((length) => qrCode(LINK.slice(0, length)).length);
  assert.deepEqual(sizes, [21, 25, 29, 33, 37, 41]);
  const text = LINK.slice(0, 67);
  const all = Array.from({ length: 8 }, (_, mask) => JSON.stringify(qrCode(text, mask)));
  assert.equal(new Set(all).size, 8);
  assert.ok(all.includes(JSON.stringify(qrCode(text))));
});

test('A text that is too long has no picture', () => {
  assert.equal(qrCode(LINK.slice(0, 107)), null);
  assert.equal(qrCode('þ'.repeat(54)), null);
  assert.ok(qrCode('þ'.repeat(53)));
});

test('Its path covers the dark parts and nothing else', () => {
  assert.equal(
    qrPath([[true, true, false, true], [false, false, false, false], [false, true, true, false]]),
    'M0 0h2v1h-2zM3 0h1v1h-1zM1 2h2v1h-2z',
  );
});
