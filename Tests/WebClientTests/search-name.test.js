// Courses that are searched by name: Sources/WebClient/ui/state/search-name.js.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { foldedName, found, loosened } from '../../Sources/WebClient/ui/state/search-name.js';

const { cases } = JSON.parse(
  readFileSync(new URL('../Vectors/search-names.json', import.meta.url), 'utf8'),
);

test('Names are folded as on the server', () => {
  for (const [name, folded, loose] of cases) {
    assert.equal(foldedName(name), folded, name);
    assert.equal(loosened(folded), loose, name);
  }
});

const NAMES = [
  'Klambratún', 'Þorlákshöfn', 'Öskjuhlíð', 'Vífilsstaðir', 'Ærlækur', 'Fossvogur', 'Gufunes',
  'Laugardalur', 'Seljahverfi', 'Breiðholt', 'Húsavík – Skrúðgarður', 'Hamarkotstún', 'Hamrar',
];
const all = NAMES.map((name) => ({ name, loose: loosened(foldedName(name)) }));
const names = (typed) => found(all, typed).map(({ name }) => name);

test('Whoever mistypes a name, or lacks its letters, finds it first', () => {
  for (const [typed, name] of [
    ['thorlakshofn', 'Þorlákshöfn'], ['torlakshöfn', 'Þorlákshöfn'], ['oskuhlid', 'Öskjuhlíð'],
    ['klampratun', 'Klambratún'], ['arlekur', 'Ærlækur'], ['vívilsstaðir', 'Vífilsstaðir'],
    ['SKRUDGARDUR', 'Húsavík – Skrúðgarður'], ['husawik skrudgardr', 'Húsavík – Skrúðgarður'],
  ]) {
    assert.equal(names(typed)[0], name, typed);
  }
});

test('Two letters are the beginning of a word', () => {
  assert.deepEqual(names('ha'), ['Hamarkotstún', 'Hamrar']);
  assert.deepEqual(names('sk'), ['Húsavík – Skrúðgarður']);
});

test('What is like no name finds nothing, and nothing typed finds all', () => {
  assert.deepEqual(names('qqqqqq'), []);
  assert.deepEqual(names(' – '), NAMES);
});
