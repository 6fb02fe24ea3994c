// What the page works out of a game for its result: places, summaries, the file for spreadsheets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf } from '../../Sources/WebClient/core/scorecard.js';
import { summaryOf } from '../../Sources/WebClient/device/summary.js';
import { apply } from '../../Sources/WebClient/core/lobby.js';
import * as scoring from '../../Sources/WebClient/core/scoring.js';
import * as standings from '../../Sources/WebClient/core/standings.js';
import { csvField, csvOf, isoDay } from '../../Sources/WebClient/ui/parts/csv.js';
import { rangeText } from '../../Sources/WebClient/ui/parts/grid.js';
import { resultOf } from '../../Sources/WebClient/ui/state/past.js';
import { game, write } from './support/game.js';

const { parOf, tallyOf } = scoring;
const { disputedScores, jointStandings, podiumOf, standingsOf } = standings;

const placesOf = (list) =>
  list.map(({ place, isShared, name }) => `${place ?? '-'}${isShared ? '=' : ''} ${name}`);

test('Players with equal scores share a place, and the next one is left out', () => {
  const lobby = game({
    names: ['Anna', 'Ben', 'Cid', 'Dora'],
    rounds: [[[3, 4, 4], [2, 4, 3], [3, 4, 4], [3, 5, 4]]],
  });
  assert.deepEqual(placesOf(standingsOf(lobby)), ['1 Ben', '2= Anna', '2= Cid', '4 Dora']);
});

test('While a game goes on, those at different holes are compared by their relation to par', () => {
  const lobby = game({ names: ['Anna', 'Ben', 'Cid'], rounds: [[[3, 4, 4], [2], []]] });
  assert.deepEqual(placesOf(standingsOf(lobby)), ['1 Ben', '2 Anna', '- Cid']);
});

test('Once it is over, nobody wins by leaving holes out', () => {
  const lobby = game({
    names: ['Anna', 'Ben', 'Cid', 'Dora'],
    rounds: [[[3, 4, 4], [2], [], [3, 4, 5]]],
    phase: 'ended',
  });
  const all = standingsOf(lobby);
  assert.deepEqual(placesOf(all), ['1 Anna', '2 Dora', '- Ben', '- Cid']);
  const holes = all.map(({ scored, most }) => `${scored}/${most}`);
  assert.deepEqual(holes, ['3/3', '3/3', '1/3', '0/3']);
});

test('A game that all broke off after the same number of holes has a winner', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [[[3, 4], [2, 4]]], phase: 'ended' });
  assert.deepEqual(placesOf(standingsOf(lobby)), ['1 Ben', '2 Anna']);
  assert.equal(standingsOf(lobby)[0].missing, 1);
});

test('All rounds count together, and each has its own sum', () => {
  const lobby = game({
    names: ['Anna', 'Ben'],
    rounds: [[[3, 4, 3], [2, 3, 3]], [[3, 4, 3], [4, 6, 4]]],
    phase: 'ended',
  });
  const [first, second] = standingsOf(lobby);
  assert.deepEqual([first.name, first.total, first.overPar], ['Anna', 20, 0]);
  assert.deepEqual([second.name, second.total, second.overPar], ['Ben', 22, 2]);
  assert.deepEqual(second.rounds.map((each) => [each.total, each.overPar]), [[8, -2], [14, 4]]);
});

test('A summary counts birdies and bogeys, and names the best hole', () => {
  const lobby = game({ names: ['Anna'], rounds: [[[3, 2, 5]], [[4, 4, 1]]] });
  const [{ counts, best, missing }] = standingsOf(lobby);
  assert.deepEqual(counts, { ace: 1, eagle: 2, birdie: 0, par: 2, bogey: 1, double: 1, triple: 0 });
  assert.deepEqual(best, { round: 1, hole: 2, overPar: -2 });
  assert.equal(missing, 0);
});

test('A podium has a step for each of the first places that somebody has', () => {
  const steps = (...rounds) => {
    const names = ['Anna', 'Ben', 'Cleo', 'Dora'].slice(0, rounds.length);
    const standings = standingsOf(game({ names, rounds: [rounds], phase: 'ended' }));
    return podiumOf(standings).map(({ place, people }) =>
      `${place} ${people.map(({ name }) => name).join(' ')}`);
  };
  const [two, three, four] = [[2, 4, 3], [3, 4, 3], [4, 4, 3]];
  assert.deepEqual(steps(three, two, four, [9, 9, 9]), ['1 Ben', '2 Anna', '3 Cleo']);
  assert.deepEqual(steps(two, three, two, four), ['1 Anna Cleo', '3 Ben']);
  assert.deepEqual(steps(two, three, three, four), ['1 Anna', '2 Ben Cleo']);
  assert.deepEqual(steps(three, three, three), ['1 Anna Ben Cleo']);
  assert.deepEqual(steps(two, three, [4]), ['1 Anna', '2 Ben']);
  assert.deepEqual(steps([], []), []);
});

