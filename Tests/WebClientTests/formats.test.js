// Games on the scores of a card: Sources/WebClient/core/format-games.js, by the same cases as the
// server's programs.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gameResultOf } from '../../Sources/WebClient/core/format-games.js';
import { program, whyNot } from './support/folfd.js';

const casesOf = (name) =>
  JSON.parse(readFileSync(new URL(`../Vectors/${name}.json`, import.meta.url), 'utf8')).cases
    .filter(({ games }) => games);
const whole = casesOf('formats');
const odd = casesOf('format-cases');
const outputOf = ({ card, games }) =>
  Object.fromEntries(games.map((game) => [game.id, gameResultOf(game, card)]));

test('Each game comes to the whole output of its case', () => {
  assert.ok(whole.length > 25);
  for (const each of whole) {
    assert.deepEqual(outputOf(each), each.expect, `${each.id}: ${each.title}`);
  }
});

test('What was worked out by hand of games is so', () => {
  let count = 0;
  for (const each of [...whole, ...odd]) {
    const output = outputOf(each);
    for (const [path, value] of Object.entries(each.checked ?? {})) {
      const found = path.split('/').reduce((part, step) => part?.[step], output);
      assert.deepEqual(found, value, `${each.id} ${path}: ${each.title}`);
      count += 1;
    }
  }
  assert.ok(count > 150, `${count} facts`);
});

/** Numbers that look like chance, the same each time. */
function chanceOf(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomCase(seed) {
  const chance = chanceOf(seed);
  const count = 1 + chance(20);
  const holes = Array.from({ length: count }, (_, at) => at + 1);
  const players = Array.from({ length: 2 + chance(3) }, (_, at) => ({
    id: `P${at}`, handicap10: chance(300) - 30, rating: 700 + chance(300), tag: at + 1,
    ...(chance(6) === 0 && { from: 1 + chance(count) }),
    ...(chance(6) === 0 && { out: chance(count + 1) }),
    ...(chance(12) === 0 && { removed: true }),
  }));
  const entry = () => {
    const kind = chance(10);
    if (kind === 0) return null;
    if (kind === 1) return 'X';
    if (kind === 2) return [1 + chance(5), chance(4) === 0 ? null : 1 + chance(5)];
    return 1 + chance(6);
  };
  const card = {
    pars: holes.map(() => 3 + chance(3)), start: 1 + chance(count), players,
    closed: count > 2 ? holes.filter(() => chance(12) === 0) : [],
    throws: Object.fromEntries(players.map(({ id }) => [id, holes.map(entry)])),
    card_penalties: { P0: chance(3) },
  };
  const pair = [{ id: 'S', members: ['P0'] }, { id: 'T', members: ['P1'], score: 'sum' }];
  const handicap = { handicap: ['none', 'low', 'full'][chance(3)], allowance: 50 + chance(60) };
  const games = [
    { id: 'a', format: 'stroke', ties: ['shared', 'countback', 'playoff'][chance(3)] },
    { id: 'b', format: 'match', sides: pair, agreed: chance(2) ? [1] : [] },
    { id: 'c', format: 'nassau', sides: pair, press: 'auto', press_at: 1 + chance(3) },
    { id: 'd', format: 'nassau', scoring: 'stroke', split: chance(2) ? 'play' : 'holes' },
    { id: 'e', format: 'skins', carry: chance(3) > 0, leftover: ['unclaimed', 'split'][chance(2)] },
    { id: 'f', format: 'stableford', points: ['stableford', 'modified', 'birdies'][chance(3)] },
    { id: 'g', format: 'tags' }, { id: 'h', format: 'rating_estimate' },
  ].map((game) => ({ ...game, ...handicap }));
  return { card, games };
}

test('The page and folf compute the same of cards of every kind', { skip: whyNot }, () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const each = randomCase(seed);
    const told = execFileSync(program('folf'), ['results', '--stdin'], { input: JSON.stringify(each) });
    assert.deepEqual(outputOf(each), JSON.parse(String(told)), `seed ${seed}`);
  }
});
