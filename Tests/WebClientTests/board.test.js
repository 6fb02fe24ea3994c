// What a board shows and says: Sources/WebClient/ui/state/board.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingsOf } from '../../Sources/WebClient/core/standings.js';
import {
  Speech, groupsOf, paceOf, shownHoles, standingsOfGroup,
} from '../../Sources/WebClient/ui/state/board.js';
import { game } from './support/game.js';

const played = (...names) => ({
  lobby: game({ names, rounds: [names.map((_, place) => [3 + place, 4, 3])], phase: 'ended' }),
});

test('Games on the same course make one list, also with other pars it is another course', () => {
  const [first, second] = [played('Anna', 'Ben'), played('Cleo')];
  const other = { lobby: game({ names: ['Dóra'], rounds: [[]], creation: { course: 'Wood' } }) };
  const holes = [['1', 3], ['2', 4], ['10A', 4]];
  const harder = { lobby: game({ names: ['Eva'], rounds: [[]], creation: { holes } }) };
  const groups = groupsOf([first, other, second, harder]);
  assert.deepEqual(groups, [[first, second], [other], [harder]]);
  const names = standingsOfGroup(groups[0]).map((each) => [each.name, each.place, each.game]);
  assert.deepEqual(names, [['Anna', 1, first], ['Cleo', 1, second], ['Ben', 3, first]]);
});

/** The first and the last hole that a wall shows, by how many have been played. */
function ends(count, playedCount) {
  const holes = Array.from({ length: count }, (_, at) => [String(at + 1), 3]);
  const throws = Array.from({ length: playedCount }, () => 3);
  const lobby = game({ names: ['Anna'], rounds: [[throws]], creation: { holes } });
  const shown = shownHoles(standingsOf(lobby), count, 1);
  return [shown.length, shown[0], shown.at(-1)];
}

test('A wall shows all holes of a usual course, and of a longer one those up to where the game is', () => {
  assert.deepEqual(ends(9, 3), [9, 0, 8]);
  assert.deepEqual(ends(18, 0), [18, 0, 17]);
  assert.deepEqual(ends(27, 18), [18, 0, 17]);
  assert.deepEqual(ends(27, 19), [18, 9, 26]);
  assert.deepEqual(ends(20, 20), [18, 2, 19]);
});

test('A board is final once all games are over, and lost while one that goes on can’t be heard', () => {
  const over = { lobby: played('Anna').lobby, isLive: false };
  const running = { lobby: game({ names: ['Ben'], rounds: [[]] }), isLive: true };
  assert.equal(paceOf([over]), 'final');
  assert.equal(paceOf([over, running]), 'live');
  assert.equal(paceOf([over, { ...running, isLive: false }]), 'lost');
  assert.equal(paceOf([]), 'live');
});

test('A board says what is new, and nothing for twenty seconds after', () => {
  const speech = new Speech();
  assert.equal(speech.say('Anna leads', 1000), 'Anna leads');
  assert.equal(speech.say('Ben leads', 21_000), 'Anna leads');
  assert.equal(speech.say('Ben leads', 21_001), 'Ben leads');
  assert.equal(speech.say('Ben leads', 90_000), 'Ben leads');
});
