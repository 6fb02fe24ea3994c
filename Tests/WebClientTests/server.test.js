// Games against the real server, over lines that are cut anywhere.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeSnapshot } from '../../Sources/WebClient/core/shapes.js';
import { game, randomPlayer } from '../../Sources/WebClient/core/game-kind.js';
import { restore } from '../../Sources/WebClient/core/restore.js';
import { Refusal } from '../../Sources/WebClient/core/refusal.js';
import { lobbyIDOf, newCredentials } from '../../Sources/WebClient/core/identity.js';
import { randomIdentifier } from '../../Sources/WebClient/core/random.js';
import { Folfd, whyNot } from './support/folfd.js';
import { below, seeded } from './support/phone.js';
import { Player } from './support/player.js';

const HOLES = 6;

/** A test with a server of its own; what plays there is ended with it. */
function play(name, game) {
  test(name, { skip: whyNot }, async (context) => {
    const folfd = new Folfd();
    const players = [];
    context.after(() => players.forEach((player) => player.end()));
    await folfd.start();
    context.after(async () => assert.equal(await folfd.stop(), 0, folfd.log));
    await game({ folfd, players });
  });
}

function newPlayer({ folfd, players }, random, entry, name, credentials = newCredentials(random)) {
  const as = 'create' in entry ? null : 'player';
  const identity = { client: 'web-tests', credentials, rid: randomIdentifier(random), entry };
  const player = new Player(folfd, { ...identity, as, name }, random);
  players.push(player);
  return player;
}

/** A host whose game is there, in the first round; players may still join. */
async function host(table, random) {
  const credentials = newCredentials(random);
  const nonce = randomIdentifier(random);
  const create = lobbyIDOf(credentials.person, nonce);
  const anna = newPlayer(table, random, { create }, 'Anna', credentials);
  anna.edit({
    op: 'create',
    course: 'Söderåsen',
    holes: Array.from({ length: HOLES }, (_, place) => [`${place + 1}`, 3]),
    late_join: true,
    nonce,
    invitation: randomIdentifier(random),
    watch: randomIdentifier(random),
    name: 'Anna',
    player: randomPlayer(random),
  });
  anna.edit({ op: 'move', from: ['setup', 0], to: ['playing', 1] });
  anna.start();
  await anna.until((view) => view.code !== null && view.pendingCount === 0);
  return anna;
}

async function guest(table, random, code, name) {
  const player = newPlayer(table, random, { code }, name);
  player.start();
  await player.until((view) => view.isUpToDate && view.me !== null);
  return player;
}

/** Waits until all have sent everything and know the same log. */
async function meet(players) {
  for (const player of players) {
    await player.until((view) => view.pendingCount === 0 && view.isUpToDate);
  }
  const top = Math.max(...players.map((player) => player.view.confirmed.seq));
  for (const player of players) await player.until((view) => view.confirmed.seq >= top);
}

/** The whole lobby as values. */
const lobbyOf = (view) => JSON.parse(encodeSnapshot(view.lobby, 0)).lobby;

function cardOf({ card: { round, labels, pars, lines } }) {
  const exported = lines.map(({ player, name, throws, total, overPar, scored }) => ({
    ...{ player, name, throws, total, over_par: overPar, holes_scored: scored },
  }));
  return { round, labels, pars, lines: exported };
}

/** Each op of a player's journal has led to one event, unless it was refused. */
function assertNothingLostOrDoubled(player, events) {
  const { identity, outbox } = player.core;
  const tag = parseInt(identity.rid.slice(0, 8), 16);
  const done = events.filter(({ replica }) => replica === tag).map(({ n }) => n);
  const written = outbox.entries.map(({ number }) => number);
  assert.deepEqual(done, written.filter((number) => !outbox.refused.has(number)));
}

const change = (random) => [null, 1, 2, 3, 4, 5, 6, 7, 8, 99][below(10, random)];

/** Something that a player might enter. */
function anyEdit({ card, lobby, disputes }, random) {
  const player = card.lines[below(card.lines.length, random)]?.player ?? 0;
  const set = (cell, value) => ({ op: 'set', cell, value });
  switch (below(12, random)) {
    case 0:
      return set([0, player, 0, 1], `Name ${below(100, random)} of ${player}`);
    case 1:
      return set([0, 0, 1 + below(HOLES, random), 2], 2 + below(4, random));
    case 2:
      return set([0, player, 0, 4], below(2, random) ? 'red' : null);
    case 3:
      return { op: 'late_join', allow: !lobby.late_join };
    case 4:
      return lobby.players.length < 6
        ? { op: 'add', player: randomPlayer(random), name: 'Guest 😀' }
        : { op: 'remove', player };
    case 5:
      if (disputes.length === 0) return null;
      return { ...set(disputes[0].key, disputes[0].claims[0].value), confirm: true };
    default:
      return set([1, player, 1 + below(HOLES, random), 0], change(random));
  }
}

