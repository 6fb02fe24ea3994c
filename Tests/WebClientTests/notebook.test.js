// Notebooks: what one person keeps on several devices.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseObject } from '../../Sources/WebClient/core/json.js';
import {
  NotebookLimits, notebook, notebookIDOf, timeOf,
} from '../../Sources/WebClient/core/notebook-kind.js';
import { Refusal } from '../../Sources/WebClient/core/refusal.js';
import { restore } from '../../Sources/WebClient/core/restore.js';
import {
  NOTEBOOK, NotebookServer, encodeNotebookChange, notes, notingPhone, put,
} from './support/notebook.js';
import { seeded } from './support/phone.js';

const vectors = JSON.parse(
  readFileSync(new URL('../Vectors/notebook.json', import.meta.url), 'utf8'),
);

test('A notebook’s id is its person’s', () => {
  assert.equal(notebookIDOf(vectors.person), vectors.id);
});

for (const { name, ops, results, seq, notes: wanted } of vectors.cases) {
  test(`As the vectors have it: ${name}`, () => {
    let state = null;
    const found = ops.map(({ replica, received, ...op }) => {
      const author = { person: vectors.person, tag: replica };
      const at = Math.min(op.at, received + NotebookLimits.aheadMillisecondsMax);
      try {
        if (!state) {
          const first = notebook.decideCreation({ ...op, at }, author);
          state = notebook.begin(vectors.id, 'e'.repeat(16), first);
          return encodeNotebookChange(first);
        }
        const change = notebook.decide(state, { ...op, at }, author);
        notebook.apply(state, change);
        return encodeNotebookChange(change);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.name;
      }
    });
    assert.deepEqual(found, results);
    assert.equal(state.seq, seq);
    const { lobby } = parseObject(notebook.encodeSnapshot(state, '0'.repeat(24))).fields;
    assert.deepEqual(JSON.parse(JSON.stringify(lobby.notes)), wanted);
    assert.deepEqual(notebook.stateFrom(lobby, state.epoch, state.seq), state);
    for (const change of found.filter(Array.isArray)) {
      assert.deepEqual(encodeNotebookChange(notebook.changeFrom(change)), change);
    }
  });
}

test('What is noted on two phones without signal comes together, the later note on top', () => {
  const [first, second] = [notingPhone(1), notingPhone(2)];
  const server = new NotebookServer();
  put(second, 'note/1', 'early');
  put(second, 'fav/2', '1');
  first.milliseconds += 60_000;
  put(first, 'note/1', 'late');
  first.connect(server);
  second.connect(server);
  first.hear(server);
  assert.deepEqual(notes(first), { 'note/1': 'late', 'fav/2': '1' });
  assert.deepEqual(notes(second), notes(first));
  assert.deepEqual(first.core.follower.state, second.core.follower.state);
  assert.equal(second.core.outbox.pendingCount, 0);
});

test('Whoever writes over a note has the last word, however slow their clock is', () => {
  const [first, second] = [notingPhone(1), notingPhone(2)];
  const server = new NotebookServer();
  first.wallAhead = 3_600_000;
  put(first, 'note/1', 'ahead');
  first.connect(server);
  second.connect(server);
  put(second, 'note/1', 'seen and changed');
  assert.deepEqual(notes(second), { 'note/1': 'seen and changed' });
  second.talk(server);
  first.hear(server);
  assert.deepEqual(notes(first), { 'note/1': 'seen and changed' });
});

test('What was lost with its answer goes again, and counts once', () => {
  const phone = notingPhone(1);
  const server = new NotebookServer();
  put(phone, 'fav/1', '1');
  phone.connect(server);
  put(phone, 'fav/1', null);
  phone.ask(server);
  phone.lose();
  phone.connect(server);
  assert.equal(server.lobby.seq, 2);
  assert.deepEqual(notes(phone), {});
});

test('A server that has lost the notebook is given it again by whoever has it', () => {
  const phone = notingPhone(1);
  put(phone, 'fav/1', '1');
  put(phone, 'note/1', 'windy');
  phone.connect(new NotebookServer());
  const empty = new NotebookServer();
  empty.epoch = '00000000000000e2';
  phone.lose();
  phone.open();
  phone.talk(empty);
  phone.lose();
  phone.connect(empty);
  assert.deepEqual(notes(phone), { 'fav/1': '1', 'note/1': 'windy' });
  assert.equal(empty.lobby.notes.size, 2);
});

test('A notebook that is opened again without signal shows what was noted', () => {
  const phone = notingPhone(1);
  put(phone, 'fav/1', '1');
  const restored = restore(phone.journal, seeded(3), notebook);
  assert.deepEqual(notes(restored), { 'fav/1': '1' });
});

test('A note can be brought along with the time at which it was written', () => {
  const phone = notingPhone(1);
  const server = new NotebookServer();
  phone.connect(server);
  phone.do((core, now) => {
    const n = core.edit({ op: 'put', key: 'fav/1', value: '1' }, timeOf(core, 1_234, now));
    core.committed({ rid: core.identity.rid, n });
  });
  phone.talk(server);
  assert.equal(server.lobby.notes.get('fav/1').at, 1_234);
});

test('What can’t be kept is refused here, and not written', () => {
  const phone = notingPhone(1);
  const { length } = phone.journal;
  const refused = (key, value) => {
    try {
      put(phone, key, value);
    } catch (error) {
      return error.name;
    }
    return null;
  };
  assert.equal(refused('a key', '1'), 'bad_key');
  assert.equal(refused('', '1'), 'bad_key');
  assert.equal(refused('k'.repeat(97), '1'), 'bad_key');
  assert.equal(refused('note/1', '\u0007'), 'bad_value');
  assert.equal(refused('note/1', 'é'.repeat(5_121)), 'bad_value');
  assert.equal(phone.journal.length, length);
  assert.equal(refused('note/1', 'é'.repeat(5_120)), null);
});

test('A full notebook takes no more, but always less', () => {
  const phone = notingPhone(1);
  const value = 'x'.repeat(NotebookLimits.valueBytesMax);
  const count = Math.floor(NotebookLimits.bytesMax / (value.length + 6));
  for (let number = 0; number < count; number += 1) put(phone, `k/${number}`.padEnd(6, '_'), value);
  assert.throws(() => put(phone, 'another', value), { name: 'notebook_full' });
  put(phone, 'k/0___', 'less');
  put(phone, 'k/0___', null);
  assert.equal(phone.core.optimistic.notes.size, count);
});

test('A hello names the kind and begins the notebook, on every device', () => {
  const phone = notingPhone(2);
  phone.open();
  const { fields } = parseObject(phone.sent[0]);
  assert.equal(fields.kind, 'notebook');
  assert.equal(fields.lobby, NOTEBOOK);
  assert.equal(fields.create, true);
});