test('A corrected par counts, and a removed player does not', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [[[3, 4, 3], [3, 4, 3]]] });
  write(lobby, [0, 0, 1, 2], [[4, 1]]);
  apply(lobby, { kind: 'remove', player: 2 });
  assert.deepEqual(standingsOf(lobby).map((each) => [each.name, each.overPar]), [['Anna', -1]]);
});

test('A game before its first round has everybody on it and no places', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [] , phase: 'setup' });
  assert.deepEqual(placesOf(standingsOf(lobby)), ['- Anna', '- Ben']);
});

test('Several games make one list, in which equal scores share a place', () => {
  const one = game({ names: ['Anna', 'Ben'], rounds: [[[3, 4, 3], [3, 4, 4]]] });
  const two = game({ names: ['Cid', 'Dora'], rounds: [[[3, 4, 3], []]] });
  const joint = jointStandings([{ lobby: one, game: 'A' }, { lobby: two, game: 'B' }]);
  assert.deepEqual(placesOf(joint), ['1= Anna', '1= Cid', '3 Ben', '- Dora']);
  assert.deepEqual(joint.map((each) => each.game), ['A', 'B', 'A', 'B']);
});

test('Sums count what is scored, against its own pars', () => {
  const pars = [3, 3, 3, 5];
  assert.deepEqual(tallyOf([2, null, 5, 4], pars), { total: 11, overPar: 0, scored: 3 });
  assert.deepEqual(tallyOf([2, null, 5, 4], pars, 1, 3), { total: 5, overPar: 2, scored: 1 });
  assert.deepEqual(tallyOf([null], [3]), { total: 0, overPar: 0, scored: 0 });
  assert.deepEqual([parOf(pars), parOf(pars, 2, 4), parOf([])], [14, 8, 0]);
});

test('Places stand in the order in which people were asked for', () => {
  const tally = (overPar, scored) => ({ total: 3 * scored + overPar, overPar, scored });
  const all = [tally(2, 9), tally(-1, 5), tally(2, 9), tally(0, 0), tally(1, 9)];
  assert.deepEqual(scoring.placesOf(all, false), [3, 1, 3, null, 2]);
  assert.deepEqual(scoring.placesOf(all, true), [2, null, 2, null, 1]);
  assert.deepEqual(scoring.placesOf([tally(0, 0)], true), [null]);
  assert.deepEqual(scoring.placesOf([], true), []);
});

test('A score of a round that has not begun counts nowhere', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [], phase: 'setup' });
  write(lobby, [1, 1, 1, 0], [[2, 1]]);
  const [first] = standingsOf(lobby);
  assert.deepEqual([first.place, first.total, first.scored], [null, 0, 0]);
  assert.deepEqual(first.rounds, [
    { round: 1, throws: [null, null, null], total: 0, overPar: 0, scored: 0 },
  ]);
});

test('Disputed scores are told in the order of the card, names and pars are not among them', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [[[3, 4, 3], [2, 4]]] });
  write(lobby, [1, 1, 3, 0], [[3, 1], [4, 2]]);
  write(lobby, [0, 0, 1, 2], [[4, 1], [3, 2]]);
  write(lobby, [1, 1, 2, 0], [[5, 1], [4, 2]]);
  assert.deepEqual(disputedScores(lobby), [[1, 1, 2, 0], [1, 1, 3, 0]]);
});

const WORDS = {
  ...{ course: 'Course', date: 'Date', round: 'Round', place: 'Place', player: 'Player' },
  ...{ total: 'Total', overPar: 'Over par', disputed: 'Disputed', par: 'Par' },
};

test('The file for spreadsheets has a line for each player and round, the leader first', () => {
  const lobby = game({
    names: ['Anna', 'Ben'],
    rounds: [[[3, 4, 3], [2, 4]]],
    phase: 'ended',
  });
  write(lobby, [1, 1, 3, 0], [[3, 1], [4, 2]]);
  assert.deepEqual(disputedScores(lobby), [[1, 1, 3, 0]]);
  assert.equal(
    csvOf(lobby, WORDS),
    '\uFEFF' +
      'Course,Date,Round,Place,Player,1,2,10A,Total,Over par,Disputed\r\n' +
      'Meadow,2026-08-01,,,Par,3,4,3,10,,\r\n' +
      'Meadow,2026-08-01,1,1,Anna,3,4,3,10,0,10A\r\n' +
      'Meadow,2026-08-01,1,,Ben,2,4,,6,-1,\r\n',
  );
});

test('What is played with the scores stands in columns behind the others', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [[[3, 4, 3], [2, 5, 4]]], phase: 'ended' });
  const games = [
    { name: 'Skins', valueOf: (player) => player },
    { name: '=Match', valueOf: () => null },
  ];
  const lines = csvOf(lobby, WORDS, games).trim().split('\r\n');
  assert.ok(lines[0].endsWith(",Skins,'=Match"), lines[0]);
  assert.ok(lines[1].endsWith(',,'), lines[1]);
  assert.ok(lines[2].endsWith(',1,'), lines[2]);
  assert.equal(new Set(lines.map((line) => line.split(',').length)).size, 1);
});

