// What Protocol.md says about clients, line by line.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { CloseCode, ErrorCode, allowsReconnect } from '../../Sources/WebClient/core/codes.js';
import { fingerprint, parseObject, write } from '../../Sources/WebClient/core/json.js';
import { ClientLimits, DocumentLimits, WireLimits } from '../../Sources/WebClient/core/limits.js';
import { LobbyLimits } from '../../Sources/WebClient/core/lobby-limits.js';
import { Field } from '../../Sources/WebClient/core/fields.js';
import * as lobby from '../../Sources/WebClient/core/lobby.js';
import { decodeOp, encodeOp } from '../../Sources/WebClient/core/ops.js';
// Brings refusals of its own.
import { NotebookLimits } from '../../Sources/WebClient/core/notebook-kind.js';
import { refusals } from '../../Sources/WebClient/core/refusal.js';
import { REFUSALS } from '../../Sources/WebClient/ui/more.en.js';
import { decodeChange } from '../../Sources/WebClient/core/shapes.js';
import { examples, messageExamples, rows, rowsUnder, transcripts } from './support/document.js';
import { encodeChange, encodeMessage } from './support/encode.js';
import * as wire from './support/wire.js';

test('Each example of a message of a server gives the same bytes again', () => {
  const found = messageExamples.filter(({ name }) => name.startsWith('server:'));
  assert.ok(new Set(found.map(({ name }) => name)).size >= 11);
  for (const { json, line } of found) {
    assert.equal(encodeMessage(wire.decodeServerMessage(json)), json, `line ${line}`);
  }
});

test('Each example of a message of a client is written with the same bytes', () => {
  const found = messageExamples.filter(({ name }) => name.startsWith('client:'));
  assert.equal(new Set(found.map(({ name }) => name)).size, 5);
  for (const { json, line } of found) {
    const { fields } = parseObject(json);
    const { epoch, seq, hash, n, heard, t } = fields;
    const sent = {
      hello: () =>
        wire.encodeHello(
          wire.identityFrom(fields),
          epoch === undefined ? undefined : { epoch, seq, hash },
          n,
          heard,
        ),
      op: () => wire.encodeOps(fields.ops.map((op) => encodeOp(decodeOp(write(op)).op))),
      history: () => wire.encodeHistory(fields.after),
      ping: () => wire.encodePing(t),
      bye: () => wire.BYE,
    }[fields.type]();
    assert.equal(sent, json, `line ${line}`);
  }
});

test('Each example of an op gives the same bytes again', () => {
  const found = examples('op').map(({ json, line }) => ({ json, line, op: decodeOp(json).op }));
  assert.equal(new Set(found.map(({ op }) => op.op)).size, 18);
  for (const { json, line, op } of found) assert.equal(encodeOp(op), json, `line ${line}`);
});

test('Each example of an event gives the same bytes again', () => {
  const kinds = new Set();
  for (const { json, line } of examples('event')) {
    const { fields } = parseObject(`{"e":${json}}`);
    kinds.add(fields.e[0]);
    assert.equal(write(encodeChange(decodeChange(fields.e, 9))), json, `line ${line}`);
  }
  assert.equal(kinds.size, 19);
});

test('What the server says in the transcripts can be read', () => {
  let count = 0;
  for (const { title, steps } of transcripts) {
    for (const { direction, json } of steps) {
      if (direction !== '<' || !json) continue;
      assert.ok(wire.decodeServerMessage(filledIn(json)), `${title}: ${json}`);
      count += 1;
    }
  }
  assert.ok(count > 100);
});

/** The message with a value of the right shape for each `"$name"`. */
function filledIn(json) {
  const zeros = (digits) => JSON.stringify('0'.repeat(digits));
  return json
    .replace(/"lobby":"\$"/, `"lobby":{"id":${zeros(32)},"start":0,"invitation":${zeros(32)}}`)
    .replace(/"\$code2?"/g, '"K7M2QX"')
    .replace(/"\$epoch2?"/g, zeros(16))
    .replace(/"\$\w+Player"/g, '7')
    .replace(/"\$h\d\w?"/g, zeros(24))
    .replace(/"\$f\d\w?"/g, '7')
    .replace(/"\$\w*"/g, zeros(32));
}