async function turns(count) {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

async function anyStep(folfd, players, random) {
  const player = players[below(players.length, random)];
  const dice = below(100, random);
  if (dice < 2) {
    await folfd.kill();
    await folfd.start();
  } else if (dice < 8) player.reload();
  else if (dice < 16) player.cut();
  else if (dice < 30) player.do((core, now) => core.probe(now));
  else {
    const edit = dice < 36 ? null : anyEdit(player.view, random);
    try {
      if (edit) player.edit(edit);
      else player.undo();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  await turns(below(12, random));
}

const seeds = (process.env.FOLF_WEB_SEEDS ?? '1 2 3').split(' ').map(Number);
for (const seed of seeds) {
  play(`Over cut lines and crashes nothing is lost or doubled (seed ${seed})`, async (t) => {
    const { folfd, players } = t;
    const random = seeded(seed);
    const anna = await host(t, random);
    for (const name of ['Ben', 'Cia']) await guest(t, random, anna.view.code, name);
    for (const player of players) {
      player.bytesPerConnection = () => (below(3, random) > 0 ? below(3_000, random) : Infinity);
      player.turnsPerRecord = () => below(4, random);
    }
    for (let step = 0; step < 300; step += 1) await anyStep(folfd, players, random);
    for (const player of players) {
      player.bytesPerConnection = () => Infinity;
      player.turnsPerRecord = () => 0;
      player.reload();
    }
    await meet(players);
    const { lobby, card, events, epoch } = await folfd.exported(anna.view.lobbyID);
    for (const player of players) {
      assert.deepEqual(lobbyOf(player.view), lobby);
      assert.deepEqual(cardOf(player.view), card);
      assert.equal(player.view.confirmed.epoch, epoch);
      assertNothingLostOrDoubled(player, events);
    }
    assert.ok(events.length > 100, String(events.length));
  });
}

play('A page and the program for terminals play together, and see the same card', async (t) => {
  const { folfd } = t;
  const random = seeded(11);
  const anna = await host(t, random);
  const { code } = anna.view;
  const { player } = anna.view.card.lines[0];
  await folfd.folf('ben', 'join', code, '--name', 'Ben');
  await folfd.folf('ben', 'score', code, 'Anna', '2', '5');
  await anna.until((view) => view.card.lines[0].throws[1] === 5);
  anna.edit({ op: 'set', cell: [1, player, 1, 0], value: 2 });
  await meet([anna]);
  const { seq, players } = JSON.parse(
    (await folfd.folf('ben', 'watch', code, '--once', '--json')).trim().split('\n').at(-1),
  );
  assert.equal(seq, anna.view.confirmed.seq);
  assert.deepEqual(
    players.map(({ id, name, throws, total }) => ({ id, name, throws, total })),
    anna.view.card.lines.map((line) => ({
      ...{ id: line.player, name: line.name, throws: line.throws, total: line.total },
    })),
  );
});

play('A journal goes from the page to the program for terminals and back', async (t) => {
  const { folfd } = t;
  const random = seeded(12);
  const anna = await host(t, random);
  const { player } = anna.view.card.lines[0];
  anna.end();
  anna.edit({ op: 'set', cell: [1, player, 1, 0], value: 2 });
  const folder = join(folfd.folder, 'anna', 'games', 'page');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'replica-1.journal');
  writeFileSync(file, anna.journal.join(''));
  writeFileSync(join(folder, 'server'), `ws://127.0.0.1:${folfd.port}\n`);
  const { credentials } = anna.core.identity;
  const identity = join(folfd.folder, 'anna', 'identity');
  writeFileSync(identity, `${credentials.person} ${credentials.token}\n`);
  const { code } = anna.view;
  await folfd.folf('anna', 'score', code, 'Anna', '2', '5');

  const { core, report } = restore([readFileSync(file, 'utf8')], random, game);
  assert.deepEqual(report, { hasTornEnd: false, damagedLineCount: 0, opCount: 4 });
  anna.core = core;
  anna.start();
  await meet([anna]);
  assert.deepEqual(anna.view.card.lines[0].throws.slice(0, 2), [2, 5]);
  const { lobby, events } = await folfd.exported(anna.view.lobbyID);
  assert.deepEqual(lobbyOf(anna.view), lobby);
  assertNothingLostOrDoubled(anna, events);
});

play('Who is kicked is heard out as an outsider, and then stops', async (t) => {
  const { folfd } = t;
  const random = seeded(13);
  const anna = await host(t, random);
  const ben = await guest(t, random, anna.view.code, 'Ben');
  await anna.until((view) => view.card.lines.length === 2);
  ben.end();
  ben.edit({ op: 'set', cell: [1, anna.view.card.lines[0].player, 1, 0], value: 2 });
  anna.edit({ op: 'kick', person: ben.core.identity.credentials.person });
  await anna.until((view) => view.pendingCount === 0);
  ben.reload();
  const { stopReason, pendingCount } = await ben.until((view) => view.connection === 'stopped');
  assert.deepEqual([stopReason.code, pendingCount], [4503, 0]);
  await anna.until((view) => view.late.length === 1);
  const { seq, value } = anna.view.late[0];
  assert.equal(value, 2);
  anna.edit({ op: 'settle', late: seq, apply: true });
  await meet([anna]);
  assert.deepEqual(lobbyOf(anna.view), (await folfd.exported(anna.view.lobbyID)).lobby);
  assert.equal(anna.view.card.lines[0].throws[0], 2);
});

play('A second page with the same journal ends the first, and a wrong code is told', async (t) => {
  const random = seeded(14);
  const anna = await host(t, random);
  const twin = newPlayer(t, random, { create: anna.view.lobbyID }, 'Anna');
  twin.core = restore(anna.journal, random, game).core;
  twin.start();
  const replaced = await anna.until((view) => view.connection === 'stopped');
  assert.deepEqual([replaced.stopReason.code, replaced.stopReason.notice.name], [4505, 'replaced']);
  await twin.until((view) => view.isUpToDate);
  const stranger = newPlayer(t, random, { code: 'ZZZZZZ' }, 'Dan');
  stranger.start();
  const { stopReason } = await stranger.until((view) => view.connection === 'stopped');
  assert.deepEqual([stopReason.code, stopReason.notice.name], [4502, 'wrong_code']);
});