test('Every line of it has as many fields, also of a round that someone left out', () => {
  const rounds = [[[3, 4, 3], [2, 4]], [[], [3]]];
  const lines = csvOf(game({ names: ['Anna', 'Ben'], rounds }), WORDS).trim().split('\r\n');
  assert.equal(lines.length, 6);
  assert.equal(lines[5], 'Meadow,2026-08-01,2,2,Anna,,,,,,');
  assert.deepEqual([...new Set(lines.map((line) => line.split(',').length))], [11]);
});

test('A name is never a formula, and quotes, commas and line ends stay inside their field', () => {
  assert.equal(csvField('=1+1'), "'=1+1");
  assert.equal(csvField(' =1+1'), "' =1+1");
  assert.equal(csvField('@SUM(A1)'), "'@SUM(A1)");
  assert.equal(csvField('-2'), "'-2");
  assert.equal(csvField('＝1'), "'＝1");
  assert.equal(csvField('+1, "x"'), '"\'+1, ""x"""');
  assert.equal(csvField('Ben "the bird", Þór'), '"Ben ""the bird"", Þór"');
  assert.equal(csvField('a\r\nb'), '"a\r\nb"');
  assert.equal(csvField('a;b'), '"a;b"');
  assert.equal(csvField(-2), '-2');
  assert.equal(csvField(null), '');
});

test('A stretch of holes is named by its first and last, and one hole by itself', () => {
  const labels = ['1', '2', '10A'];
  assert.equal(rangeText({ labels }, [0, 3]), '1–10A');
  assert.equal(rangeText({ labels }, [2, 3]), '10A');
});

test('The date of a game is the day where the device is', () => {
  assert.equal(isoDay(new Date(2026, 0, 3, 0, 1).getTime()), '2026-01-03');
  assert.equal(isoDay(new Date(2026, 11, 31, 23, 59).getTime()), '2026-12-31');
});

test('What the first screen tells of a game: its winners, and one’s own place and score', () => {
  const told = (rounds, own, phase = 'ended') => {
    const names = ['Anna', 'Ben', 'Cleo'].slice(0, rounds.length);
    const lobby = game({ names, rounds: [rounds], phase });
    lobby.members = [{ ...lobby.members[0], player: own }];
    const view = { lobby, card: cardOf(lobby), me: 1, takesPart: true };
    const identity = { credentials: { person: 'p' }, entry: {} };
    const summary = summaryOf('1', /** @type {any} */ (view), /** @type {any} */ (identity), null);
    const result = resultOf(summary, 'you');
    return `${result.winners.join(' ')}, ${result.own?.overPar ?? '-'}, ${result.place}`;
  };
  const [over, even, two, half] = [[4, 4, 3], [3, 4, 3], [4, 4, 4], [3, 4]];
  const you = 'you';
  assert.equal(told([over, even, two], 3), 'Ben, 2, 3');
  assert.equal(told([even, even, two], 3), 'Anna Ben, 2, 3');
  assert.equal(told([even, two], 1).replace(/^.*?,/, `${you},`), `${you}, 0, 1`);
  assert.equal(told([half, two, two], 1), 'Ben Cleo, 0, 0');
  assert.equal(told([over, even], 0), 'Ben, -, 0');
  assert.equal(told([over, even], 9), 'Ben, -, 0');
  assert.equal(told([[], []], 1), ', -, 0');
  assert.equal(told([over, even], 1, 'playing'), ', 1, 0');
});

test('A summary says on which layout one has played, from which tee, and whether all of it', () => {
  const played = (rounds, own = 1) => {
    const lobby = game({ names: ['Anna'], rounds, phase: 'ended' });
    lobby.members = [{ ...lobby.members[0], player: own }];
    lobby.layout = /** @type {any} */ ({
      ...{ course: 'c', layout: 'x', series: 2, default_tee: 'Red' },
      ...{ tees: [['white', ''], ['Red', '']], holes: [[[], []], [[], []], [[], []]] },
    });
    const view = { lobby, card: cardOf(lobby), me: 1, takesPart: true };
    const identity = { credentials: { person: 'p' }, entry: {} };
    return summaryOf('1', /** @type {any} */ (view), /** @type {any} */ (identity), null).played;
  };
  const round = (throws) => [throws];
  assert.deepEqual(played([round([4, 4, 3])]),
    { course: 'c', layout: 'x', series: 2, tee: 'Red', holes: 3 });
  assert.equal(played([round([4, 4])])?.holes, false);
  assert.equal(played([round([4, 4, 3]), round([4, 4, 3])])?.holes, false);
  assert.equal(played([round([4, 4, 3])], 9), undefined);
});
