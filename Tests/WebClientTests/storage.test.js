// What the device keeps, over an IndexedDB in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeIndexedDB } from './support/fake-indexeddb.js';

const database = new FakeIndexedDB();
const { Journal, Storage, Taken } = await import('../../Sources/WebClient/device/storage.js');

let games = 0;

/** A journal that was opened, of a game of its own. */
async function opened(key = `game ${(games += 1)}`, token = 'this tab') {
  const journal = new Journal(new Storage(), key, token);
  const records = await journal.open();
  return { key, journal, records };
}

test('What is to last is written so that it survives a power cut, and only that', async () => {
  const { journal } = await opened();
  assert.equal(database.lastDurability, 'strict');
  await journal.append('what the server said', false);
  assert.equal(database.lastDurability, 'relaxed');
  await journal.append('what was typed', true);
  assert.equal(database.lastDurability, 'strict');
  await journal.append('what the server said then', false);
  await journal.replace(['all']);
  assert.equal(database.lastDurability, 'strict');
});

test('A journal gives back its records in order, and goes on behind them', async () => {
  const { key, journal, records } = await opened();
  assert.deepEqual(records, []);
  for (let number = 0; number < 12; number += 1) await journal.append(`record ${number}`, true);
  const again = await opened(key);
  assert.deepEqual(again.records, Array.from({ length: 12 }, (_, number) => `record ${number}`));
  await again.journal.append('one more', true);
  assert.equal((await opened(key)).records.at(-1), 'one more');
  assert.deepEqual((await opened()).records, []);
});

test('A tab whose journal another has taken writes nothing into it any more', async () => {
  const { key, journal } = await opened();
  await journal.append('first', true);
  const other = await opened(key, 'the other tab');
  await assert.rejects(journal.append('too late', true), Taken);
  await assert.rejects(journal.append('too late', false), Taken);
  await assert.rejects(journal.replace(['too late']), Taken);
  await other.journal.append('second', true);
  assert.deepEqual((await opened(key, 'the other tab')).records, ['first', 'second']);
});

test('Nothing is added to a journal that the browser has emptied, but it can be written anew', async () => {
  const { key, journal } = await opened();
  await journal.append('first', true);
  await journal.storage.run(['journal', 'owners'], 'readwrite', 'strict', (tx) => {
    tx.objectStore('journal').delete([key, 0]);
    tx.objectStore('owners').delete(key);
  });
  await assert.rejects(journal.append('second', true), /gone/);
  await journal.replace(['first', 'second']);
  assert.deepEqual((await opened(key)).records, ['first', 'second']);
});

test('A game that was removed is not brought back by a tab that had it open', async () => {
  const { key, journal } = await opened();
  const { storage } = journal;
  await storage.put('games', key, 'a game', 'this tab');
  assert.equal(await storage.get('games', key), 'a game');
  await new Storage().forget(key);
  await assert.rejects(journal.append('too late', true), Taken);
  await assert.rejects(journal.replace(['too late']), Taken);
  await storage.put('games', key, 'a game', 'this tab');
  await storage.put('games', key, 'a game', undefined);
  assert.equal(await storage.get('games', key), undefined);
});

test('What the list of games says of one is written by the tab that has it, and by no other', async () => {
  const { key, journal } = await opened();
  await opened(key, 'the other tab');
  await journal.storage.put('games', key, 'theirs', 'the other tab');
  await journal.storage.put('games', key, 'ours', 'this tab');
  assert.equal(await journal.storage.get('games', key), 'theirs');
  await journal.storage.put('settings', 'language', 'is');
  assert.equal(await journal.storage.get('settings', 'language'), 'is');
});
