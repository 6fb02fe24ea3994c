// Penalty throws: Sources/WebClient/core/penalties.js, and what of them core/fields.js knows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Field, costBesideHoles, isField } from '../../Sources/WebClient/core/fields.js';
import { PENALTIES } from '../../Sources/WebClient/core/penalties.js';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('Penalties cost what the shared table says, and have the fields of Protocol.md', () => {
  const { penalty_table: table } = JSON.parse(read('../Vectors/formats.json'));
  for (const { code, throws, place, rule } of PENALTIES) {
    const { throws: cost, where, rule: section } = table[code] ?? {};
    assert.deepEqual({ throws, place, rule }, { throws: cost, place: where, rule: section }, code);
  }
  const told = PENALTIES.map(({ code }, at) => `${Field.penalty + at} \`${code}\``).join(', ');
  assert.ok(read('../../Protocol.md').includes(`a field each: ${told}.`));
  assert.ok(PENALTIES.every((_, at) => isField(Field.penalty + at)));
  assert.ok(!isField(Field.penalty + PENALTIES.length));
});

test('Beside the holes a warning costs from the second time on, and an absence nothing', () => {
  PENALTIES.forEach(({ code, throws, place }, at) => {
    const costs = [0, 1, 2].map((count) => costBesideHoles(Field.penalty + at, count));
    const expected = { par: [0, 0, 0], warning: [0, 0, throws] }[place] ?? [0, throws, 2 * throws];
    assert.deepEqual(costs, expected, code);
  });
});