test('The refusals are those of the table', () => {
  const table = rowsUnder('Errors').filter(({ cells }) => Number(cells[0]) >= 200);
  const wanted = table.map(({ cells: [code, name, text] }) => ({ code: Number(code), name, text }));
  const known = [...refusals].sort((left, right) => left.code - right.code);
  assert.deepEqual(known.map((row) => ({ ...row, text: REFUSALS[row.name] })), wanted);
});

test('The errors that are told apart have the numbers of the table', () => {
  const table = rowsUnder('Errors').map(({ cells: [code, name] }) => [name, Number(code)]);
  const numbers = new Map(table);
  for (const [name, code] of Object.entries(ErrorCode)) {
    const said = name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);
    assert.equal(code, numbers.get(said), name);
  }
});

test('Close codes have the names of the table, and those without a name stand in it', () => {
  const table = rowsUnder('Close codes').map(({ cells: [codes, name] }) => ({ codes, name }));
  const named = new Map(table.map(({ codes, name }) => [name, Number(codes)]));
  const others = table.filter(({ name }) => !name).flatMap(({ codes }) => codes.match(/\d+/g));
  for (const [name, code] of Object.entries(CloseCode)) {
    if (code >= 4000) assert.equal(code, named.get(name), name);
    // Never on the wire: it is how a browser says “none”.
    else if (name !== 'none') assert.ok(others.includes(String(code)), name);
  }
});

/** What stands behind signs that begin neither a comment nor a text. */
const codesIn = (text) =>
  text
    .replace(/\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'/gs, '')
    .match(/\bcode [!=]== \d+|\b4(?:0(?!00)|5)\d\d\b/g) ?? [];

test('No module but the one that names them holds the numbers of errors and close codes', () => {
  const folder = new URL('../../Sources/WebClient/', import.meta.url);
  const modules = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.js'));
  for (const path of modules.filter((each) => !each.endsWith('codes.js'))) {
    assert.deepEqual(codesIn(readFileSync(new URL(path, folder), 'utf8')), [], path);
  }
});

test('After each close code of the table the client does what the table says', () => {
  const table = rowsUnder('Close codes').filter(({ cells }) => /^4\d\d\d$/.test(cells[0]));
  assert.equal(table.length, 14);
  for (const { cells } of table) {
    assert.equal(allowsReconnect(Number(cells[0])), cells[2] === 'yes', cells[0]);
  }
});

test('The limits are those of the table', () => {
  const named = new Map(rows.map(({ table, cells }) => [`${table}.${cells[0]}`, cells[1]]));
  let count = 0;
  const groups = { WireLimits, ClientLimits, DocumentLimits, LobbyLimits, NotebookLimits };
  for (const [group, limits] of Object.entries(groups)) {
    for (const [name, value] of Object.entries(limits)) {
      const isRange = name === 'throwsMax' || name === 'parMax';
      const row = `${group}.${isRange ? name.replace('Max', 'Range') : name}`;
      if (!named.has(row)) continue;
      assert.equal(isRange ? `1…${value}` : String(value), named.get(row), row);
      count += 1;
    }
  }
  const clientRows = [...named.keys()].filter((name) => name.startsWith('ClientLimits.'));
  for (const row of clientRows) assert.ok(row.split('.')[1] in ClientLimits, row);
  assert.ok(count > 30);
});

test('The enumerations are those of the table', () => {
  const row = (name) => rowsUnder('Encodings').find(({ cells }) => cells[0] === name).cells[1];
  const said = (values) => Object.entries(values).map(([name, value]) =>
    `${value} ${name.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`)}`);
  const given = (name) => row(name).replace('−', '-').split(', ').sort();
  assert.deepEqual(given('field'), said(Field).sort());
  assert.deepEqual(given('role'), said(lobby.Role).sort());
  assert.deepEqual(given('standing'), said(lobby.Standing).sort());
  assert.deepEqual(given('rank'), said(lobby.Rank).sort());
  assert.deepEqual(given('reason'), said(lobby.Reason).sort());
  assert.deepEqual(row('phase').replaceAll('`', '').split(', '), lobby.PHASES);
});

test('Fingerprints are those of the table', () => {
  const table = rowsUnder('The journal').filter(({ cells }) => cells.length === 2);
  assert.equal(table.length, 4);
  for (const { cells } of table) assert.equal(fingerprint(cells[0]), Number(cells[1]), cells[0]);
});
